package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.orbifold.pgm.time.Budget;

/**
 * A contraction tree compiled for execution: the order of each table's variables, a {@link Contraction} for each inner
 * node, and which nodes are computed side by side. Knows shapes only. Immutable.
 */
final class ContractionProgram {

    /** Products from which on the threads share one contraction; below, they share subtrees. */
    private static final double LARGE_PRODUCTS = 1 << 18;
    /** Tasks that subtrees are bundled into, for any number of threads. */
    private static final int BUNDLES = 64;

    private final ContractionTree tree;
    /** By variable: the node that sums it out, the latest last; such variables stand last in tables. */
    private final int[] rank;
    /** By node: the variables of its table, the last changing fastest. */
    private final int[][] orders;
    /** By leaf: the same with the variables that occur in no other leaf, which stand first. */
    private final int[][] wholeOrders;
    /** By inner node, from 0. */
    private final Contraction[] contractions;
    private final List<int[]> bundles = new ArrayList<>();
    private final int[] top;

    /**
     * Compiles.
     *
     * @param tree   the tree
     * @param tables the scopes of its leaves, ascending
     * @param budget the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    ContractionProgram(ContractionTree tree, int[][] tables, Budget budget) {
        this.tree = tree;
        int leaves = tree.leafCount();
        Orders found = new Orders(tree, tables);
        this.rank = found.rank;
        this.orders = found.orders;
        this.wholeOrders = found.wholeOrders;
        this.contractions = new Contraction[tree.nodeCount() - leaves];
        double[] work = new double[tree.nodeCount()];
        for (int node = 0; node < tree.nodeCount(); node++) {
            budget.check();
            if (node < leaves) {
                found.addLeaf(node, tables[node]);
                work[node] = tree.entries(tables[node]) + ContractionTree.NODE_WORK;
            } else {
                Contraction contraction = new Contraction(found.shape(node));
                contractions[node - leaves] = contraction;
                work[node] = contraction.products() + ContractionTree.NODE_WORK;
            }
        }
        this.top = schedule(work);
    }

    /**
     * About the time of a tree's contractions on the way up, as long as the numbers are plain.
     *
     * @param tree   the tree
     * @param tables the scopes of its leaves, ascending
     * @return nanoseconds
     */
    static double nanos(ContractionTree tree, int[][] tables) {
        Orders found = new Orders(tree, tables);
        double sum = 0;
        for (int node = 0; node < tree.nodeCount(); node++) {
            if (node < tree.leafCount()) {
                found.addLeaf(node, tables[node]);
            } else {
                sum += found.shape(node).form.nanos();
            }
        }
        return sum;
    }

    /** The order of each table's variables, found from the leaves to the root; names are those of the program. */
    private static final class Orders {

        private final ContractionTree tree;
        private final int[] rank;
        private final int[][] orders;
        private final int[][] wholeOrders;

        Orders(ContractionTree tree, int[][] tables) {
            this.tree = tree;
            this.rank = new int[tree.sizes().length];
            this.orders = new int[tree.nodeCount()][];
            this.wholeOrders = new int[tree.leafCount()][];
            for (int node = 0; node < tree.nodeCount(); node++) {
                // The last product that holds a variable sums it out.
                if (node < tree.leafCount()) {
                    rank(tables[node], node);
                } else {
                    rank(tree.scope(tree.left(node)), node);
                    rank(tree.scope(tree.right(node)), node);
                }
            }
        }

        private void rank(int[] scope, int node) {
            for (int v : scope) {
                rank[v] = node;
            }
        }

        void addLeaf(int leaf, int[] table) {
            int[] order = table.clone();
            IntArrays.mergeSort(order, (u, v) -> rank[u] != rank[v] ? rank[u] - rank[v] : u - v);
            int[] own = TableMath.filtered(order, tree.scope(leaf), false);
            orders[leaf] = own.length == 0 ? order : TableMath.filtered(order, tree.scope(leaf), true);
            wholeOrders[leaf] = own.length == 0 ? order : TableMath.concat(own, orders[leaf]);
        }

