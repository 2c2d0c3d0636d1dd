package org.orbifold.lifted;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.LongComputation;
import org.orbifold.pgm.time.Budget;

/** Counting ends when its time is over, and on an interrupt. */
class PromptnessTest {

    private static final GraphicalModel FRIENDS = LargeModels.friends(120);
    /** Sixty blocks of six values: eight million histograms. */
    private static final Counting MANY_HISTOGRAMS =
            Counting.plan(mixed(60, 6), ExactOptions.defaults()).orElseThrow();
    private static final Counting MAXIMUM =
            Counting.planMaximum(mixed(60, 6), ExactOptions.defaults()).orElseThrow();

    /** Each two variables coupled alike. */
    private static GraphicalModel mixed(int count, int size) {
        ModelBuilder model = GraphicalModel.builder();
        double[] coupling = new double[size * size];
        for (int x = 0; x < size; x++) {
            coupling[x * size + x] = 0.01 * (x + 1);
        }
        int[] sizes = new int[count];
        Arrays.fill(sizes, size);
        model.variables(sizes);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                model.table(new int[] {j, i}, coupling);
            }
        }
        return model.build();
    }

    /** Machines differ: what is quick on one of them is done again. */
    private static void repeat(Budget budget, Runnable work) {
        while (!budget.isOver()) {
            work.run();
        }
    }

    static List<LongComputation> computations() {
        return List.of(
                LongComputation.of("plan", budget -> repeat(budget,
                        () -> Counting.plan(FRIENDS, ExactOptions.defaults().withBudget(budget)))),
                LongComputation.of("sums", budget -> MANY_HISTOGRAMS.solve(options(budget))),
                LongComputation.of("maximum", budget -> MAXIMUM.maximize(options(budget))));
    }

    private static ExactOptions options(Budget budget) {
        return ExactOptions.defaults().withMemoryBytes(1L << 31).withBudget(budget);
    }

    @ParameterizedTest
    @MethodSource("computations")
    void endsInTime(LongComputation computation) {
        computation.endsInTime();
    }

    @ParameterizedTest
    @MethodSource("computations")
    void endsOnInterrupt(LongComputation computation) throws InterruptedException {
        computation.endsOnInterrupt();
    }
}
