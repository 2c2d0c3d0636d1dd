package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.InferencePlan.Part;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.inference.chain.ChainSelection;
import org.orbifold.inference.chain.Phase;
import org.orbifold.mcmc.diagnose.UnseenStates;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.Sampling;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Marginals of a question: plans, answers exactly what can be, samples the rest, puts the parts together. */
final class InferenceRun {

    private final Budget budget;
    private final ConditionedModel given;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final @Nullable Machines machines;
    private final Planner planner;
    private final Simplification simplification;
    private @Nullable List<Piece> planned;
    private double planningSeconds;
    /** Why there are no samples, if there are none. */
    private String notSampled = "the time was over before any sample";

    /** With machines, exact parts and chains are given to them. */
    InferenceRun(ConditionedModel given, InferenceOptions options, Reuse reuse, @Nullable Machines machines) {
        this.budget = options.newBudget();
        this.machines = machines;
        this.given = given;
        this.options = options;
        this.reuse = reuse;
        this.planner = new Planner(given, options, Capability.MARGINALS, reuse, budget);
        this.simplification = planner.simplification();
    }

    /** The route of each component. */
    private List<Piece> planned() {
        List<Piece> known = planned;
        if (known == null) {
            known = planner.pieces();
            planned = known;
            planningSeconds = budget.elapsed();
        }
        return known;
    }

    /** The plan, with the chain that would sample what is not exact. */
    InferencePlan plan() {
        int[] rest = planned().stream().filter(piece -> piece.solver() == null).mapToInt(Piece::component).toArray();
        Optional<SampledPart> part = sampledPart(rest);
        return plan(planned(), part, part.filter(one -> !one.isSummedOut())
                .map(one -> ChainSelection.ofAny(one.core(), one.joints(), one.ofCore(options, simplification),
                        budget.share(1)).choice()));
    }

    /** The chains that sample all components, for callers who run them. */
    PreparedInference prepare() {
        SampledPart part = new SampledPart(simplification.components(),
                IntStream.range(0, simplification.components().size()).toArray(), options, budget);
        return new PreparedInference(simplification, part, ChainSelection.ofAny(part.core(), part.joints(),
                part.ofCore(options, simplification), budget.share(1)));
    }

    private Optional<SampledPart> sampledPart(int[] components) {
        return components.length == 0 ? Optional.empty()
                : Optional.of(new SampledPart(simplification.components(), components, options, budget));
    }

