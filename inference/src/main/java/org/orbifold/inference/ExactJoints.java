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

    /** Cells of a joint distribution that are computed one by one, at most. */
    private static final int MOST_QUOTIENTS = 1 << 10;

    private final GraphicalModel original;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final Budget budget;
    private final Planner planner;
    private final Simplification simplification;
    private final List<Piece> pieces;
    private final Map<List<Integer>, double @Nullable []> known = new HashMap<>();
    private @Nullable OptionalDouble logPartition;

    ExactJoints(ConditionedModel given, InferenceOptions options, Reuse reuse, Budget budget) {
        this.original = given.original();
        this.options = options;
        this.reuse = reuse;
        this.budget = budget;
        this.planner = new Planner(given, options, Capability.MARGINALS, reuse, budget);
        this.simplification = planner.simplification();
        this.pieces = planner.pieces();
    }

    /** Log Z of the question; empty if it is not affordable. */
    OptionalDouble logPartition() {
        OptionalDouble found = logPartition;
        if (found == null) {
            ExactParts<ExactResult> solved = pieces.stream().anyMatch(piece -> piece.solver() == null) ? null
                    : ExactParts.solve(planner, pieces, options.route(), Capability.MARGINALS, Solver::solve, reuse);
            found = solved == null || solved.rest().length > 0 ? OptionalDouble.empty()
                    : OptionalDouble.of(simplification.constant() + solved.results().values().stream()
                            .mapToDouble(ExactResult::logPartition).sum());
            logPartition = found;
        }
        return found;
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
        if (options.route() == Route.SAMPLE || budget.isOver()) {
            return Optional.empty();
        }
        GraphicalModel component = simplification.components().get(c);
        try {
            ContractionPlan tree = ContractionPlan.of(component, scopes, planner.limits());
            if (!planner.isAffordable(tree.cost(planner.limits().memoryBytes(), planner.limits().budget()))) {
                return Optional.empty();
            }
            ExactResult result = tree.solve(planner.limits());
            return Optional.of(IntStream.range(0, scopes.size()).mapToObj(result::joint).toList());
        } catch (OutOfTimeException e) {
            return Optional.empty();
        }
    }

    private double @Nullable [] compute(int c, int[] scope) {
        Optional<List<double[]>> joints = byTree(c, List.of(scope));
        if (joints.isPresent()) {
            return joints.get().get(0);
        }
        GraphicalModel component = simplification.components().get(c);
        Piece piece = pieces.get(c);
        double cells = component.assignments(scope);
        boolean affordable = piece.solver() != null && cells <= MOST_QUOTIENTS && !budget.isOver()
                && planner.isAffordable(piece.solver().cost().plusOperations((cells - 1) * piece.operations()));
        return affordable ? quotients(component, scope) : null;
    }

    /** Z with each joint value over the sum of all; null if it takes longer than there is time. */
    private double @Nullable [] quotients(GraphicalModel component, int[] scope) {
        double[] logs = new double[(int) component.assignments(scope)];
        for (int cell = 0; cell < logs.length; cell++) {
            Map<Integer, Integer> observed = new HashMap<>();
            int rest = cell;
            for (int k = scope.length - 1; k >= 0; k--) {
                observed.put(scope[k], rest % component.size(scope[k]));
                rest /= component.size(scope[k]);
            }
            try {
                OptionalDouble log = budget.isOver() ? OptionalDouble.empty() : new ExactJoints(
                        component.condition(Evidence.of(observed)), options, reuse, budget.share(1)).logPartition();
                if (log.isEmpty()) {
                    return null;
                }
                logs[cell] = log.getAsDouble();
            } catch (ContradictionException e) {
                logs[cell] = Double.NEGATIVE_INFINITY;
            }
        }
        double max = Arrays.stream(logs).max().orElseThrow();
        double[] weights = Arrays.stream(logs).map(log -> Math.exp(log - max)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }
}
