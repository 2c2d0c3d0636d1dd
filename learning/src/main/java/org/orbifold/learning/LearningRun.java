package org.orbifold.learning;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.learning.optimize.Lbfgs;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.WeightedSentence;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of {@link WeightLearning}: chooses the objective and what computes it, maximises, and makes the result. Not
 * safe for several threads.
 */
final class LearningRun {

    private static final Logger LOG = LoggerFactory.getLogger(LearningRun.class);

    /** Ground features for which contraction trees are planned: to learn with, and for the likelihood afterwards. */
    private static final double MAX_FEATURES = 2e6;
    private static final double FEW_FEATURES = 1e5;
    /** Ground features up to which gradients are sampled: a sweep takes a second or less. */
    private static final double MAX_SAMPLED = 2e6;
    /** Share of a limited time for planning the sum over missing atoms, where gradients are sampled. */
    private static final double MISSING_SHARE = 0.2;
    /** Seconds for the likelihood after learning by another objective. */
    private static final double AFTERWARDS_SECONDS = 5;
    /** Steps of the optimiser: far more than concave objectives need. */
    private static final int MAX_ITERATIONS = 2000;
    /** The largest entry of the gradient at an optimum, in counts, for counts up to 1; larger ones allow more. */
    private static final double TOLERANCE = 1e-8;
    private static final double COUNT_TOLERANCE = 1e-12;
    /** A weight that is this large and smaller than its own error has run to infinity. */
    private static final double RUNAWAY = 8;

    /**
     * The log-likelihood of weights.
     *
     * @param weights  by formula instance
     * @param value    the log-likelihood, without a prior
     * @param data     the counts in the data, by instance; with missing atoms, expected ones
     * @param expected the expected counts, by instance
     */
    private record Likelihood(double[] weights, double value, double[] data, double[] expected) { }

    private final LearningProgress progress;
    private final MarkovLogic network;
    private final List<Database> databases;
    private final LearningOptions options;
    private final Budget budget;
    private final Worlds worlds;
    private final List<FormulaInstances.Instance> instances;
    private final FreeWeights free;
    private final double[] precision;
    private final boolean[] bounded;
    private final List<String> remarks = new ArrayList<>();
    private final List<Double> curve = new ArrayList<>();
    private final double[] counts;
    private final Spread spread;
    private LearningCheckpoint checkpoint;
    private @Nullable Partition partition;
    private @Nullable Partition missing;
    private @Nullable PseudoLikelihood pseudo;
    private @Nullable PersistentChains chains;
    private @Nullable ObservedCounts observed;
    private String why = "";
    /** The last likelihood that was evaluated, and that of the last step, which the result needs. */
    private @Nullable Likelihood latest;
    private @Nullable Likelihood reached;

    LearningRun(MarkovLogic network, List<Database> databases, LearningOptions options, LearningProgress progress,
            Spread spread) {
        this.network = network;
        this.databases = databases;
        this.options = options;
        this.progress = progress;
        this.spread = spread;
        this.budget = Budget.ofSeconds(options.seconds());
        this.checkpoint = new LearningCheckpoint(null, 0, "", budget);
        this.worlds = new Worlds(network, databases, options.query(), options.maxGround());
        this.instances = worlds.instances().list();
        this.counts = worlds.counts();
        double[] given = instances.stream().mapToDouble(instance -> instance.weight().orElse(0)).toArray();
        FreeWeights untied = FreeWeights.untied(given, this::isFree);
        if (untied.size() == 0) {
            throw new IllegalArgumentException("there is no weight to learn: all formulas have one or are hard; "
                    + "expected a formula without a weight, or given weights as starting points");
        }
        this.free = options.tied() ? FreeWeights.of(given, this::isFree, classes()) : untied;
        this.precision = new double[free.size()];
        this.bounded = new boolean[free.size()];
        Arrays.fill(precision, options.prior().precision());
    }

    private int[] classes() {
        return LogicTies.orbits(network, databases, worlds.instances(), IntStream.range(0, instances.size())
                .filter(this::isFree).mapToObj(i -> instances.get(i).formula()).collect(Collectors.toSet()),
                options.threads(), remarks, budget);
    }