        ContractionShape shape(int node) {
            ContractionShape shape = new ContractionShape(tree.sizes(), rank, orders[tree.left(node)],
                    orders[tree.right(node)], tree.scope(node));
            orders[node] = shape.order;
            return shape;
        }
    }

    /** A contraction of tables whose variables stand in given orders. */
    Contraction contraction(int[] a, int[] b, int[] out) {
        return Contraction.of(tree.sizes(), rank, a, b, out);
    }

    /** Cuts off subtrees without large contractions, bundles them, and returns the other nodes. */
    private int[] schedule(double[] work) {
        int nodes = tree.nodeCount();
        boolean[] isTop = new boolean[nodes];
        double[] sum = work.clone();
        double total = 0;
        for (int node = 0; node < nodes; node++) {
            total += work[node];
            isTop[node] |= work[node] > LARGE_PRODUCTS;
            if (node >= tree.leafCount()) {
                int a = tree.left(node);
                int b = tree.right(node);
                isTop[node] |= isTop[a] || isTop[b];
                sum[node] += sum[a] + sum[b];
            }
        }
        double enough = Math.max(LARGE_PRODUCTS, total / BUNDLES);
        for (int node = nodes - 1; node >= tree.leafCount(); node--) {
            isTop[node] |= sum[node] > enough;
        }
        // A node whose parent is on top is the root of a subtree; its nodes follow it.
        int[] subtree = new int[nodes];
        Arrays.fill(subtree, -1);
        int[] bundleOf = new int[nodes];
        int count = 0;
        double filled = 0;
        for (int node = nodes - 1; node >= 0; node--) {
            if (!isTop[node]) {
                if (subtree[node] < 0) {
                    if (filled > enough || count == 0) {
                        count++;
                        filled = 0;
                    }
                    filled += sum[node];
                    subtree[node] = node;
                    bundleOf[node] = count - 1;
                }
                if (node >= tree.leafCount()) {
                    for (int child : new int[] {tree.left(node), tree.right(node)}) {
                        subtree[child] = node;
                        bundleOf[child] = bundleOf[node];
                    }
                }
            }
        }
        IntArrayList[] lists = new IntArrayList[count];
        Arrays.setAll(lists, i -> new IntArrayList());
        IntArrayList onTop = new IntArrayList();
        for (int node = 0; node < nodes; node++) {
            (isTop[node] ? onTop : lists[bundleOf[node]]).add(node);
        }
        for (IntArrayList list : lists) {
            bundles.add(list.toIntArray());
        }
        return onTop.toIntArray();
    }

    ContractionTree tree() {
        return tree;
    }

    /** The variables of a node's table, the last changing fastest; not to be changed. */
    int[] order(int node) {
        return orders[node];
    }

    /** The variables of a leaf, those that occur nowhere else first; not to be changed. */
    int[] wholeOrder(int leaf) {
        return wholeOrders[leaf];
    }

    /** The variables of a node's table, of a leaf with those that occur nowhere else; not to be changed. */
    int[] ownOrder(int node) {
        return isLeaf(node) ? wholeOrders[node] : orders[node];
    }

    boolean isLeaf(int node) {
        return node < tree.leafCount();
    }

    /** The contraction of an inner node's children. */
    Contraction contraction(int node) {
        return contractions[node - tree.leafCount()];
    }

    /** Visits children before parents. */
    void up(TaskThreads workers, IntConsumer visit) {
        workers.forEach(bundles.size(), i -> {
            for (int node : bundles.get(i)) {
                workers.checkTime();
                visit.accept(node);
            }
        });
        for (int node : top) {
            workers.checkTime();
            visit.accept(node);
        }
    }

    /** Visits parents before children. */
    void down(TaskThreads workers, IntConsumer visit) {
        for (int i = top.length - 1; i >= 0; i--) {
            workers.checkTime();
            visit.accept(top[i]);
        }
        workers.forEach(bundles.size(), b -> {
            int[] bundle = bundles.get(b);
            for (int i = bundle.length - 1; i >= 0; i--) {
                workers.checkTime();
                visit.accept(bundle[i]);
            }
        });
    }
}
