package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/** The weights of all states by the values of blocks, to count symmetries by trying all permutations. */
final class BlockStates {

    /** The most work of a count: permutations times states. */
    private static final long MAX_WORK = 2_000_000;

    private final int[] counts;
    private final int[] strides;
    private final double[] weights;
    private final double range;

    private BlockStates(int[] counts, int[] strides, double[] weights) {
        this.counts = counts;
        this.strides = strides;
        this.weights = weights;
        double most = Arrays.stream(weights).filter(Double::isFinite).max().orElse(0);
        double least = Arrays.stream(weights).filter(Double::isFinite).min().orElse(0);
        this.range = 1 + Math.max(Math.abs(most), Math.abs(least)) + most - least;
    }

    static BlockStates of(GraphicalModel model, BlockPartition partition) {
        int[] counts = partition.blocks().stream().mapToInt(block -> block.valueCount(model)).toArray();
        int[] strides = new int[counts.length];
        int states = 1;
        for (int b = 0; b < counts.length; b++) {
            strides[b] = states;
            states *= counts[b];
        }
        double[] weights = new double[states];
        int[] state = new int[model.variableCount()];
        do {
            int index = 0;
            for (int b = 0; b < counts.length; b++) {
                index += strides[b] * partition.block(b).value(model, state);
            }
            weights[index] = model.logWeight(state);
        } while (Truth.next(model, state));
        return new BlockStates(counts, strides, weights);
    }

    /** Whether two log-weights are the same up to a share of the range of all. */
    boolean isSame(double a, double b, double tolerance) {
        return a == b || Math.abs(a - b) <= tolerance * range;
    }

    /** How many permutations keep all weights; empty if they are too many to be tried. */
    Optional<Long> countSymmetries(double tolerance, boolean wholeBlocks) {
        double candidates = 1;
        for (int b = 0; b < counts.length; b++) {
            int same = counts[b];
            candidates *= IntStream.rangeClosed(0, b).filter(a -> counts[a] == same).count();
            for (int x = 2; !wholeBlocks && x <= counts[b]; x++) {
                candidates *= x;
            }
        }
        if (candidates * weights.length > MAX_WORK) {
            return Optional.empty();
        }
        int[] indices = new int[weights.length];
        return Optional.of(count(0, new boolean[counts.length], indices, tolerance, wholeBlocks));
    }

    /** Chooses the image of each block; the indices are those of the images of states, as far as chosen. */
    private long count(int block, boolean[] used, int[] indices, double tolerance, boolean wholeBlocks) {
        if (block == counts.length) {
            for (int s = 0; s < weights.length; s++) {
                if (!isSame(weights[s], weights[indices[s]], tolerance)) {
                    return 0;
                }
            }
            return 1;
        }
        long found = 0;
        for (int to = 0; to < counts.length; to++) {
            if (!used[to] && counts[to] == counts[block]) {
                used[to] = true;
                int[] values = IntStream.range(0, counts[block]).toArray();
                do {
                    int[] next = indices.clone();
                    for (int s = 0; s < next.length; s++) {
                        next[s] += strides[to] * values[s / strides[block] % counts[block]];
                    }
                    found += count(block + 1, used, next, tolerance, wholeBlocks);
                } while (!wholeBlocks && nextPermutation(values));
                used[to] = false;
            }
        }
        return found;
    }

    /** The next permutation in lexicographic order; false after the last. */
    static boolean nextPermutation(int[] values) {
        int i = values.length - 2;
        while (i >= 0 && values[i] > values[i + 1]) {
            i--;
        }
        if (i < 0) {
            return false;
        }
        int j = values.length - 1;
        while (values[j] < values[i]) {
            j--;
        }
        swap(values, i, j);
        for (int a = i + 1, b = values.length - 1; a < b; a++, b--) {
            swap(values, a, b);
        }
        return true;
    }

    private static void swap(int[] values, int i, int j) {
        int kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }
}
