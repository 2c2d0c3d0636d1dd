package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Calibration with plain numbers, several times faster than with logarithms.
 *
 * <p>Every factor and message is scaled to have 1 as its largest entry. A product of them may underflow: an entry below
 * about 1e-308 is lost. That does no harm while the largest entry of every product is far above that, because
 * what is lost then is less than 1e-100 of the whole. Where it is not, this calibration gives up, and
 * {@link LogCalibration} does the work.
 */
final class LinearCalibration extends Calibration {

    private static final double MIN_WHOLE = 1e-200;

    LinearCalibration(GraphicalModel model, EliminationTree tree, List<int[]> asked, Workers workers) {
        super(model, tree, asked, workers);
    }

    @Override
    double[] toPotentials(double[] logs) {
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
