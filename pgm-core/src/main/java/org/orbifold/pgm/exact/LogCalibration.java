package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Calibration with logarithms in all tables: nothing over- or underflows, whatever the potentials.
 *
 * <p>The largest belief in a clique's table need not be looked for: its rows sum to the parent's belief about the
 * separator, whose largest entry is known, so a row's entry is at most that and, somewhere, hardly less.
 */
class LogCalibration extends Calibration {

    /** Below this, a sum of exponentials may have lost terms to underflow and is done again with care. */
    private static final double SAFE_SUM = 1e-250;

    LogCalibration(GraphicalModel model, EliminationTree tree, List<int[]> asked, Workers workers) {
        super(model, tree, asked, workers);
    }

    @Override
    double[] toPotentials(Clique clique, double[] logs) {
        return logs;
    }

    @Override
    void fill(List<Part> parts, double[] chunk, int from, int to) {
        Arrays.fill(chunk, 0, to - from, 0);
        for (Part part : parts) {
            part.broadcast().add(part.entries(), chunk, from, to);
        }
    }

    @Override
    double one() {
        return 0;
    }

    @Override
    void multiplyRow(double[] row, int size, double[] entries, int from, int stride) {
        for (int x = 0, at = from; x < size; x++, at += stride) {
            row[x] += entries[at];
        }
    }

    @Override
    void toWeights(double[] row, int size) {
        double max = Double.NEGATIVE_INFINITY;
        for (int x = 0; x < size; x++) {
            max = Math.max(max, row[x]);
        }
        for (int x = 0; x < size; x++) {
            row[x] = Math.exp(row[x] - max);
        }
    }

    @Override
    void sumRows(double[] chunk, int size, double[] message, int row, int rows) {
        for (int i = 0; i < rows; i++) {
            message[row + i] = TableMath.logSum(chunk, i * size, size);
        }
    }

    @Override
    double rescaleMessage(double[] message) {
        double max = max(message);
        if (max != Double.NEGATIVE_INFINITY) {
            ranges(message.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    message[i] -= max;
                }
            });
        }
        return max;
    }

    @Override
    void checkLoss(Clique clique) { }

    @Override
    void receive(Clique clique, double[] chunk, int row, int rows) {
        int size = sizes[clique.variable];
        // Relative to the largest belief of the parent: at a root there is nothing but what the clique itself sums to.
        double reference = clique.reference + clique.logScale;
        for (int i = 0, at = 0; i < rows; i++) {
            double fromParent = clique.message[row + i] - reference;
            for (int end = at + size; at < end; at++) {
                chunk[at] += fromParent;
            }
        }
    }

    @Override
    void weigh(Clique clique, double[] chunk, int row, int rows) {
        receive(clique, chunk, row, rows);
        int entries = rows * sizes[clique.variable];
        for (int i = 0; i < entries; i++) {
            chunk[i] = chunk[i] == Double.NEGATIVE_INFINITY ? 0 : Math.exp(chunk[i]);
        }
    }

    @Override
    void checkTotal(double total) { }

    @Override
    void toNumbers(Clique clique, Clique child, Division division, double[] belief) {
        double[] sent = child.message;
        AtomicBoolean allSafe = new AtomicBoolean(true);
        ranges(belief.length, (from, to) -> {
            boolean safe = allSafe.get();
            for (int i = from; i < to && safe; i++) {
                // Where the message is 0 so is the belief.
                safe = belief[i] > SAFE_SUM || sent[i] == Double.NEGATIVE_INFINITY;
            }
            if (!safe) {
                allSafe.set(false);
            }
        });
        if (allSafe.get()) {
            ranges(belief.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    belief[i] = Math.log(belief[i]);
                }
            });
        } else {
            sumWithCare(clique, child, division, belief);
        }
    }

    @Override
    void toMessage(Clique child, double[] belief) {
        double[] sent = child.message;
        double largest = max(belief);
        ranges(belief.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                belief[i] = belief[i] == Double.NEGATIVE_INFINITY ? belief[i] : belief[i] - sent[i];
            }
        });
        child.message = belief;
        child.reference = largest - rescaleMessage(belief);
    }

    /** Sums with a reference for each entry, so that none is lost. */
    private void sumWithCare(Clique clique, Clique child, Division division, double[] belief) {
        Broadcast broadcast = clique.broadcast(child, sizes);
        // Where tasks do not keep to entries of their own, each has a copy.
        int copies = division.isShared(clique.children.indexOf(child)) ? 1 : division.tasks();
        double[][] maxima = new double[copies][belief.length];
        for (double[] max : maxima) {
            Arrays.fill(max, Double.NEGATIVE_INFINITY);
        }
        sweepBeliefs(clique, division, (task, chunk, from, to) ->
                broadcast.maxInto(chunk, maxima[task % copies], from, to));
        double[] max = maxima[0];
        double[] references = new double[max.length];
        ranges(max.length, (first, end) -> {
            for (int i = first; i < end; i++) {
                for (double[] other : maxima) {
                    max[i] = Math.max(max[i], other[i]);
                }
                references[i] = max[i] == Double.NEGATIVE_INFINITY ? 0 : -max[i];
            }
        });
        Arrays.fill(belief, 0);
        double[][] sums = copies == 1 ? new double[][] {belief} : new double[copies][belief.length];
        sweepBeliefs(clique, division, (task, chunk, from, to) -> {
            broadcast.add(references, chunk, from, to);
            for (int i = 0; i < to - from; i++) {
                chunk[i] = Math.exp(chunk[i]);
            }
            broadcast.sumInto(chunk, sums[task % copies], from, to);
        });
        ranges(belief.length, (first, end) -> {
            for (int i = first; i < end; i++) {
                double sum = 0;
                for (double[] ofTask : sums) {
                    sum += ofTask[i];
                }
                belief[i] = max[i] == Double.NEGATIVE_INFINITY ? max[i] : max[i] + Math.log(sum);
            }
        });
    }
}
