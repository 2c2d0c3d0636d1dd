package org.orbifold.mcmc.chain;

import java.util.List;

/**
 * How well tempering carries states between the temperatures (Syed, Bouchard-Côté, Deligiannidis and Doucet 2022). If
 * chains forgot their state between exchanges there would be {@code predicted} round trips: many fewer mean that the
 * chains at each temperature mix slowly, and more sweeps between exchanges or better moves are wanted. Few predicted
 * ones with a large barrier mean that more time is: temperatures beyond about twice the barrier do not help.
 *
 * @param observed  how often a state went from the hottest replica to the target's
 * @param predicted how often it should have, by the rejection rates r of the exchanges: 1 / (2 + 2 Σ r / (1 − r)) for
 *                  each round of exchanges
 * @param barrier   the global communication barrier Λ, the sum of the rejection rates; with many temperatures it does
 *                  not depend on their number
 */
public record RoundTrips(long observed, double predicted, double barrier) {

    /**
     * What several chains did together.
     *
     * @param chains at least one
     * @return all round trips, and the mean of the barriers
     */
    public static RoundTrips of(List<RoundTrips> chains) {
        return new RoundTrips(chains.stream().mapToLong(RoundTrips::observed).sum(),
                chains.stream().mapToDouble(RoundTrips::predicted).sum(),
                chains.stream().mapToDouble(RoundTrips::barrier).average().orElseThrow());
    }

    /** Round trips for each round of exchanges, which tries every second pair, by the rejection rates of the pairs. */
    static double rate(double[] rejections) {
        double sum = 0;
        for (double r : rejections) {
            sum += r / (1 - r);
        }
        return 1 / (2 + 2 * sum);
    }
}
