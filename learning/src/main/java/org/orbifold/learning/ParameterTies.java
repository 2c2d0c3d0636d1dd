package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Which entries of tables are one parameter: those that a symmetry of the structure maps to each other. The structure
 * is the model without weights: all soft clauses have the same, and a table has an entry for every multiset of the
 * values of its variables, the last variable apart where the tables are conditional.
 */
final class ParameterTies {

    private final int[] representative;

    private ParameterTies(int[] representative) {
        this.representative = representative;
    }

    static ParameterTies none(NetworkTables tables) {
        return new ParameterTies(IntStream.range(0, tables.entries()).toArray());
    }

    /** Finds the symmetries of the structure, variable and variable-value ones. */
    static ParameterTies orbits(NetworkTables tables, ParameterKind kind, int threads, Budget budget) {
        GraphicalModel structure = structure(tables, kind);
        BlockSymmetries found = SymmetryFinder.of(structure, SymmetryOptions.defaults().withThreads(threads)
                .withBudget(budget)).variableValue();
        int[] root = IntStream.range(0, tables.entries()).toArray();
        Map<List<Integer>, List<Integer>> byScope = new HashMap<>();
        for (int f = 0; f < tables.features(); f++) {
            byScope.computeIfAbsent(key(tables.scopes[f].clone()), scope -> new ArrayList<>()).add(f);
        }
        for (Permutation generator : found.generators()) {
            budget.check();
            join(tables, structure, found.pairs(), generator, byScope, root);
        }
        Arrays.setAll(root, e -> find(root, e));
        return new ParameterTies(root);
    }

    private static List<Integer> key(int[] scope) {
        Arrays.sort(scope);
        return Arrays.stream(scope).boxed().toList();
    }

    private static GraphicalModel structure(NetworkTables tables, ParameterKind kind) {
        ModelBuilder builder = GraphicalModel.builder().variables(tables.sizes);
        int[] state = new int[tables.sizes.length];
        for (int f = 0; f < tables.features(); f++) {
            Feature feature = tables.model.features().get(f);
            if (feature instanceof WeightedFeature weighted) {
                builder.add(Double.isInfinite(weighted.weight()) ? weighted : weighted.withWeight(1));
                continue;
            }
            int[] scope = tables.scopes[f];
            double[] entries = new double[tables.first[f + 1] - tables.first[f]];
            for (int e = 0; e < entries.length; e++) {
                tables.putValues(f, e, state);
                entries[e] = kind == ParameterKind.LOG_LINEAR
                        && feature.logPotential(state) == Double.NEGATIVE_INFINITY
                        ? Double.NEGATIVE_INFINITY : generic(tables, scope, state, kind);
            }
            builder.table(scope, entries);
        }
        return builder.build();
    }

    /** A number for a multiset of values: the same for the same one, in all likelihood others for others. */
    private static double generic(NetworkTables tables, int[] scope, int[] state, ParameterKind kind) {
        long[] values = new long[scope.length];
        for (int k = 0; k < scope.length; k++) {
            boolean isChild = kind == ParameterKind.CONDITIONAL && k == scope.length - 1;
            values[k] = (isChild ? 1L << 62 : 0) + ((long) tables.sizes[scope[k]] << 31) + state[scope[k]];
        }
        Arrays.sort(values);
        long hash = 0x9E3779B97F4A7C15L;
        for (long value : values) {
            hash = (hash ^ value) * 0xBF58476D1CE4E5B9L;
            hash = (hash ^ hash >>> 29) * 0x94D049BB133111EBL;
        }
        return (hash >>> 11) * 0x1p-53;
    }

    private static void join(NetworkTables tables, GraphicalModel structure, BlockValuePairs pairs,
            Permutation generator, Map<List<Integer>, List<Integer>> byScope, int[] root) {
        int[] state = new int[tables.sizes.length];
        for (int f = 0; f < tables.features(); f++) {
            int entries = tables.first[f + 1] - tables.first[f];
            int[][] images = new int[entries][];
            int[] scope = tables.scopes[f];
            int[] moved = new int[scope.length];
            for (int e = 0; e < entries; e++) {
                tables.putValues(f, e, state);
                int[] image = new int[tables.sizes.length == 0 ? 0 : scope.length];
                for (int k = 0; k < scope.length; k++) {
                    int to = generator.image(pairs.firstPair(scope[k]) + state[scope[k]]);
                    moved[k] = pairs.blockOf(to);
                    image[k] = pairs.valueOf(to);
                }
                images[e] = image;
            }
            List<Integer> candidates = byScope.getOrDefault(key(moved.clone()), List.of());
            for (int g : candidates) {
                if (isImage(tables, structure, f, g, moved, images)) {
                    for (int e = 0; e < entries; e++) {
                        union(root, tables.first[f] + e, tables.first[g] + entry(tables, g, moved, images[e]));
                    }
                    break;
                }
            }
        }
    }

    private static int entry(NetworkTables tables, int feature, int[] variables, int[] values) {
        int entry = 0;
        for (int k = 0; k < variables.length; k++) {
            for (int l = 0; l < variables.length; l++) {
                entry += tables.scopes[feature][l] == variables[k] ? tables.strides[feature][l] * values[k] : 0;
            }
        }
        return entry;
    }

    /** Whether a feature of the structure says of the images what another says of the values. */
    private static boolean isImage(NetworkTables tables, GraphicalModel structure, int f, int g, int[] moved,
            int[][] images) {
        Feature from = structure.features().get(f);
        Feature to = structure.features().get(g);
        if (from instanceof Table != to instanceof Table) {
            return false;
        }
        int[] state = new int[tables.sizes.length];
        for (int e = 0; e < images.length; e++) {
            tables.putValues(f, e, state);
            double value = from.logPotential(state);
            for (int k = 0; k < moved.length; k++) {
                state[moved[k]] = images[e][k];
            }
            if (to.logPotential(state) != value) {
                return false;
            }
        }
        return true;
    }

    private static int find(int[] root, int e) {
        int r = e;
        while (root[r] != r) {
            root[r] = root[root[r]];
            r = root[r];
        }
        return r;
    }

    private static void union(int[] root, int a, int b) {
        int one = find(root, a);
        int other = find(root, b);
        root[Math.max(one, other)] = Math.min(one, other);
    }

    /** Whether an entry is the first of its class. */
    boolean isFirst(int entry) {
        return representative[entry] == entry;
    }

    /** By entry: the first of its class. */
    int[] classes() {
        return representative.clone();
    }

    int representative(int entry) {
        return representative[entry];
    }

    /** By entry: the sum of the numbers of its class. */
    double[] pooled(double[] numbers) {
        double[] sums = new double[numbers.length];
        for (int e = 0; e < numbers.length; e++) {
            sums[representative[e]] += numbers[e];
        }
        double[] pooled = new double[numbers.length];
        Arrays.setAll(pooled, e -> sums[representative[e]]);
        return pooled;
    }
}
