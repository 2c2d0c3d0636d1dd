package org.orbifold.mcmc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.OrbitEstimator;
import org.orbifold.mcmc.estimate.Sums;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Chooses how often to move, and whether orbit moves pay at all, by trials that are thrown away like a burn-in.
 *
 * <p>Several intervals between moves at regular times are tried from the same state, each for the same amount of work,
 * and the one whose estimates come out nearest to the truth is taken; no moves at all are tried as well, and win unless
 * something is clearly better. With several partitions the best one alone is tried too. Work is counted
 * ({@link MarkovChain#work}) and not timed, so that the same seed chooses the same on every machine.
 *
 * <p>In place of the truth stands one more trial, with as many moves as any, whose counts are averaged over orbits. It
 * is right where the symmetries decide, so a chain that stays in one of several symmetric modes is seen to be wrong
 * although it looks settled; where they do not decide, its own error is the same for all that are compared with it.
 */
public final class AlphaChoice {

    /** The work of moves for each work of steps that is tried. */
    private static final double[] SHARES = {4, 1, 0.25, 1.0 / 16, 1.0 / 64};
    /** The one that partitions are compared with. */
    private static final double MIDDLE_SHARE = 1;
    /** How much smaller the squared error with moves must be than without. */
    private static final double CLEARLY = 0.95;
    private static final int SWEEPS = 64;
    private static final double MOST_STEPS = 1 << 24;
    private static final double LEAST_WORK = 1e5;
    private static final double MOST_WORK = 1e7;
    private static final int PARTS = 4;
    /** Keeps probabilities near 0 from deciding all. */
    private static final double SMALL = 0.01;
    private static final long STREAM = -1;
    private static final long FIRST_TRIAL_STREAM = -100;

    private final GraphicalModel model;
    private final MarkovChain base;
    private final MoveExtent extent;
    private final Supplier<Estimator> estimators;
    private final long seed;
    private final double trialWork;
    private final int[] offsets;
    private int[] start;
    private double[] truth;
    private int trials;

    private AlphaChoice(GraphicalModel model, MarkovChain base, MoveExtent extent, Supplier<Estimator> estimators,
            long seed) {
        this.model = model;
        this.base = base;
        this.extent = extent;
        this.estimators = estimators;
        this.seed = seed;
        this.trialWork = Math.max(LEAST_WORK,
                Math.min(MOST_WORK, base.work() * SWEEPS * Math.max(1, model.variableCount())));
        this.offsets = Sums.offsets(model);
    }

    /**
     * Orbit moves at regular times.
     *
     * @param actions the symmetry groups that are used in turn
     * @param every   the number of steps from move to move; 0 for no moves
     */
    public record Moves(List<OrbitAction> actions, int every) {

        /**
         * The share of steps that are followed by a move.
         *
         * @return α
         */
        public double alpha() {
            return every == 0 ? 0 : 1.0 / every;
        }

        /**
         * Puts the moves on a chain.
         *
         * @param base   the chain
         * @param extent what a move re-randomises
         * @param draw   how elements of larger factors are drawn
         * @return a new chain for one thread, or the base chain if there are no moves
         */
        public MarkovChain on(MarkovChain base, MoveExtent extent, ElementDraw draw) {
            return every == 0 ? base : BlockValue.regular(base, actions, every, extent, draw);
        }
    }

    /**
     * Chooses orbit moves on top of a base chain.
     *
     * @param model      the model
     * @param base       the chain whose steps the moves follow
     * @param actions    the groups that the moves draw from, one per partition, the best first
     * @param extent     what a move re-randomises
     * @param estimators makes the estimators whose error is to be small
     * @param seed       of the trials
     * @return the moves
     */
    public static Moves choose(GraphicalModel model, MarkovChain base, List<OrbitAction> actions, MoveExtent extent,
            Supplier<Estimator> estimators, long seed) {
        List<OrbitAction> moving = actions.stream().filter(action -> !action.group().isTrivial()).toList();
        return moving.isEmpty() ? new Moves(List.of(), 0)
                : new AlphaChoice(model, base, extent, estimators, seed).best(moving);
    }

    private Moves best(List<OrbitAction> actions) {
        Moves most = moves(actions, SHARES[0]);
        Xoshiro256 random = Xoshiro256.of(seed, STREAM);
        start = FeasibleStart.find(model, random);
        chain(most).advance(start, 0, steps(most), random, ChainListener.NONE);
        truth = trial(most, new OrbitEstimator(model, actions.subList(0, 1))).get(PARTS);
        normalize(truth);
        Moves best = new Moves(actions, 0);
        double smallest = CLEARLY * error(best);
        List<OrbitAction> chosen = actions;
        if (actions.size() > 1 && error(moves(actions.subList(0, 1), MIDDLE_SHARE))
                < CLEARLY * error(moves(actions, MIDDLE_SHARE))) {
            chosen = actions.subList(0, 1);
        }
        int last = 0;
        for (double share : SHARES) {
            Moves moves = moves(chosen, share);
            double error = moves.every == last ? Double.POSITIVE_INFINITY : error(moves);
            if (error < smallest) {
                smallest = error;
                best = moves;
            }
            last = moves.every;
        }
        return best;
    }

    /** Moves that are about the given share of the work of steps. */
    private Moves moves(List<OrbitAction> actions, double share) {
        double steps = work(actions) / (share * base.work());
        return new Moves(actions, (int) Math.min(MOST_STEPS, Math.max(1, steps)));
    }

    /** The mean work of a move. */
    private double work(List<OrbitAction> actions) {
        return actions.stream().mapToDouble(action -> extent == MoveExtent.ALL ? action.cost()
                : action.costAroundBlock()).average().orElse(0);
    }

    private MarkovChain chain(Moves moves) {
        return moves.on(base, extent, ElementDraw.EXACT);
    }

    private long steps(Moves moves) {
        return Math.max(PARTS, (long) (trialWork / (base.work() + moves.alpha() * work(moves.actions))));
    }

    /** The sums of an estimator for each part of a trial, and last for all of it. */
    private List<double[]> trial(Moves moves, Estimator estimator) {
        Xoshiro256 random = Xoshiro256.of(seed, FIRST_TRIAL_STREAM - trials++);
        MarkovChain chain = chain(moves);
        int[] state = start.clone();
        long steps = steps(moves);
        estimator.start(state, 0);
        List<double[]> parts = new ArrayList<>();
        double[] before = new double[offsets[model.variableCount()]];
        for (int part = 1; part <= PARTS; part++) {
            chain.advance(state, (part - 1) * steps / PARTS, part * steps / PARTS, random, estimator);
            double[] sums = new double[before.length];
            estimator.addTo(part * steps / PARTS, sums);
            double[] own = sums.clone();
            for (int i = 0; i < own.length; i++) {
                own[i] -= before[i];
            }
            parts.add(own);
            before = sums;
        }
        parts.add(before);
        return parts;
    }

    /** Makes the entries of each variable add up to 1, where there are any. */
    private void normalize(double[] sums) {
        for (int v = 0; v < model.variableCount(); v++) {
            double total = 0;
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                total += sums[i];
            }
            for (int i = offsets[v]; i < offsets[v + 1] && total > 0; i++) {
                sums[i] /= total;
            }
        }
    }

    /** The squared distance from the truth, weighted as in χ², over the parts of a trial. */
    private double error(Moves moves) {
        double error = 0;
        for (double[] part : trial(moves, estimators.get()).subList(0, PARTS)) {
            normalize(part);
            for (int i = 0; i < truth.length; i++) {
                double difference = part[i] - truth[i];
                error += difference * difference / (truth[i] + SMALL);
            }
        }
        return error;
    }
}
