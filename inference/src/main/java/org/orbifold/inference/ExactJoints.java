package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Exact joint probabilities of sets of variables, where exact routes are affordable: the product over components of
 * what a contraction tree says about each component's share, or, where only counting is affordable, quotients of Z.
 */
final class ExactJoints {

    /** Joint values of all variables but the last that are computed one by one, at most. */
    private static final int MOST_QUOTIENTS = 1 << 10;

    private final GraphicalModel original;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final Budget budget;
    private final Planner planner;
    private final Simplification simplification;
    private final Map<List<Integer>, double @Nullable []> known = new HashMap<>();
    private @Nullable OptionalDouble logPartition;
    private @Nullable TooLargeException refusal;

    ExactJoints(ConditionedModel given, InferenceOptions options, Reuse reuse, Budget budget) {
        this.original = given.original();
        this.options = options;
        this.reuse = reuse;
        this.budget = budget;
        this.planner = new Planner(given, options, Capability.MARGINALS, reuse, budget);
        this.simplification = planner.simplification();
    }

    /** Log Z of the question; empty if it is not affordable. */
    OptionalDouble logPartition() {
        OptionalDouble found = logPartition;
        if (found == null) {
            List<Piece> pieces = planner.pieces();
            ExactParts<ExactResult> solved = pieces.stream().anyMatch(piece -> piece.solver() == null) ? null
                    : ExactParts.solve(planner, pieces, options.route(), Capability.MARGINALS, Solver::solve, reuse);
            found = solved == null || solved.rest().length > 0 ? OptionalDouble.empty()
                    : OptionalDouble.of(simplification.constant() + solved.results().values().stream()
                            .mapToDouble(ExactResult::logPartition).sum());
            logPartition = found;
        }
        return found;
    }

    /** Why joint probabilities were refused last, where only a contraction tree gives them. */
    Optional<TooLargeException> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Solves all scopes that will be asked for, those of one component together where that is affordable. */
    void prepare(List<int[]> scopes) {
        Map<Integer, List<int[]>> byComponent = new TreeMap<>();
        for (int[] scope : scopes) {
            shares(scope).forEach((c, share) -> {
                List<int[]> all = byComponent.computeIfAbsent(c, key -> new ArrayList<>());
                if (all.stream().noneMatch(other -> Arrays.equals(other, share))) {
                    all.add(share);
                }
            });
        }
        byComponent.forEach((c, shares) -> byTree(c, shares).ifPresent(joints -> {
            for (int i = 0; i < shares.size(); i++) {
                known.put(key(c, shares.get(i)), joints.get(i));
            }
        }));
    }

    /** The variables of a scope by component, numbered as there. */
    private Map<Integer, int[]> shares(int[] scope) {
        Map<Integer, List<Integer>> shares = new TreeMap<>();
        for (int v : scope) {
            int c = simplification.component(v);
            if (c >= 0) {
                shares.computeIfAbsent(c, key -> new ArrayList<>()).add(simplification.fromOriginal(v));
            }
        }
        Map<Integer, int[]> result = new TreeMap<>();
        shares.forEach((c, share) -> result.put(c, share.stream().mapToInt(v -> v).toArray()));
        return result;
    }

    /** The probabilities of the joint values of some variables, the last changing fastest; null if not affordable. */
    double @Nullable [] joint(int[] scope) {
        Map<Integer, double[]> parts = new HashMap<>();
        for (Map.Entry<Integer, int[]> share : shares(scope).entrySet()) {
            double[] part = ofComponent(share.getKey(), share.getValue());
            if (part == null) {
                return null;
            }
            parts.put(share.getKey(), part);
        }
        int cells = (int) original.assignments(scope);
        double[] result = new double[cells];
        int[] values = new int[scope.length];
        for (int cell = 0; cell < cells; cell++) {
            int rest = cell;
            for (int k = scope.length - 1; k >= 0; k--) {
                values[k] = rest % original.size(scope[k]);
                rest /= original.size(scope[k]);
            }
            result[cell] = probability(scope, values, parts);
        }
        return result;
    }

    private double probability(int[] scope, int[] values, Map<Integer, double[]> parts) {
        Map<Integer, Integer> index = new HashMap<>();
        for (int k = 0; k < scope.length; k++) {
            int c = simplification.component(scope[k]);
            if (c < 0) {
                if (simplification.fixedValue(scope[k]) != values[k]) {
                    return 0;
                }
                continue;
            }
            int[] left = simplification.values(c, simplification.fromOriginal(scope[k]));
            int at = Arrays.binarySearch(left, values[k]);
            if (at < 0) {
                return 0;
            }
            index.merge(c, at, (before, now) -> before * left.length + now);
        }
        double product = 1;
        for (Map.Entry<Integer, Integer> one : index.entrySet()) {
            product *= parts.get(one.getKey())[one.getValue()];
        }
        return product;
    }

