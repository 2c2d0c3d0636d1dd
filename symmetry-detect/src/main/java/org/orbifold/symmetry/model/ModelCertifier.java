package org.orbifold.symmetry.model;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Checks permutations of block-value pairs against the features of the model, not against the graph they were found
 * in: each must be valid, and the features it touches must add up to the same at random states and their images.
 * Only features of variables that differ between the two are looked at. Not thread-safe.
 */
final class ModelCertifier {

    private static final double LOOSE = 1e3;
    private static final double ROUNDING = 1e-11;
    private static final double FLOOR = 1e-3;
    private static final long SEED = 0x0B1F01DL;
    private static final int SWEEPS = 3;

    private final GraphicalModel model;
    private final List<Feature> features;
    private final int probes;
    private final double tolerance;
    private final int[] firstFeature;
    private final int[] featureOf;
    /** A state from which each probe starts, so that no verdict depends on what was tried before. */
    private final int[] start;
    private final int[] state;
    private final int[] image;
    private final int[] stamp;
    private int time;

    ModelCertifier(GraphicalModel model, SymmetryOptions options) {
        this.model = model;
        this.features = model.features();
        this.probes = options.probes();
        this.tolerance = options.tolerance();
        int n = model.variableCount();
        firstFeature = new int[n + 1];
        for (Feature feature : features) {
            for (int v : feature.scope()) {
                firstFeature[v + 1]++;
            }
        }
        for (int v = 0; v < n; v++) {
            firstFeature[v + 1] += firstFeature[v];
        }
        featureOf = new int[firstFeature[n]];
        int[] next = Arrays.copyOf(firstFeature, n);
        for (int f = 0; f < features.size(); f++) {
            for (int v : features.get(f).scope()) {
                featureOf[next[v]++] = f;
            }
        }
        SplittableRandom random = new SplittableRandom(SEED);
        state = new int[n];
        for (int v = 0; v < n; v++) {
            state[v] = random.nextInt(model.size(v));
        }
        for (int sweep = 0; sweep < SWEEPS && !options.budget().isOver(); sweep++) {
            repair();
        }
        start = state.clone();
        image = state.clone();
        stamp = new int[features.size()];
    }

    /** Moves the state towards a possible one: impossible states prove little. */
    private void repair() {
        for (int v = 0; v < state.length; v++) {
            int best = violations(v, state[v]);
            for (int x = 0; x < model.size(v) && best > 0; x++) {
                int there = violations(v, x);
                if (there < best) {
                    best = there;
                    state[v] = x;
                }
            }
        }
    }

    private int violations(int variable, int value) {
        int count = 0;
        for (int i = firstFeature[variable]; i < firstFeature[variable + 1]; i++) {
            double log = features.get(featureOf[i]).logPotential(state, variable, value);
            count += log == Double.NEGATIVE_INFINITY ? 1 : 0;
        }
        return count;
    }

    /** Refuses a permutation of pairs that is not valid or not a symmetry. */
    void require(BlockValuePairs pairs, Permutation permutation) {
        String fault = fault(pairs, permutation);
        if (fault != null) {
            throw new IllegalArgumentException("the permutation is not a symmetry: " + fault);
        }
    }

    /** Tries generators that were found; a fault is one of the library. */
    void requireFound(BlockValuePairs pairs, List<Permutation> generators) {
        for (Permutation generator : generators) {
            String fault = generator.isIdentity() ? "it moves no pair" : fault(pairs, generator);
            if (fault != null) {
                throw new IllegalStateException("a generator that was found is no symmetry of the model: " + fault
                        + "; this is a fault of the library, please report the model: " + generator);
            }
        }
    }

    /** Returns why a permutation of pairs is no symmetry, or null. */
    private @Nullable String fault(BlockValuePairs pairs, Permutation permutation) {
        String invalid = invalidity(pairs, permutation);
        if (invalid != null) {
            return invalid;
        }
        int[] support = permutation.support();
        int[] moved = pairs.blocksOf(support);
        int[] images = new int[moved.length];
        Arrays.setAll(images, i -> pairs.blockOf(permutation.image(pairs.firstPair(moved[i]))));
        SplittableRandom random = new SplittableRandom(SEED + permutation.hashCode());
        for (int probe = 0; probe < probes; probe++) {
            drawState(pairs, support, moved, random);
            if (!agrees(pairs, permutation, moved, images)) {
                return "a state and its image differ in probability";
            }
        }
        return null;
    }

