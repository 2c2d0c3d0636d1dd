package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.orbifold.inference.chain.Phase;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.PartialSum;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Marginal MAP: sums the other variables out where that is affordable, which leaves a question for the most probable
 * state; searches with exact inner sums where it is not.
 */
final class MarginalMapRun {

    /** The largest tables that sums may leave: 32 MiB. */
    private static final int MOST_ENTRIES = 1 << 22;
    /** The same where larger ones took too long. */
    private static final int FEW_ENTRIES = 1 << 10;
    /** Of a search's time: for a state to begin with. */
    private static final double SHARE_OF_START = 0.2;
    /** Of what is left then: for log Z as a bound. */
    private static final double SHARE_OF_BOUND = 0.1;

    private final ConditionedModel given;
    private final int[] variables;
    private final InferenceOptions options;
    private final Budget budget;
    private final List<String> lines = new ArrayList<>();

    MarginalMapRun(ConditionedModel given, int[] variables, InferenceOptions options) {
        check(given.original(), variables);
        this.budget = options.newSearchBudget();
        this.given = given;
        this.variables = variables.clone();
        this.options = options;
    }

    private static void check(GraphicalModel model, int[] variables) {
        if (variables.length == 0) {
            throw new IllegalArgumentException("no variables to maximise; expected at least one");
        }
        boolean[] met = new boolean[model.variableCount()];
        for (int v : variables) {
            if (v < 0 || v >= met.length) {
                throw new IllegalArgumentException("variable " + v + " to maximise is unknown; expected 0 to "
                        + (met.length - 1));
            }
            if (met[v]) {
                throw new IllegalArgumentException("variable '" + model.variable(v).name()
                        + "' is to be maximised twice; expected each variable once");
            }
            met[v] = true;
        }
    }

    MarginalMapResult run() {
        try {
            return found();
        } catch (ContradictionException e) {
            // Sums leave tables that the user did not write: what it says about those explains nothing.
            throw new ContradictionException();
        }
    }

    private MarginalMapResult found() {
        int[] maximised = Arrays.stream(variables).map(given::fromOriginal).filter(v -> v >= 0).toArray();
        PartialSum sum = sum(maximised);
        GraphicalModel rest = sum.model();
        int summed = given.model().variableCount() - rest.variableCount();
        lines.add(String.format(Locale.ROOT, "sum      %,d summed out exactly, %,d left to sum, %,d to maximise",
                summed, sum.remaining(), maximised.length));
        if (sum.remaining() == 0) {
            MapResult best = new MapRun(rest.condition(Evidence.none()), timed(budget), new Reuse()).run();
            lines.addAll(best.routes());
            return result(sum, best.state(), best.logWeight(), best.logBound());
        }
        TooLargeException refusal = sum.refusal().orElseThrow();
        if (!options.maySample()) {
            throw refusal;
        }
        return searched(sum, maximised);
    }

    private PartialSum sum(int[] maximised) {
        try {
            return PartialSum.of(given.model(), maximised, MOST_ENTRIES, options.exact(Phase.EXACT.of(budget)));
        } catch (OutOfTimeException e) {
            budget.check();
            return PartialSum.of(given.model(), maximised, FEW_ENTRIES, options.exact(budget));
        }
    }

    /** The options with the time that is left. */
    private InferenceOptions timed(Budget time) {
        SamplingOptions sampling = options.sampling();
        return time.isLimited() ? options.withSampling(sampling.withSeconds(Math.max(1e-3, time.secondsLeft())))
                : options;
    }

    private MarginalMapResult searched(PartialSum sum, int[] maximised) {
        GraphicalModel model = sum.model();
        boolean[] isMaximised = new boolean[given.model().variableCount()];
        Arrays.stream(maximised).forEach(v -> isMaximised[v] = true);
        int[] open = IntStream.range(0, model.variableCount()).filter(v -> isMaximised[sum.toOriginal(v)]).toArray();
        MapResult start = new MapRun(model.condition(Evidence.none()), timed(budget.share(SHARE_OF_START))
                .withRoute(Route.AUTO), new Reuse()).run();
        // A sum is at most the number of its terms times the largest.
        double bound = start.logBound() + IntStream.range(0, model.variableCount())
                .filter(v -> !isMaximised[sum.toOriginal(v)]).mapToDouble(v -> Math.log(model.size(v))).sum();
        bound = Math.min(bound, logPartition(model, budget.share(SHARE_OF_BOUND)));
        MarginalMapSearch search = new MarginalMapSearch(model, open, options.exact(budget),
                Streams.MAXIMUM.of(options.sampling().seed(), 0));
        search.run(start.state(), options.sampling().samples());
        lines.add(String.format(Locale.ROOT, "search   %,d rounds over blocks of the maximised variables, inner sums "
                + "exact; log-weight %.6f, proved at most %.6f", search.rounds(), search.logWeight(), bound));
        return result(sum, search.state(), search.logWeight(), Math.max(bound, search.logWeight()));
    }

    /** log Z, which no log-weight exceeds; ∞ if it is not affordable. */
    private double logPartition(GraphicalModel model, Budget time) {
        try {
            ContractionPlan plan = ContractionPlan.of(model, List.of(), options.exact(time));
            ExactCost cost = plan.cost(options.memory(), time);
            return cost.operations() / 1e9 > time.secondsLeft() ? Double.POSITIVE_INFINITY
                    : plan.logPartition(options.exact(time));
        } catch (TooLargeException | OutOfTimeException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private MarginalMapResult result(PartialSum sum, int[] state, double logWeight, double bound) {
        int[] original = new int[given.original().variableCount()];
        for (int v = 0; v < sum.model().variableCount(); v++) {
            original[given.toOriginal(sum.toOriginal(v))] = state[v];
        }
        int[] values = Arrays.stream(variables).map(v -> given.evidence().observes(v) ? given.evidence().value(v)
                : original[v]).toArray();
        return new MarginalMapResult(given.original(), variables, values, logWeight, Math.max(bound, logWeight), lines,
                budget.elapsed());
    }
}
