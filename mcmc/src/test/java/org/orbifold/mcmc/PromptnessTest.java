package org.orbifold.mcmc;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.cluster.ClusterSchedule;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.cluster.Involutions;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.mcmc.orbit.NearSymmetries;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.LongComputation;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/** What is done before chains run ends when its time is over, and on an interrupt. */
class PromptnessTest {

    private static final GraphicalModel GRID = LargeModels.randomGrid(60);
    private static final GraphicalModel POTTS = LargeModels.potts(40, 5);
    private static final BlockSymmetries SYMMETRIES = SymmetryFinder.of(POTTS).variableValue();
    private static final GraphicalModel CLAUSES = LargeModels.clauses(600);
    private static final GraphicalModel ALIKE = LargeModels.complete(300, true);

    private static SplittableRandom random() {
        return new SplittableRandom(1);
    }

    /** Machines differ: what is quick on one of them is done again. */
    private static void repeat(Budget budget, Runnable work) {
        while (!budget.isOver()) {
            work.run();
        }
    }

    /** The same generators, whose group is not known yet. */
    private static BlockSymmetries again(Budget budget) {
        return SymmetryFinder.of(POTTS, SymmetryOptions.defaults().withBudget(budget)).variableValue();
    }

    static List<LongComputation> computations() {
        CompiledModel compiled = CompiledModel.of(POTTS);
        return List.of(
                LongComputation.of("covers", budget -> repeat(budget,
                        () -> WideBlocks.of(GRID, 1 << 14, 8, random(), budget))),
                LongComputation.of("a cover of everything", budget -> repeat(budget,
                        () -> WideBlocks.whole(GRID, BlockPartition.singletons(GRID.variableCount()), List.of(),
                                1 << 20, 8, random(), budget))),
                LongComputation.of("a random cover", budget -> repeat(budget,
                        () -> WideBlocks.randomCover(GRID, 1 << 14, random(), budget))),
                LongComputation.of("a start", budget -> FeasibleStart.find(CLAUSES, random(), budget)),
                LongComputation.of("an action", budget -> repeat(budget,
                        () -> OrbitAction.of(again(budget), block -> true, budget))),
                LongComputation.of("involutions", budget -> repeat(budget,
                        () -> Involutions.of(POTTS, SYMMETRIES, 4, random(), budget))),
                LongComputation.of("a schedule of clusters", budget -> repeat(budget,
                        () -> ClusterSchedule.of(List.of(Involution.exchanging(POTTS, 0, 1)),
                                Gibbs.of(compiled, Scan.SYSTEMATIC), POTTS.variableCount(),
                                new int[POTTS.variableCount()], random(), budget))),
                LongComputation.of("approximate symmetries", budget -> repeat(budget,
                        () -> NearSymmetries.of(POTTS, SYMMETRIES, budget))),
                LongComputation.of("symmetries in contexts", budget -> repeat(budget,
                        () -> ContextSymmetries.of(ALIKE, new int[] {0}, 3, budget)
                                .orbits(new int[ALIKE.variableCount()]))),
                LongComputation.of("hubs", budget -> repeat(budget,
                        () -> ContextSymmetries.hubs(POTTS, SymmetryOptions.defaults().withBudget(budget)))),
                LongComputation.of("a ladder", budget -> repeat(budget,
                        () -> Tempering.Ladder.from(ALIKE, budget, 1, 0.8, 0.6, 0.4, 0.2, 0))));
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
