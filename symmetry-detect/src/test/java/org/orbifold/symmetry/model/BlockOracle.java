package org.orbifold.symmetry.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** Tries all valid permutations of block-value pairs: the oracle of completeness, for tiny models. */
final class BlockOracle {

    private final GraphicalModel blocks;
    private final int[] sizes;
    private final int[] strides;
    private final double[] logs;

    BlockOracle(GraphicalModel model, BlockPartition partition) {
        this.blocks = BlockModel.of(model, partition).transformed(1 << 20);
        this.sizes = blocks.sizes();
        this.strides = BlockTable.strides(sizes);
        this.logs = new double[Arrays.stream(sizes).reduce(1, Math::multiplyExact)];
        int[] state = new int[sizes.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = blocks.logWeight(state);
            for (int b = sizes.length - 1; b >= 0 && ++state[b] == sizes[b]; b--) {
                state[b] = 0;
            }
        }
    }

    /** Whether some state is not forbidden. */
    boolean isPossible() {
        return Arrays.stream(logs).anyMatch(log -> log != Double.NEGATIVE_INFINITY);
    }

    /** How many valid permutations there are to try. */
    double candidates() {
        double product = 1;
        for (int b = 0; b < sizes.length; b++) {
            int same = 0;
            for (int c = 0; c <= b; c++) {
                same += sizes[c] == sizes[b] ? 1 : 0;
            }
            product *= same;
            for (int x = 2; x <= sizes[b]; x++) {
                product *= x;
            }
        }
        return product;
    }

    /** All valid permutations that preserve the probability of every state. */
    List<Permutation> distributionSymmetries() {
        List<Permutation> found = new ArrayList<>();
        enumerate(images -> {
            if (preservesLogs(images)) {
                found.add(Permutation.ofImages(images));
            }
        });
        return found;
    }

    /** Those that map each merged table of Ĝ exactly onto one. */
    List<Permutation> tableSymmetries() {
        List<Permutation> found = new ArrayList<>();
        enumerate(images -> {
            if (preservesTables(images)) {
                found.add(Permutation.ofImages(images));
            }
        });
        return found;
    }

    private interface Visitor {
        void visit(int[] images);
    }

    private void enumerate(Visitor visitor) {
        int[] first = new int[sizes.length + 1];
        for (int b = 0; b < sizes.length; b++) {
            first[b + 1] = first[b] + sizes[b];
        }
        extend(0, first, new boolean[sizes.length], new int[first[sizes.length]], visitor);
    }

    private void extend(int block, int[] first, boolean[] used, int[] images, Visitor visitor) {
        if (block == sizes.length) {
            visitor.visit(images);
            return;
        }
        for (int to = 0; to < sizes.length; to++) {
            if (!used[to] && sizes[to] == sizes[block]) {
                used[to] = true;
                values(0, block, to, new boolean[sizes[to]], first, used, images, visitor);
                used[to] = false;
            }
        }
    }

    private void values(int value, int block, int to, boolean[] taken, int[] first, boolean[] used, int[] images,
            Visitor visitor) {
        if (value == sizes[block]) {
            extend(block + 1, first, used, images, visitor);
            return;
        }
        for (int x = 0; x < sizes[to]; x++) {
            if (!taken[x]) {
                taken[x] = true;
                images[first[block] + value] = first[to] + x;
                values(value + 1, block, to, taken, first, used, images, visitor);
                taken[x] = false;
            }
        }
    }

    private boolean preservesLogs(int[] images) {
        int[] state = new int[sizes.length];
        for (double log : logs) {
            int image = 0;
            for (int b = 0, at = 0; b < sizes.length; at += sizes[b++]) {
                image += contribution(images[at + state[b]]);
            }
            if (!close(log, logs[image])) {
                return false;
            }
            for (int b = sizes.length - 1; b >= 0 && ++state[b] == sizes[b]; b--) {
                state[b] = 0;
            }
        }
        return true;
    }

    private int contribution(int pair) {
        int block = 0;
        int rest = pair;
        while (rest >= sizes[block]) {
            rest -= sizes[block++];
        }
        return strides[block] * rest;
    }

    private int blockOf(int pair) {
        int block = 0;
        int rest = pair;
        while (rest >= sizes[block]) {
            rest -= sizes[block++];
        }
        return block;
    }

    private boolean preservesTables(int[] images) {
        int[] state = new int[sizes.length];
        for (int i = 0; i < logs.length; i++) {
            int[] image = new int[sizes.length];
            int[] to = new int[sizes.length];
            for (int b = 0, at = 0; b < sizes.length; at += sizes[b++]) {
                int pair = images[at + state[b]];
                to[b] = blockOf(pair);
                image[to[b]] = contribution(pair) / strides[to[b]];
            }
            for (Feature table : blocks.features()) {
                int[] scope = Arrays.stream(table.scope()).map(b -> to[b]).sorted().toArray();
                Feature other = blocks.features().stream()
                        .filter(f -> Arrays.equals(Arrays.stream(f.scope()).sorted().toArray(), scope))
                        .findAny().orElse(null);
                if (other == null || !close(table.logPotential(state), other.logPotential(image))) {
                    return false;
                }
            }
            for (int b = sizes.length - 1; b >= 0 && ++state[b] == sizes[b]; b--) {
                state[b] = 0;
            }
        }
        return true;
    }

    static boolean close(double a, double b) {
        return a == b || !Double.isInfinite(a) && !Double.isInfinite(b)
                && Math.abs(a - b) <= 1e-6 * (1 + Math.max(Math.abs(a), Math.abs(b)));
    }

    /** The order of a group of symmetries as it acts on possible states. */
    static BigInteger orderOnStates(BlockValuePairs pairs, GraphicalModel model, List<Permutation> generators) {
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        List<int[]> possible = new ArrayList<>();
        for (int[] state : RandomModels.states(model)) {
            if (model.logWeight(state) != Double.NEGATIVE_INFINITY) {
                numbers.put(Arrays.stream(state).boxed().toList(), possible.size());
                possible.add(state.clone());
            }
        }
        if (possible.isEmpty()) {
            return BigInteger.ONE;
        }
        BlockSymmetries any = BlockSymmetries.trivial(model, pairs.partition());
        return PermutationGroup.of(possible.size(), generators.stream().map(generator ->
                Permutation.ofImages(possible.stream().mapToInt(state -> numbers.get(
                        Arrays.stream(any.apply(generator, state)).boxed().toList())).toArray())).toList()).order();
    }

    /** Asserts-style check: every generator preserves the probability of every state of the original model. */
    static boolean isSound(BlockSymmetries symmetries, Iterable<int[]> states) {
        for (Permutation generator : symmetries.generators()) {
            for (int[] state : states) {
                double before = symmetries.model().logWeight(state);
                double after = symmetries.model().logWeight(symmetries.apply(generator, state));
                if (!close(before, after)) {
                    return false;
                }
            }
        }
        return true;
    }
}
