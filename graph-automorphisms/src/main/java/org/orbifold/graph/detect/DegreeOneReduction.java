package org.orbifold.graph.detect;

import java.util.Arrays;
import org.orbifold.graph.refine.Mixing;

/**
 * Folds leaves into their neighbours, again and again, until there are none: all of a tree, and of a model graph the
 * values that no clause mentions with what hangs on them.
 *
 * <p>In each round all leaves go at once. Vertices of one colour with equally coloured leaves on them form a class and
 * get one new colour; classes are numbered by a hash of what they are, and by what they are where hashes are equal, so
 * not by names. Time O(n) and what sorting the colours of the first leaves and the classes takes; a round costs what is
 * folded in it, because a path has as many rounds as half its vertices.
 */
final class DegreeOneReduction {

    /** Folding before the first refinement pays if at least this part of the vertices are leaves. */
    private static final int PAYS_FROM = 8;

    private final Folding folding;
    private final ReducedForest forest;
    private final int[] color;
    private final int[] degree;

    private int[] leaves = {};
    private int leafCount;
    /** How many leaves were hung on a vertex in this round. */
    private int[] hanging = {};
    private int[] parents = {};
    private int parentCount;

    private int[] classOf = {};
    private int[] representative = new int[8];
    private long[] hashes = new long[8];
    private int[] slots = new int[8];
    private int classCount;
    /** Open addressing by hash: class plus one, zero being free. */
    private int[] table = new int[32];
    /** How often k equal leaves were found on one vertex. */
    private long[] equalLeaves = new long[8];

    DegreeOneReduction(Folding folding) {
        this.folding = folding;
        forest = folding.forest;
        color = folding.color;
        degree = folding.degree;
    }

    /** Whether a graph has many leaves. */
    static boolean pays(LocalGraph graph) {
        int n = graph.size();
        int[] offsets = graph.offsets();
        int leaves = 0;
        for (int v = 0; v < n; v++) {
            leaves += offsets[v + 1] - offsets[v] == 1 ? 1 : 0;
        }
        return leaves > 0 && (long) leaves * PAYS_FROM >= n;
    }

    void fold() {
        collectLeaves();
        if (leafCount == 0) {
            return;
        }
        hanging = new int[color.length];
        parents = new int[leafCount];
        classOf = new int[leafCount];
        while (leafCount > 0) {
            attach();
            classify();
            recolor();
        }
        for (int k = 2; k < equalLeaves.length; k++) {
            if (equalLeaves[k] > 0) {
                folding.order.multiplyFactorial(k, equalLeaves[k]);
            }
        }
    }

    private void collectLeaves() {
        int n = color.length;
        leaves = new int[folding.left];
        int count = 0;
        for (int v = 0; v < n; v++) {
            if (degree[v] == 1) {
                leaves[count++] = v;
            }
        }
        leafCount = count;
        boolean sorted = true;
        for (int i = 1; i < count; i++) {
            sorted &= color[leaves[i - 1]] <= color[leaves[i]];
        }
        if (!sorted) {
            sortByColor();
        }
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

    /** Hangs each leaf on its neighbour, smallest colour first, so that lists are in the reverse order of colours. */
    private void attach() {
        int[] offsets = folding.graph.offsets();
        int[] neighbours = folding.graph.neighbours();
        int count = 0;
        for (int i = 0; i < leafCount; i++) {
            int leaf = leaves[i];
            int at = offsets[leaf];
            while (degree[neighbours[at]] < 0) {
                at++;
            }
            int p = neighbours[at];
            if (degree[p] == 1) {
                continue;
            }
            if (hanging[p]++ == 0) {
                parents[count++] = p;
            }
            forest.append(p, leaf);
            folding.remove(leaf);
        }
        parentCount = count;
    }

    // ---- classes ----

    /** Most vertices have one leaf and are like the one before: that is compared without looking anything up. */
    private void classify() {
        classCount = 0;
        int last = -1;
        int lastColor = 0;
        int lastLeafColor = 0;
        for (int i = 0; i < parentCount; i++) {
            int p = parents[i];
            if (hanging[p] == 1) {
                int leafColor = color[forest.newestChild(p)];
                if (last < 0 || color[p] != lastColor || leafColor != lastLeafColor) {
                    last = classOf(p);
                    lastColor = color[p];
                    lastLeafColor = leafColor;
                }
                classOf[i] = last;
            } else {
                classOf[i] = classOf(p);
                exchangeEqual(p);
            }
        }
        for (int c = 0; c < classCount; c++) {
            table[slots[c]] = 0;
        }
    }

    private int classOf(int p) {
        int child = forest.newestChild(p);
        long hash = Mixing.combine(Mixing.mix(color[p]), color[child]);
        for (int k = hanging[p]; k > 1; k--) {
            child = forest.olderSibling(child);
            hash = Mixing.combine(hash, color[child]);
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

    /** By colour, by the number of leaves, and by their colours. */
    private int compare(int p, int q) {
        if (color[p] != color[q] || hanging[p] != hanging[q]) {
            return color[p] != color[q]
                ? Integer.compare(color[p], color[q]) : Integer.compare(hanging[p], hanging[q]);
        }
        int c = forest.newestChild(p);
        int d = forest.newestChild(q);
        for (int k = hanging[p]; color[c] == color[d] && k > 1; k--) {
            c = forest.olderSibling(c);
            d = forest.olderSibling(d);
        }
        return Integer.compare(color[c], color[d]);
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

    /** The generators that exchange equal leaves on a vertex. */
    private void exchangeEqual(int p) {
        int equal = 1;
        int leaf = forest.newestChild(p);
        for (int k = hanging[p]; k > 1; k--) {
            int sibling = forest.olderSibling(leaf);
            if (color[sibling] == color[leaf]) {
                folding.generators.add(forest.swap(leaf, sibling));
                equal++;
            } else {
                countEqual(equal);
                equal = 1;
            }
            leaf = sibling;
        }
        countEqual(equal);
    }

    private void countEqual(int k) {
        if (k == 1) {
            return;
        }
        if (k >= equalLeaves.length) {
            equalLeaves = Arrays.copyOf(equalLeaves, Math.max(k + 1, 2 * equalLeaves.length));
        }
        equalLeaves[k]++;
    }

    /** Gives the classes their colours; vertices that became leaves are the next, in the order of these. */
    private void recolor() {
        int[] rank = ranks();
        int[] place = new int[classCount + 1];
        int count = 0;
        for (int i = 0; i < parentCount; i++) {
            int p = parents[i];
            int c = rank[classOf[i]];
            color[p] = folding.nextColor + c;
            degree[p] -= hanging[p];
            hanging[p] = 0;
            if (degree[p] == 1) {
                parents[count] = p;
                classOf[count++] = c;
                place[c + 1]++;
            }
        }
        folding.nextColor += classCount;
        leafCount = count;
        for (int c = 0; c < classCount; c++) {
            place[c + 1] += place[c];
        }
        for (int i = 0; i < count; i++) {
            leaves[place[classOf[i]]++] = parents[i];
        }
    }
}
