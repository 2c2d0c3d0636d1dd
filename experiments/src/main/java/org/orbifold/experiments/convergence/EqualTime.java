package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.mcmc.ChainKind;
import org.orbifold.mcmc.EstimatorKind;
import org.orbifold.mcmc.Inference;
import org.orbifold.mcmc.InferenceOptions;
import org.orbifold.mcmc.InferenceResult;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.marginal.Divergence;

/**
 * The front door at equal time: the same seconds for every method, finding symmetries included, one chain on one
 * thread. Methods take turns seed by seed, so that a machine that is busy for a while is busy for all of them.
 */
public final class EqualTime {

    /** What everything is compared with: plain Gibbs and counting. */
    public static final String BASELINE = "gibbs, counts";

    /** Searches for symmetries in each round of warming up, as they run only once in a method's run. */
    private static final int PREPARATIONS = 40;

    private static final Map<String, UnaryOperator<InferenceOptions>> METHODS = methods();

    private final Problem problem;
    private final double seconds;

    /**
     * A comparison.
     *
     * @param problem the model with its truth
     * @param seconds the time of every run
     */
    public EqualTime(Problem problem, double seconds) {
        this.problem = problem;
        this.seconds = seconds;
    }

    private static Map<String, UnaryOperator<InferenceOptions>> methods() {
        Map<String, UnaryOperator<InferenceOptions>> methods = new LinkedHashMap<>();
        methods.put(BASELINE, on -> on.withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.COUNTS));
        methods.put("gibbs in turn, counts", on -> on.withChain(ChainKind.GIBBS).withScan(Scan.SYSTEMATIC)
                .withEstimator(EstimatorKind.COUNTS));
        methods.put("aggregate, counts", on -> on.withChain(ChainKind.AGGREGATE).withEstimator(EstimatorKind.COUNTS));
        methods.put("gibbs, orbit", on -> on.withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.ORBIT));
        methods.put("gibbs, conditional",
                on -> on.withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.CONDITIONAL));
        methods.put("defaults", UnaryOperator.identity());
        return methods;
    }

    /**
     * One run.
     *
     * @param method    the method's name
     * @param kl        the divergence from the truth, as the paper's release measures it
     * @param samples   samples after burn-in
     * @param discovery seconds until sampling began
     * @param chain     the chain in words
     */
    public record Run(String method, double kl, long samples, double discovery, String chain) { }

    /**
     * Runs all methods.
     *
     * @param seeds   runs of each method, with the seeds from 1 on
     * @param warmUps rounds before that are not counted, so that the virtual machine has compiled everything
     * @param done    hears of every run that counts
     * @return all of them
     * @throws IOException never, as no checkpoint is kept
     */
    public List<Run> run(int seeds, int warmUps, Consumer<Run> done) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < warmUps * PREPARATIONS; i++) {
            METHODS.keySet().forEach(method -> inference(method, 0).prepare());
        }
        for (int seed = 1 - warmUps; seed <= seeds; seed++) {
            for (String method : METHODS.keySet()) {
                Run run = run(method, seed);
                if (seed > 0) {
                    runs.add(run);
                    done.accept(run);
                }
            }
        }
        return runs;
    }

    private Inference inference(String method, int seed) {
        return Inference.on(problem.model()).withOptions(METHODS.get(method).apply(InferenceOptions.defaults()))
                .withSampling(SamplingOptions.defaults().withSeconds(seconds).withChains(1).withThreads(1)
                        .withSeed(seed));
    }

    private Run run(String method, int seed) throws IOException {
        InferenceResult result = inference(method, seed).run();
        return new Run(method, Divergence.KL.between(result.marginals(), problem.truth().marginals()),
                result.sampling().samples(), result.discoverySeconds(), result.chain());
    }
}