    private boolean isFree(int i) {
        WeightedSentence source = network.formulas().get(instances.get(i).formula());
        return source.weightVariable().isEmpty() && (source.weight().isEmpty() || options.fromWeights());
    }

    LearningResult learn() {
        LearningObjective objective = objective();
        checkpoint = new LearningCheckpoint(options.checkpoint().orElse(null), options.checkpointSeconds(),
                identity(objective), budget);
        if (chains != null) {
            return sampled(objective);
        }
        double most = Arrays.stream(free.pooled(counts)).max().orElse(0);
        double tolerance = Math.max(TOLERANCE, COUNT_TOLERANCE * most);
        Lbfgs.State saved = saved();
        Lbfgs.State end = maximise(tolerance, saved);
        double[] errors = errors(end.point());
        while (markInfinite(end, errors)) {
            bound();
            end = maximise(tolerance, null);
            errors = errors(end.point());
        }
        if (IntStream.range(0, bounded.length).anyMatch(k -> bounded[k])) {
            remarkBounded();
        }
        return result(objective, end, errors);
    }

    private double[] start() {
        return worlds.missing() > 0 && !options.fromWeights() ? FreeWeights.small(free.size()) : free.start();
    }

    /** Marks weights that the data make infinite; without errors, large ones. */
    private boolean markInfinite(Lbfgs.State end, double[] errors) {
        if (!Double.isInfinite(options.prior().deviation()) || options.prior().l1() > 0 || budget.isOver()) {
            return false;
        }
        try {
            boolean found = InfiniteWeights.mark(this::evaluate, end, InfiniteWeights.directions(end, errors),
                    bounded);
            for (int k = 0; k < bounded.length; k++) {
                double size = Math.abs(end.point()[k]);
                if (!bounded[k] && size > RUNAWAY && !(errors[k] < size)) {
                    bounded[k] = true;
                    found = true;
                }
            }
            return found;
        } catch (OutOfTimeException e) {
            LOG.debug("no search for infinite weights", e);
            return false;
        }
    }

    private void bound() {
        for (int k = 0; k < bounded.length; k++) {
            precision[k] = bounded[k] ? InfiniteWeights.precision() : precision[k];
        }
    }

    /** What is learned from what: a checkpoint with another text is refused. */
    private String identity(LearningObjective objective) {
        Fingerprint print = new Fingerprint();
        network.predicates().forEach(predicate -> print.add(predicate.toString()));
        network.formulas().forEach(formula -> print.add(formula.toString()));
        instances.forEach(instance -> print.add(instance.text()));
        databases.forEach(database -> print.add(database.fingerprint()));
        worlds.modelled().forEach(print::add);
        print.add(free.parameters());
        return objective.name().toLowerCase(Locale.ROOT) + (chains != null ? ", sampled" : "") + ", data " + print
                + ", " + free.size() + " weights" + (options.fromWeights() ? " from those given" : "") + ", prior "
                + options.prior().deviation() + ", L1 " + options.prior().l1()
                + (chains != null ? ", seed " + options.seed() : "");
    }

    /** The state of the checkpoint; null to begin. */
    private Lbfgs.@Nullable State saved() {
        Optional<DataInputStream> found = checkpoint.read();
        if (found.isEmpty()) {
            return null;
        }
        try (DataInputStream in = found.get()) {
            for (int k = 0; k < bounded.length; k++) {
                bounded[k] = in.readBoolean();
            }
            bound();
            LearningCheckpoint.read(in, curve);
            return LearningCheckpoint.readState(in);
        } catch (IOException e) {
            throw checkpoint.damaged(e);
        }
    }

    private void remarkBounded() {
        remarks.add(InfiniteWeights.remark(IntStream.range(0, free.size()).filter(k -> bounded[k])
                .mapToObj(k -> instances.get(free.instance(k)).text()).toList()));
    }

