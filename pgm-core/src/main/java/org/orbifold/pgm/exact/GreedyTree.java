package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.orbifold.pgm.time.Budget;

/**
 * The contraction tree of an elimination order: for each variable in turn, all tables that hold it are multiplied, the
 * smallest two first.
 */
final class GreedyTree {

    private final int[] sizes;
    private final IntArrayList left = new IntArrayList();
    private final IntArrayList right = new IntArrayList();
    /** By node: what is open; null once the node has a parent. */
    private final List<int[]> live = new ArrayList<>();
    /** By variable: the nodes that hold it, those with a parent among them until they are met. */
    private final IntArrayList[] holders;
    /** By variable: how many nodes without a parent hold it. */
    private final int[] count;

    private GreedyTree(int[] sizes, int[][] tables) {
        this.sizes = sizes;
        this.holders = new IntArrayList[sizes.length];
        this.count = new int[sizes.length];
        Arrays.setAll(holders, v -> new IntArrayList(4));
        for (int t = 0; t < tables.length; t++) {
            for (int v : tables[t]) {
                holders[v].add(t);
                count[v]++;
            }
            live.add(tables[t]);
        }
    }

    /**
     * Makes the tree.
     *
     * @param sizes  the domain sizes
     * @param tables the scopes of the tables, ascending; at least one
     * @param order  the variables in the order of their elimination
     * @param budget the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static ContractionTree of(int[] sizes, int[][] tables, int[] order, Budget budget) {
        GreedyTree tree = new GreedyTree(sizes, tables);
        for (int v : order) {
            budget.check();
            tree.join(tree.holders[v]);
        }
        IntArrayList rest = new IntArrayList();
        for (int node = 0; node < tree.live.size(); node++) {
            rest.add(node);
        }
        tree.join(rest);
        return ContractionTree.of(sizes, tables, tree.left.toIntArray(), tree.right.toIntArray());
    }

    private record Sized(int node, double entries) { }

    /** Multiplies those of the nodes that have no parent yet. */
    private void join(IntArrayList nodes) {
        PriorityQueue<Sized> queue = new PriorityQueue<>((a, b) -> a.entries != b.entries
                ? Double.compare(a.entries, b.entries) : Integer.compare(a.node, b.node));
        for (int node : nodes) {
            if (live.get(node) != null) {
                queue.add(sized(node));
            }
        }
        while (queue.size() > 1) {
            queue.add(sized(multiply(queue.remove().node, queue.remove().node)));
        }
    }

    private Sized sized(int node) {
        double entries = 1;
        for (int v : live.get(node)) {
            entries *= sizes[v];
        }
        return new Sized(node, entries);
    }

    private int multiply(int a, int b) {
        int[] scopeA = live.get(a);
        int[] scopeB = live.get(b);
        int node = live.size();
        int[] union = ContractionTree.union(scopeA, scopeB);
        for (int v : union) {
            count[v]++;
        }
        for (int v : scopeA) {
            count[v]--;
        }
        for (int v : scopeB) {
            count[v]--;
        }
        int size = 0;
        for (int v : union) {
            if (count[v] > 1) {
                union[size++] = v;
                holders[v].add(node);
            }
        }
        int[] open = Arrays.copyOf(union, size);
        live.set(a, null);
        live.set(b, null);
        live.add(open);
        left.add(a);
        right.add(b);
        return node;
    }
}
