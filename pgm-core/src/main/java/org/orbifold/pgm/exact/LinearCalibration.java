package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * Calibration with plain numbers, several times faster than with logarithms.
 *
 * <p>Every factor and message is scaled to have 1 as its largest entry, and its range, the log of the ratio of 1 to
 * its smallest entry that is not 0, is known. A product is never smaller than e to the minus sum of the ranges, so as
 * long as that sum is small enough nothing underflows, and only a true zero is 0. Where it is not, this
 * calibration gives up, and {@link LogCalibration} does the work.
 */
final class LinearCalibration extends Calibration {

    /** e^-600 is about 1e-260: far enough from the smallest number for sums of it to keep full precision. */
    private static final double MAX_RANGE = 600;

    private final Map<Table, double[]> potentials = new IdentityHashMap<>();

    LinearCalibration(GraphicalModel model, EliminationOrder order, List<int[]> scopes, Deadline deadline) {
        super(model, order, scopes, deadline);
        for (Clique clique : cliques) {
            clique.factors().forEach(this::scale);
        }
    }

    private void scale(Table factor) {
        double[] entries = factor.entries();
        double max = Arrays.stream(entries).max().orElse(0);
        addLogScale(max);
        for (int i = 0; i < entries.length; i++) {
            boolean zero = entries[i] == Double.NEGATIVE_INFINITY;
            entries[i] = Math.exp(entries[i] - max);
            if (!zero && entries[i] < Double.MIN_NORMAL) {
                giveUp();
            }
        }
        potentials.put(factor, entries);
    }

    private void fill(Clique clique) {
        double range = range(clique.message);
        boolean empty = true;
        for (Clique child : clique.children) {
            range += range(child.message);
            multiply(clique.broadcast(child, sizes), child.message, empty);
            empty = false;
        }
        for (Table factor : clique.factors()) {
            double[] entries = Objects.requireNonNull(potentials.get(factor));
            range += range(entries);
            multiply(clique.broadcast(factor, sizes), entries, empty);
            empty = false;
        }
        if (empty) {
            Arrays.fill(table, 0, clique.entries, 1);
        }
        if (range > MAX_RANGE) {
            giveUp();
        }
    }

    private void multiply(Broadcast broadcast, double[] factor, boolean first) {
        if (first) {
            broadcast.copy(factor, table);
        } else {
            broadcast.multiply(factor, table);
        }
    }

    /** The log of the ratio of the largest entry, which is 1, to the smallest one that is not 0. */
    private static double range(double[] scaled) {
        double min = 1;
        for (double entry : scaled) {
            if (entry < min && entry > 0) {
                min = entry;
            }
        }
        return -Math.log(min);
    }

    @Override
    void sendUp(Clique clique) {
        fill(clique);
        int size = sizes[clique.variable];
        double[] message = new double[clique.entries / size];
        for (int i = 0, at = 0; i < message.length; i++) {
            double sum = 0;
            for (int end = at + size; at < end; at++) {
                sum += table[at];
            }
            message[i] = sum;
        }
        addLogScale(Math.log(scale(message)));
        clique.message = message;
    }

    /** Puts the largest entry to 1 and returns what it was. */
    private static double scale(double[] values) {
        double max = 0;
        for (double value : values) {
            max = Math.max(max, value);
        }
        if (max > 0) {
            divide(values, max);
        }
        return max;
    }

    @Override
    double[] receiveDown(Clique clique) {
        fill(clique);
        int size = sizes[clique.variable];
        double[] marginal = new double[size];
        double sum = 0;
        for (int i = 0, at = 0; at < clique.entries; i++) {
            double fromParent = clique.parent >= 0 ? clique.message[i] : 1;
            for (int x = 0; x < size; x++, at++) {
                table[at] *= fromParent;
                marginal[x] += table[at];
                sum += table[at];
            }
        }
        divide(marginal, sum);
        for (Clique child : clique.children) {
            double[] message = child.message;
            double[] belief = zeros(message.length);
            clique.broadcast(child, sizes).sumInto(table, belief);
            for (int i = 0; i < message.length; i++) {
                // Where the message is 0 so is the belief, and 0/0 counts as 0.
                message[i] = message[i] == 0 ? 0 : belief[i] / message[i];
            }
            scale(message);
        }
        return marginal;
    }

    @Override
    double[] belief() {
        return table;
    }
}
