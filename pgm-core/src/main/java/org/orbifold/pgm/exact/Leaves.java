package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * The tables that a contraction tree multiplies: a model's, those over some of another's variables multiplied into
 * that one, and scopes that are asked for. Knows scopes only, so that models with the same scopes share it. Immutable.
 */
final class Leaves {

    /** Entries of a leaf that are made at once: some milliseconds. */
    private static final int PIECE = 1 << 16;

    private final int[] sizes;
    /** By leaf: its variables of more than one value, ascending. */
    private final int[][] scopes;
    /** By leaf: the numbers of its tables, the model's wide features after the others. */
    private final int[][] members;
    /** By scope asked for: the leaf that holds it; −1 if it has no variable of more than one value. */
    private final int[] asked;
    /** Tables over no variable of more than one value. */
    private final int[] constants;

    private Leaves(int[] sizes, int[][] scopes, int[][] members, int[] asked, int[] constants) {
        this.sizes = sizes;
        this.scopes = scopes;
        this.members = members;
        this.asked = asked;
        this.constants = constants;
    }

    /**
     * Finds the leaves of a model.
     *
     * @param model  the model
     * @param asked  scopes whose joint probabilities are wanted
     * @param budget the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static Leaves of(GraphicalModel model, List<int[]> asked, Budget budget) {
        boolean[] all = new boolean[model.variableCount()];
        Arrays.fill(all, true);
        return inside(model, all, asked, budget);
    }

    /**
     * Finds the leaves of a model whose other variables are given.
     *
     * @param model  the model; if some variables are given, none of those inside is in a feature too wide for a table
     * @param inside the variables that are not given
     * @param asked  scopes inside whose joint probabilities are wanted
     * @param budget the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static Leaves inside(GraphicalModel model, boolean[] inside, List<int[]> asked, Budget budget) {
        int[] sizes = model.sizes();
        boolean[] free = inside.clone();
        for (int v = 0; v < free.length; v++) {
            free[v] &= sizes[v] > 1;
        }
        List<int[]> all = new ArrayList<>();
        Factors factors = model.factors(budget);
        factors.tables().forEach(table -> all.add(free(table.scope(), free)));
        factors.wide().forEach(feature -> all.add(free(feature.scope(), free)));
        int tables = all.size();
        asked.forEach(scope -> all.add(free(scope, free)));
        double[] entries = all.stream().mapToDouble(model::assignments).toArray();
        // Large ones first: what lies in another then comes after it.
        int[] bySize = new int[all.size()];
        Arrays.setAll(bySize, i -> i);
        IntArrays.mergeSort(bySize, (s, t) -> Double.compare(entries[t], entries[s]));
        IntArrayList[] holders = new IntArrayList[sizes.length];
        List<int[]> scopes = new ArrayList<>();
        List<IntArrayList> members = new ArrayList<>();
        IntArrayList constants = new IntArrayList();
        int[] askedLeaf = new int[asked.size()];
        for (int s : bySize) {
            budget.check();
            int[] scope = all.get(s);
            int leaf = scope.length == 0 ? -1 : holder(scope, scopes, holders);
            if (leaf < 0 && scope.length > 0) {
                leaf = scopes.size();
                scopes.add(scope);
                members.add(new IntArrayList(2));
                for (int v : scope) {
                    holders[v] = holders[v] == null ? new IntArrayList(2) : holders[v];
                    holders[v].add(leaf);
                }
            }
            if (s >= tables) {
                askedLeaf[s - tables] = leaf;
            } else if (leaf < 0) {
                constants.add(s);
            } else {
                members.get(leaf).add(s);
            }
        }
        if (scopes.isEmpty()) {
            // A tree has at least one leaf.
            scopes.add(new int[0]);
            members.add(new IntArrayList());
        }
        return new Leaves(sizes, scopes.toArray(int[][]::new),
                members.stream().map(IntArrayList::toIntArray).toArray(int[][]::new), askedLeaf,
                constants.toIntArray());
    }

    /** The variables of a scope that are free, ascending. */
    static int[] free(int[] scope, boolean[] isFree) {
        int[] free = new int[scope.length];
        int size = 0;
        for (int v : scope) {
            if (isFree[v]) {
                free[size++] = v;
            }
        }
        free = Arrays.copyOf(free, size);
        Arrays.sort(free);
        return free;
    }

