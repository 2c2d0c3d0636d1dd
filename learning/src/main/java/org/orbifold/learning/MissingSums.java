package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/**
 * Sums over the missing values of data, exactly: the log-weight of what is observed, and the expected counts of all
 * entries of tables that have a missing variable.
 *
 * <p>All contexts of one pattern are summed by one contraction: the number of the context is a further variable, in
 * every table, that is not summed out. Patterns whose tables have the same shape share one plan, for all parameters.
 */
final class MissingSums {

    /** Contexts of one contraction, and joint values of a table with them: a few hundred kilobytes for each table. */
    private static final int MAX_CONTEXTS = 1 << 10;
    private static final int MAX_ENTRIES = 1 << 15;
    /** Contexts less probable than this among those of their contraction are summed alone: doubles end at 1e-308. */
    private static final double LEAST_SHARE = 1e-200;
    /** Parts that the patterns are divided into, each with sums of its own; the same for any number of threads. */
    private static final int PARTS = 16;
    private static final int MAX_NUMBERS = 1 << 24;

    private record Shape(List<Integer> sizes, List<List<Integer>> scopes) { }

    /** Features of a pattern whose missing variables are the same. */
    private static final class Group {
        private final int[] locals;
        private final int entries;
        private final List<Part> parts = new ArrayList<>();

        Group(int[] locals, int entries) {
            this.locals = locals;
            this.entries = entries;
        }
    }

    /** A feature: where its entries stand, by joint value of the missing variables, and what its context adds. */
    private record Part(int first, int[] offsets, int[] places, int[] strides) {
        int base(int[] context) {
            int base = first;
            for (int i = 0; i < places.length; i++) {
                base += strides[i] * context[places[i]];
            }
            return base;
        }
    }

    private final NetworkTables tables;
    private final List<DataCases.Pattern> patterns;
    private final List<List<Group>> groups;
    /** Plans by shape, found where they are needed. */
    private transient @Nullable Map<Shape, ContractionPlan> plans;

    MissingSums(NetworkTables tables, List<DataCases.Pattern> patterns) {
        this.tables = tables;
        this.patterns = patterns;
        this.groups = patterns.stream().map(this::groups).toList();
    }

    /** Some of the patterns, to be summed by one task. */
    private record Task(int part, int parts, double[] logs) { }

    private synchronized Map<Shape, ContractionPlan> plans() {
        Map<Shape, ContractionPlan> known = plans;
        if (known == null) {
            known = new ConcurrentHashMap<>();
            plans = known;
        }
        return known;
    }

    private List<Group> groups(DataCases.Pattern pattern) {
        Map<List<Integer>, Group> byLocals = new LinkedHashMap<>();
        for (int f : pattern.features) {
            int[] scope = tables.scopes[f];
            int[] open = IntStream.range(0, scope.length)
                    .filter(k -> Arrays.binarySearch(pattern.missing, scope[k]) >= 0).boxed()
                    .sorted((a, b) -> Integer.compare(scope[a], scope[b])).mapToInt(k -> k).toArray();
            int[] known = IntStream.range(0, scope.length)
                    .filter(k -> Arrays.binarySearch(pattern.missing, scope[k]) < 0).toArray();
            int[] locals = Arrays.stream(open).map(k -> Arrays.binarySearch(pattern.missing, scope[k])).toArray();
            int entries = Arrays.stream(open).map(k -> tables.sizes[scope[k]]).reduce(1, (a, b) -> a * b);
            int[] offsets = new int[entries];
            for (int e = 0; e < entries; e++) {
                int rest = e;
                for (int i = open.length - 1; i >= 0; i--) {
                    int size = tables.sizes[scope[open[i]]];
                    offsets[e] += rest % size * tables.strides[f][open[i]];
                    rest /= size;
                }
            }
            int feature = f;
            byLocals.computeIfAbsent(Arrays.stream(locals).boxed().toList(), key -> new Group(locals, entries)).parts
                    .add(new Part(tables.first[f], offsets,
                            Arrays.stream(known).map(k -> Arrays.binarySearch(pattern.observed, scope[k])).toArray(),
                            Arrays.stream(known).map(k -> tables.strides[feature][k]).toArray()));
        }
        return List.copyOf(byLocals.values());
    }

    /**
     * Sums.
     *
     * @param logs   the log-potentials, by entry
     * @param target receives the expected counts, added; as long
     * @return Σ log Z over the components of all rows
     * @throws ContradictionException if a row is impossible, with its line
     */
    double add(double[] logs, double[] target, Spread spread, Budget budget) {
        int parts = Math.max(1, Math.min(PARTS, MAX_NUMBERS / Math.max(1, target.length)));
        List<double[]> sums = spread.map(this, IntStream.range(0, parts).mapToObj(part -> new Task(part, parts, logs))
                .toList(), MissingSums::sum, budget);
        double total = 0;
        for (double[] own : sums) {
            for (int e = 0; e < target.length; e++) {
                target[e] += own[e];
            }
            total += own[target.length];
        }
        return total;
    }

