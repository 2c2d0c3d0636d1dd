package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * Values of exchangeable blocks with a given histogram and the largest sum of their own weights: a transport problem
 * with few sinks. Beginning with any values, blocks exchange theirs along cycles of values as long as a cycle gains
 * something (Klein's cycle cancelling); without such a cycle the sum is largest.
 */
final class BestBlocks {

    /** Stands for −∞, so that differences are numbers. */
    private static final double FORBIDDEN = -1e12;
    private static final double GAIN = 1e-9;

    private final double[][] weights;
    private final int[] value;
    private final int values;

    private BestBlocks(double[][] weights, int[] counts) {
        this.weights = weights;
        this.values = counts.length;
        this.value = new int[weights.length];
        for (int v = 0, b = 0; v < values; v++) {
            for (int i = 0; i < counts[v]; i++) {
                value[b++] = v;
            }
        }
    }

    /** The state of the core that goes with a state of the lifted model. */
    static int[] expand(GraphicalModel core, LiftedModel lifted, int[] best, Budget budget) {
        int[] state = new int[core.variableCount()];
        for (int v : lifted.remainder()) {
            state[v] = best[lifted.liftedOf(v)];
        }
        for (int c = 0; c < lifted.classes().size(); c++) {
            BlockClass blocks = lifted.classes().get(c);
            int hubState = 0;
            for (int hub : blocks.hubs()) {
                hubState = hubState * core.size(hub) + state[hub];
            }
            double[][] weights = new double[blocks.blockCount()][];
            for (int b = 0; b < weights.length; b++) {
                weights[b] = blocks.weights(blocks.typeOf(b), hubState);
            }
            int[] found = new BestBlocks(weights, counts(blocks, best[c], budget)).solve(budget);
            for (int b = 0; b < found.length; b++) {
                int[] block = blocks.block(b);
                for (int place = 0; place < block.length; place++) {
                    state[block[place]] = blocks.valueAt(place, found[b]);
                }
            }
        }
        return state;
    }

    private static int[] counts(BlockClass blocks, int histogram, Budget budget) {
        int[] found = new int[blocks.valueCount()];
        blocks.histograms().forEach(blocks.blockCount(), budget, (number, counts) -> {
            if (number == histogram) {
                System.arraycopy(counts, 0, found, 0, counts.length);
            }
        });
        return found;
    }

    private double weight(int block, int v) {
        return Math.max(FORBIDDEN, weights[block][v]);
    }

    int[] solve(Budget budget) {
        double[][] gain = new double[values][values];
        int[][] via = new int[values][values];
        for (int[] cycle = gainingCycle(gain, via); cycle.length > 0; cycle = gainingCycle(gain, via)) {
            budget.check();
            // Different blocks: the arcs of a cycle leave different values.
            for (int i = 0; i < cycle.length; i++) {
                int to = cycle[(i + 1) % cycle.length];
                value[via[cycle[i]][to]] = to;
            }
        }
        return value;
    }

    /** For each two values the most that a block gains by going from one to the other, and which block. */
    private void fill(double[][] gain, int[][] via) {
        for (double[] row : gain) {
            Arrays.fill(row, Double.NEGATIVE_INFINITY);
        }
        for (int b = 0; b < value.length; b++) {
            for (int v = 0; v < values; v++) {
                double more = weight(b, v) - weight(b, value[b]);
                if (v != value[b] && more > gain[value[b]][v]) {
                    gain[value[b]][v] = more;
                    via[value[b]][v] = b;
                }
            }
        }
    }

    /** A cycle of values along which blocks gain by moving on, by the method of Bellman and Ford; empty if none. */
    private int[] gainingCycle(double[][] gain, int[][] via) {
        fill(gain, via);
        double[] sum = new double[values];
        int[] before = new int[values];
        int changed = -1;
        for (int round = 0; round <= values; round++) {
            changed = -1;
            for (int a = 0; a < values; a++) {
                for (int b = 0; b < values; b++) {
                    if (sum[a] + gain[a][b] > sum[b] + GAIN) {
                        sum[b] = sum[a] + gain[a][b];
                        before[b] = a;
                        changed = b;
                    }
                }
            }
            if (changed < 0) {
                return new int[0];
            }
        }
        int at = changed;
        for (int i = 0; i < values; i++) {
            at = before[at];
        }
        IntArrayList cycle = new IntArrayList();
        for (int v = at; cycle.isEmpty() || v != at; v = before[v]) {
            cycle.add(0, v);
        }
        return cycle.toIntArray();
    }
}