    /** A leaf that has all variables of a scope, or −1. */
    private static int holder(int[] scope, List<int[]> scopes, IntArrayList[] holders) {
        IntArrayList fewest = null;
        for (int v : scope) {
            if (holders[v] == null) {
                return -1;
            }
            fewest = fewest == null || holders[v].size() < fewest.size() ? holders[v] : fewest;
        }
        for (int leaf : fewest) {
            if (isSubset(scope, scopes.get(leaf))) {
                return leaf;
            }
        }
        return -1;
    }

    /** Whether one ascending array is part of another. */
    private static boolean isSubset(int[] some, int[] all) {
        int at = 0;
        for (int v : some) {
            while (at < all.length && all[at] < v) {
                at++;
            }
            if (at == all.length || all[at] != v) {
                return false;
            }
        }
        return true;
    }

    int count() {
        return scopes.length;
    }

    /** By leaf; not to be changed. */
    int[][] scopes() {
        return scopes;
    }

    /** The numbers of a leaf's tables; not to be changed. */
    int[] members(int leaf) {
        return members[leaf];
    }

    /** The leaf that holds a scope asked for; −1 if that has one joint value. */
    int asked(int index) {
        return asked[index];
    }

    /** The log-weight of a model's tables that depend on no variable of more than one value. */
    double constant(GraphicalModel model) {
        double sum = model.factors().constant();
        int[] state = new int[model.variableCount()];
        List<Table> tables = model.factors().tables();
        for (int t : constants) {
            Feature feature = t < tables.size() ? tables.get(t) : model.factors().wide().get(t - tables.size());
            sum += feature.logPotential(state);
        }
        return sum;
    }

    /** The tables of a model with these scopes, for any number of slices. */
    Loader loader(GraphicalModel model, Budget budget) {
        return new Loader(model.factors(budget));
    }

    /** Makes the leaves' entries from a model's. */
    final class Loader {

        private final List<Table> tables;
        private final List<WeightedFeature> wide;
        private final double[][] entries;

        private Loader(Factors factors) {
            tables = factors.tables();
            wide = factors.wide();
            entries = tables.stream().map(Table::entries).toArray(double[][]::new);
        }

        /** The leaves of a slice, given the values of the sliced variables. */
        UpwardPass.Source slice(int[] values) {
            return (leaf, order, mode, workers) ->
                    ScaledTable.ofLogs(logs(leaf, order, values, workers), 0, 0, mode, workers);
        }

        /** The logarithms of a leaf's entries; the sliced variables, which have values, are not in the order. */
        private double[] logs(int leaf, int[] order, int[] values, TaskThreads workers) {
            double[] logs = new double[TableMath.entries(sizes, order)];
            int pieces = 1 + logs.length / PIECE;
            for (int t : members[leaf]) {
                if (t >= tables.size()) {
                    WeightedFeature feature = wide.get(t - tables.size());
                    workers.forEach(pieces, p -> add(feature, order, values, logs, p, pieces));
                    continue;
                }
                int[] scope = tables.get(t).scope();
                // Variables that are not sliced have the value 0 here.
                int from = TableMath.index(sizes, scope, scope.length, values);
                Broadcast broadcast = Broadcast.of(sizes, order, scope);
                workers.forEach(pieces, p -> broadcast.add(entries[t], from, logs, begin(logs, p, pieces),
                        begin(logs, p + 1, pieces)));
            }
            return logs;
        }

        /** Adds a feature that no table holds, value by value. */
        private void add(WeightedFeature feature, int[] order, int[] values, double[] logs, int piece, int pieces) {
            int[] state = values.clone();
            int end = begin(logs, piece + 1, pieces);
            for (int i = begin(logs, piece, pieces); i < end; i++) {
                TableMath.assign(sizes, order, i, state);
                logs[i] += feature.logPotential(state);
            }
        }

        private static int begin(double[] logs, int piece, int pieces) {
            return (int) ((long) logs.length * piece / pieces);
        }
    }
}
