package org.orbifold.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.LogPartitionEstimate;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.logic.GroundingTooLargeException;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Scores a Markov logic network on worlds: log-likelihood, pseudo-log-likelihood, and for each query predicate the
 * conditional log-likelihood and the area under the precision-recall curve (Kok and Domingos 2005). Immutable.
 */
public final class WorldScoring {

    /** Ground features for which contraction trees are planned. */
    private static final double MAX_FEATURES = 2e6;
    /** Seconds for each inference, if there is no time limit. */
    private static final double DEFAULT_SECONDS = 10;
    /** Share of the time for the log-likelihood; the predicates have the rest. */
    private static final double LIKELIHOOD_SHARE = 0.5;

    private final MarkovLogic network;
    private final List<Database> databases;
    private final LearningOptions options;

    private WorldScoring(MarkovLogic network, List<Database> databases, LearningOptions options) {
        this.network = network;
        this.databases = databases;
        this.options = options;
    }

    /**
     * Asks for scores.
     *
     * @param network   a network all of whose formulas have weights
     * @param databases the worlds, at least one
     * @return the question, with default options
     * @throws IllegalArgumentException if a formula has no weight
     */
    public static WorldScoring on(MarkovLogic network, List<Database> databases) {
        if (databases.isEmpty()) {
            throw new IllegalArgumentException("there is no database; expected at least one world to score");
        }
        network.formulas().stream().filter(formula -> !formula.hard() && formula.weight().isEmpty()).findFirst()
                .ifPresent(formula -> {
                    throw new IllegalArgumentException("formula '" + formula.sentence() + "' has no weight; expected a "
                            + "network with learned weights, as learning writes it (LogicFiles.withWeights)");
                });
        return new WorldScoring(network, List.copyOf(databases), LearningOptions.defaults());
    }

    /**
     * The same question with other options: the query, and the limits of time, threads and grounding.
     *
     * @param value the options
     * @return a new question
     */
    public WorldScoring withOptions(LearningOptions value) {
        return new WorldScoring(network, databases, value);
    }

    /**
     * Computes log-likelihood and pseudo-log-likelihood alone.
     *
     * @return the scores, without predicates
     */
    public WorldScore likelihoods() {
        return score(false);
    }

    /**
     * Computes all scores. Without a query, each predicate is predicted given all others.
     *
     * @return the scores
     */
    public WorldScore run() {
        return score(true);
    }

    private WorldScore score(boolean withPredicates) {
        Budget budget = Budget.ofSeconds(options.seconds());
        Worlds worlds = new Worlds(network, databases, options.query(), options.maxGround());
        double[] weights = worlds.instances().list().stream()
                .mapToDouble(instance -> instance.weight().orElse(0)).toArray();
        OptionalDouble pseudo = OptionalDouble.empty();
        if (worlds.missing() == 0) {
            pseudo = OptionalDouble.of(PseudoLikelihood.of(worlds.counters())
                    .evaluate(weights, new double[weights.length]));
        }
        LogLikelihood likelihood = logLikelihood(worlds, weights, budget.share(LIKELIHOOD_SHARE));
        List<WorldScore.Predicted> predicted = new ArrayList<>();
        if (withPredicates) {
            List<List<String>> questions = options.query().isEmpty()
                    ? worlds.modelled().stream().map(List::of).toList() : List.of(options.query());
            for (int i = 0; i < questions.size(); i++) {
                predicted.addAll(predictIfAffordable(questions.get(i), weights, worlds,
                        budget.share(1.0 / (questions.size() - i))));
            }
        }
        long atoms = worlds.counters().stream().flatMap(counter -> counter.variables().stream())
                .mapToLong(FormulaCounter.Variables::count).sum();
        return new WorldScore(atoms, likelihood.value, likelihood.error, likelihood.method, pseudo, predicted);
    }

    private record LogLikelihood(OptionalDouble value, double error, String method) { }

    private LogLikelihood logLikelihood(Worlds worlds, double[] weights, Budget budget) {
        double[] counts = worlds.counts();
        double value = 0;
        double error = 0;
        String method;
        try (Spread spread = Spread.threads(options.threads())) {
            if (worlds.missing() > 0) {
                value += worlds.missingPartition(spread, budget).evaluate(weights,
                        new double[weights.length], budget);
            } else {
                for (int i = 0; i < weights.length; i++) {
                    value += counts[i] == 0 ? 0 : weights[i] * counts[i];
                }
            }
            try {
                Partition partition = worlds.partition(spread, MAX_FEATURES,
                        budget.isLimited() ? budget.share(0.3) : budget);
                value -= partition.evaluate(weights, new double[weights.length], budget);
                method = partition.describe();
            } catch (TooCostlyException | OutOfTimeException e) {
                method = "log Z is estimated";
                for (FormulaCounter counter : worlds.counters()) {
                    GroundFormulas ground = counter.ground();
                    LogPartitionEstimate estimate = estimate(ground, weights, budget);
                    value -= estimate.value();
                    error = Math.hypot(error, estimate.standardError());
                }
            }
        } catch (TooCostlyException | OutOfTimeException | GroundingTooLargeException e) {
            return new LogLikelihood(OptionalDouble.empty(), Double.NaN, "not affordable: " + e.getMessage());
        }
        return new LogLikelihood(OptionalDouble.of(value), error, method);
    }

