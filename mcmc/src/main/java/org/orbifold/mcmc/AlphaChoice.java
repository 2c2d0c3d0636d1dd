package org.orbifold.mcmc;

import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Chooses α: from a short trial run, thrown away like a burn-in.
 *
 * <p>Benefit is what moves change: if in the trial they changed nothing, α is 0. Cost is counted in points looked at,
 * not in seconds, so that the same seed always gives the same α: moves get about as much work as the steps of the base
 * chain, which at most halves the number of steps and at best joins modes that steps never join.
 */
public final class AlphaChoice {

    /** A step of Gibbs takes about as long as moving so many points: measured on the models of the paper. */
    private static final double POINTS_PER_STEP = 2;
    private static final int TRIAL_STEPS = 2000;
    private static final long STREAM = -1;

    /**
     * Chooses α for orbit moves on top of a base chain.
     *
     * @param model   the model
     * @param base    the chain whose steps the moves follow
     * @param actions the groups that the moves draw from, one per partition
     * @param extent  what a move re-randomises
     * @param seed    of the trial run
     * @return the probability of a move after a step; 0 if moves change nothing
     */
    public static double choose(GraphicalModel model, MarkovChain base, List<OrbitAction> actions, MoveExtent extent,
            long seed) {
        double cost = actions.stream().mapToDouble(
                action -> extent == MoveExtent.ALL ? action.cost() : action.costAroundBlock()).average().orElse(0);
        if (cost == 0) {
            return 0;
        }
        double alpha = Math.min(1, POINTS_PER_STEP / cost);
        return changesSomething(model, base, actions, extent, seed) ? alpha : 0;
    }

    private static boolean changesSomething(GraphicalModel model, MarkovChain base, List<OrbitAction> actions,
            MoveExtent extent, long seed) {
        Xoshiro256 random = Xoshiro256.of(seed, STREAM);
        int[] state = FeasibleStart.find(model, random);
        long perAction = Math.max(1, TRIAL_STEPS / actions.size());
        long time = 0;
        for (OrbitAction action : actions) {
            MarkovChain moved = BlockValue.of(new Deaf(base), action, 1, extent);
            long[] changes = new long[1];
            moved.advance(state, time, time + perAction, random, (t, v, before, after) -> changes[0]++);
            if (changes[0] > 0) {
                return true;
            }
            time += perAction;
        }
        return false;
    }

    /** A chain whose changes nobody hears, only its conditionals: what is heard then are the moves on top. */
    private record Deaf(MarkovChain chain) implements MarkovChain {

        @Override
        public void advance(int[] state, long from, long to, RandomGenerator random,
                ChainListener listener) {
            chain.advance(state, from, to, random, new DeafListener(listener));
        }
    }

    private AlphaChoice() { }
}