    private InferencePlan plan(List<Piece> pieces, Optional<SampledPart> sampled, Optional<ChainChoice> choice) {
        List<Part> parts = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.solver() != null) {
                parts.add(new Part(piece.route(), simplification.components().get(piece.component()).variableCount(),
                        piece.operations(), piece.bytes(), piece.text()));
            }
        }
        Route rest = sampled.isPresent() && sampled.get().isSummedOut() ? Route.EXACT : Route.SAMPLE;
        sampled.ifPresent(part -> parts.add(new Part(rest, part.model().variableCount(), 0, 0, part.toString())));
        return new InferencePlan(simplification, parts, pieces.stream().map(piece ->
                piece.solver() == null ? rest : piece.route()).toList(), choice, planningSeconds);
    }

    /** What is known about each component, put together piece by piece. */
    private final class Answers {

        private final @Nullable Marginals[] marginals = new Marginals[simplification.components().size()];
        private final double[] logPartitions = new double[simplification.components().size()];
        private final double[][] errors = new double[given.original().variableCount()][];

        Answers() {
            Arrays.setAll(errors, v -> new double[given.original().size(v)]);
        }

        void setErrors(int component, int variable, double[] found) {
            int original = simplification.toOriginal(component, variable);
            int[] values = simplification.values(component, variable);
            for (int x = 0; x < values.length; x++) {
                errors[original][values[x]] = found[x];
            }
        }

        /** Divides the marginals of a sampled part among the components. */
        void fill(SampledPart part, Marginals found) {
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

        /** Nothing is known about a part: uniform marginals with errors that cover everything. */
        void fillUnknown(SampledPart part) {
            double[][] uniform = new double[part.model().variableCount()][];
            for (int v = 0; v < uniform.length; v++) {
                uniform[v] = new double[part.model().size(v)];
                Arrays.fill(uniform[v], 1.0 / uniform[v].length);
                double[] unknown = new double[uniform[v].length];
                Arrays.fill(unknown, unknown.length == 1 ? 0 : UnseenStates.NOTHING_KNOWN);
                setErrors(part.componentOf(v), part.variableOf(v), unknown);
            }
            fill(part, Marginals.of(uniform));
        }

        Marginals all() {
            return simplification.marginals(Arrays.asList(marginals));
        }
    }

    InferenceResult run(Progress progress) {
        Answers answers = new Answers();
        progress.phase("plan");
        planned();
        progress.phase("exact");
        ExactParts<ExactResult> exact = solve();
        exact.results().forEach((component, result) -> {
            answers.marginals[component] = result.marginals();
            answers.logPartitions[component] = result.logPartition();
        });
        Optional<SampledPart> rest = sampledPart(exact.rest());
        if (rest.isEmpty() || rest.get().isSummedOut()) {
            rest.ifPresent(part -> {
                answers.fill(part, part.marginals());
                // Of all its components together.
                answers.logPartitions[part.componentOf(0)] = part.core().logWeight(new int[0]);
            });
            return new InferenceResult(given.original(), answers.all(), answers.errors,
                    plan(exact.pieces(), rest, Optional.empty()),
                    OptionalDouble.of(simplification.logPartition(answers.logPartitions)),
                    PartitionLadder.Outcome.NOT_NEEDED, Optional.empty(), budget.elapsed());
        }
        Budget chains = budget.share(1);
        SampledPart part = rest.get();
        Optional<InferenceResult.Sampled> sampled = sampleUnknown(part, exact.rest(), progress, answers, chains);
        progress.phase("log Z");
        PartitionLadder.Outcome estimate = logPartition(part, sampled, chains)
                .plus(simplification.logPartition(answers.logPartitions));
        return new InferenceResult(given.original(), answers.all(), answers.errors,
                plan(exact.pieces(), rest, sampled.map(InferenceResult.Sampled::choice)), OptionalDouble.empty(),
                estimate, sampled, budget.elapsed());
    }

    private ExactParts<ExactResult> solve() {
        if (machines == null) {
            return ExactParts.solve(planner, planned(), options.route(), Capability.MARGINALS, Solver::solve, reuse);
        }
        List<Piece> exact = planned().stream().filter(piece -> piece.solver() != null).toList();
        // What the machines give up of an exact route that was asked for fails here with the reason.
        Optional<Function<Piece, ExactResult>> here = options.route() == Route.AUTO ? Optional.empty()
                : Optional.of(piece -> Objects.requireNonNull(piece.solver()).solve(planner.limits()));
        return ExactParts.of(planned(), exact, new ExactSpread(machines, planner.limits()).solve(exact), here);
    }

    private PartitionLadder.Outcome logPartition(SampledPart part, Optional<InferenceResult.Sampled> sampled,
            Budget chains) {
        if (sampled.isEmpty() || chains.isOver()) {
            return PartitionLadder.Outcome.none(chains.isCancelled() ? "the run was interrupted"
                    : sampled.isPresent() ? "the time was over after sampling" : notSampled);
        }
        return reuse.logPartition(part.core(), options, () -> new PartitionLadder(part.core(), options,
                Phase.LOG_PARTITION.alone(chains), PartitionLadder.SHARE_OF_STEPS * sampled.get().sampling().steps())
                .estimate());
    }

    /** Components whose estimates are known from other evidence keep them; the others are sampled. */
    private Optional<InferenceResult.Sampled> sampleUnknown(SampledPart all, int[] components, Progress progress,
            Answers answers, Budget chains) {
        IntArrayList unknown = new IntArrayList();
        // How many of the variables of each earlier run are still as they were then.
        Map<InferenceResult.Sampled, Integer> valid = new IdentityHashMap<>();
        for (int component : components) {
            Optional<Reuse.Estimate> kept = reuse.estimate(simplification.components().get(component), options);
            if (kept.isPresent()) {
                Reuse.Estimate estimate = kept.get();
                answers.marginals[component] = estimate.marginals();
                for (int v = 0; v < estimate.errors().length; v++) {
                    answers.setErrors(component, v, estimate.errors()[v]);
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
            return known;
        }
        // At least one run for the current evidence is kept, so the result can report diagnostics.
        boolean isAll = unknown.isEmpty() || unknown.size() == components.length;
        return sample(isAll ? all : sampledPart(unknown.toIntArray()).orElseThrow(), progress, answers, chains);
    }

    /** Empty if the time was over before any sample. */
    private Optional<InferenceResult.Sampled> sample(SampledPart part, Progress progress, Answers answers,
            Budget chains) {
        SamplingResult result;
        ChainSelection selected;
        try {
            progress.phase("choose a chain");
            selected = ChainSelection.of(part.core(), part.joints(), part.ofCore(options, simplification),
                    chains);
            progress.phase("sample");
            result = run(part, selected, progress, answers, chains);
        } catch (OutOfTimeException e) {
            notSampled = Objects.requireNonNullElse(e.getMessage(), notSampled);
            answers.fillUnknown(part);
            return Optional.empty();
        }
        answers.fill(part, result.marginals());
        double[][][] found = new double[simplification.components().size()][][];
        for (int v = 0; v < part.model().variableCount(); v++) {
            int c = part.componentOf(v);
            found[c] = found[c] == null ? new double[simplification.components().get(c).variableCount()][] : found[c];
            double[] own = new double[part.model().size(v)];
            for (int x = 0; x < own.length; x++) {
                own[x] = result.standardError(v, x);
            }
            found[c][part.variableOf(v)] = own;
            answers.setErrors(c, part.variableOf(v), own);
        }
        List<Integer> variables = IntStream.range(0, part.model().variableCount())
                .map(v -> simplification.toOriginal(part.componentOf(v), part.variableOf(v))).boxed().toList();
        InferenceResult.Sampled run = new InferenceResult.Sampled(result, variables, selected.choice());
        for (int c = 0; c < found.length; c++) {
            if (found[c] != null) {
                reuse.keep(simplification.components().get(c), new Reuse.Estimate(options, run, answers.marginals[c],
                        found[c]));
            }
        }
        return Optional.of(run);
    }

    private SamplingResult run(SampledPart part, ChainSelection selected, Progress progress, Answers answers,
            Budget chains) {
        Budget samples = Phase.SAMPLES.orLater(chains);
        double start = budget.elapsed();
        Progress whole = new Progress() {

            private Now ofAll(Now now) {
                return () -> {
                    Answers then = new Answers();
                    System.arraycopy(answers.marginals, 0, then.marginals, 0, then.marginals.length);
                    then.fill(part, now.marginals());
                    return then.all();
                };
            }

            @Override
            public void report(double seconds, long count, double share, Now now) {
                progress.report(start + seconds, count, share, ofAll(now));
            }

            @Override
            public boolean wantsGridPoints() {
                return progress.wantsGridPoints();
            }

            @Override
            public void gridPoint(double seconds, long count, Now now) {
                progress.gridPoint(start + seconds, count, ofAll(now));
            }
        };
        SamplingOptions sampling = options.sampling();
        return machines == null ? Sampling.run(part.core(), part.parts(selected.plan()), sampling, samples, whole)
                : Sampling.run(part.core(), part.parts(selected.plan()), sampling, samples, whole, machines);
    }
}
