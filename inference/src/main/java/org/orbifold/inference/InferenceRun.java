package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.InferencePlan.Part;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.Sampling;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One inference: plans, answers exactly what can be, samples the rest, puts the parts together. */
final class InferenceRun {

    private static final Logger LOG = LoggerFactory.getLogger(InferenceRun.class);

    /** The share of the time, or of the work, in which log Z is estimated. */
    private static final double SHARE_OF_LOG_Z = 0.15;

    private final long began = System.nanoTime();
    private final ConditionedModel given;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final @Nullable Machines machines;
    private final Planner planner;
    private final Simplification simplification;
    private final List<Piece> pieces;
    private @Nullable SampledPart sampled;

    InferenceRun(ConditionedModel given, InferenceOptions options, Reuse reuse) {
        this(given, options, reuse, null);
    }

    /** With machines, exact parts and chains are given to them. */
    InferenceRun(ConditionedModel given, InferenceOptions options, Reuse reuse, @Nullable Machines machines) {
        this.machines = machines;
        this.given = given;
        this.options = options;
        this.reuse = reuse;
        this.planner = new Planner(given, options, false, reuse);
        this.simplification = planner.simplification();
        this.pieces = new ArrayList<>(planner.pieces());
        this.sampled = sampledPart();
    }

    private @Nullable SampledPart sampledPart() {
        int[] chosen = sampledComponents();
        return chosen.length == 0 ? null : sampledPart(chosen);
    }

    private int[] sampledComponents() {
        return pieces.stream().filter(piece -> piece.route() == Route.SAMPLE).mapToInt(Piece::component).toArray();
    }

    private SampledPart sampledPart(int[] chosen) {
        return new SampledPart(simplification.components(), chosen, options.route() == Route.AUTO);
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
        Route rest = sampled != null && sampled.isSummedOut() ? Route.EXACT : Route.SAMPLE;
        if (sampled != null) {
            parts.add(new Part(rest, sampled.model().variableCount(), 0, 0, sampled.toString()));
        }
        return new InferencePlan(simplification, parts, pieces.stream().map(piece ->
                piece.route() == Route.SAMPLE ? rest : piece.route()).toList(), seconds);
    }

    InferenceResult run(Progress progress) throws IOException {
        double planned = elapsed();
        Marginals[] marginals = new Marginals[pieces.size()];
        double[] logPartitions = new double[pieces.size()];
        List<Piece> exact = pieces.stream().filter(piece -> piece.route() != Route.SAMPLE).toList();
        List<Optional<ExactResult>> solved = machines == null ? exact.stream().map(this::solve).toList()
                : new ExactSpread(machines, limits()).solve(exact);
        for (int i = 0; i < exact.size(); i++) {
            int component = exact.get(i).component();
            if (solved.get(i).isPresent()) {
                marginals[component] = solved.get(i).get().marginals();
                logPartitions[component] = solved.get(i).get().logPartition();
            } else {
                pieces.set(component, exact.get(i).sampled());
            }
        }
        if (solved.stream().anyMatch(Optional::isEmpty)) {
            sampled = sampledPart();
        }
        SampledPart part = sampled;
        if (part != null && part.isSummedOut()) {
            fill(part, part.marginals(), marginals);
            // Of all its components together.
            logPartitions[part.componentOf(0)] = part.core().logWeight(new int[0]);
            part = null;
        }
        double[][] errors = new double[given.original().variableCount()][];
        Arrays.setAll(errors, v -> new double[given.original().size(v)]);
        Optional<InferenceResult.Sampled> chains = part == null ? Optional.empty()
                : Optional.of(sampleUnknown(part, progress, marginals, errors));
        OptionalDouble logPartition = chains.isPresent() ? OptionalDouble.empty()
                : OptionalDouble.of(simplification.logPartition(logPartitions));
        Optional<LogPartitionEstimate> estimate = part == null ? Optional.empty()
                : estimate(part, chains.orElseThrow().sampling().steps()).map(found ->
                new LogPartitionEstimate(simplification.logPartition(logPartitions) + found.value(),
                        found.standardError()));
        return new InferenceResult(given.original(), simplification.marginals(Arrays.asList(marginals)), errors,
                plan(planned), logPartition, estimate, chains, elapsed());
    }

    /** Log Z of what was sampled, in the time or the work that was kept for it; empty if that is too little. */
    private Optional<LogPartitionEstimate> estimate(SampledPart part, long steps) {
        double seconds = options.sampling().seconds();
        double left = Math.max(SHARE_OF_LOG_Z / 2 * seconds, Math.min(SHARE_OF_LOG_Z * seconds, seconds - elapsed()));
        return Thread.currentThread().isInterrupted() ? Optional.empty() : reuse.logPartition(part.core(), options,
                () -> new PartitionLadder(part.core(), options, left, SHARE_OF_LOG_Z * steps).estimate());
    }

