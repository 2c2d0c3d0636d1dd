package org.orbifold.inference;

import org.orbifold.lifted.Counting;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.ExactSampler;
import org.orbifold.pgm.exact.MostProbableState;

/** An exact way to answer a component; one that does what its question's {@link Capability} asks. */
sealed interface Solver {

    ExactResult solve(ExactOptions limits);

    MostProbableState maximize(ExactOptions limits);

    ExactSampler sampler(ExactOptions limits);

    /** By a contraction tree, which is capable of everything. */
    record Tree(ContractionPlan tree, ExactCost cost) implements Solver {

        @Override
        public ExactResult solve(ExactOptions limits) {
            return tree.solve(limits);
        }

        @Override
        public MostProbableState maximize(ExactOptions limits) {
            return tree.maximize(limits);
        }

        @Override
        public ExactSampler sampler(ExactOptions limits) {
            return tree.sampler(limits);
        }

        @Override
        public String toString() {
            return "contraction tree of width " + cost.width() + (cost.sliced() == 0 ? ""
                    : ", in slices of " + cost.sliced() + " variables to fit the memory");
        }
    }

    /** By counting, planned for marginals or for the maximum. */
    record Lifted(Counting counting) implements Solver {

        @Override
        public ExactResult solve(ExactOptions limits) {
            return counting.solve(limits);
        }

        @Override
        public MostProbableState maximize(ExactOptions limits) {
            return counting.maximize(limits);
        }

        @Override
        public ExactSampler sampler(ExactOptions limits) {
            throw new UnsupportedOperationException("counting draws no states; expected a contraction tree");
        }

        @Override
        public ExactCost cost() {
            return counting.cost();
        }

        @Override
        public String toString() {
            return counting.toString();
        }
    }

    ExactCost cost();
}
