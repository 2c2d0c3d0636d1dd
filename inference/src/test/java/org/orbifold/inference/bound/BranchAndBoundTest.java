package org.orbifold.inference.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
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

    /** Six pigeons in five holes, a soft constraint for each pair: one pair shares, found and proved. */
    @Test
    void pigeonsAreProved() {
        ModelBuilder builder = GraphicalModel.builder().variables(5, 5, 5, 5, 5, 5);
        double[] apart = new double[25];
        for (int x = 0; x < 5; x++) {
            apart[6 * x] = -2;
        }
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, apart);
            }
        }
        BranchAndBound search = new BranchAndBound(builder.build(), LONG);
        search.run(Double.NEGATIVE_INFINITY, MANY, LONG);
        assertThat(search.isFinished()).isTrue();
        assertThat(search.found().orElseThrow().logWeight()).isEqualTo(-2);
    }
}
