package org.orbifold.learning;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * A ground network as tables of counts: the features over the same atoms are one table, which says how many groundings
 * of each formula hold for each joint value. Scopes whose features are alike share a pattern.
 */
final class CountTables {

    /** Counts of all patterns together, at most: memory. */
    private static final long MAX_TOTAL = 1L << 27;

    /**
     * A table of counts; one for all scopes that have the same.
     *
     * @param sizes      of its variables
     * @param instances  the formula instances that are counted, ascending
     * @param counts     by instance: by joint value, row-major
     * @param impossible joint values that a hard formula forbids
     */
    record Pattern(List<Integer> sizes, List<Integer> instances, List<List<Double>> counts,
            List<Integer> impossible) { }

    /**
     * A scope and its pattern.
     *
     * @param scope   ascending
     * @param pattern its place in {@link #patterns()}
     */
    record Scope(int[] scope, int pattern) { }

    private final List<Pattern> patterns = new ArrayList<>();
    private final List<Scope> scopes = new ArrayList<>();
    private final IntArrayList wide = new IntArrayList();

    private CountTables() { }

    /**
     * Makes the tables.
     *
     * @param maxEntries the most joint values of a table; wider features have none
     */
    static CountTables of(GroundFormulas ground, int maxEntries, Budget budget) {
        CountTables made = new CountTables();
        made.build(ground, maxEntries, budget);
        return made;
    }

    List<Pattern> patterns() {
        return patterns;
    }

    List<Scope> scopes() {
        return scopes;
    }

    /** The features that are too wide for a table, or for which there is no memory. */
    IntArrayList wide() {
        return wide;
    }

    private void build(GroundFormulas ground, int maxEntries, Budget budget) {
        GraphicalModel model = ground.model();
        Map<IntArrayList, IntArrayList> byScope = new LinkedHashMap<>();
        List<Feature> features = model.features();
        for (int f = 0; f < features.size(); f++) {
            int[] scope = features.get(f).scope();
            Arrays.sort(scope);
            if (model.assignments(scope) > maxEntries) {
                wide.add(f);
            } else {
                byScope.computeIfAbsent(new IntArrayList(scope), key -> new IntArrayList()).add(f);
            }
        }
        budget.check();
        Map<Pattern, Integer> numbers = new HashMap<>();
        Map<List<Object>, Integer> known = new HashMap<>();
        int[] state = new int[model.variableCount()];
        long total = 0;
        for (Map.Entry<IntArrayList, IntArrayList> entry : byScope.entrySet()) {
            int[] scope = entry.getKey().toIntArray();
            List<Object> signature = signature(ground, features, scope, entry.getValue());
            Integer number = known.get(signature);
            if (number == null && total > MAX_TOTAL) {
                wide.addAll(entry.getValue());
                continue;
            } else if (number == null) {
                Pattern pattern = pattern(ground, features, scope, entry.getValue(), state);
                number = numbers.computeIfAbsent(pattern, key -> {
                    patterns.add(pattern);
                    return patterns.size() - 1;
                });
                known.put(signature, number);
                total += pattern.counts.stream().mapToLong(List::size).sum();
                budget.check();
            }
            scopes.add(new Scope(scope, number));
        }
    }

    /** The features of a scope up to the names of its variables: those that look alike have the same table. */
    private static List<Object> signature(GroundFormulas ground, List<Feature> features, int[] scope,
            IntArrayList list) {
        List<Object> signature = new ArrayList<>();
        for (int v : scope) {
            signature.add(ground.model().size(v));
        }
        for (int f : list) {
            signature.add(ground.instance()[f]);
            signature.add(((WeightedFeature) features.get(f)).renumbered(v -> Arrays.binarySearch(scope, v)));
        }
        return signature;
    }

    private static Pattern pattern(GroundFormulas ground, List<Feature> features, int[] scope, IntArrayList list,
            int[] state) {
        int[] sizes = Arrays.stream(scope).map(ground.model()::size).toArray();
        int entries = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        Map<Integer, double[]> counts = new TreeMap<>();
        List<Integer> impossible = new ArrayList<>();
        for (int e = 0; e < entries; e++) {
            int rest = e;
            for (int i = scope.length - 1; i >= 0; i--) {
                state[scope[i]] = rest % sizes[i];
                rest /= sizes[i];
            }
            boolean possible = true;
            for (int f : list) {
                boolean holds = ((WeightedFeature) features.get(f)).holds(state);
                int instance = ground.instance()[f];
                if (instance >= 0) {
                    counts.computeIfAbsent(instance, key -> new double[entries])[e] += holds ? 1 : 0;
                } else {
                    possible &= holds;
                }
            }
            if (!possible) {
                impossible.add(e);
            }
        }
        return new Pattern(Arrays.stream(sizes).boxed().toList(), List.copyOf(counts.keySet()),
                counts.values().stream().map(count -> Arrays.stream(count).boxed().toList()).toList(),
                List.copyOf(impossible));
    }
}