    /** Chooses the objective and prepares it. */
    private LearningObjective objective() {
        LearningObjective asked = options.objective();
        if (asked == LearningObjective.CONDITIONAL && options.query().isEmpty()) {
            throw new IllegalArgumentException("the conditional likelihood needs a query; expected the predicates "
                    + "whose atoms are to be predicted");
        }
        boolean given = !worlds.isEverythingModelled();
        if (asked == LearningObjective.PSEUDO) {
            if (worlds.missing() > 0) {
                throw new IllegalArgumentException("the pseudo-likelihood needs the value of every atom, but "
                        + worlds.missing() + (worlds.missing() == 1 ? " is" : " are")
                        + " missing; expected the objective likelihood, or no '?' atoms");
            }
            return pseudo("as asked for");
        }
        try {
            partition = worlds.partition(spread, MAX_FEATURES,
                    budget.isLimited() ? budget.share(0.3) : budget);
            if (worlds.missing() > 0) {
                missing = worlds.missingPartition(spread, budget);
            }
            why = partition.describe() + (missing == null ? "" : "; " + missingAtoms() + " summed out");
            return given && !options.query().isEmpty() ? LearningObjective.CONDITIONAL
                    : LearningObjective.LIKELIHOOD;
        } catch (TooCostlyException | OutOfTimeException e) {
            // The time of a share is over, or all of it.
            budget.check();
            if (asked == LearningObjective.AUTO && worlds.missing() == 0) {
                return pseudo("since the exact likelihood is not affordable: " + e.getMessage());
            }
            return startChains(e.getMessage());
        }
    }

    private String missingAtoms() {
        return worlds.missing() == 1 ? "1 missing atom is" : worlds.missing() + " missing atoms are";
    }

    /** Gets ready to sample gradients. */
    private LearningObjective startChains(String reason) {
        double size = worlds.counters().stream().mapToDouble(FormulaCounter::groundSize).sum();
        String remedy = size > MAX_SAMPLED ? String.format(Locale.ROOT, "there are %.0f ground features; expected "
                + "at most %.0f, or the objective pseudo", size, MAX_SAMPLED)
                : free.size() > Curvature.MAX_WHOLE ? free.size() + " weights; expected at most "
                + Curvature.MAX_WHOLE + ", or the objective pseudo" : "";
        if (!remedy.isEmpty()) {
            throw new IllegalArgumentException("the exact likelihood is not affordable: " + reason
                    + "; and it cannot be sampled: " + remedy);
        }
        if (Double.isInfinite(options.prior().deviation())) {
            Arrays.fill(precision, InfiniteWeights.precision());
            remarks.add("where gradients are sampled, a Gaussian prior with standard deviation 10 bounds weights "
                    + "that data alone make infinite");
        }
        chains = new PersistentChains(worlds.counters().stream().map(FormulaCounter::ground).toList(),
                worlds.generic(), options.seed(), 0, PersistentChains.TABLE_ENTRIES, spread, budget);
        observed = observed();
        why = "sampled, since the exact one is not affordable: " + reason;
        return !worlds.isEverythingModelled() && !options.query().isEmpty() ? LearningObjective.CONDITIONAL
                : LearningObjective.LIKELIHOOD;
    }

    /** The counts of the data: missing atoms are summed out where that is affordable, else sampled. */
    private ObservedCounts observed() {
        if (worlds.missing() == 0) {
            return new ObservedCounts.Known(counts);
        }
        try {
            return new ObservedCounts.Summed(worlds.missingPartition(spread,
                    budget.isLimited() ? budget.share(MISSING_SHARE) : budget));
        } catch (TooCostlyException | OutOfTimeException e) {
            budget.check();
            LOG.debug("missing atoms are sampled", e);
            List<FormulaCounter> incomplete = worlds.incomplete();
            return new ObservedCounts.Sampled(new PersistentChains(incomplete.stream()
                    .map(FormulaCounter::groundMissing).toList(), worlds.generic(), options.seed(),
                    worlds.counters().size(), PersistentChains.TABLE_ENTRIES, spread, budget),
                    worlds.completeCounts());
        }
    }

