package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Calibration with plain numbers, several times faster than with logarithms.
 *
 * <p>Every factor and message is scaled to have 1 as its largest entry. A product of them may underflow: an entry below
 * about 1e-308 is lost, and though it is nothing beside the largest of its table, later factors may favour it.
 * So each message has a bound for what is lost in an entry of it, on the way to the root: a product loses no more than
 * its parts do together, as no entry is above 1, and dividing by the largest entry makes the loss larger. At the root
 * that is the part of all states' weight that is lost. Downward the largest entry alone matters: what is lost is not
 * favoured any more. Where more than 1e-100 of the whole may be lost, this calibration gives up, and
 * {@link LogCalibration} does the work.
 */
final class LinearCalibration extends Calibration {

    private static final double MIN_WHOLE = 1e-200;
    private static final double MAX_LOST = 1e-100;
    /** What an entry may lose of itself beside rounding. */
    private static final double PRECISE = 1e-30;
    /** Sums of products above this, divided by the largest, are above the least that a double holds precisely. */
    private static final double SAFE_PRODUCT = 1e-290;

    LinearCalibration(GraphicalModel model, EliminationTree tree, List<int[]> asked, Workers workers) {
        super(model, tree, asked, workers);
    }

    @Override
    double[] toPotentials(Clique clique, double[] logs) {
        clique.least *= Math.exp(least(logs, Double.NEGATIVE_INFINITY));
        ranges(logs.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                logs[i] = Math.exp(logs[i]);
            }
        });
        return logs;
    }

    @Override
    void fill(List<Part> parts, double[] chunk, int from, int to) {
        if (parts.isEmpty()) {
            Arrays.fill(chunk, 0, to - from, 1);
            return;
        }
        parts.get(0).broadcast().copy(parts.get(0).entries(), chunk, from, to);
        for (int i = 1; i < parts.size(); i++) {
            parts.get(i).broadcast().multiply(parts.get(i).entries(), chunk, from, to);
        }
    }

    @Override
    double one() {
        return 1;
    }

    @Override
    void multiplyRow(double[] row, int size, double[] entries, int from, int stride) {
        for (int x = 0, at = from; x < size; x++, at += stride) {
            row[x] *= entries[at];
        }
    }

    @Override
    void toWeights(double[] row, int size) { }

    @Override
    void sumRows(double[] chunk, int size, double[] message, int row, int rows) {
        if (size == 2) {
            for (int i = 0; i < rows; i++) {
                message[row + i] = chunk[2 * i] + chunk[2 * i + 1];
            }
            return;
        }
        for (int i = 0, at = 0; i < rows; i++) {
            double sum = 0;
            for (int end = at + size; at < end; at++) {
                sum += chunk[at];
            }
            message[row + i] = sum;
        }
    }

    @Override
    double rescaleMessage(double[] message) {
        double max = max(message);
        checkTotal(max);
        if (max > 0) {
            double factor = 1 / max;
            ranges(message.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    message[i] *= factor;
                }
            });
        }
        return Math.log(max);
    }

    @Override
    void checkLoss(Clique clique) {
        double lost = 0;
        double least = clique.least;
        for (Clique child : clique.children) {
            lost += child.lost;
            least *= child.least;
        }
        if (least < SAFE_PRODUCT) {
            // The messages may be far above their bounds, and are only now worth a look.
            least = clique.least;
            for (Clique child : clique.children) {
                child.least = least(child.message, 0);
                least *= child.least;
            }
            lost += least < SAFE_PRODUCT ? Double.MIN_NORMAL : 0;
        }
        double max = Math.exp(clique.logScale);
        clique.least = least / max;
        clique.lost = lost * sizes[clique.variable] / max;
        if (lost > 0 && isFarAbove(clique.message, clique.lost)) {
            // Each entry has lost next to nothing of itself.
            clique.lost = 0;
        }
        if (!(clique.lost < MAX_LOST)) {
            giveUp();
        }
    }

    /** The least value above a bound; 1 if there is none. */
    private double least(double[] values, double above) {
        double[] found = {1};
        ranges(values.length, (from, to) -> {
            double least = 1;
            for (int i = from; i < to; i++) {
                least = values[i] < least && values[i] > above ? values[i] : least;
            }
            synchronized (found) {
                found[0] = Math.min(found[0], least);
            }
        });
        return found[0];
    }

    private boolean isFarAbove(double[] message, double lost) {
        AtomicBoolean all = new AtomicBoolean(true);
        ranges(message.length, (from, to) -> {
            boolean above = all.get();
            for (int i = from; i < to && above; i++) {
                above = message[i] * PRECISE > lost;
            }
            if (!above) {
                all.set(false);
            }
        });
        return all.get();
    }

    @Override
    void receive(Clique clique, double[] chunk, int row, int rows) {
        double[] message = clique.message;
        int size = sizes[clique.variable];
        if (size == 2) {
            for (int i = 0; i < rows; i++) {
                double fromParent = message[row + i];
                chunk[2 * i] *= fromParent;
                chunk[2 * i + 1] *= fromParent;
            }
            return;
        }
        for (int i = 0, at = 0; i < rows; i++) {
            double fromParent = message[row + i];
            for (int end = at + size; at < end; at++) {
                chunk[at] *= fromParent;
            }
        }
    }

    @Override
    void weigh(Clique clique, double[] chunk, int row, int rows) {
        receive(clique, chunk, row, rows);
    }

    @Override
    void checkTotal(double total) {
        if (!(total > MIN_WHOLE)) {
            giveUp();
        }
    }

    @Override
    void toNumbers(Clique clique, Clique child, Division division, double[] belief) { }

    @Override
    void toMessage(Clique child, double[] belief) {
        double[] sent = child.message;
        ranges(belief.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                // Where the message is 0 so is the belief, and 0/0 counts as 0.
                belief[i] = sent[i] == 0 ? 0 : belief[i] / sent[i];
            }
        });
        child.message = belief;
        rescaleMessage(belief);
    }
}
