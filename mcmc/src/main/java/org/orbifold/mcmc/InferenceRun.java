package org.orbifold.mcmc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.InferencePlan.Part;
import org.orbifold.mcmc.Planner.Piece;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.Sampling;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.OutOfTimeException;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.simplify.Simplification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One inference: plans, answers exactly what can be, samples the rest, puts the parts together. */
final class InferenceRun {

    private static final Logger LOG = LoggerFactory.getLogger(InferenceRun.class);

    private final long began = System.nanoTime();
    private final ConditionedModel given;
    private final InferenceOptions options;
    private final Planner planner;
    private final Simplification simplification;
    private final List<Piece> pieces;
    private @Nullable SampledPart sampled;

    InferenceRun(ConditionedModel given, InferenceOptions options) {
        this.given = given;
        this.options = options;
        this.planner = new Planner(given, options);
        this.simplification = planner.simplification();
        this.pieces = new ArrayList<>(planner.pieces());
        this.sampled = sampledPart();
    }

    private @Nullable SampledPart sampledPart() {
        int[] chosen = pieces.stream().filter(piece -> piece.route() == Route.SAMPLE).mapToInt(Piece::component)
                .toArray();
        return chosen.length == 0 ? null
                : new SampledPart(simplification.components(), chosen, options.route() == Route.AUTO);
    }

    private double elapsed() {
        return (System.nanoTime() - began) / 1e9;
    }

    InferencePlan plan() {
        return plan(elapsed());
    }

    private InferencePlan plan(double seconds) {
        List<Part> parts = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.route() != Route.SAMPLE) {
                parts.add(new Part(piece.route(), simplification.components().get(piece.component()).variableCount(),
                        piece.operations(), piece.cost() == null ? 0 : piece.cost().bytes(), piece.text()));
            }
        }
        if (sampled != null) {
            parts.add(new Part(Route.SAMPLE, sampled.model().variableCount(), 0, 0, sampled.toString()));
        }
        return new InferencePlan(simplification, parts, seconds);
    }

    InferenceResult run(Progress progress) throws IOException {
        double planned = elapsed();
        Marginals[] marginals = new Marginals[pieces.size()];
        double[] logPartitions = new double[pieces.size()];
        for (Piece piece : List.copyOf(pieces)) {
            ExactResult result = piece.route() == Route.SAMPLE ? null : solve(piece);
            if (result != null) {
                marginals[piece.component()] = result.marginals();
                logPartitions[piece.component()] = result.logPartition();
            }
        }
        double[][] errors = new double[given.original().variableCount()][];
        Arrays.setAll(errors, v -> new double[given.original().size(v)]);
        Optional<InferenceResult.Sampled> chains = sampled == null ? Optional.empty()
                : Optional.of(sample(sampled, progress, marginals, errors));
        OptionalDouble logPartition = chains.isPresent() ? OptionalDouble.empty()
                : OptionalDouble.of(simplification.logPartition(logPartitions));
        return new InferenceResult(given.original(), simplification.marginals(Arrays.asList(marginals)), errors,
                plan(planned), logPartition, chains, elapsed());
    }

    /** Null if it took longer than there is time: then the piece is sampled with the others. */
    private @Nullable ExactResult solve(Piece piece) {
        ExactOptions limits = planner.limits();
        boolean timed = options.route() == Route.AUTO && options.sampling().seconds() > 0;
        try {
            return piece.solver().solve(timed
                    ? limits.withSeconds(Math.max(0.1, 0.95 * options.sampling().seconds() - elapsed())) : limits);
        } catch (OutOfTimeException e) {
            if (!timed) {
                throw e;
            }
            LOG.info("component {} is sampled after all: {}", piece.component(), e.getMessage());
            pieces.set(piece.component(), piece.sampled());
            sampled = sampledPart();
            return null;
        }
    }

    private InferenceResult.Sampled sample(SampledPart part, Progress progress, Marginals[] marginals,
            double[][] errors) throws IOException {
        double before = elapsed();
        PreparedInference chains = new PreparedInference(part.core(), options);
        double discovery = elapsed() - before;
        SamplingOptions sampling = options.sampling();
        if (part.core().variableCount() == 0) {
            sampling = sampling.withSamples(1);
        } else if (sampling.seconds() > 0) {
            // The time asked for is the time until the answer. Whatever happens, a twentieth is left for sampling.
            sampling = sampling.withSeconds(Math.max(sampling.seconds() / 20, sampling.seconds() - elapsed()));
        }
        double start = elapsed();
        SamplingResult result = Sampling.run(part.core(), part.parts(chains), sampling,
                (seconds, samples, share, now) -> progress.report(start + seconds, samples, share, () -> {
                    Marginals[] all = marginals.clone();
                    fill(part, now.marginals(), all);
                    return simplification.marginals(Arrays.asList(all));
                }));
        fill(part, result.marginals(), marginals);
        for (int v = 0; v < part.model().variableCount(); v++) {
            int original = simplification.toOriginal(part.componentOf(v), part.variableOf(v));
            int[] values = simplification.values(part.componentOf(v), part.variableOf(v));
            for (int x = 0; x < values.length; x++) {
                errors[original][values[x]] = result.standardError(v, x);
            }
        }
        List<Integer> variables = IntStream.range(0, part.model().variableCount())
                .map(v -> simplification.toOriginal(part.componentOf(v), part.variableOf(v))).boxed().toList();
        return new InferenceResult.Sampled(result, variables, chains.chainText(), chains.estimatorText(),
                chains.symmetries(), discovery);
    }

    /** Divides the marginals of the sampled part among the components. */
    private void fill(SampledPart part, Marginals found, @Nullable Marginals[] marginals) {
        double[][][] all = new double[marginals.length][][];
        for (int v = 0; v < part.model().variableCount(); v++) {
            int c = part.componentOf(v);
            if (all[c] == null) {
                all[c] = new double[simplification.components().get(c).variableCount()][];
            }
            all[c][part.variableOf(v)] = found.distribution(v);
        }
        for (int c = 0; c < all.length; c++) {
            if (all[c] != null) {
                marginals[c] = Marginals.of(all[c]);
            }
        }
    }
}