    /** log Z of a ground network by exact components and chains. */
    private LogPartitionEstimate estimate(GroundFormulas ground, double[] weights, Budget budget) {
        InferenceResult result = inference(ground, weights, budget).run();
        double decided = 0;
        for (int i = 0; i < weights.length; i++) {
            decided += ground.decided()[i] == 0 ? 0 : weights[i] * ground.decided()[i];
        }
        if (result.logPartition().isPresent()) {
            return new LogPartitionEstimate(result.logPartition().getAsDouble() + decided, 0);
        }
        LogPartitionEstimate found = result.logPartitionEstimate().orElseThrow(() ->
                new TooCostlyException(result.whyNoLogPartition().orElse("log Z was not estimated")));
        return new LogPartitionEstimate(found.value() + decided, found.standardError());
    }

    private Inference inference(GroundFormulas ground, double[] weights, Budget budget) {
        SamplingOptions sampling = SamplingOptions.defaults().withThreads(options.threads())
                .withSeconds(budget.isLimited() ? Math.max(0.05, budget.secondsLeft()) : DEFAULT_SECONDS);
        return Inference.on(weighted(ground, weights)).withOptions(InferenceOptions.defaults().withSampling(sampling));
    }

    /** The ground network with weights. */
    static GraphicalModel weighted(GroundFormulas ground, double[] weights) {
        ModelBuilder builder = GraphicalModel.builder();
        ground.model().variables().forEach(v -> builder.variable(v.name(), v.domain()));
        List<Feature> features = ground.model().features();
        for (int f = 0; f < features.size(); f++) {
            WeightedFeature feature = (WeightedFeature) features.get(f);
            int instance = ground.instance()[f];
            builder.add(instance < 0 ? feature : feature.withWeight(weights[instance]));
        }
        return builder.build();
    }

    /** Scores of some predicates given all others; without numbers, with the reason, where grounding is too large. */
    private List<WorldScore.Predicted> predictIfAffordable(List<String> predicates, double[] weights, Worlds worlds,
            Budget budget) {
        try {
            return predict(predicates, weights, budget);
        } catch (GroundingTooLargeException e) {
            return predicates.stream().map(name -> {
                long atoms = worlds.counters().stream().flatMap(counter -> counter.variables().stream())
                        .filter(some -> some.predicate().equals(name)).mapToLong(FormulaCounter.Variables::count).sum();
                return new WorldScore.Predicted(name, atoms, -1, Double.NaN, Double.NaN, Double.NaN,
                        Optional.of(e.getMessage()));
            }).toList();
        }
    }

    /** The marginals of the atoms of some predicates, given all others. */
    private List<WorldScore.Predicted> predict(List<String> predicates, double[] weights, Budget budget) {
        FormulaInstances instances = FormulaInstances.of(network, databases);
        List<Predictions> all = network.predicates().stream().map(Predictions::new).toList();
        for (int d = 0; d < databases.size(); d++) {
            GroundFormulas ground = FormulaCounter.of(databases.get(d), instances,
                    new java.util.TreeSet<>(predicates), options.maxGround()).ground();
            InferenceResult result = inference(ground, weights, budget.share(1.0 / (databases.size() - d))).run();
            for (int v = 0; v < ground.data().length; v++) {
                if (ground.data()[v] >= 0) {
                    all.get(ground.predicate()[v]).add(result, v, ground.data()[v]);
                }
            }
        }
        return all.stream().filter(one -> predicates.contains(one.predicate.name())).map(Predictions::score).toList();
    }

    /** The probabilities of a predicate's atoms and their truth. */
    private static final class Predictions {
        private final Predicate predicate;
        private final List<Double> probabilities = new ArrayList<>();
        private final List<Boolean> truths = new ArrayList<>();
        private double sum;
        private double variance;
        private Optional<String> verdict = Optional.empty();

        Predictions(Predicate predicate) {
            this.predicate = predicate;
        }

        void add(InferenceResult result, int variable, int truth) {
            int values = result.model().size(variable);
            for (int x = predicate.exactlyOne() ? 0 : 1; x < values; x++) {
                double p = result.marginals().probability(variable, x);
                double ofTruth = x == truth ? p : 1 - p;
                double relative = ofTruth > 0 ? result.standardError(variable, x) / ofTruth : 0;
                probabilities.add(p);
                truths.add(x == truth);
                sum += Math.log(ofTruth);
                variance += relative * relative;
            }
            if (!result.isExact()) {
                verdict = Optional.of(result.verdict());
            }
        }

        WorldScore.Predicted score() {
            int n = truths.size();
            double[] p = probabilities.stream().mapToDouble(x -> x).toArray();
            boolean[] is = new boolean[n];
            for (int i = 0; i < n; i++) {
                is[i] = truths.get(i);
            }
            return new WorldScore.Predicted(predicate.name(), n, truths.stream().filter(x -> x).count(), sum / n,
                    Math.sqrt(variance) / n, RecallCurve.area(p, is), verdict);
        }
    }
}