    /** The expected counts of a task's patterns, and after them Σ log Z. */
    private double[] sum(Task task, Budget budget) {
        int entries = task.logs.length;
        double[] own = new double[entries + 1];
        for (int p = task.part; p < patterns.size(); p += task.parts) {
            budget.check();
            own[entries] += addPattern(p, task.logs, own, budget);
        }
        return own;
    }

    private double addPattern(int p, double[] logs, double[] target, Budget budget) {
        DataCases.Pattern pattern = patterns.get(p);
        int largest = groups.get(p).stream().mapToInt(group -> group.entries).max().orElse(1);
        int most = Integer.highestOneBit(Math.max(1, Math.min(MAX_CONTEXTS, MAX_ENTRIES / largest)));
        double total = 0;
        for (int from = 0; from < pattern.contexts.size(); from += most) {
            total += addContexts(p, from, Math.min(pattern.contexts.size(), from + most), logs, target, budget);
        }
        return total;
    }

    private double addContexts(int p, int from, int to, double[] logs, double[] target, Budget budget) {
        DataCases.Pattern pattern = patterns.get(p);
        int count = to - from;
        // Sizes that are powers of two let more patterns share a plan.
        int places = count == 1 ? 1 : 2 * Integer.highestOneBit(count - 1);
        ExactResult result;
        try {
            result = solve(p, from, count, places, logs, budget);
        } catch (ContradictionException e) {
            if (count == 1) {
                throw new ContradictionException("the data contradict the model: what line "
                        + pattern.lines.getLong(from) + " observes is impossible");
            }
            return addAlone(p, from, to, logs, target, budget);
        }
        double total = 0;
        int contextVariable = pattern.missing.length;
        double[] shares = new double[places];
        for (int c = 0; c < places; c++) {
            shares[c] = places == 1 ? 1 : result.marginals().probability(contextVariable, c);
        }
        for (int c = 0; c < count; c++) {
            if (shares[c] < LEAST_SHARE) {
                total += addContexts(p, from + c, from + c + 1, logs, target, budget);
            } else {
                total += pattern.copies.getInt(from + c) * (result.logPartition() + Math.log(shares[c]));
            }
        }
        for (int g = 0; g < groups.get(p).size(); g++) {
            Group group = groups.get(p).get(g);
            double[] joint = result.joint(g);
            for (int c = 0; c < count; c++) {
                if (shares[c] < LEAST_SHARE) {
                    continue;
                }
                double factor = pattern.copies.getInt(from + c) / shares[c];
                for (Part part : group.parts) {
                    int base = part.base(pattern.contexts.get(from + c));
                    for (int e = 0; e < group.entries; e++) {
                        target[base + part.offsets[e]] += factor * joint[e * places + c];
                    }
                }
            }
        }
        return total;
    }

    private double addAlone(int p, int from, int to, double[] logs, double[] target, Budget budget) {
        double total = 0;
        for (int c = from; c < to; c++) {
            total += addContexts(p, c, c + 1, logs, target, budget);
        }
        return total;
    }

    private ExactResult solve(int p, int from, int count, int places, double[] logs, Budget budget) {
        DataCases.Pattern pattern = patterns.get(p);
        int[] sizes = IntStream.concat(Arrays.stream(pattern.missing).map(v -> tables.sizes[v]), IntStream.of(places))
                .toArray();
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        List<int[]> scopes = new ArrayList<>();
        for (Group group : groups.get(p)) {
            double[] table = new double[group.entries * places];
            for (Part part : group.parts) {
                for (int c = 0; c < places; c++) {
                    int base = part.base(pattern.contexts.get(from + Math.min(c, count - 1)));
                    for (int e = 0; e < group.entries; e++) {
                        table[e * places + c] += logs[base + part.offsets[e]];
                    }
                }
            }
            int[] scope = Arrays.copyOf(group.locals, group.locals.length + 1);
            scope[group.locals.length] = pattern.missing.length;
            scopes.add(scope);
            builder.table(scope, table);
        }
        GraphicalModel model = builder.build();
        ExactOptions options = ExactOptions.defaults().withThreads(1).withBudget(budget);
        Shape shape = new Shape(Arrays.stream(sizes).boxed().toList(),
                scopes.stream().map(scope -> Arrays.stream(scope).boxed().toList()).toList());
        ContractionPlan plan = plans().computeIfAbsent(shape, key -> ContractionPlan.of(model, scopes, options));
        try {
            return plan.on(model).orElseThrow(() -> new IllegalArgumentException("the " + pattern.missing.length
                    + " connected variables that line " + pattern.lines.getLong(from) + " leaves open are too many to "
                    + "be summed out; expected more observed values")).solve(options);
        } catch (TooLargeException e) {
            throw new IllegalArgumentException("the values that line " + pattern.lines.getLong(from)
                    + " leaves open are too many to be summed out: " + e.getMessage(), e);
        }
    }
}
