package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/** Calibration with logarithms in all tables: nothing over- or underflows, whatever the potentials. */
final class LogCalibration extends Calibration {

    /** Below this, a sum of exponentials may have lost terms to underflow and is done again with care. */
    private static final double SAFE_SUM = 1e-250;

    private double[] exponentials = new double[0];

    LogCalibration(GraphicalModel model, EliminationOrder order, List<int[]> scopes, Deadline deadline) {
        super(model, order, scopes, deadline);
    }

    private void fill(Clique clique) {
        Arrays.fill(table, 0, clique.entries, 0);
        for (Table factor : clique.factors()) {
            clique.broadcast(factor, sizes).add(factor.entries(), table);
        }
        for (Clique child : clique.children) {
            clique.broadcast(child, sizes).add(child.message, table);
        }
    }

    @Override
    void sendUp(Clique clique) {
        fill(clique);
        int size = sizes[clique.variable];
        double[] message = new double[clique.entries / size];
        for (int i = 0; i < message.length; i++) {
            message[i] = logSumExp(table, i * size, size);
        }
        addLogScale(subtractMax(message));
        clique.message = message;
    }

    private static double logSumExp(double[] logs, int from, int count) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = from; i < from + count; i++) {
            max = Math.max(max, logs[i]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return max;
        }
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += Math.exp(logs[i] - max);
        }
        return max + Math.log(sum);
    }

    /** Puts the largest entry to 0 and returns what it was. */
    private static double subtractMax(double[] logs) {
        double max = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            max = Math.max(max, log);
        }
        if (max != Double.NEGATIVE_INFINITY) {
            for (int i = 0; i < logs.length; i++) {
                logs[i] -= max;
            }
        }
        return max;
    }

    @Override
    double[] receiveDown(Clique clique) {
        int entries = clique.entries;
        int size = sizes[clique.variable];
        fill(clique);
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < entries; i += size) {
            double fromParent = clique.parent >= 0 ? clique.message[i / size] : 0;
            for (int x = 0; x < size; x++) {
                table[i + x] += fromParent;
                max = Math.max(max, table[i + x]);
            }
        }
        if (exponentials.length < entries) {
            exponentials = new double[entries];
        }
        double[] marginal = new double[size];
        double sum = 0;
        for (int i = 0; i < entries; i += size) {
            for (int x = 0; x < size; x++) {
                double weight = Math.exp(table[i + x] - max);
                exponentials[i + x] = weight;
                marginal[x] += weight;
                sum += weight;
            }
        }
        divide(marginal, sum);
        for (Clique child : clique.children) {
            sendDown(clique, child, max);
        }
        return marginal;
    }

    /** Replaces the child's message by this clique's belief about its separator, divided by that message. */
    private void sendDown(Clique clique, Clique child, double max) {
        Broadcast broadcast = clique.broadcast(child, sizes);
        double[] message = child.message;
        double[] belief = zeros(message.length);
        broadcast.sumInto(exponentials, belief);
        boolean safe = true;
        for (int i = 0; i < message.length && safe; i++) {
            safe = belief[i] > SAFE_SUM;
            belief[i] = max + Math.log(belief[i]);
        }
        if (!safe) {
            belief = carefulBelief(broadcast, message.length);
        }
        for (int i = 0; i < message.length; i++) {
            // Where the message is 0 so is the belief, and 0/0 counts as 0.
            message[i] = belief[i] == Double.NEGATIVE_INFINITY ? belief[i] : belief[i] - message[i];
        }
        subtractMax(message);
    }

    private double[] carefulBelief(Broadcast broadcast, int length) {
        double[] max = new double[length];
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        broadcast.maxInto(table, max);
        double[] belief = new double[length];
        broadcast.sumExpInto(table, max, belief);
        for (int i = 0; i < length; i++) {
            belief[i] = max[i] == Double.NEGATIVE_INFINITY ? max[i] : max[i] + Math.log(belief[i]);
        }
        return belief;
    }

    @Override
    double[] belief() {
        return exponentials;
    }
}
