package org.orbifold.symmetry.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.LargeModels;
import org.orbifold.pgm.testing.LongComputation;
import org.orbifold.pgm.time.Budget;

/** The search for symmetries ends when its time is over, and on an interrupt. */
class PromptnessTest {

    private static final List<LongComputation> ALL = all();

    private static List<LongComputation> all() {
        GraphicalModel grid = LargeModels.randomGrid(150);
        GraphicalModel potts = LargeModels.potts(60, 5);
        GraphicalModel alike = LargeModels.complete(400, true);
        GraphicalModel friends = LargeModels.friends(150);
        List<LongComputation> all = new ArrayList<>();
        for (GraphicalModel model : List.of(grid, potts, alike, friends)) {
            model.factors();
            all.add(LongComputation.of("variable-value symmetries of " + model.variableCount() + " variables",
                    budget -> repeat(budget, () -> finder(model, budget).variableValue())));
        }
        // A search finds it in a moment; the group is made again each time.
        List<Permutation> generators = SymmetryFinder.of(LargeModels.potts(20, 5)).variableValue().generators();
        all.add(LongComputation.of("group of generators", budget -> repeat(budget, () -> {
            SymmetryFactors factors = new SymmetryFactors(generators.get(0).degree());
            factors.addGenerated(generators, () -> BigInteger.ONE, 0, false);
            try {
                factors.group(budget::isOver);
            } catch (CancellationException e) {
                budget.check();
            }
        })));
        return all;
    }

    private static SymmetryFinder finder(GraphicalModel model, Budget budget) {
        return SymmetryFinder.of(model, SymmetryOptions.defaults().withBudget(budget));
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
}
