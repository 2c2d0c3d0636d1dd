package org.orbifold.pgm.model;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A full table of log-potentials, one entry per joint assignment of its scope.
 *
 * <p>Entries stand in row-major order: the first variable of the scope is the most significant digit, the last one
 * changes fastest (as in UAI files). An entry −∞ forbids its assignment.
 */
public final class Table implements Feature {

    /** The most entries a table can have. */
    public static final int MAX_ENTRIES = Integer.MAX_VALUE - 8;

    private final int[] scope;
    private final int[] sizes;
    private final double[] logPotentials;

    Table(int[] scope, int[] sizes, double[] logPotentials) {
        this.scope = scope;
        this.sizes = sizes;
        this.logPotentials = logPotentials;
    }

    /**
     * Returns a table.
     *
     * @param scope         its variables, all different
     * @param sizes         their domain sizes
     * @param logPotentials the entries; finite or −∞
     * @return the table, with copies of the arrays
     */
    public static Table of(int[] scope, int[] sizes, double[] logPotentials) {
        check(scope, sizes, logPotentials);
        return new Table(scope.clone(), sizes.clone(), logPotentials.clone());
    }

    static void check(int[] scope, int[] sizes, double[] logPotentials) {
        checkScope(scope);
        if (sizes.length != scope.length) {
            throw new IllegalArgumentException(
                    scope.length + " variables but " + sizes.length + " domain sizes in a table");
        }
        int entries = entries(sizes);
        if (logPotentials.length != entries) {
            throw new IllegalArgumentException("the table over variables " + Arrays.toString(scope) + " needs "
                    + entries + " entries (the product of its domain sizes), but has " + logPotentials.length);
        }
        checkEntries(logPotentials, () -> "variables " + Arrays.toString(scope));
    }

    /** Refuses entries that are no log-potentials; the scope is text for the error. */
    static void checkEntries(double[] logPotentials, Supplier<String> scope) {
        for (int i = 0; i < logPotentials.length; i++) {
            if (Double.isNaN(logPotentials[i]) || logPotentials[i] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("entry " + i + " of the table over " + scope.get() + " is "
                        + logPotentials[i]
                        + "; expected a finite log-potential, or -infinity to forbid the assignment");
            }
        }
    }

    private static void checkScope(int[] scope) {
        int[] sorted = scope.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException("variable " + sorted[i] + " stands twice in the scope "
                        + Arrays.toString(scope) + " of a table");
            }
        }
    }

    /**
     * Returns how many entries a table over variables of the given sizes has.
     *
     * @param sizes the domain sizes
     * @return their product
     * @throws IllegalArgumentException if a table of that many entries cannot be held
     */
    public static int entries(int[] sizes) {
        long product = 1;
        for (int size : sizes) {
            product *= size;
            if (product > MAX_ENTRIES) {
                throw new IllegalArgumentException("a table over domains of sizes " + Arrays.toString(sizes)
                        + " is too large: it would have more than " + MAX_ENTRIES + " entries");
            }
        }
        return (int) product;
    }

    @Override
    public int[] scope() {
        return scope.clone();
    }

    /**
     * Returns the number of variables.
     *
     * @return the number
     */
    public int arity() {
        return scope.length;
    }

    /**
     * Returns a variable of the scope.
     *
     * @param k its place
     * @return the variable's index
     */
    public int variable(int k) {
        return scope[k];
    }

    /**
     * Returns the domain size of a variable of the scope.
     *
     * @param k its place
     * @return the number of its values
     */
    public int size(int k) {
        return sizes[k];
    }

    /**
     * Returns how far apart entries are that differ by 1 in one variable.
     *
     * @param k the variable's place
     * @return the product of the sizes after it
     */
    public int stride(int k) {
        int stride = 1;
        for (int j = scope.length - 1; j > k; j--) {
            stride *= sizes[j];
        }
        return stride;
    }

    boolean isOver(int[] variables) {
        return Arrays.equals(scope, variables);
    }

    /**
     * Returns whether some assignment is forbidden.
     *
     * @return whether an entry is −∞
     */
    public boolean isHard() {
        for (double log : logPotentials) {
            if (log == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the domain sizes of the scope.
     *
     * @return a fresh array
     */
    public int[] sizes() {
        return sizes.clone();
    }

    /**
     * Returns the number of entries.
     *
     * @return the product of the sizes
     */
    public int entryCount() {
        return logPotentials.length;
    }

    /**
     * Returns an entry.
     *
     * @param index its place in row-major order
     * @return a log-potential, or −∞
     */
    public double entry(int index) {
        return logPotentials[index];
    }

    /**
     * Returns all entries.
     *
     * @return a fresh array
     */
    public double[] entries() {
        return logPotentials.clone();
    }

    /**
     * Returns the largest entry.
     *
     * @return a log-potential; −∞ if all are
     */
    public double largest() {
        double largest = Double.NEGATIVE_INFINITY;
        for (double log : logPotentials) {
            largest = Math.max(largest, log);
        }
        return largest;
    }

    /**
     * Returns by how much possible entries differ at most.
     *
     * @return the largest entry minus the smallest one that is not −∞; 0 if all are −∞
     */
    public double spread() {
        double least = Double.POSITIVE_INFINITY;
        for (double log : logPotentials) {
            least = log > Double.NEGATIVE_INFINITY ? Math.min(least, log) : least;
        }
        return least == Double.POSITIVE_INFINITY ? 0 : largest() - least;
    }

    @Override
    public double logPotential(int[] state) {
        return logPotential(state, -1, 0);
    }

    @Override
    public double logPotential(int[] state, int variable, int value) {
        int index = 0;
        for (int k = 0; k < scope.length; k++) {
            index = index * sizes[k] + (scope[k] == variable ? value : state[scope[k]]);
        }
        return logPotentials[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Table that && Arrays.equals(scope, that.scope) && Arrays.equals(sizes, that.sizes)
                && Arrays.equals(logPotentials, that.logPotentials);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(scope) + Arrays.hashCode(logPotentials);
    }

    @Override
    public String toString() {
        int shown = Math.min(logPotentials.length, 16);
        String entries = Arrays.toString(Arrays.copyOf(logPotentials, shown));
        return "table over " + Arrays.toString(scope) + " " + entries + (shown < logPotentials.length ? "…" : "");
    }
}
