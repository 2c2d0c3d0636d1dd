package org.orbifold.inference.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

/** The bounds of cost shifting and the answers of branch and bound, against brute force. */
class BranchAndBoundTest {

    private static final Budget LONG = Budget.unlimited();
    private static final long MANY = 1_000_000;

    private static double largest(GraphicalModel model) {
        double best = Double.NEGATIVE_INFINITY;
        for (int[] state : RandomModels.states(model)) {
            best = Math.max(best, model.logWeight(state));
        }
        return best;
    }

    /** All pairs of variables of several sizes have a table; one entry in ten is a hard zero. */
    private static GraphicalModel dense(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = random.ints(6, 2, 4).toArray();
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < sizes.length; i++) {
            for (int j = 0; j < i; j++) {
                double[] logs = random.doubles(sizes[i] * sizes[j], -3, 3).toArray();
                if (random.nextInt(3) == 0) {
                    logs[random.nextInt(logs.length)] = Double.NEGATIVE_INFINITY;
                }
                builder.table(new int[] {j, i}, logs);
            }
        }
        return builder.build();
    }

    private static GraphicalModel model(long seed) {
        return seed % 2 == 0 ? dense(seed) : RandomModels.hard(seed);
    }

    /** No sweep gives a bound below the truth or above the last one, and no value of a good state is excluded. */
    @Property(tries = 300, seed = "34101")
    void boundsHoldAndFall(@ForAll long seed) {
        GraphicalModel model = model(seed);
        double truth = largest(model);
        double slack = 1e-9 * (1 + Math.abs(truth));
        CostShifting shifting = new CostShifting(model, LONG);
        double before = Double.POSITIVE_INFINITY;
        boolean possible = true;
        for (int i = 0; i < 5 && possible; i++) {
            possible = shifting.sweep(LONG);
            if (possible) {
                assertThat(shifting.logBound()).isGreaterThanOrEqualTo(truth).isLessThanOrEqualTo(before + slack);
                before = shifting.logBound();
            }
        }
        assertThat(possible || truth == Double.NEGATIVE_INFINITY).isTrue();
        double threshold = truth - (seed & 4);
        if (possible && truth > Double.NEGATIVE_INFINITY) {
            shifting.exclude(threshold);
            for (int[] state : RandomModels.states(model)) {
                for (int v = 0; v < state.length && model.logWeight(state) >= threshold; v++) {
                    assertThat(shifting.allows(v, state[v])).isTrue();
                }
            }
        }
    }

    /** A search from nothing ends with the maximum; one that begins with it proves that no state is above. */
    @Property(tries = 300, seed = "34102")
    void findsAndProvesTheMaximum(@ForAll long seed) {
        GraphicalModel model = model(seed);
        double truth = largest(model);
        BranchAndBound free = new BranchAndBound(model, LONG);
        free.run(Double.NEGATIVE_INFINITY, MANY, LONG);
        assertThat(free.isFinished()).isTrue();
        if (truth > Double.NEGATIVE_INFINITY) {
            assertThat(free.found().orElseThrow().logWeight()).isCloseTo(truth, within(1e-9));
            BranchAndBound told = new BranchAndBound(model, LONG);
            told.run(truth + 1e-6, MANY, LONG);
            assertThat(told.isFinished()).isTrue();
            assertThat(told.found()).isEmpty();
        }
    }

    /** The bound of a search that is not finished holds, and falls with the nodes. */
    @Property(tries = 100, seed = "34103")
    void boundsOfUnfinishedSearchesHold(@ForAll long seed) {
        GraphicalModel model = dense(seed);
        double truth = largest(model);
        BranchAndBound search = new BranchAndBound(model, LONG);
        double before = Double.POSITIVE_INFINITY;
        while (!search.isFinished()) {
            search.run(Double.NEGATIVE_INFINITY, 1, LONG);
            double found = search.found().map(state -> state.logWeight()).orElse(Double.NEGATIVE_INFINITY);
            assertThat(Math.max(search.logBound(), found)).isGreaterThanOrEqualTo(truth - 1e-12);
            assertThat(search.logBound()).isLessThanOrEqualTo(before);
            before = search.logBound();
        }
    }

    /** One more pigeon than holes; each pair that shares one costs 2. */
    private static GraphicalModel pigeons(int holes) {
        int[] sizes = new int[holes + 1];
        Arrays.fill(sizes, holes);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        double[] apart = new double[holes * holes];
        for (int x = 0; x < holes; x++) {
            apart[(holes + 1) * x] = -2;
        }
        for (int i = 0; i <= holes; i++) {
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, apart);
            }
        }
        return builder.build();
    }

    /** Pigeons and holes are interchangeable: of 40,320 images of each assignment one is searched. */
    @Test
    void symmetriesSaveNodes() {
        BranchAndBound plain = new BranchAndBound(pigeons(7), LONG);
        plain.run(Double.NEGATIVE_INFINITY, 2000, LONG);
        assertThat(plain.isFinished()).isFalse();
        BranchAndBound search = new BranchAndBound(pigeons(7), LONG);
        assertThat(search.useSymmetries(LONG)).isTrue();
        search.run(Double.NEGATIVE_INFINITY, 200, LONG);
        assertThat(search.isFinished()).isTrue();
        assertThat(search.found().orElseThrow().logWeight()).isEqualTo(-2);
    }

    /** Six pigeons in five holes, a soft constraint for each pair: one pair shares, found and proved. */
    @Test
    void pigeonsAreProved() {
        BranchAndBound search = new BranchAndBound(pigeons(5), LONG);
        search.run(Double.NEGATIVE_INFINITY, MANY, LONG);
        assertThat(search.isFinished()).isTrue();
        assertThat(search.found().orElseThrow().logWeight()).isEqualTo(-2);
    }

    /**
     * A model with symmetries: equal tables that a random permutation of values leaves as they are lie on the orbits
     * of pairs of variables under a random permutation of variables; a weight for each value, and a hard zero or none.
     */
    private static GraphicalModel symmetric(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 4 + random.nextInt(3);
        int size = 2 + random.nextInt(2);
        int[] sizes = new int[n];
        Arrays.fill(sizes, size);
        int[] variables = permutation(n, random);
        int[] values = permutation(size, random);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        boolean[][] done = new boolean[n][n];
        boolean ties = random.nextBoolean();
        for (int v = 0; v < n; v++) {
            for (int u = 0; u < n; u++) {
                if (!done[v][u] && random.nextInt(3) > 0) {
                    double[] logs = invariant(size, v == u, values, ties, random);
                    for (int a = v, b = u; !done[a][b]; a = variables[a], b = variables[b]) {
                        done[a][b] = true;
                        builder.table(a == b ? new int[] {a} : new int[] {a, b}, logs);
                    }
                }
            }
        }
        return builder.build();
    }

    private static int[] permutation(int n, SplittableRandom random) {
        int[] images = IntStream.range(0, n).toArray();
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int image = images[i];
            images[i] = images[j];
            images[j] = image;
        }
        return images;
    }

    private static double[] invariant(int size, boolean alone, int[] values, boolean ties, SplittableRandom random) {
        double[] logs = new double[alone ? size : size * size];
        Arrays.fill(logs, Double.NaN);
        for (int i = 0; i < logs.length; i++) {
            double log = random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY
                    : ties ? random.nextInt(3) : random.nextDouble(-3, 3);
            for (int j = i; Double.isNaN(logs[j]); j = alone ? values[j]
                    : values[j / size] * size + values[j % size]) {
                logs[j] = log;
            }
        }
        return logs;
    }

    /** Symmetric images are left out of the search; the maximum, and every bound on the way, are as without that. */
    @Property(tries = 400, seed = "34104")
    void symmetricStatesAreLeftOutSoundly(@ForAll long seed) {
        GraphicalModel model = symmetric(seed);
        double truth = largest(model);
        BranchAndBound search = new BranchAndBound(model, LONG);
        search.run(Double.NEGATIVE_INFINITY, 0, LONG);
        search.useSymmetries(LONG);
        while (!search.isFinished()) {
            search.run(Double.NEGATIVE_INFINITY, 1, LONG);
            double found = search.found().map(state -> state.logWeight()).orElse(Double.NEGATIVE_INFINITY);
            assertThat(Math.max(search.logBound(), found)).isGreaterThanOrEqualTo(truth - 1e-9);
        }
        assertThat(search.found().map(state -> state.logWeight()).orElse(Double.NEGATIVE_INFINITY))
                .satisfies(best -> assertThat(best == truth || Math.abs(best - truth) < 1e-9).isTrue());
        BranchAndBound told = new BranchAndBound(model, LONG);
        told.useSymmetries(LONG);
        told.run(Math.max(truth, -1e6) + 1e-6, MANY, LONG);
        assertThat(told.isFinished()).isTrue();
        assertThat(told.found()).isEmpty();
    }
}
