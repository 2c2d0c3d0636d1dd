package org.orbifold.mcmc.diagnose;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/**
 * What a run may have overlooked: the largest probability of states that it never met, and how far that puts estimates
 * off. Batches of a chain that never met a set of states agree with each other and still say nothing about it.
 *
 * <p><b>The rule.</b> A set of states with probability u is missed by n independent draws with probability
 * (1 − u)<sup>n</sup> ≈ exp(−un). So with 95% confidence a set that was not met has u ≤ −log(0.05)/n ≈ 3/n, the rule of
 * three. An estimate averages a quantity over the states that were met. If the quantity can differ by at most d between
 * the states that were met and those that were not, the estimate is off by at most u·d: half a 95% interval is at least
 * 3d/n, and a standard error at least 3d/(1.96·n). An indicator, such as a count of a value or a query, has d = 1. A
 * conditional P(x | rest) has the range of that conditional over all states, which is 0 for a variable that depends on
 * no other. Where the quantity varies among the states that were met, batch errors fall with 1/√n and this bound with
 * 1/n, so that it matters for rare events and for quantities that (nearly) never changed, and nowhere else.
 *
 * <p><b>Draws.</b> Sweeps are not independent: n is the number of sweeps over the autocorrelation time of the slowest
 * recorded statistic, such as the log-weight. A statistic that never changed says nothing about that time; then it is
 * taken as {@value #UNKNOWN_TIME} sweeps: a chain that leaves the only states it knows may stay away that long.
 *
 * A quantity that hard constraints hold in place, in whatever order single variables change, is not met anew by any
 * number of sweeps; then the draws are the starts of the chains.
 *
 * <p>The rule does not apply where each draw is exact, of the whole state, and its conditionals are averaged: these are
 * the marginals.
 */
public final class UnseenStates {

    /** The standard error of a probability about which nothing is known: half of the interval from 0 to 1. */
    public static final double NOTHING_KNOWN = 0.5;

    /** The chance that a set of states of more than the stated probability was not met. */
    private static final double DOUBT = 0.05;
    /** Standard errors in half a 95% interval. */
    private static final double NORMAL = 1.96;
    /** The autocorrelation time, in sweeps, of a chain whose statistics never changed. */
    private static final int UNKNOWN_TIME = 10;

    private final double draws;

    private UnseenStates(double draws) {
        this.draws = draws;
    }

    /**
     * After independent draws.
     *
     * @param draws the number of independent draws of the whole state, or their equivalent; 0 or more
     * @return what they may have overlooked
     */
    public static UnseenStates after(double draws) {
        return new UnseenStates(draws);
    }

    /**
     * After sweeps of one or several chains.
     *
     * @param sweeps     sweeps of all chains together, or samples if these are fewer
     * @param statistics what chains recorded at equal intervals, {@code [statistic][chain][time]}
     * @return what they may have overlooked
     */
    public static UnseenStates after(double sweeps, double[][][] statistics) {
        double share = 1;
        boolean changed = false;
        for (double[][] draws : statistics) {
            double ess = Convergence.essOfMean(draws);
            if (!Double.isNaN(ess) && isChanging(draws)) {
                changed = true;
                share = Math.min(share, ess / Arrays.stream(draws).mapToInt(chain -> chain.length).sum());
            }
        }
        return new UnseenStates(sweeps * (changed ? share : 1.0 / UNKNOWN_TIME));
    }

    private static boolean isChanging(double[][] draws) {
        return Arrays.stream(draws).flatMapToDouble(Arrays::stream).distinct().limit(2).count() > 1;
    }

    /**
     * The same run, as it counts for a quantity that never changed: how long the chains would have stayed where it
     * differs is unknown.
     *
     * @param sweeps sweeps of all chains together, or samples if these are fewer
     * @return what the run may have overlooked of the quantity
     */
    public UnseenStates ofConstant(double sweeps) {
        return new UnseenStates(Math.min(draws, sweeps / UNKNOWN_TIME));
    }

    /**
     * The same run, as it counts for a quantity that hard constraints hold in place: no number of sweeps would have
     * changed it, so that each start is one draw.
     *
     * @param chains the number of chains
     * @return what the run may have overlooked of the quantity
     */
    public UnseenStates ofStarts(int chains) {
        return new UnseenStates(Math.min(draws, chains));
    }

    /**
     * The number of independent draws that the run is worth.
     *
     * @return 0 or more
     */
    public double draws() {
        return draws;
    }

    /**
     * The most probability that states have which were not met, with 95% confidence.
     *
     * @return −log(0.05) over the number of draws, at most 1
     */
    public double mass() {
        return Math.min(1, -Math.log(DOUBT) / draws);
    }

    /**
     * The least standard error of an estimate of a probability.
     *
     * @param difference by how much the averaged quantity may differ between states that were met and others: 1 for
     *                   indicators, the range of a conditional for conditionals
     * @return the mass times the difference over 1.96, at most 0.5
     */
    public double leastError(double difference) {
        return Math.min(NOTHING_KNOWN, mass() * difference / NORMAL);
    }

    /**
     * Widens the standard error of a probability that few events made. If the runs met a value in k independent
     * events, then batch errors are about p/√k, and small where k happens to be small. The exact upper limit of a
     * Poisson mean after k events is near k + 2 + 1.96·√(k + 1), which is what the widened error gives: 2.4 times the
     * error for one event, 1.4 times for ten, 1.03 times for a thousand.
     *
     * @param part  what the events contributed to the estimate: of an indicator the probability itself, or one minus it
     *              if that is less; of a conditional what is above its value without events, {@link #partOfEvents}
     * @param error the estimate's standard error
     * @return the widened error
     */
    public static double widened(double part, double error) {
        double root = part / error;
        return root > 0 && error > 0
                ? Math.min(Math.max(error, NOTHING_KNOWN), error * (Math.hypot(root, 1) + 2 / NORMAL) / root) : error;
    }

    /**
     * What rare events contributed to an estimate: how far it is from its lowest batch, or from its highest one if that
     * is less. A conditional may be small in most states and large in few; batches without these have its small value.
     *
     * @param estimate the estimate
     * @param batches  the estimates of single batches, {@code [chain][batch]}; NaN where there is none
     * @return at most the estimate, and one minus it
     */
    public static double partOfEvents(double estimate, double[][] batches) {
        double lowest = 0;
        double highest = 1;
        DoubleSummaryStatistics all = Arrays.stream(batches).flatMapToDouble(Arrays::stream)
                .filter(batch -> !Double.isNaN(batch)).summaryStatistics();
        if (all.getCount() > 1) {
            lowest = all.getMin();
            highest = all.getMax();
        }
        return Math.max(0, Math.min(estimate - lowest, highest - estimate));
    }

    /**
     * The standard error of the probability of an event, such as a query.
     *
     * @param indicators what each chain recorded, 1 where the event was and 0 elsewhere; chains of equal length
     * @return the Monte Carlo standard error of the mean, {@link #widened}, but at least {@link #leastError} of 1
     */
    public double errorOfEvent(double[][] indicators) {
        double error = Convergence.standardErrorOfMean(indicators);
        double mean = Arrays.stream(indicators).flatMapToDouble(Arrays::stream).average().orElse(0);
        return Double.isNaN(error) ? NOTHING_KNOWN : Math.max(widened(Math.min(mean, 1 - mean), error), leastError(1));
    }
}
