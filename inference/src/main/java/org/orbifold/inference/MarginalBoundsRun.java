package org.orbifold.inference;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.MarginalIntervals;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;

/** Intervals around the marginals of a question: each component by its exact route, or by bounds. */
final class MarginalBoundsRun {

    /** Bound on the error of an exact marginal: far above what is seen. */
    private static final double MARGIN = 1e-9;

    private final Budget budget;
    private final GraphicalModel original;
    private final boolean[] asked;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final Planner planner;
    private final Simplification simplification;
    private final double[][] lower;
    private final double[][] upper;

    MarginalBoundsRun(ConditionedModel given, int[] variables, InferenceOptions options, Reuse reuse) {
        this.budget = options.newSearchBudget();
        this.original = given.original();
        this.asked = new boolean[original.variableCount()];
        for (int v : Objects.requireNonNull(variables, "the variables are null")) {
            asked[original.variable(v).index()] = true;
        }
        this.options = options;
        this.reuse = reuse;
        this.planner = new Planner(given, options, Capability.MARGINALS, reuse, budget);
        this.simplification = planner.simplification();
        this.lower = new double[asked.length][];
        this.upper = new double[asked.length][];
        for (int v = 0; v < asked.length; v++) {
            // Values that evidence or hard zeros exclude stay at 0.
            lower[v] = new double[original.size(v)];
            upper[v] = new double[original.size(v)];
            if (simplification.component(v) < 0) {
                lower[v][simplification.fixedValue(v)] = 1;
                upper[v][simplification.fixedValue(v)] = 1;
            }
        }
    }

    MarginalBounds run() {
        ExactParts<ExactResult> exact = ExactParts.solve(planner, planner.pieces(), options.route(),
                Capability.MARGINALS, Solver::solve, reuse);
        exact.results().forEach((component, result) -> {
            Marginals found = result.marginals();
            for (int v = 0; v < found.variableCount(); v++) {
                double[] least = Arrays.stream(found.distribution(v)).map(p -> Math.max(0, p - MARGIN)).toArray();
                double[] most = Arrays.stream(found.distribution(v)).map(p -> Math.min(1, p + MARGIN)).toArray();
                set(component, v, least, most);
            }
        });
        Budget rest = budget.share(1);
        int left = Arrays.stream(exact.rest()).map(c -> askedOf(c).length).sum();
        for (int component : exact.rest()) {
            int[] variables = askedOf(component);
            double share = left == 0 ? 1 : (double) variables.length / left;
            left -= variables.length;
            MarginalBounds found = MarginalIntervals.of(simplification.components().get(component), variables,
                    options.exact(rest.share(share)));
            for (int v = 0; v < found.variableCount(); v++) {
                int variable = v;
                set(component, v,
                        IntStream.range(0, found.size(v)).mapToDouble(x -> found.lower(variable, x)).toArray(),
                        IntStream.range(0, found.size(v)).mapToDouble(x -> found.upper(variable, x)).toArray());
            }
        }
        return MarginalBounds.of(lower, upper).named(original);
    }

    private int[] askedOf(int component) {
        return IntStream.range(0, simplification.components().get(component).variableCount())
                .filter(v -> asked[simplification.toOriginal(component, v)]).toArray();
    }

    private void set(int component, int variable, double[] least, double[] most) {
        int v = simplification.toOriginal(component, variable);
        int[] values = simplification.values(component, variable);
        for (int x = 0; x < values.length; x++) {
            lower[v][values[x]] = least[x];
            upper[v][values[x]] = most[x];
        }
    }
}