    /** Compares the state drawn with its image. */
    private boolean agrees(BlockValuePairs pairs, Permutation permutation, int[] moved, int[] images) {
        BlockPartition partition = pairs.partition();
        for (int i = 0; i < moved.length; i++) {
            int to = permutation.image(pairs.pair(moved[i], partition.block(moved[i]).value(model, state)));
            partition.block(images[i]).assign(model, to - pairs.firstPair(images[i]), image);
        }
        time++;
        double before = 0;
        double after = 0;
        double size = 0;
        int looked = 0;
        for (int b : moved) {
            Block block = partition.block(b);
            for (int k = 0; k < block.size(); k++) {
                int v = block.variable(k);
                // Features of variables that keep their values may change through others only.
                for (int i = firstFeature[v]; state[v] != image[v] && i < firstFeature[v + 1]; i++) {
                    int f = featureOf[i];
                    if (stamp[f] != time) {
                        stamp[f] = time;
                        looked++;
                        double here = features.get(f).logPotential(state);
                        double there = features.get(f).logPotential(image);
                        before += here;
                        after += there;
                        size = Math.max(size, Math.max(finite(here), finite(there)));
                    }
                }
            }
        }
        boolean same = before == after
                || Math.abs(before - after) <= (LOOSE * tolerance + ROUNDING) * (size + FLOOR) * looked
                // Untouched terms may forbid both.
                || model.logWeight(state) == Double.NEGATIVE_INFINITY
                && model.logWeight(image) == Double.NEGATIVE_INFINITY;
        for (int b : moved) {
            Block block = partition.block(b);
            for (int k = 0; k < block.size(); k++) {
                int v = block.variable(k);
                state[v] = start[v];
                image[v] = start[v];
            }
        }
        return same;
    }

    /** Gives the moved blocks random values, mostly such that are moved. */
    private void drawState(BlockValuePairs pairs, int[] support, int[] moved, SplittableRandom random) {
        BlockPartition partition = pairs.partition();
        int from = 0;
        for (int block : moved) {
            int to = from;
            while (to < support.length && support[to] < pairs.firstPair(block + 1)) {
                to++;
            }
            int value = random.nextInt(4) == 0 ? random.nextInt(pairs.valueCount(block))
                    : support[from + random.nextInt(to - from)] - pairs.firstPair(block);
            partition.block(block).assign(model, value, state);
            from = to;
        }
        // Moved blocks are the only ones where the two may differ.
        for (int b : moved) {
            for (int v : partition.block(b).variables()) {
                image[v] = state[v];
            }
        }
    }

    private static double finite(double log) {
        return Double.isInfinite(log) ? 0 : Math.abs(log);
    }

    /** Says where a permutation of pairs does not map all values of a block to all values of one block; or null. */
    static @Nullable String invalidity(BlockValuePairs pairs, Permutation permutation) {
        if (permutation.degree() != pairs.pairCount()) {
            return "it is of degree " + permutation.degree() + ", but there are " + pairs.pairCount() + " pairs";
        }
        int[] support = permutation.support();
        int[] images = new int[support.length];
        int[] next = {0};
        permutation.forEachMoved((pair, image) -> images[next[0]++] = image);
        int end;
        for (int from = 0; from < support.length; from = end) {
            int block = pairs.blockOf(support[from]);
            end = from;
            while (end < support.length && support[end] < pairs.firstPair(block + 1)) {
                end++;
            }
            // A value that stays where it is keeps the others of its block there.
            int to = end - from < pairs.valueCount(block) ? block : pairs.blockOf(images[from]);
            boolean valid = pairs.valueCount(to) == pairs.valueCount(block);
            for (int i = from; valid && i < end; i++) {
                valid = images[i] >= pairs.firstPair(to) && images[i] < pairs.firstPair(to + 1);
            }
            if (!valid) {
                return "it is not valid, for it does not map the values of block " + pairs.partition().block(block)
                        + " to the values of one block";
            }
        }
        return null;
    }
}
