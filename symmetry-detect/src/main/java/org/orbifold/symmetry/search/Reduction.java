package org.orbifold.symmetry.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.symmetry.refine.Mixing;

/**
 * Removes leaves and twins from a graph, again and again, until there are none.
 *
 * <p>A leaf is folded into its neighbour; vertices of one colour with the same neighbours (open twins) or the same
 * closed neighbourhoods (closed twins) are folded into one of them. The vertex that stays gets a new colour that says
 * what was folded, numbered in an order that does not depend on vertex names. Equal things folded together can be
 * exchanged: that gives the generators and the factor k! for each k of them. What is left has the remaining
 * automorphisms, which {@link Bundles} carry back. Time O(m + n log n) per round of twins; all leaves of a tree go in
 * one.
 */
final class Reduction {

    private static final int MOST_TWIN_ROUNDS = 64;

    private final LocalGraph graph;
    private final int n;
    private final int[] color;
    private final int[] degree;
    private final boolean[] gone;
    private final int[] mark;
    private int stamp;
    private int nextColor;
    private int left;

    final Bundles bundles;
    final List<int[]> generators = new ArrayList<>();
    final GroupOrder order = new GroupOrder();
    /** The vertices that are left; their places are the vertices of {@link #reduced}. */
    int[] kept;

    Reduction(LocalGraph graph) {
        this.graph = graph;
        n = graph.size();
        left = n;
        color = graph.colors().clone();
        degree = new int[n];
        gone = new boolean[n];
        mark = new int[n];
        bundles = new Bundles(n);
        for (int v = 0; v < n; v++) {
            degree[v] = graph.degree(v);
            nextColor = Math.max(nextColor, color[v] + 1);
        }
    }

    /** The reduced graph, or null if there was nothing to remove. */
    LocalGraph reduce() {
        for (int round = 0; round < MOST_TWIN_ROUNDS; round++) {
            int before = left;
            foldLeaves();
            foldTwins(true);
            foldTwins(false);
            if (left == before) {
                break;
            }
        }
        return left == n ? null : keptGraph();
    }

    private LocalGraph keptGraph() {
        kept = new int[left];
        int[] number = new int[n];
        int[] offsets = new int[left + 1];
        int count = 0;
        for (int v = 0; v < n; v++) {
            if (!gone[v]) {
                kept[count] = v;
                number[v] = count++;
                offsets[count] = offsets[count - 1] + degree[v];
            }
        }
        int[] neighbors = new int[offsets[left]];
        int[] colors = new int[left];
        int next = 0;
        for (int i = 0; i < left; i++) {
            int v = kept[i];
            colors[i] = color[v];
            for (int j = graph.offsets()[v]; j < graph.offsets()[v + 1]; j++) {
                int w = graph.neighbors()[j];
                if (!gone[w]) {
                    neighbors[next++] = number[w];
                }
            }
        }
        return new LocalGraph(offsets, neighbors, colors);
    }

    // ---- leaves ----

    private void foldLeaves() {
        long[] leaves = new long[n];
        int count = 0;
        for (int v = 0; v < n; v++) {
            if (!gone[v] && degree[v] == 1) {
                leaves[count++] = v;
            }
        }
        int[] firstChild = null;
        int[] nextSibling = null;
        while (count > 0) {
            if (firstChild == null) {
                firstChild = new int[n];
                nextSibling = new int[n];
                Arrays.fill(firstChild, -1);
            }
            for (int i = 0; i < count; i++) {
                leaves[i] |= (long) color[(int) leaves[i]] << 32;
            }
            Arrays.sort(leaves, 0, count);
            List<int[]> parents = attach(leaves, count, firstChild, nextSibling);
            count = 0;
            for (int p : foldInto(parents, firstChild, nextSibling)) {
                if (degree[p] == 1) {
                    leaves[count++] = p;
                }
            }
        }
    }

    /** Hangs each leaf on its neighbour, largest colour first in; for each neighbour its vertex and description. */
    private List<int[]> attach(long[] leaves, int count, int[] firstChild, int[] nextSibling) {
        int[] touched = new int[count];
        int parents = 0;
        for (int i = count - 1; i >= 0; i--) {
            int leaf = (int) leaves[i];
            int p = onlyNeighbor(leaf);
            if (degree[p] == 1) {
                continue;
            }
            if (firstChild[p] < 0) {
                touched[parents++] = p;
            }
            nextSibling[leaf] = firstChild[p];
            firstChild[p] = leaf;
        }
        List<int[]> described = new ArrayList<>(parents);
        for (int i = 0; i < parents; i++) {
            int p = touched[i];
            int children = 0;
            for (int c = firstChild[p]; c >= 0; c = nextSibling[c]) {
                children++;
            }
            int[] description = new int[children + 2];
            description[0] = color[p];
            int at = 1;
            for (int c = firstChild[p]; c >= 0; c = nextSibling[c]) {
                description[at++] = color[c];
            }
            description[at] = p;
            described.add(description);
        }
        described.sort(Reduction::compareDescriptions);
        return described;
    }

