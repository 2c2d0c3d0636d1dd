package org.orbifold.experiments.domain;

import java.util.Locale;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

/** Truth where no exact answer is known: two independent long runs that agree. */
final class LongRuns {

    private static final int CHAINS = 4;
    /** Runs that differ by more than this somewhere tell no truth. */
    private static final double APART = 0.02;

    private LongRuns() { }

    /**
     * The mean of two runs of a chain; an exact answer where the chain is left open and the planner has one.
     *
     * @throws IllegalStateException if the two differ
     */
    static Truth truth(GraphicalModel model, ChainKind chain, long steps, long seed) {
        Marginals[] found = new Marginals[2];
        boolean exact = false;
        for (int i = 0; i < 2 && !exact; i++) {
            InferenceResult result = Inference.on(model).withOptions(InferenceOptions.defaults()
                    .withRoute(chain == ChainKind.AUTO ? Route.AUTO : Route.SAMPLE).withChain(chain)
                    .withSampling(SamplingOptions.defaults().withSamples(steps).withUnit(SampleUnit.STEP)
                            .withChains(CHAINS).withSeed(seed + 1000 * (i + 1)))).run();
            exact = result.isExact();
            found[i] = result.marginals();
        }
        if (exact) {
            return Truth.exact(found[0], "exact, by the planner's route");
        }
        double[][] mean = new double[model.variableCount()][];
        double apart = 0;
        for (int v = 0; v < mean.length; v++) {
            mean[v] = new double[model.size(v)];
            for (int x = 0; x < mean[v].length; x++) {
                double a = found[0].probability(v, x);
                double b = found[1].probability(v, x);
                apart = Math.max(apart, Math.abs(a - b));
                mean[v][x] = (a + b) / 2;
            }
        }
        if (apart > APART) {
            throw new IllegalStateException("two runs of " + steps + " steps differ by " + apart
                    + "; longer ones are needed to know the truth");
        }
        return new Truth(Marginals.of(mean), "two independent runs of " + steps + " steps on " + CHAINS
                + " chains each, which differ by at most " + String.format(Locale.ROOT, "%.4f", apart),
                apart / 2);
    }
}