    private LearningResult sampled(LearningObjective objective) {
        SampledLearning.Outcome end = new SampledLearning(free, precision, options.prior().l1(),
                Objects.requireNonNull(observed), Objects.requireNonNull(chains), checkpoint, budget)
                .run(start(), progress);
        List<LearnedFormula> formulas = formulas(end.point(), end.errors(), end.samplingErrors(), end.data(),
                end.expected());
        why += String.format(Locale.ROOT, "; %d chains of each world, %,d sweeps each", PersistentChains.CHAINS,
                chains.sweeps());
        if (worlds.missing() > 0) {
            why += "; " + missingAtoms() + ' ' + (observed instanceof ObservedCounts.Summed
                    ? "summed out" : "sampled");
        }
        return new LearningResult(formulas, worlds.instances(), objective, why, Double.NaN, OptionalDouble.empty(),
                OptionalDouble.empty(), end.steps(), end.gradient(), end.converged(), true, end.curve(),
                free.learned(), free.size(), remarks, budget.elapsed());
    }

    private List<LearnedFormula> formulas(double[] point, double[] errors, double[] sampling, double[] data,
            double[] expected) {
        double[] weights = free.whole(point);
        List<LearnedFormula> formulas = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            int k = free.parameter(i);
            formulas.add(new LearnedFormula(instances.get(i).formula(), instances.get(i).text(), k >= 0,
                    weights[i], k >= 0 ? errors[k] : Double.NaN, k >= 0 ? sampling[k] : 0, data[i], expected[i],
                    k >= 0 && bounded[k]));
        }
        return formulas;
    }

    private LearningObjective pseudo(String reason) {
        PseudoLikelihood made = PseudoLikelihood.of(worlds.counters());
        pseudo = made;
        why = String.format(Locale.ROOT, "closed form for %,.0f atoms, %,d of them different; %s",
                made.variables(), made.groups(), reason);
        return LearningObjective.PSEUDO;
    }

    /** Maximises from a state on; from the start if there is none. */
    private Lbfgs.State maximise(double tolerance, Lbfgs.@Nullable State from) {
        Lbfgs lbfgs = new Lbfgs(this::evaluate, options.prior().l1(), tolerance);
        Lbfgs.State state = from;
        if (state == null) {
            state = lbfgs.start(start());
            reached = latest;
            curve.clear();
            curve.add(state.value());
        }
        return lbfgs.run(state, MAX_ITERATIONS, budget, step -> {
            double norm = Lbfgs.largest(lbfgs.pseudoGradient(step.point(), step.gradient()));
            LOG.debug("step {}: {}, gradient {}", step.iteration(), step.value(), norm);
            curve.add(step.value());
            reached = latest;
            checkpoint.save(out -> {
                for (boolean one : bounded) {
                    out.writeBoolean(one);
                }
                LearningCheckpoint.write(out, curve);
                LearningCheckpoint.write(out, step);
            });
            progress.step(step.iteration(), step.value(), norm);
        });
    }

    /** The objective with the Gaussian prior. */
    private double evaluate(double[] point, double[] gradient) {
        double value = plain(point, gradient);
        for (int k = 0; k < point.length; k++) {
            gradient[k] -= precision[k] * point[k];
            value -= precision[k] * point[k] * point[k] / 2;
        }
        return value;
    }

    /** The objective without a prior, and its gradient. */
    private double plain(double[] point, double[] gradient) {
        double[] weights = free.whole(point);
        double[] all = new double[weights.length];
        double value = pseudo != null ? pseudo.evaluate(weights, all) : logLikelihood(weights, all);
        System.arraycopy(free.pooled(all), 0, gradient, 0, gradient.length);
        return value;
    }

    private double logLikelihood(double[] weights, double[] gradient) {
        Likelihood here = likelihood(weights, budget);
        latest = here;
        for (int i = 0; i < weights.length; i++) {
            gradient[i] += here.data[i] - here.expected[i];
        }
        return here.value;
    }

    private Likelihood likelihood(double[] weights, Budget time) {
        double[] expected = new double[weights.length];
        double[] data = counts.clone();
        double value = -partition.evaluate(weights, expected, time);
        if (missing != null) {
            Arrays.fill(data, 0);
            value += missing.evaluate(weights, data, time);
        } else {
            for (int i = 0; i < weights.length; i++) {
                value += counts[i] == 0 ? 0 : weights[i] * counts[i];
            }
        }
        return new Likelihood(weights, value, data, expected);
    }

    /** The likelihood of the result; only if no step evaluated it, without a limit: there is no result else. */
    private Likelihood likelihoodOf(double[] weights) {
        Likelihood known = reached;
        return known != null && Arrays.equals(known.weights, weights) ? known
                : likelihood(weights, budget.withoutLimit());
    }

    /** The log-likelihood of no weights; empty if the time is over before. */
    private OptionalDouble withoutWeights() {
        try {
            budget.check();
            return OptionalDouble.of(likelihood(free.whole(new double[free.size()]), budget).value);
        } catch (OutOfTimeException e) {
            LOG.debug("no likelihood of no weights", e);
            return OptionalDouble.empty();
        }
    }

    private double[] errors(double[] point) {
        int n = free.size();
        if (n > Curvature.MAX_WHOLE || budget.isOver()) {
            double[] none = new double[n];
            Arrays.fill(none, Double.NaN);
            return none;
        }
        double[] matrix;
        if (pseudo != null) {
            matrix = new double[n * n];
            pseudo.addCurvature(free.whole(point), free.parameters(), matrix, n);
        } else {
            try {
                matrix = Curvature.byDifferences(this::plain, point, free.pooled(counts));
            } catch (OutOfTimeException e) {
                LOG.debug("no standard errors", e);
                double[] none = new double[n];
                Arrays.fill(none, Double.NaN);
                return none;
            }
        }
        for (int k = 0; k < n; k++) {
            matrix[k * n + k] += precision[k];
        }
        return Curvature.standardErrors(matrix, n, pseudo != null ? Curvature.EXACT : Curvature.DIFFERENCES);
    }

    private LearningResult result(LearningObjective objective, Lbfgs.State end, double[] errors) {
        double[] weights = free.whole(end.point());
        OptionalDouble likelihood = OptionalDouble.empty();
        OptionalDouble atZero = OptionalDouble.empty();
        double[] expected = new double[weights.length];
        double[] data = counts.clone();
        Arrays.fill(expected, Double.NaN);
        Likelihood last = partition == null ? afterwards(weights) : likelihoodOf(weights);
        if (last != null) {
            expected = last.expected;
            data = last.data;
            likelihood = OptionalDouble.of(last.value);
            atZero = withoutWeights();
            if (atZero.isPresent() && last.value < atZero.getAsDouble()) {
                remarks.add(String.format(Locale.ROOT, "the likelihood of these weights, %.6f, is worse than that "
                        + "of no weights at all, %.6f: the optimum of the pseudo-likelihood is not that of the "
                        + "likelihood", last.value, atZero.getAsDouble()));
            }
        }
        double value = pseudo != null ? pseudo.evaluate(weights, new double[weights.length])
                : likelihood.getAsDouble();
        if (pseudo != null) {
            remarks.add("standard errors are from the curvature of the pseudo-likelihood, as if atoms were "
                    + "independent: they are too small where atoms depend on each other");
        }
        List<LearnedFormula> formulas = formulas(end.point(), errors, new double[free.size()], data, expected);
        Lbfgs lbfgs = new Lbfgs(this::evaluate, options.prior().l1(), 0);
        return new LearningResult(formulas, worlds.instances(), objective, why, value, likelihood, atZero,
                end.iteration(), Lbfgs.largest(lbfgs.pseudoGradient(end.point(), end.gradient())), end.done(),
                false, curve, free.learned(), free.size(), remarks, budget.elapsed());
    }

    /** The likelihood of weights that were learned by another objective; null if it takes more than a few seconds. */
    private @Nullable Likelihood afterwards(double[] weights) {
        Budget phase = budget.atMost(AFTERWARDS_SECONDS);
        try {
            phase.check();
            partition = worlds.partition(spread, FEW_FEATURES, phase);
            return likelihood(weights, phase);
        } catch (TooCostlyException | OutOfTimeException e) {
            LOG.debug("no likelihood", e);
            return null;
        }
    }
}
