package org.orbifold.heuristics;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.LongComputation;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/** The choice of partitions ends when its time is over, and on an interrupt. */
class PromptnessTest {

    private static final GraphicalModel GRID = LargeModels.randomGrid(100);
    private static final GraphicalModel COMPLETE = LargeModels.complete(400, false);
    private static final GraphicalModel FRIENDS = LargeModels.friends(80);

    private static PartitionFinder finder(GraphicalModel model, Budget budget) {
        return PartitionFinder.of(SymmetryFinder.of(model, SymmetryOptions.defaults().withBudget(budget)), 2);
    }

    /** Machines differ: what is quick on one of them is done again. */
    private static void repeat(Budget budget, Runnable work) {
        while (!budget.isOver()) {
            work.run();
        }
    }

    static List<LongComputation> computations() {
        return List.of(
                LongComputation.of("strongest partition of a grid", budget -> repeat(budget,
                        () -> finder(GRID, budget).strongest())),
                LongComputation.of("strongest partition of friends", budget -> repeat(budget,
                        () -> finder(FRIENDS, budget).strongest())),
                LongComputation.of("cover of a complete graph", budget -> repeat(budget,
                        () -> finder(COMPLETE, budget).cover())),
                LongComputation.of("best partitions of a grid", budget -> repeat(budget,
                        () -> finder(GRID, budget).best(10, new SplittableRandom(1)))),
                LongComputation.of("signatures", budget -> repeat(budget, () -> WeightSignature.of(COMPLETE, budget))),
                LongComputation.of("useful blocks", budget -> repeat(budget,
                        () -> UsefulBlocks.of(COMPLETE, 2, budget))));
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
