package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.JunctionTree;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Exact joint probabilities of sets of variables, where exact routes are affordable: the product over components of
 * what a junction tree says about each component's share, or, where only counting is affordable, quotients of Z.
 */
final class ExactJoints {

    /** More cells than this are not computed one by one. */
    private static final int MOST_QUOTIENTS = 1 << 10;

    private final long began = System.nanoTime();
    private final GraphicalModel original;
    private final InferenceOptions options;
    private final ExactOptions limits;
    private final Simplification simplification;
    private final List<Piece> pieces;
    private final Map<List<Integer>, double @Nullable []> known = new HashMap<>();

    ExactJoints(ConditionedModel given, InferenceOptions options) {
        Planner planner = new Planner(given, options);
        this.original = given.original();
        this.options = options;
        this.limits = planner.limits();
        this.simplification = planner.simplification();
        this.pieces = planner.pieces();
    }

    private static boolean isTimed(InferenceOptions options) {
        return options.route() == Route.AUTO && options.sampling().seconds() > 0;
    }

    /** What is left of the time; without a limit, the time that plans are made for. */
    private double left() {
        return options.plannedSeconds() - (isTimed(options) ? (System.nanoTime() - began) / 1e9 : 0);
    }

    /** Log Z of a question; empty if it is not affordable. */
    static OptionalDouble logPartition(ConditionedModel given, InferenceOptions options) {
        long began = System.nanoTime();
        Planner planner = new Planner(given, options);
        double sum = planner.simplification().constant();
        for (Piece piece : planner.pieces()) {
            if (piece.route() == Route.SAMPLE) {
                return OptionalDouble.empty();
            }
            try {
                sum += piece.solver().solve(isTimed(options) ? planner.limits().withBudget(Budget.ofSeconds(Math.max(0,
                        options.sampling().seconds() - (System.nanoTime() - began) / 1e9))) : planner.limits())
                        .logPartition();
            } catch (OutOfTimeException e) {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of(sum);
    }

    /** The probabilities of the joint values of some variables, the last changing fastest; null if not affordable. */
    double @Nullable [] joint(int[] scope) {
        Map<Integer, List<Integer>> shares = new TreeMap<>();
        for (int v : scope) {
            int c = simplification.component(v);
            if (c >= 0) {
                shares.computeIfAbsent(c, key -> new ArrayList<>()).add(simplification.fromOriginal(v));
            }
        }
        Map<Integer, double[]> parts = new HashMap<>();
        for (Map.Entry<Integer, List<Integer>> share : shares.entrySet()) {
            double[] part = ofComponent(share.getKey(), share.getValue().stream().mapToInt(v -> v).toArray());
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

    private double @Nullable [] ofComponent(int c, int[] scope) {
        List<Integer> key = new ArrayList<>(List.of(c));
        Arrays.stream(scope).forEach(key::add);
        if (!known.containsKey(key)) {
            known.put(key, compute(c, scope));
        }
        return known.get(key);
    }

    private double @Nullable [] compute(int c, int[] scope) {
        if (left() <= 0) {
            return null;
        }
        GraphicalModel component = simplification.components().get(c);
        Piece piece = pieces.get(c);
        JunctionTree tree = JunctionTree.plan(component, List.of(scope), Budget.unlimited());
        ExactCost cost = tree.cost(limits.memoryBytes(), Budget.unlimited());
        double rate = Planner.OPERATIONS_PER_SECOND * limits.threads();
        if (options.route() != Route.SAMPLE && !cost.lowerBound() && cost.bytes() <= limits.memoryBytes()
                && (options.route() != Route.AUTO || cost.operations() / rate <= left())) {
            try {
                return tree.solve(isTimed(options) ? limits.withBudget(Budget.ofSeconds(left())) : limits).joint(0);
            } catch (OutOfTimeException e) {
                return null;
            }
        }
        double cells = component.assignments(scope);
        return piece.route() == Route.SAMPLE || cells > MOST_QUOTIENTS
                || options.route() == Route.AUTO && cells * piece.operations() / rate > left() ? null
                : quotients(component, scope);
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
            double left = left();
            if (left <= 0) {
                return null;
            }
            try {
                OptionalDouble log = logPartition(component.condition(Evidence.of(observed)), options.within(left));
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
