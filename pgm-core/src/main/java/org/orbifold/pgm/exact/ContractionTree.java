package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The order in which the tables of a network are multiplied, two at a time, as a binary tree. Its leaves are the
 * tables. The scope of a node are the variables that occur both below it and elsewhere: all others below it are summed
 * out there, as early as possible. Immutable.
 *
 * <p>Leaves are the nodes 0, 1, …; inner nodes follow, children before parents, the root last.
 */
final class ContractionTree {

    /** The work of an entry of a node's table beside the products for it, in products: it is written and read again. */
    static final double ENTRY_WORK = 2;
    /** Tables beside those that are kept: adjoints of two children, and transposed operands. */
    private static final int BESIDE = 4;
    /** Contractions per node: one on the way up, two on the way down. */
    static final int PASSES = 3;
    /** The work of a node's contractions beside their products, in products: arrays, calls. */
    static final int NODE_WORK = 150;

    private final int[] sizes;
    private final int leafCount;
    /** By inner node, from 0. */
    private final int[] left;
    private final int[] right;
    /** By node, ascending. */
    private final int[][] scopes;

    private ContractionTree(int[] sizes, int leafCount, int[] left, int[] right, int[][] scopes) {
        this.sizes = sizes;
        this.leafCount = leafCount;
        this.left = left;
        this.right = right;
        this.scopes = scopes;
    }

    /**
     * Makes a tree.
     *
     * @param sizes  the domain sizes
     * @param tables the scopes of the tables, ascending; at least one
     * @param left   one child of each inner node; nodes are numbered as above, children before parents
     * @param right  the other child
     */
    static ContractionTree of(int[] sizes, int[][] tables, int[] left, int[] right) {
        int count = tables.length;
        // How many tables below a node and elsewhere hold a variable decides where it is summed out.
        int[] occurrences = new int[sizes.length];
        for (int[] table : tables) {
            for (int v : table) {
                occurrences[v]++;
            }
        }
        int[][] scopes = new int[count + left.length][];
        int[][] below = new int[scopes.length][];
        for (int node = 0; node < scopes.length; node++) {
            int[] union;
            int[] counts;
            if (node < count) {
                union = tables[node];
                counts = new int[union.length];
                Arrays.fill(counts, 1);
            } else {
                int a = left[node - count];
                int b = right[node - count];
                union = union(scopes[a], scopes[b]);
                counts = new int[union.length];
                addCounts(union, scopes[a], below[a], counts);
                addCounts(union, scopes[b], below[b], counts);
                below[a] = null;
                below[b] = null;
            }
            IntArrayList open = new IntArrayList(union.length);
            int[] openCounts = new int[union.length];
            for (int k = 0; k < union.length; k++) {
                if (counts[k] < occurrences[union[k]]) {
                    openCounts[open.size()] = counts[k];
                    open.add(union[k]);
                }
            }
            scopes[node] = open.toIntArray();
            below[node] = openCounts;
        }
        return new ContractionTree(sizes, count, left, right, scopes);
    }

    private static void addCounts(int[] union, int[] scope, int[] counts, int[] sums) {
        for (int k = 0, at = 0; k < scope.length; at++) {
            if (union[at] == scope[k]) {
                sums[at] += counts[k++];
            }
        }
    }

    /** The variables of two scopes, ascending. */
    static int[] union(int[] a, int[] b) {
        int[] union = new int[a.length + b.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < a.length || j < b.length) {
            if (j == b.length || i < a.length && a[i] < b[j]) {
                union[size++] = a[i++];
            } else {
                i += i < a.length && a[i] == b[j] ? 1 : 0;
                union[size++] = b[j++];
            }
        }
        return Arrays.copyOf(union, size);
    }

    int[] sizes() {
        return sizes;
    }

    int leafCount() {
        return leafCount;
    }

    int nodeCount() {
        return scopes.length;
    }

    int left(int node) {
        return left[node - leafCount];
    }

    int right(int node) {
        return right[node - leafCount];
    }

    /** The variables of a node's table, ascending; not to be changed. */
    int[] scope(int node) {
        return scopes[node];
    }

    /** The variables that the product of an inner node's children ranges over, ascending. */
    int[] product(int node) {
        return union(scopes[left(node)], scopes[right(node)]);
    }

    /** The number of joint values of some variables. */
    double entries(int[] scope) {
        double entries = 1;
        for (int v : scope) {
            entries *= sizes[v];
        }
        return entries;
    }

    /** The work of all inner nodes, in products. */
    double work() {
        double sum = 0;
        for (int node = leafCount; node < scopes.length; node++) {
            sum += entries(product(node)) + ENTRY_WORK * entries(scopes[node]);
        }
        return sum;
    }

    /**
     * The same tree where some variables are fixed, each slice by itself.
     *
     * @param tables the scopes of the leaves without these variables
     */
    ContractionTree on(int[][] tables) {
        return of(sizes, tables, left, right);
    }

    /**
     * What it costs to compute Z and all marginals with it, for one slice.
     *
     * @param tables the scopes of the leaves, without sliced variables
     * @param leaves what they are made of; further tables are of ones
     */
    ExactCost cost(int[][] tables, Leaves leaves) {
        int width = 0;
        double largest = 1;
        double kept = 0;
        double products = 0;
        for (int node = 0; node < scopes.length; node++) {
            int[] all = node < leafCount ? tables[node] : product(node);
            width = Math.max(width, all.length - 1);
            double open = entries(scopes[node]);
            kept += open;
            if (node < leafCount) {
                // The leaf as it is read, and with what occurs nowhere else.
                double whole = entries(all);
                kept += 2 * whole;
                products += whole * (node < leaves.count() ? Math.max(1, leaves.members(node).length) : 1);
                largest = Math.max(largest, whole);
            } else {
                products += entries(all) + ENTRY_WORK * open;
                largest = Math.max(largest, open);
            }
        }
        return new ExactCost(width, largest, Double.BYTES * (kept + BESIDE * largest),
                PASSES * products + NODE_WORK * scopes.length, 0, false);
    }
}
