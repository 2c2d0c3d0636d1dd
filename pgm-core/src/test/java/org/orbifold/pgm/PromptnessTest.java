package org.orbifold.pgm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.JointConditional;
import org.orbifold.pgm.exact.MiniBuckets;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.LongComputation;
import org.orbifold.pgm.time.Budget;

/** Planning, exact inference and simplification end when their time is over, and on an interrupt. */
class PromptnessTest {

    private static final List<LongComputation> ALL = all();

    private static List<LongComputation> all() {
        GraphicalModel grid = LargeModels.randomGrid(20);
        GraphicalModel large = LargeModels.randomGrid(50);
        GraphicalModel complete = LargeModels.complete(1000, false);
        GraphicalModel chain = LargeModels.chain(300_000);
        GraphicalModel dense = LargeModels.complete(25, false);
        ContractionPlan ofGrid = ContractionPlan.of(grid, List.of(),
                ExactOptions.defaults().withBudget(Budget.ofSeconds(1)));
        ContractionPlan ofDense = ContractionPlan.of(dense);
        chain.factors();
        complete.factors();
        List<LongComputation> all = new ArrayList<>();
        all.add(LongComputation.of("plan of a grid", budget -> repeat(budget,
                () -> ContractionPlan.of(large, List.of(), ExactOptions.defaults().withBudget(budget)))));
        all.add(LongComputation.of("plan of a complete graph", budget -> repeat(budget,
                () -> ContractionPlan.of(complete, List.of(),
                        ExactOptions.defaults().withBudget(budget)))));
        all.add(LongComputation.of("plan of a chain", budget -> repeat(budget,
                () -> ContractionPlan.of(chain, List.of(),
                        ExactOptions.defaults().withBudget(budget)))));
        all.add(LongComputation.of("slices", budget -> repeat(budget, () -> ofGrid.cost(1 << 20, budget))));
        all.add(LongComputation.of("one clique, one thread", budget -> repeat(budget, () -> ofDense.solve(
                ExactOptions.defaults().withThreads(1).withBudget(budget)))));
        all.add(LongComputation.of("one clique, two threads", budget -> repeat(budget, () -> ofDense.solve(
                ExactOptions.defaults().withThreads(2).withBudget(budget)))));
        all.add(LongComputation.of("one clique, maximum", budget -> repeat(budget, () -> ofDense.maximize(
                ExactOptions.defaults().withThreads(2).withBudget(budget)))));
        all.add(LongComputation.of("contraction of a grid", budget -> repeat(budget, () -> ofGrid.solve(
                ExactOptions.defaults().withMemoryBytes(1L << 29).withBudget(budget)))));
        all.add(LongComputation.of("contraction of a chain", budget -> repeat(budget,
                () -> ContractionPlan.of(chain).solve(ExactOptions.defaults().withBudget(budget)))));
        all.add(LongComputation.of("mini-buckets", budget -> MiniBuckets.of(large,
                MiniBuckets.Kind.MAXIMUM, 1 << 20, budget).pass(budget)));
        all.add(LongComputation.of("narrow elimination", budget -> repeat(budget,
                () -> NarrowElimination.of(large, 1 << 18, budget))));
        all.add(LongComputation.of("narrow elimination of a chain", budget -> repeat(budget,
                () -> NarrowElimination.of(chain, 1 << 10, budget))));
        all.add(LongComputation.of("factors", budget -> repeat(budget,
                () -> LargeModels.chain(30_000).factors(budget))));
        all.add(LongComputation.of("compilation", budget -> repeat(budget, () -> CompiledModel.of(complete,
                BlockPartition.singletons(complete.variableCount()), budget))));
        int[] order = new int[25];
        Arrays.setAll(order, v -> v);
        all.add(LongComputation.of("plan of a joint conditional", budget -> repeat(budget,
                () -> JointConditional.plan(LargeModels.complete(20, true), Arrays.copyOf(order, 20), List.of(), 1,
                        budget))));
        return all;
    }

    /** Machines differ: what is quick on one of them is done again. */
    private static void repeat(Budget budget, Runnable work) {
        while (!budget.isOver()) {
            work.run();
        }
    }

    static List<LongComputation> computations() {
        return ALL;
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

    static List<LongComputation> simplifications() {
        GraphicalModel table = LargeModels.hardTable(22);
        GraphicalModel clauses = LargeModels.clauses(100_000);
        return List.of(LongComputation.of("zeros of a large table", budget -> repeat(budget,
                        () -> Simplification.of(table.condition(Evidence.none()), budget))),
                LongComputation.of("many clauses", budget -> repeat(budget,
                        () -> Simplification.of(clauses.condition(Evidence.none()), budget))));
    }

    /** When the time is over, what is known of the zeros is used; only a cancellation ends all. */
    @ParameterizedTest
    @MethodSource("simplifications")
    void cancellationEndsSimplification(LongComputation computation) throws InterruptedException {
        computation.endsOnInterrupt();
    }
}
