package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.Logs;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * Exchangeable blocks: k blocks with the same d values, which the interactions do not tell apart. Each has a weight of
 * its own for each value, which may depend on a few variables, the hubs. Blocks with the same weights are of one type.
 */
final class BlockClass {

    /** Weights that differ by less count as equal: they are sums of the same numbers in another order. */
    private static final double RESOLUTION = 0x1p-40;

    private final int[][] blocks;
    private final int[] sizes;
    /** The values that some block can have, as numbers in row-major order over the variables of a block. */
    private final int[] values;
    private final int[] hubs;
    private final int hubStates;
    private final int[] typeOf;
    /** For each type, the log-weights of [hub state][value]. */
    private final List<double[][]> weights;
    private final int[] typeSizes;
    private @Nullable Histograms histograms;

    /**
     * Makes a class.
     *
     * @param model   the model
     * @param blocks  the variables of each block, those at the same place corresponding
     * @param hubs    the variables that weights depend on
     * @param weights for each block the log-weights of [hub state][value], values over all states of a block
     */
    BlockClass(GraphicalModel model, int[][] blocks, int[] hubs, double[][][] weights) {
        this.blocks = blocks;
        this.sizes = Arrays.stream(blocks[0]).map(model::size).toArray();
        this.hubs = hubs;
        this.hubStates = weights[0].length;
        this.values = possible(weights);
        this.typeOf = new int[blocks.length];
        this.weights = new ArrayList<>();
        Object2IntLinkedOpenHashMap<List<Double>> known = new Object2IntLinkedOpenHashMap<>();
        for (int b = 0; b < blocks.length; b++) {
            double[][] kept = restricted(weights[b]);
            typeOf[b] = known.computeIfAbsent(key(kept), k -> this.weights.size());
            if (typeOf[b] == this.weights.size()) {
                this.weights.add(kept);
            }
        }
        this.typeSizes = new int[this.weights.size()];
        for (int type : typeOf) {
            typeSizes[type]++;
        }
    }

    private static int[] possible(double[][][] weights) {
        IntArrayList result = new IntArrayList();
        for (int x = 0; x < weights[0][0].length; x++) {
            int value = x;
            if (Arrays.stream(weights).flatMap(Arrays::stream).anyMatch(w -> w[value] > Double.NEGATIVE_INFINITY)) {
                result.add(x);
            }
        }
        if (result.isEmpty()) {
            result.add(0);
        }
        return result.toIntArray();
    }

    private double[][] restricted(double[][] all) {
        return Arrays.stream(all).map(w -> Arrays.stream(values).mapToDouble(x -> w[x]).toArray())
                .toArray(double[][]::new);
    }

    /** Equal for weights that are equal up to rounding; as doubles, which hold infinities and large numbers. */
    private static List<Double> key(double[][] weights) {
        // 0 is added because lists distinguish -0 from 0.
        return Arrays.stream(weights).flatMapToDouble(Arrays::stream).mapToObj(w -> Math.rint(w / RESOLUTION) + 0.0)
                .toList();
    }

    int blockCount() {
        return blocks.length;
    }

    int[] block(int b) {
        return blocks[b];
    }

    int typeOf(int block) {
        return typeOf[block];
    }

    int typeCount() {
        return typeSizes.length;
    }

    /** How many blocks are of a type. */
    int typeSize(int type) {
        return typeSizes[type];
    }

    int[] hubs() {
        return hubs;
    }

    int hubStates() {
        return hubStates;
    }

    /** How many values a block can have. */
    int valueCount() {
        return values.length;
    }

    /** The value index of the variable at a place of the block, if the block has a value. */
    int valueAt(int place, int value) {
        int rest = values[value];
        for (int p = sizes.length - 1; p > place; p--) {
            rest /= sizes[p];
        }
        return rest % sizes[place];
    }

    double[] weights(int type, int hubState) {
        return weights.get(type)[hubState];
    }

    /** The histograms of all blocks; made when first asked for, because plans need only their number. */
    Histograms histograms() {
        Histograms known = histograms;
        if (known == null) {
            known = new Histograms(values.length, blocks.length);
            histograms = known;
        }
        return known;
    }

    /** The number of histograms; infinite if it exceeds the size of any table. */
    double possibleHistograms() {
        return Histograms.count(values.length, blocks.length);
    }

    int histogramCount() {
        return (int) possibleHistograms();
    }

    /** The terms that {@link #logSums} adds up. */
    double operationsOfSums() {
        int largest = Arrays.stream(typeSizes).max().orElse(0);
        return possibleHistograms() * (1 + (double) (blocks.length - largest) * values.length);
    }

    /** The log of the total weight of the states with each histogram, given a state of the hubs. */
    double[] logSums(int hubState, Budget budget) {
        return over(hubState, false, budget);
    }

    /** The log of the largest weight of a state with each histogram, given a state of the hubs. */
    double[] logMaxima(int hubState, Budget budget) {
        return over(hubState, true, budget);
    }

    private double[] over(int hubState, boolean maxima, Budget budget) {
        int largest = 0;
        for (int t = 1; t < typeSizes.length; t++) {
            largest = typeSizes[t] > typeSizes[largest] ? t : largest;
        }
        double[] sums = ofOneType(weights(largest, hubState), typeSizes[largest], maxima, budget);
        int size = typeSizes[largest];
        for (int t = 0; t < typeSizes.length; t++) {
            for (int i = 0; i < typeSizes[t] && t != largest; i++) {
                sums = withOneMore(sums, size++, weights(t, hubState), maxima, budget);
            }
        }
        return sums;
    }

    /** The states of n alike blocks with a histogram are counted by a multinomial coefficient. */
    double[] ofOneType(double[] weight, int n, Budget budget) {
        return ofOneType(weight, n, false, budget);
    }

    private double[] ofOneType(double[] weight, int n, boolean maxima, Budget budget) {
        double[] logFactorials = maxima ? new double[n + 1] : Logs.factorials(n);
        double[] sums = new double[histograms().count(n)];
        histograms().forEach(n, budget, (number, counts) -> {
            double sum = logFactorials[n];
            for (int v = 0; v < counts.length; v++) {
                if (counts[v] > 0) {
                    sum += counts[v] * weight[v] - logFactorials[counts[v]];
                }
            }
            sums[number] = sum;
        });
        return sums;
    }

    private double[] withOneMore(double[] sums, int size, double[] weight, boolean maxima, Budget budget) {
        Histograms numbers = histograms();
        double[] result = new double[numbers.count(size + 1)];
        Arrays.fill(result, Double.NEGATIVE_INFINITY);
        for (int v = 0; v < weight.length; v++) {
            for (int i = 0; i < sums.length; i++) {
                if (i % Histograms.CHECK_HISTOGRAMS == 0) {
                    budget.check();
                }
                int to = numbers.plus(i, v);
                double more = sums[i] + weight[v];
                result[to] = maxima ? Math.max(result[to], more) : Logs.add(result[to], more);
            }
        }
        return result;
    }
}
