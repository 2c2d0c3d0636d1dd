package org.orbifold.inference.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.MovingChain;
import org.orbifold.mcmc.cluster.ClusterSchedule;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.orbit.NearSymmetries;
import org.orbifold.mcmc.orbit.OrbitAction;

/** What a chain does between the steps of its units. */
sealed interface Moves {

    /** No moves. */
    Moves NONE = new None();

    /** The chain with these moves. */
    MarkovChain on(MarkovChain base);

    /** Reads of memory for each step of the base chain, counted. */
    double workPerStep();

    /** No moves. */
    record None() implements Moves {

        @Override
        public MarkovChain on(MarkovChain base) {
            return base;
        }

        @Override
        public double workPerStep() {
            return 0;
        }

        @Override
        public String toString() {
            return "";
        }
    }

    /**
     * Orbit moves: with probability α after a step, a uniform member of the orbit; of several partitions, one at
     * random.
     *
     * @param name     the notion of the paper, with α
     * @param actions  the groups, at least one
     * @param alpha    the probability of a move after a step
     * @param extent   what a move makes random
     * @param elements how elements of larger groups are drawn
     */
    record Orbits(String name, List<OrbitAction> actions, double alpha, MoveExtent extent, ElementDraw elements)
            implements Moves {

        @Override
        public MarkovChain on(MarkovChain base) {
            return BlockValueChain.of(base, actions, alpha, extent, elements);
        }

        @Override
        public double workPerStep() {
            return alpha * actions.stream().mapToDouble(OrbitAction::cost).average().orElse(0);
        }

        @Override
        public String toString() {
            return name + String.format(Locale.ROOT, "(%s)%s", alpha == Math.rint(alpha) ? String.valueOf((long) alpha)
                    : String.valueOf(alpha), actions.size() > 1 ? " over " + actions.size() + " partitions" : "")
                    + (extent == MoveExtent.ALL ? "" : ", moves of " + extent.name().toLowerCase(Locale.ROOT)
                            + " factors")
                    + (elements == ElementDraw.EXACT ? "" : ", elements by product replacement");
        }
    }

    /**
     * Moves that are not symmetries of the whole model: approximate symmetries corrected by Metropolis, or symmetries
     * in a context.
     *
     * @param name     in words
     * @param near     approximate symmetries
     * @param contexts symmetries given the values of a few variables
     * @param every    steps from move to move
     */
    record Partial(String name, List<NearSymmetries> near, Optional<ContextSymmetries> contexts, int every)
            implements Moves {

        List<Move> moves() {
            List<Move> moves = new ArrayList<>();
            near.forEach(one -> moves.add(one.move()));
            contexts.ifPresent(one -> moves.add(one.move()));
            return moves;
        }

        static double work(List<Move> moves) {
            return moves.stream().mapToDouble(Move::work).average().orElse(0);
        }

        @Override
        public MarkovChain on(MarkovChain base) {
            return MovingChain.of(base, moves(), every);
        }

        @Override
        public double workPerStep() {
            return work(moves()) / every;
        }

        @Override
        public String toString() {
            return name + ", every " + every + " steps";
        }
    }

    /**
     * Cluster moves: an involution on the parts of a state that its terms hold together.
     *
     * @param name        in words
     * @param involutions the involutions to apply
     * @param schedule    when, and to how many clusters
     */
    record Clusters(String name, List<Involution> involutions, ClusterSchedule schedule) implements Moves {

        @Override
        public MarkovChain on(MarkovChain base) {
            return schedule.chain(base, involutions);
        }

        @Override
        public double workPerStep() {
            return schedule.work() / schedule.every();
        }

        @Override
        public String toString() {
            return name + ", " + schedule.clusters() + " at a time, every " + schedule.every() + " steps";
        }
    }
}
