package org.orbifold.symmetry.search;

import java.util.Arrays;
import org.orbifold.symmetry.refine.Mixing;

/**
 * Folds leaves into their neighbours, again and again, until there are none: all of a tree, and of a model graph the
 * values that no clause mentions with what hangs on them.
 *
 * <p>In each round all leaves go at once. Vertices of one colour with equally coloured leaves on them form a class and
 * get one new colour; classes are numbered by a hash of what they are, and by what they are where hashes are equal, so
 * not by names. Time O(n) and what sorting the colours of the first leaves and the classes takes; a round costs what is
 * folded in it, because a path has as many rounds as half its vertices.
 */
final class LeafFolding {

    /** Folding before the first refinement pays if at least this part of the vertices are leaves. */
    private static final int PAYS_FROM = 8;

    private final Folding folding;
    private final int[] color;
    private final int[] degree;

    private int[] leaves;
    private int leafCount;
    /** Plus one, zero being none. */
    private int[] firstChild;
    private int[] nextSibling;
    private int[] parents;
    private int parentCount;

    private int[] classOf;
    private int[] representative = new int[8];
    private long[] hashes = new long[8];
    private int[] slots = new int[8];
    private int classCount;
    /** Open addressing by hash: class plus one, zero being free. */
    private int[] table = new int[32];
    /** How often k equal leaves were found on one vertex. */
    private long[] equalLeaves = new long[8];

    LeafFolding(Folding folding) {
        this.folding = folding;
        color = folding.color;
        degree = folding.degree;
    }

    /** Whether a graph has many leaves; and colours that leave room for as many again. */
    static boolean pays(LocalGraph graph) {
        int n = graph.size();
        int[] offsets = graph.offsets();
        int leaves = 0;
        for (int v = 0; v < n; v++) {
            leaves += offsets[v + 1] - offsets[v] == 1 ? 1 : 0;
        }
        if (leaves == 0 || (long) leaves * PAYS_FROM < n) {
            return false;
        }
        int largest = 0;
        for (int c : graph.colors()) {
            largest = Math.max(largest, c);
        }
        return largest < Integer.MAX_VALUE - n;
    }

    void fold() {
        collectLeaves();
        if (leafCount == 0) {
            return;
        }
        firstChild = new int[color.length];
        nextSibling = new int[color.length];
        parents = new int[leafCount];
        classOf = new int[leafCount];
        while (leafCount > 0) {
            attach();
            classify();
            int[] rank = ranks();
            for (int i = 0; i < parentCount; i++) {
                classOf[i] = rank[classOf[i]];
                foldInto(parents[i], folding.nextColor + classOf[i]);
            }
            folding.nextColor += classCount;
            takeNewLeaves();
        }
        for (int k = 2; k < equalLeaves.length; k++) {
            if (equalLeaves[k] > 0) {
                folding.order.multiplyFactorial(k, equalLeaves[k]);
            }
        }
    }

    private void collectLeaves() {
        int n = color.length;
        int count = 0;
        for (int v = 0; v < n; v++) {
            count += isLeaf(v) ? 1 : 0;
        }
        leaves = new int[count];
        boolean sorted = true;
        for (int v = 0; leafCount < count; v++) {
            if (isLeaf(v)) {
                sorted &= leafCount == 0 || color[leaves[leafCount - 1]] <= color[v];
                leaves[leafCount++] = v;
            }
        }
        if (!sorted) {
            sortByColor();
        }
    }

    private boolean isLeaf(int v) {
        return degree[v] == 1 && !folding.gone[v];
    }

    private void sortByColor() {
        long[] keys = new long[leafCount];
        for (int i = 0; i < leafCount; i++) {
            keys[i] = ((long) color[leaves[i]] << 32) | leaves[i];
        }
        Arrays.sort(keys);
        for (int i = 0; i < leafCount; i++) {
            leaves[i] = (int) keys[i];
        }
    }

    /** Hangs each leaf on its neighbour, largest colour first in, so that lists are in the order of colours. */
    private void attach() {
        parentCount = 0;
        for (int i = leafCount - 1; i >= 0; i--) {
            int leaf = leaves[i];
            int p = onlyNeighbor(leaf);
            if (degree[p] == 1) {
                continue;
            }
            if (firstChild[p] == 0) {
                parents[parentCount++] = p;
            }
            nextSibling[leaf] = firstChild[p];
            firstChild[p] = leaf + 1;
        }
    }