    /** Everything but the vertex itself, which comes last. */
    private static int compareDescriptions(int[] a, int[] b) {
        return Arrays.compare(a, 0, a.length - 1, b, 0, b.length - 1);
    }

    private int[] foldInto(List<int[]> parents, int[] firstChild, int[] nextSibling) {
        int[] vertices = new int[parents.size()];
        int[] previous = null;
        for (int i = 0; i < vertices.length; i++) {
            int[] description = parents.get(i);
            int p = description[description.length - 1];
            vertices[i] = p;
            int equal = 1;
            for (int c = firstChild[p]; c >= 0; c = nextSibling[c]) {
                int sibling = nextSibling[c];
                if (sibling >= 0 && color[sibling] == color[c]) {
                    generators.add(bundles.swap(c, sibling));
                    equal++;
                } else {
                    order.multiplyFactorial(equal);
                    equal = 1;
                }
                remove(c);
                degree[p]--;
            }
            for (int c = firstChild[p]; c >= 0; c = nextSibling[c]) {
                bundles.append(p, c);
            }
            firstChild[p] = -1;
            if (previous == null || compareDescriptions(previous, description) != 0) {
                nextColor++;
            }
            color[p] = nextColor - 1;
            previous = description;
        }
        return vertices;
    }

    private int onlyNeighbor(int leaf) {
        int i = graph.offsets()[leaf];
        while (gone[graph.neighbors()[i]]) {
            i++;
        }
        return graph.neighbors()[i];
    }

    private void remove(int v) {
        gone[v] = true;
        left--;
    }

    // ---- twins ----

    private void foldTwins(boolean open) {
        int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(n));
        long low = (1L << bits) - 1;
        long[] keys = new long[left];
        int count = 0;
        for (int v = 0; v < n; v++) {
            if (!gone[v]) {
                keys[count++] = (neighborhoodHash(v, open) & ~low) | v;
            }
        }
        Arrays.sort(keys);
        List<int[]> classes = new ArrayList<>();
        for (int i = 0; i < count;) {
            int j = i + 1;
            while (j < count && (keys[j] & ~low) == (keys[i] & ~low)) {
                j++;
            }
            if (j > i + 1) {
                collectTwins(keys, i, j, low, open, classes);
            }
            i = j;
        }
        fold(classes);
    }

    private long neighborhoodHash(int v, boolean open) {
        long sum = Mixing.mix(color[v], degree[v]);
        if (!open) {
            sum += Mixing.mix(v);
        }
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int w = graph.neighbors()[i];
            if (!gone[w]) {
                sum += Mixing.mix(w);
            }
        }
        return sum;
    }

    /** Sorts vertices with equal hashes into true classes; more than one class only when hashes collide. */
    private void collectTwins(long[] keys, int from, int to, long low, boolean open, List<int[]> classes) {
        int[] rest = new int[to - from];
        int restCount = to - from;
        for (int i = 0; i < restCount; i++) {
            rest[i] = (int) (keys[from + i] & low);
        }
        while (restCount > 1) {
            int first = rest[0];
            markNeighborhood(first, open);
            int[] members = new int[restCount];
            members[0] = first;
            int size = 1;
            int others = 0;
            for (int i = 1; i < restCount; i++) {
                if (color[rest[i]] == color[first] && isMarked(rest[i], first, open)) {
                    members[size++] = rest[i];
                } else {
                    rest[others++] = rest[i];
                }
            }
            restCount = others;
            if (size > 1) {
                int[] description = Arrays.copyOf(members, size + 1);
                description[size] = color[first];
                classes.add(description);
            }
        }
    }

    private void markNeighborhood(int v, boolean open) {
        stamp++;
        if (!open) {
            mark[v] = stamp;
        }
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            mark[graph.neighbors()[i]] = stamp;
        }
    }

    private boolean isMarked(int v, int other, boolean open) {
        if (degree[v] != degree[other] || !open && mark[v] != stamp) {
            return false;
        }
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int w = graph.neighbors()[i];
            if (!gone[w] && mark[w] != stamp) {
                return false;
            }
        }
        return true;
    }

    private void fold(List<int[]> classes) {
        classes.sort((a, b) -> {
            int byColor = Integer.compare(a[a.length - 1], b[b.length - 1]);
            return byColor != 0 ? byColor : Integer.compare(a.length, b.length);
        });
        int[] previous = null;
        for (int[] members : classes) {
            int size = members.length - 1;
            int oldColor = members[size];
            if (previous == null || previous[0] != oldColor || previous[1] != size) {
                nextColor++;
            }
            previous = new int[] {oldColor, size};
            int stays = members[0];
            for (int i = 0; i + 1 < size; i++) {
                generators.add(bundles.swap(members[i], members[i + 1]));
            }
            for (int i = 1; i < size; i++) {
                bundles.append(stays, members[i]);
                remove(members[i]);
                for (int j = graph.offsets()[members[i]]; j < graph.offsets()[members[i] + 1]; j++) {
                    degree[graph.neighbors()[j]]--;
                }
            }
            order.multiplyFactorial(size);
            color[stays] = nextColor - 1;
        }
    }
}
