package org.orbifold.mcmc;

import java.util.ArrayList;
import java.util.Arrays;
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
 * <p>Several intervals between moves, which are taken at regular times, are tried from the same state, each for the same amount of work, and the one whose estimates come out
 * nearest to the truth is taken; no moves are one of them, and win unless another is clearly better. Work is counted
 * ({@link MarkovChain#work}) and not timed, so that the same seed chooses the same on every machine. In place of the
 * truth stands one more trial, with as many moves as any, whose counts are averaged over orbits: it is right where the
 * symmetries decide, so a chain that stays in one of several symmetric modes is seen to be wrong although it looks
 * settled; where they do not, its own error is the same for all that are compared with it.
 */
public final class AlphaChoice {

    /** The work of moves for each work of steps that is tried. */
    private static final double[] SHARES = {4, 1, 0.25, 1.0 / 16, 1.0 / 64};
    /** How much smaller the squared error with moves must be than without. */
    private static final double CLEARLY = 0.95;
    private static final int SWEEPS = 64;
    private static final double LEAST_WORK = 1e5;
    private static final double MOST_WORK = 1e7;
    private static final int PARTS = 4;
    /** Keeps probabilities near 0 from deciding all. */
    private static final double SMALL = 0.01;
    private static final long STREAM = -1;
    private static final long FIRST_TRIAL_STREAM = -100;

    private final GraphicalModel model;
    private final MarkovChain base;
    private final List<OrbitAction> actions;
    private final MoveExtent extent;
    private final long seed;
    private final double stepWork;
    private final double moveWork;
    private final double trialWork;
    private final int[] offsets;

    private AlphaChoice(GraphicalModel model, MarkovChain base, List<OrbitAction> actions, MoveExtent extent,
            long seed) {
        this.model = model;
        this.base = base;
        this.actions = actions;
        this.extent = extent;
        this.seed = seed;
        this.stepWork = base.work();
        this.moveWork = chain(1).work() - stepWork;
        this.trialWork = Math.max(LEAST_WORK,
                Math.min(MOST_WORK, stepWork * SWEEPS * Math.max(1, model.variableCount())));
        this.offsets = Sums.offsets(model);
    }

    /**
     * Chooses α for orbit moves on top of a base chain.
     *
     * @param model      the model
     * @param base       the chain whose steps the moves follow
     * @param actions    the groups that the moves draw from, one per partition
     * @param extent     what a move re-randomises
     * @param estimators makes the estimators whose error is to be small
     * @param seed       of the trials
     * @return the probability of a move after a step; 0 if moves do not pay
     */
    public static double choose(GraphicalModel model, MarkovChain base, List<OrbitAction> actions, MoveExtent extent,
            Supplier<Estimator> estimators, long seed) {
        AlphaChoice choice = new AlphaChoice(model, base, actions, extent, seed);
        return choice.moveWork == 0 ? 0 : choice.best(estimators);
    }

    private MarkovChain chain(double alpha) {
        return BlockValue.of(base, actions, alpha, extent, ElementDraw.EXACT);
    }

    private double best(Supplier<Estimator> estimators) {
        double[] candidates = Arrays.stream(SHARES).map(share -> Math.min(1, share * stepWork / moveWork)).distinct()
                .toArray();
        Xoshiro256 random = Xoshiro256.of(seed, STREAM);
        int[] start = FeasibleStart.find(model, random);
        chain(candidates[0]).advance(start, 0, steps(candidates[0]), random, ChainListener.NONE);
        Estimator averaged = new OrbitEstimator(model, actions.subList(0, 1));
        double[] truth = trial(candidates[0], averaged, start, 0).get(PARTS);
        normalize(truth);
        double best = 0;
        double smallest = CLEARLY * error(trial(0, estimators.get(), start, 1), truth);
        for (int i = 0; i < candidates.length; i++) {
            double error = error(trial(candidates[i], estimators.get(), start, i + 2), truth);
            if (error < smallest) {
                smallest = error;
                best = candidates[i];
            }
        }
        return best;
    }

    private long steps(double alpha) {
        return Math.max(PARTS, (long) (trialWork / (stepWork + alpha * moveWork)));
    }

    /** The sums of an estimator for each part of a trial, and last for all of it. */
    private List<double[]> trial(double alpha, Estimator estimator, int[] start, int number) {
        Xoshiro256 random = Xoshiro256.of(seed, FIRST_TRIAL_STREAM - number);
        MarkovChain chain = chain(alpha);
        int[] state = start.clone();
        long steps = steps(alpha);
        estimator.start(state, 0);
        List<double[]> parts = new ArrayList<>();
        double[] before = new double[offsets[model.variableCount()]];
        for (int part = 1; part <= PARTS; part++) {
            chain.advance(state, (part - 1) * steps / PARTS, part * steps / PARTS, random, estimator);
            double[] sums = new double[before.length];
            estimator.addTo(part * steps / PARTS, sums);
            double[] own = new double[sums.length];
            Arrays.setAll(own, i -> sums[i]);
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
    private double error(List<double[]> parts, double[] truth) {
        double error = 0;
        for (double[] part : parts.subList(0, PARTS)) {
            normalize(part);
            for (int i = 0; i < truth.length; i++) {
                double difference = part[i] - truth[i];
                error += difference * difference / (truth[i] + SMALL);
            }
        }
        return error;
    }
}