    private int onlyNeighbor(int leaf) {
        int[] neighbors = folding.graph.neighbors();
        int i = folding.graph.offsets()[leaf];
        while (folding.gone[neighbors[i]]) {
            i++;
        }
        return neighbors[i];
    }

    // ---- classes ----

    private void classify() {
        classCount = 0;
        int last = -1;
        for (int i = 0; i < parentCount; i++) {
            int p = parents[i];
            if (last < 0 || compare(p, representative[last]) != 0) {
                last = classOf(p);
            }
            classOf[i] = last;
        }
        for (int c = 0; c < classCount; c++) {
            table[slots[c]] = 0;
        }
    }

    private int classOf(int p) {
        long hash = Mixing.mix(color[p]);
        for (int c = firstChild[p]; c != 0; c = nextSibling[c - 1]) {
            hash = Mixing.combine(hash, color[c - 1]);
        }
        hash = Mixing.mix(hash);
        int slot = (int) hash & table.length - 1;
        for (; table[slot] != 0; slot = slot + 1 & table.length - 1) {
            int known = table[slot] - 1;
            if (hashes[known] == hash && compare(p, representative[known]) == 0) {
                return known;
            }
        }
        if (classCount == hashes.length) {
            grow();
            slot = freeSlot(hash);
        }
        representative[classCount] = p;
        hashes[classCount] = hash;
        slots[classCount] = slot;
        table[slot] = ++classCount;
        return classCount - 1;
    }

    private void grow() {
        int size = 2 * classCount;
        representative = Arrays.copyOf(representative, size);
        hashes = Arrays.copyOf(hashes, size);
        slots = Arrays.copyOf(slots, size);
        table = new int[4 * size];
        for (int c = 0; c < classCount; c++) {
            slots[c] = freeSlot(hashes[c]);
            table[slots[c]] = c + 1;
        }
    }

    private int freeSlot(long hash) {
        int slot = (int) hash & table.length - 1;
        while (table[slot] != 0) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    /** By colour and then by the colours of the leaves. */
    private int compare(int p, int q) {
        if (color[p] != color[q]) {
            return Integer.compare(color[p], color[q]);
        }
        int c = firstChild[p];
        int d = firstChild[q];
        while (c != 0 && d != 0) {
            if (color[c - 1] != color[d - 1]) {
                return Integer.compare(color[c - 1], color[d - 1]);
            }
            c = nextSibling[c - 1];
            d = nextSibling[d - 1];
        }
        return Integer.compare(c == 0 ? 0 : 1, d == 0 ? 0 : 1);
    }

    private int[] ranks() {
        int[] rank = new int[classCount];
        if (classCount > 1) {
            Integer[] order = new Integer[classCount];
            Arrays.setAll(order, c -> c);
            Arrays.sort(order, (a, b) -> hashes[a] != hashes[b]
                ? Long.compare(hashes[a], hashes[b]) : compare(representative[a], representative[b]));
            for (int i = 0; i < classCount; i++) {
                rank[order[i]] = i;
            }
        }
        return rank;
    }

    // ---- folding ----

    private void foldInto(int p, int newColor) {
        int equal = 1;
        for (int c = firstChild[p]; c != 0;) {
            int leaf = c - 1;
            c = nextSibling[leaf];
            if (c != 0 && color[c - 1] == color[leaf]) {
                folding.generators.add(folding.bundles.swap(leaf, c - 1));
                equal++;
            } else if (equal > 1) {
                countEqual(equal);
                equal = 1;
            }
            folding.remove(leaf);
            degree[p]--;
        }
        for (int c = firstChild[p]; c != 0; c = nextSibling[c - 1]) {
            folding.bundles.append(p, c - 1);
        }
        firstChild[p] = 0;
        color[p] = newColor;
    }

    private void countEqual(int k) {
        if (k >= equalLeaves.length) {
            equalLeaves = Arrays.copyOf(equalLeaves, Math.max(k + 1, 2 * equalLeaves.length));
        }
        equalLeaves[k]++;
    }

    /** The vertices that became leaves, in the order of their new colours (counting sort by class). */
    private void takeNewLeaves() {
        int[] place = new int[classCount + 1];
        leafCount = 0;
        for (int i = 0; i < parentCount; i++) {
            if (degree[parents[i]] == 1) {
                place[classOf[i] + 1]++;
                leafCount++;
            }
        }
        for (int c = 0; c < classCount; c++) {
            place[c + 1] += place[c];
        }
        for (int i = 0; i < parentCount; i++) {
            if (degree[parents[i]] == 1) {
                leaves[place[classOf[i]]++] = parents[i];
            }
        }
    }
}
