package org.orbifold.mcmc;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.OrbitChoice;
import org.orbifold.mcmc.estimate.OrbitEstimator;
import org.orbifold.mcmc.estimate.Sums;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitMover;
import org.orbifold.mcmc.orbit.OrbitPart;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Chooses how often to move, and whether orbit moves pay at all, by trials that are thrown away like a burn-in.
 *
 * <p>Several intervals between moves at regular times are tried from the same state, each for the same amount of work,
 * and the one whose estimates come out nearest to the truth is taken: first as much work for moves as for steps, then
 * less as long as that is better. No moves at all are tried as well, and win unless something is clearly better. Of
 * several partitions, each variable is moved by the one that serves it best; the first partition alone is tried too.
 * Work is counted ({@link MarkovChain#work}) and not timed, so that the same seed chooses the same on every machine.
 *
 * <p>In place of the truth stands one more trial, with as many moves as any, whose counts are averaged over orbits. It
 * is right where the symmetries decide, so a chain that stays in one of several symmetric modes is seen to be wrong
 * although it looks settled; where they do not decide, its own error is the same for all that are compared with it.
 */
public final class AlphaChoice {

    /** The work of moves for each work of steps that is tried, as long as less seems better. */
    private static final double[] SHARES = {1, 0.25, 1.0 / 16, 1.0 / 64};
    /** How much smaller the squared error with moves must be than without: their work is but roughly known. */
    private static final double WORTH_MOVING = 0.8;
    private static final double CLEARLY = 0.95;
    private static final int SWEEPS = 128;
    /** Moves by several partitions come together rather than more often than this. */
    private static final double FEWEST_STEPS = 64;
    private static final double MOST_STEPS = 1 << 24;
    private static final double LEAST_WORK = 1e5;
    private static final double MOST_WORK = 2e7;
    private static final int PARTS = 4;
    private static final int TYPICAL_STATES = 32;
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
    private final Map<OrbitPart, OrbitMover> movers = new IdentityHashMap<>();
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
     * @param parts    the parts of symmetry groups that are used in turn
     * @param every    the number of steps from move to move; 0 for no moves
     * @param together the number of parts that move at a time
     */
    public record Moves(List<OrbitPart> parts, int every, int together) {

        /** No moves. */
        static final Moves NONE = new Moves(List.of(), 0, 0);

        /**
         * The number of moves per step.
         *
         * @return α
         */
        public double alpha() {
            return every == 0 ? 0 : (double) together / every;
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
            return on(base, extent, part -> part.mover(draw));
        }

        private MarkovChain on(MarkovChain base, MoveExtent extent, Function<OrbitPart, OrbitMover> movers) {
            return every == 0 ? base
                    : BlockValue.regular(base, parts.stream().map(movers).toList(), every, together, extent);
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
        return moving.isEmpty() ? Moves.NONE
                : new AlphaChoice(model, base, extent, estimators, seed).best(moving);
    }

    private Moves best(List<OrbitAction> actions) {
        Moves most = moves(actions.stream().map(OrbitAction::all).toList(), SHARES[0]);
        Xoshiro256 random = Xoshiro256.of(seed, STREAM);
        start = FeasibleStart.find(model, random);
        most = moves(serving(actions, most, random), SHARES[0]);
        truth = trial(most, new OrbitEstimator(model, actions.subList(0, 1))).get(PARTS);
        normalize(truth);
        double without = WORTH_MOVING * error(Moves.NONE);
        Moves best = most;
        double smallest = error(most);
        if (actions.size() > 1) {
            Moves alone = moves(List.of(actions.get(0).all()), SHARES[0]);
            double error = error(alone);
            if (error < CLEARLY * smallest) {
                smallest = error;
                best = alone;
            }
        }
        for (int i = 1; i < SHARES.length; i++) {
            Moves less = moves(best.parts, SHARES[i]);
            double error = less.every == best.every ? smallest : error(less);
            if (error > smallest) {
                break;
            }
            smallest = error;
            best = less;
        }
        return smallest < without ? best : Moves.NONE;
    }

    /** Brings the start to a typical state, and leaves out the factors that serve no variable best on the way. */
    private List<OrbitPart> serving(List<OrbitAction> actions, Moves most, Xoshiro256 random) {
        List<int[]> typical = new ArrayList<>();
        MarkovChain chain = chain(most);
        for (int i = 0; i < 2 * TYPICAL_STATES; i++) {
            chain.advance(start, i * steps(most) / (2 * TYPICAL_STATES), (i + 1) * steps(most) / (2 * TYPICAL_STATES),
                    random, ChainListener.NONE);
            if (i >= TYPICAL_STATES) {
                typical.add(start.clone());
            }
        }
        boolean whole = actions.size() == 1 || extent != MoveExtent.ALL;
        return whole ? most.parts : OrbitChoice.serving(actions, model.variableCount(), typical);
    }

    /** Moves that are about the given share of the work of steps. */
    private Moves moves(List<OrbitPart> parts, double share) {
        double steps = work(parts) / (share * base.work());
        int together = (int) Math.max(1, Math.min(parts.size(), FEWEST_STEPS / steps));
        return new Moves(parts, (int) Math.min(MOST_STEPS, Math.max(1, together * steps)), together);
    }

    /** The mean work of a move. */
    private double work(List<OrbitPart> parts) {
        return parts.stream().mapToDouble(part -> extent == MoveExtent.ALL ? part.cost()
                : part.action().costAroundBlock()).average().orElse(0);
    }

    /** Trials come one after the other, so they share the scratch space of moves. */
    private MarkovChain chain(Moves moves) {
        return moves.on(base, extent,
                part -> movers.computeIfAbsent(part, missing -> missing.mover(ElementDraw.EXACT)));
    }

    private long steps(Moves moves) {
        return Math.max(PARTS, (long) (trialWork / (base.work() + moves.alpha() * work(moves.parts))));
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
