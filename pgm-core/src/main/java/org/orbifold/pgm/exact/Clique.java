package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbifold.pgm.model.Table;

/** A variable with its separator. Its table has the variable last, the separator before it, latest first. */
final class Clique {

    private static final int MERGED_ENTRIES = 256;
    /** Entries from which on it pays to spread factors. */
    private static final int LARGE = 1 << 15;
    private static final int RUN = 1 << 9;
    private static final int SPREAD_ENTRIES = 1 << 12;

    final int variable;
    final int parent;
    final int[] scope;
    final int[] scopeSizes;
    final int entries;
    private final List<Table> factors = new ArrayList<>(2);
    final List<Clique> children = new ArrayList<>(2);
    /** The scopes whose joint probabilities are asked for, by their numbers. */
    final Map<Integer, int[]> joints = new TreeMap<>();
    /** What this clique sent up to its parent; later, what the parent sent down. Over the scope without the last. */
    double[] message = {};
    /** The factors' entries in the numbers of the calibration. */
    final List<double[]> potentials = new ArrayList<>(2);
    /** The logarithm of what was divided out of the message sent up. */
    double logScale;
    /** For logarithms: what a belief in this clique is at most, beside {@link #logScale}. */
    double reference;
    /** For plain numbers: at most the least positive entry of the message; before it, of the factors' product. */
    double least = 1;
    /** For plain numbers: how much underflow may have taken from an entry of the message. */
    double lost;

    Clique(int variable, int[] separator, int[] position, int[] sizes) {
        this.variable = variable;
        this.scope = Arrays.copyOf(separator, separator.length + 1);
        scope[separator.length] = variable;
        IntArrays.quickSort(scope, (a, b) -> position[b] - position[a]);
        this.parent = separator.length == 0 ? -1 : scope[scope.length - 2];
        this.scopeSizes = new int[scope.length];
        int product = 1;
        for (int k = 0; k < scope.length; k++) {
            scopeSizes[k] = sizes[scope[k]];
            product *= scopeSizes[k];
        }
        this.entries = product;
    }

    /** Adds a factor over some of the scope. */
    void add(Table factor) {
        factors.add(factor);
    }

    /**
     * Multiplies small factors, to save passes over the large table, and spreads them over the last variables of it, so
     * that whole runs can be multiplied.
     */
    void mergeFactors(int[] sizes) {
        boolean large = entries >= LARGE;
        if (!large && factors.size() <= 1) {
            return;
        }
        int suffix = scope.length;
        for (int run = large ? RUN : 1; suffix > 0 && scopeSizes[suffix - 1] <= run; run /= scopeSizes[suffix]) {
            suffix--;
        }
        List<Table> merged = new ArrayList<>(2);
        List<Table> group = new ArrayList<>(2);
        for (Table factor : factors) {
            group.add(factor);
            if (product(union(group, suffix), sizes) > (large ? SPREAD_ENTRIES : MERGED_ENTRIES)) {
                group.remove(group.size() - 1);
                merge(group, suffix, sizes, merged);
                group.clear();
                group.add(factor);
            }
        }
        merge(group, suffix, sizes, merged);
        factors.clear();
        factors.addAll(merged);
    }

    private void merge(List<Table> group, int suffix, int[] sizes, List<Table> merged) {
        int[] union = union(group, suffix);
        double product = product(union, sizes);
        if (group.isEmpty() || group.size() == 1 && (entries < LARGE || product > SPREAD_ENTRIES)) {
            merged.addAll(group);
            return;
        }
        int[] unionSizes = Arrays.stream(union).map(v -> sizes[v]).toArray();
        double[] logs = new double[(int) product];
        for (Table factor : group) {
            broadcast(union, unionSizes, factor.scope(), sizes).add(factor.entries(), logs, 0, logs.length);
        }
        merged.add(Table.of(union, unionSizes, logs));
    }

    /** The variables of the tables and the last ones of the scope, in the order of the scope. */
    private int[] union(List<Table> tables, int suffix) {
        int[] union = new int[scope.length];
        int size = 0;
        for (int k = 0; k < scope.length; k++) {
            boolean in = k >= suffix;
            for (int t = 0; t < tables.size() && !in; t++) {
                for (int i = 0; i < tables.get(t).arity() && !in; i++) {
                    in = tables.get(t).variable(i) == scope[k];
                }
            }
            if (in) {
                union[size++] = scope[k];
            }
        }
        return Arrays.copyOf(union, size);
    }

    private static double product(int[] variables, int[] sizes) {
        double product = 1;
        for (int v : variables) {
            product *= sizes[v];
        }
        return product;
    }

    List<Table> factors() {
        return factors;
    }

    /** Drops what is not needed after the clique has received. */
    void release() {
        message = new double[0];
        potentials.clear();
    }

    Broadcast broadcast(Clique child, int[] sizes) {
        return broadcast(Arrays.copyOf(child.scope, child.scope.length - 1), sizes);
    }

    /** To a table over some of the scope, in row-major order. */
    Broadcast broadcast(int[] variables, int[] sizes) {
        return broadcast(scope, scopeSizes, variables, sizes);
    }

    private static Broadcast broadcast(int[] large, int[] largeSizes, int[] variables, int[] sizes) {
        int[] strides = new int[large.length];
        int stride = 1;
        for (int k = variables.length - 1; k >= 0; k--) {
            // A variable with a single value takes no part.
            for (int i = 0; i < large.length; i++) {
                if (large[i] == variables[k]) {
                    strides[i] = stride;
                }
            }
            stride *= sizes[variables[k]];
        }
        return new Broadcast(largeSizes, strides);
    }
}