    /** Where time is short, exact parts end when it is over, and are sampled after all. */
    private boolean isTimed() {
        return options.route() == Route.AUTO && options.sampling().seconds() > 0;
    }

    private ExactOptions limits() {
        return isTimed() ? planner.limits().withBudget(Budget.ofSeconds(
                Math.max(0.1, 0.95 * options.sampling().seconds() - elapsed())))
                : planner.limits();
    }

    /** Empty if it took longer than there is time: then the piece is sampled with the others. */
    private Optional<ExactResult> solve(Piece piece) {
        try {
            return Optional.of(reuse.result(simplification.components().get(piece.component()),
                    () -> piece.solver().solve(limits())));
        } catch (OutOfTimeException e) {
            if (!isTimed()) {
                throw e;
            }
            LOG.info("component {} is sampled after all: {}", piece.component(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Components whose estimates are known from other evidence keep them; the others are sampled. */
    private InferenceResult.Sampled sampleUnknown(SampledPart all, Progress progress, Marginals[] marginals,
            double[][] errors) throws IOException {
        IntArrayList unknown = new IntArrayList();
        int[] components = sampledComponents();
        // How many of the variables of each earlier run are still as they were then.
        Map<InferenceResult.Sampled, Integer> valid = new IdentityHashMap<>();
        for (int component : components) {
            Optional<Reuse.Estimate> kept = reuse.estimate(simplification.components().get(component), options);
            if (kept.isPresent()) {
                Reuse.Estimate estimate = kept.get();
                marginals[component] = estimate.marginals();
                for (int v = 0; v < estimate.errors().length; v++) {
                    setErrors(errors, component, v, estimate.errors()[v]);
                }
                valid.merge(estimate.sampled(), estimate.errors().length, Integer::sum);
            } else {
                unknown.add(component);
            }
        }
        Optional<InferenceResult.Sampled> known = valid.entrySet().stream()
                .filter(run -> run.getValue() == run.getKey().variables().size()).map(Map.Entry::getKey)
                .max(Comparator.comparingInt(run -> run.variables().size()));
        if (unknown.isEmpty() && known.isPresent()) {
            return known.get();
        }
        // There is always a run to tell of that is one of this evidence.
        boolean isAll = unknown.isEmpty() || unknown.size() == components.length;
        return sample(isAll ? all : sampledPart(unknown.toIntArray()), progress, marginals, errors);
    }

    private void setErrors(double[][] errors, int component, int variable, double[] found) {
        int original = simplification.toOriginal(component, variable);
        int[] values = simplification.values(component, variable);
        for (int x = 0; x < values.length; x++) {
            errors[original][values[x]] = found[x];
        }
    }

    private InferenceResult.Sampled sample(SampledPart part, Progress progress, Marginals[] marginals,
            double[][] errors) throws IOException {
        double before = elapsed();
        PreparedInference chains = new PreparedInference(part.core(), options);
        double discovery = elapsed() - before;
        SamplingOptions sampling = options.sampling();
        if (part.isSummedOut()) {
            sampling = sampling.withSamples(1);
        } else if (sampling.seconds() > 0) {
            // The time asked for is the time until the answer. Whatever happens, a twentieth is left for sampling.
            sampling = sampling.withSeconds(Math.max(sampling.seconds() / 20,
                    (1 - SHARE_OF_LOG_Z) * sampling.seconds() - elapsed()));
        }
        double start = elapsed();
        Progress whole = (seconds, samples, share, now) -> progress.report(start + seconds, samples, share, () -> {
            Marginals[] all = marginals.clone();
            fill(part, now.marginals(), all);
            return simplification.marginals(Arrays.asList(all));
        });
        SamplingResult result = machines == null ? Sampling.run(part.core(), part.parts(chains), sampling, whole)
                : Sampling.run(part.core(), part.parts(chains), sampling, whole, machines);
        fill(part, result.marginals(), marginals);
        double[][][] found = new double[pieces.size()][][];
        for (int v = 0; v < part.model().variableCount(); v++) {
            int c = part.componentOf(v);
            found[c] = found[c] == null ? new double[simplification.components().get(c).variableCount()][] : found[c];
            double[] own = new double[part.model().size(v)];
            for (int x = 0; x < own.length; x++) {
                own[x] = result.standardError(v, x);
            }
            found[c][part.variableOf(v)] = own;
            setErrors(errors, c, part.variableOf(v), own);
        }
        List<Integer> variables = IntStream.range(0, part.model().variableCount())
                .map(v -> simplification.toOriginal(part.componentOf(v), part.variableOf(v))).boxed().toList();
        InferenceResult.Sampled run = new InferenceResult.Sampled(result, variables, chains.chainText(),
                chains.reason(), chains.estimatorText(), chains.symmetries(), discovery);
        for (int c = 0; c < found.length; c++) {
            if (found[c] != null) {
                reuse.keep(simplification.components().get(c),
                        new Reuse.Estimate(options, run, marginals[c], found[c]));
            }
        }
        return run;
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
