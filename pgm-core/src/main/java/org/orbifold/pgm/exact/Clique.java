package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Table;

/** A variable with its separator. Its table has the variable last, the separator before it, latest first. */
final class Clique {

    private static final int MERGED_ENTRIES = 256;

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

    Clique(int variable, int[] separator, int[] position, int[] sizes) {
        this.variable = variable;
        this.scope = Arrays.copyOf(separator, separator.length + 1);
        scope[separator.length] = variable;
        IntArrays.quickSort(scope, (a, b) -> position[b] - position[a]);
        this.parent = separator.length == 0 ? -1 : scope[scope.length - 2];
        this.scopeSizes = Arrays.stream(scope).map(v -> sizes[v]).toArray();
        this.entries = Arrays.stream(scopeSizes).reduce(1, (a, b) -> a * b);
    }

    /** Adds a factor over some of the scope; small ones are multiplied, to save passes over the large table. */
    void add(Table factor) {
        int last = factors.size() - 1;
        if (last >= 0 && (long) factors.get(last).entryCount() * factor.entryCount() <= MERGED_ENTRIES) {
            factors.set(last, product(factors.get(last), factor));
        } else {
            factors.add(factor);
        }
    }

    private static Table product(Table a, Table b) {
        int[] union = IntStream.concat(Arrays.stream(a.scope()), Arrays.stream(b.scope())).distinct().toArray();
        int[] sizes = new int[union.length];
        int[] stridesA = strides(a, union, sizes);
        int[] stridesB = strides(b, union, sizes);
        double[] logs = new double[Table.entries(sizes)];
        new Broadcast(sizes, stridesA).add(a.entries(), logs, 0, logs.length);
        new Broadcast(sizes, stridesB).add(b.entries(), logs, 0, logs.length);
        return Table.of(union, sizes, logs);
    }

    /** The strides in the table of the given variables, 0 for those it does not have; notes their sizes. */
    private static int[] strides(Table table, int[] variables, int[] sizes) {
        int[] strides = new int[variables.length];
        for (int i = 0; i < variables.length; i++) {
            for (int k = 0; k < table.arity(); k++) {
                if (table.variable(k) == variables[i]) {
                    strides[i] = table.stride(k);
                    sizes[i] = table.size(k);
                }
            }
        }
        return strides;
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
        int[] strides = new int[scope.length];
        int stride = 1;
        for (int k = variables.length - 1; k >= 0; k--) {
            int at = indexOf(variables[k]);
            if (at >= 0) {
                strides[at] = stride;
            }
            stride *= sizes[variables[k]];
        }
        return new Broadcast(scopeSizes, strides);
    }

    /** −1 for a variable with a single value, which takes no part. */
    private int indexOf(int v) {
        for (int k = 0; k < scope.length; k++) {
            if (scope[k] == v) {
                return k;
            }
        }
        return -1;
    }
}
