package org.orbifold.inference.chain;

import java.util.random.RandomGenerator;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * Ladders of temperatures for tempering. Neighbours of an adapted ladder all reject exchanges with equal probability,
 * about a half: then states travel up and down most often for the work (Syed, Bouchard-Côté, Deligiannidis and Doucet
 * 2022). How often neighbours exchange depends on their distributions, hardly on their chains, so Gibbs adapts it: the
 * cheapest.
 */
final class Temperatures {

    /** λ of the hottest replica: couplings of a tenth leave no modes, and few of our models need hotter ones. */
    private static final double HOTTEST = 0.1;
    /** Replicas before adaptation. */
    private static final int FIRST = 8;
    /** More replicas take more time than they save on models that fit here. */
    private static final int MOST = 24;
    private static final int FEWEST = 3;
    /** Sweeps of the first adaptation; each one after it has twice as many. */
    private static final int FIRST_SWEEPS = 20;
    private static final int LAST_SWEEPS = 320;
    /** The share of the time that adaptation may take, by counted work. */
    private static final double SHARE = 0.05;
    /** Floor on the rejection rate, so that temperatures without rejections are not merged. */
    private static final double LEAST_REJECTION = 0.01;

    private Temperatures() { }

    /** A ladder that is not adapted, with equal quotients of neighbours. */
    static Tempering.Ladder geometric(GraphicalModel model) {
        return Tempering.Ladder.of(model, geometric());
    }

    private static double[] geometric() {
        double[] lambdas = new double[FIRST];
        for (int i = 0; i < lambdas.length; i++) {
            lambdas[i] = Math.pow(HOTTEST, i / (lambdas.length - 1.0));
        }
        return lambdas;
    }

    /**
     * Adapts a ladder.
     *
     * @param plan   Gibbs on the model
     * @param state  a possible state, which is changed
     * @param nanos  the time of the whole run, of which adaptation takes a share, by counting
     * @param random runs the adaptation
     * @param budget when it is over, the ladder stays as it is
     */
    static Tempering.Ladder adapted(ChainPlan plan, int[] state, double nanos, RandomGenerator random, Budget budget) {
        GraphicalModel model = plan.model();
        double[] lambdas = geometric();
        double left = SHARE * nanos;
        for (long sweeps = FIRST_SWEEPS; sweeps <= LAST_SWEEPS; sweeps *= 2) {
            Tempering.Ladder ladder = Tempering.Ladder.of(model, lambdas);
            left -= sweeps * plan.at(ladder).nanosOfSweep();
            if (left < 0) {
                break;
            }
            Tempering chain = new Tempering(ladder, plan.units()::chain, plan.units().exchangeInterval());
            if (!advance(chain, state, 0, sweeps / 4, random, budget)) {
                break;
            }
            chain.forgetRates();
            if (!advance(chain, state, sweeps / 4, sweeps, random, budget)) {
                break;
            }
            lambdas = evenly(lambdas, chain);
        }
        return Tempering.Ladder.of(model, lambdas);
    }

    private static boolean advance(Tempering chain, int[] state, long from, long to, RandomGenerator random,
            Budget budget) {
        for (long sweep = from; sweep < to; sweep++) {
            if (budget.isOver()) {
                return false;
            }
            chain.advance(state, sweep * chain.sweep(), (sweep + 1) * chain.sweep(), random, ChainListener.NONE);
        }
        return true;
    }

    /** Temperatures between which rejections add up evenly, by interpolation; half a rejection for each pair. */
    private static double[] evenly(double[] lambdas, Tempering chain) {
        double[] rejections = new double[lambdas.length];
        for (int i = 1; i < lambdas.length; i++) {
            rejections[i] = rejections[i - 1] + Math.max(LEAST_REJECTION, 1 - chain.exchangeRate(i));
        }
        double all = rejections[rejections.length - 1];
        double[] result = new double[(int) Math.min(MOST, Math.max(FEWEST, 1 + Math.round(2 * all)))];
        int above = 1;
        for (int k = 0; k < result.length; k++) {
            double target = all * k / (result.length - 1);
            while (above < lambdas.length - 1 && rejections[above] < target) {
                above++;
            }
            double part = (target - rejections[above - 1]) / (rejections[above] - rejections[above - 1]);
            result[k] = lambdas[above - 1] * Math.pow(lambdas[above] / lambdas[above - 1], part);
        }
        result[0] = 1;
        return result;
    }
}