    private static List<Integer> key(int c, int[] scope) {
        List<Integer> key = new ArrayList<>(List.of(c));
        Arrays.stream(scope).forEach(key::add);
        return key;
    }

    private double @Nullable [] ofComponent(int c, int[] scope) {
        List<Integer> key = key(c, scope);
        if (!known.containsKey(key)) {
            known.put(key, compute(c, scope));
        }
        return known.get(key);
    }

    /** Joint probabilities by one contraction tree for all scopes; empty if that is not affordable. */
    private Optional<List<double[]>> byTree(int c, List<int[]> scopes) {
        // Where nothing exact is affordable for marginals, nothing is for joint probabilities.
        if (planner.ways().get(c).solver() == null || budget.isOver()) {
            return Optional.empty();
        }
        GraphicalModel component = simplification.components().get(c);
        try {
            ContractionPlan tree = ContractionPlan.of(component, scopes, planner.limits());
            // What must be exact is tried, or refused with the reason.
            if (options.maySample() && !planner.isAffordable(
                    tree.cost(planner.limits().memoryBytes(), planner.limits().budget()))) {
                return Optional.empty();
            }
            ExactResult result = tree.solve(planner.limits());
            return Optional.of(IntStream.range(0, scopes.size()).mapToObj(result::joint).toList());
        } catch (OutOfTimeException e) {
            return Optional.empty();
        } catch (TooLargeException e) {
            refusal = e;
            return Optional.empty();
        }
    }

    private double @Nullable [] compute(int c, int[] scope) {
        if (scope.length == 1) {
            return marginal(c, scope[0]);
        }
        Optional<List<double[]>> joints = byTree(c, List.of(scope));
        if (joints.isPresent()) {
            return joints.get().get(0);
        }
        GraphicalModel component = simplification.components().get(c);
        Piece piece = planner.ways().get(c);
        double cases = component.assignments(Arrays.copyOf(scope, scope.length - 1));
        boolean affordable = piece.solver() != null && cases <= MOST_QUOTIENTS && !budget.isOver()
                && planner.isAffordable(piece.solver().cost().plusOperations((cases - 1) * piece.operations()));
        return affordable ? quotients(component, scope, (int) cases) : null;
    }

    /** The marginal of one variable by its component's route; null if it takes longer than there is time. */
    private double @Nullable [] marginal(int c, int variable) {
        Solver solver = planner.ways().get(c).solver();
        if (solver == null || budget.isOver() || options.maySample() && !planner.isAffordable(solver.cost())) {
            return null;
        }
        try {
            return reuse.result(simplification.components().get(c), Capability.MARGINALS,
                    () -> solver.solve(planner.limits())).marginals().distribution(variable);
        } catch (OutOfTimeException e) {
            return null;
        }
    }

    /**
     * Z with each joint value of all variables but the last, times the last one's marginal given these, over the sum of
     * all; null if it takes longer than there is time.
     */
    private double @Nullable [] quotients(GraphicalModel component, int[] scope, int cases) {
        int last = scope[scope.length - 1];
        double[] logs = new double[cases * component.size(last)];
        for (int one = 0; one < cases; one++) {
            Map<Integer, Integer> observed = new HashMap<>();
            int rest = one;
            for (int k = scope.length - 2; k >= 0; k--) {
                observed.put(scope[k], rest % component.size(scope[k]));
                rest /= component.size(scope[k]);
            }
            int first = one * component.size(last);
            try {
                if (budget.isOver()) {
                    return null;
                }
                ExactJoints given = new ExactJoints(component.condition(Evidence.of(observed)), options, reuse,
                        budget.share(1));
                OptionalDouble log = given.logPartition();
                double[] marginal = log.isEmpty() ? null : given.joint(new int[] {last});
                if (marginal == null) {
                    return null;
                }
                for (int x = 0; x < marginal.length; x++) {
                    logs[first + x] = log.getAsDouble() + Math.log(marginal[x]);
                }
            } catch (ContradictionException e) {
                Arrays.fill(logs, first, first + component.size(last), Double.NEGATIVE_INFINITY);
            }
        }
        double max = Arrays.stream(logs).max().orElseThrow();
        double[] weights = Arrays.stream(logs).map(log -> Math.exp(log - max)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }
}
