package org.orbifold.symmetry.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.symmetry.refine.Mixing;
import org.orbifold.symmetry.refine.RefinableColoring;
import org.orbifold.symmetry.refine.Trace;

/**
 * The small connected components that refinement alone settles, each refined by itself: most of a large model graph.
 *
 * <p>Refining a large graph as a whole goes through all of memory once per splitter; refining its components one by one
 * stays in the cache, so that the time is linear. A component whose refinement ends with one vertex per cell has no
 * automorphism, and the order of its cells is canonical: two of them are isomorphic exactly if they are equal place by
 * place, which is compared, hashes only being where to look. Equal ones are exchanged: k! for k of them. Whether a
 * component is settled does not depend on names, so all other components can be solved as one graph by themselves.
 */
final class SettledComponents {

    /** Smaller components are as quickly refined together. */
    private static final int SMALLEST = 4;

    /** Larger components would leave the cache, and may be refined in vain. */
    private static final int LARGEST = 1024;

    private final LocalGraph graph;
    /** A settled component's vertices in canonical order, from the number of its first vertex on. */
    private final int[] order;
    /** The canonical place of a settled vertex in its component. */
    private final int[] place;
    private final List<int[]> generators = new ArrayList<>();

    /** First vertices of the settled components, and their classes. */
    private int[] firsts = new int[8];
    private int[] classes = new int[8];
    private int settled;

    private long[] hashes = new long[8];
    private int[] sizes = new int[8];
    private int[] copies = new int[8];
    /** The first vertex of the last component of a class. */
    private int[] newest = new int[8];
    private int classCount;
    /** Open addressing by hash: class plus one, zero being free. */
    private int[] table = new int[32];

    /** The vertices of all other components, or null if that is all. */
    private final int[] others;

    private final Trace trace = new Trace();
    private final int[] mark = new int[LARGEST];
    private int stamp;

    /**
     * Refines the components of a graph.
     *
     * @param componentEnds where they end, one after the other; may be empty if not known
     */
    SettledComponents(LocalGraph graph, int[] componentEnds) {
        this.graph = graph;
        boolean any = mayBeSettled(componentEnds);
        order = new int[any ? graph.size() : 0];
        place = new int[order.length];
        trace.ignore();
        int[] rest = new int[16];
        int restCount = 0;
        int from = 0;
        for (int k = 0; any && k < componentEnds.length; k++) {
            int to = componentEnds[k];
            if (isSmall(to - from) && settle(from, to)) {
                classify(from, to - from);
            } else {
                if (restCount + to - from > rest.length) {
                    rest = Arrays.copyOf(rest, Math.max(restCount + to - from, 2 * rest.length));
                }
                for (int v = from; v < to; v++) {
                    rest[restCount++] = v;
                }
            }
            from = to;
        }
        others = settled == 0 ? null : Arrays.copyOf(rest, restCount);
    }

    private static boolean isSmall(int size) {
        return size >= SMALLEST && size <= LARGEST;
    }

    private static boolean mayBeSettled(int[] componentEnds) {
        int from = 0;
        for (int to : componentEnds) {
            if (isSmall(to - from)) {
                return true;
            }
            from = to;
        }
        return false;
    }

    /** The graph of all other components; its vertices are in the order of this graph's. */
    LocalGraph rest() {
        if (others == null) {
            return graph;
        }
        int[] number = new int[others.length == 0 ? 0 : graph.size()];
        int[] offsets = new int[others.length + 1];
        int[] colors = new int[others.length];
        for (int i = 0; i < others.length; i++) {
            number[others[i]] = i;
            colors[i] = graph.colors()[others[i]];
            offsets[i + 1] = offsets[i] + graph.degree(others[i]);
        }
        int[] neighbours = new int[offsets[others.length]];
        int next = 0;
        for (int v : others) {
            for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
                neighbours[next++] = number[graph.neighbours()[i]];
            }
        }
        return new LocalGraph(offsets, neighbours, colors);
    }

    /** The solution of the whole graph, given that of the {@link #rest}. */
    Solution join(Solution rest, boolean wantOrder) {
        if (others == null) {
            return rest;
        }
        GroupOrder groupOrder = new GroupOrder();
        groupOrder.multiply(rest.order(), 1);
        for (int c = 0; c < classCount; c++) {
            groupOrder.multiplyFactorial(copies[c]);
        }
        for (int[] g : rest.generators()) {
            generators.add(outside(g));
        }
        int[] vertexAt = null;
        if (wantOrder && rest.vertexAt() != null) {
            vertexAt = canonicalOrder();
            int[] last = outside(rest.vertexAt());
            System.arraycopy(last, 0, vertexAt, vertexAt.length - last.length, last.length);
        }
        return new Solution(groupOrder, generators, vertexAt);
    }

    private int[] outside(int[] vertices) {
        int[] result = new int[vertices.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = others[vertices[i]];
        }
        return result;
    }

    // ---- one component ----

    /** Refines a component; whether that gives each vertex a cell of its own, and then its canonical order. */
    private boolean settle(int from, int to) {
        LocalGraph component = component(from, to);
        RefinableColoring coloring =
            new RefinableColoring(component.offsets(), component.neighbours(), component.colors());
        coloring.refine(trace);
        if (!coloring.isDiscrete()) {
            return false;
        }
        for (int v = from; v < to; v++) {
            int p = coloring.placeOf(v - from);
            place[v] = p;
            order[from + p] = v;
        }
        return true;
    }

    private LocalGraph component(int from, int to) {
        int first = graph.offsets()[from];
        int[] offsets = new int[to - from + 1];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = graph.offsets()[from + i] - first;
        }
        int[] neighbours = new int[graph.offsets()[to] - first];
        for (int i = 0; i < neighbours.length; i++) {
            neighbours[i] = graph.neighbours()[first + i] - from;
        }
        return new LocalGraph(offsets, neighbours, Arrays.copyOfRange(graph.colors(), from, to));
    }

    /** The component under its canonical order, written down. */
    private int[] rows(int from, int size) {
        int[] vertexAt = new int[size];
        for (int p = 0; p < size; p++) {
            vertexAt[p] = order[from + p] - from;
        }
        return Certificate.rows(component(from, from + size), vertexAt);
    }

    private long hash(int from, int size) {
        long hash = size;
        for (int p = 0; p < size; p++) {
            int v = order[from + p];
            long sum = 0;
            int rowEnd = graph.offsets()[v + 1];
            for (int i = graph.offsets()[v]; i < rowEnd; i++) {
                sum += Mixing.mix(place[graph.neighbours()[i]]);
            }
            hash = Mixing.combine(Mixing.combine(hash, graph.colors()[v]), sum);
        }
        return Mixing.mix(hash);
    }

    private boolean isEqual(int a, int b, int size) {
        for (int p = 0; p < size; p++) {
            int v = order[a + p];
            int w = order[b + p];
            if (graph.colors()[v] != graph.colors()[w] || graph.degree(v) != graph.degree(w)) {
                return false;
            }
            stamp++;
            int rowEnd = graph.offsets()[v + 1];
            for (int i = graph.offsets()[v]; i < rowEnd; i++) {
                mark[place[graph.neighbours()[i]]] = stamp;
            }
            rowEnd = graph.offsets()[w + 1];
            for (int i = graph.offsets()[w]; i < rowEnd; i++) {
                if (mark[place[graph.neighbours()[i]]] != stamp) {
                    return false;
                }
            }
        }
        return true;
    }

    // ---- classes of equal components ----

    /** Components are exchanged with the one before in their class, which for frequent ones is still in the cache. */
    private void classify(int from, int size) {
        long hash = hash(from, size);
        int slot = (int) hash & table.length - 1;
        int c = -1;
        for (; c < 0 && table[slot] != 0; slot = slot + 1 & table.length - 1) {
            int known = table[slot] - 1;
            if (hashes[known] == hash && sizes[known] == size && isEqual(newest[known], from, size)) {
                c = known;
            }
        }
        if (c < 0) {
            c = newClass(hash, size);
        } else {
            generators.add(exchange(newest[c], from, size));
        }
        copies[c]++;
        newest[c] = from;
        if (settled == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * settled);
            classes = Arrays.copyOf(classes, 2 * settled);
        }
        firsts[settled] = from;
        classes[settled++] = c;
    }

    private int newClass(long hash, int size) {
        if (classCount == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * classCount);
            sizes = Arrays.copyOf(sizes, 2 * classCount);
            copies = Arrays.copyOf(copies, 2 * classCount);
            newest = Arrays.copyOf(newest, 2 * classCount);
            table = new int[8 * classCount];
            for (int c = 0; c < classCount; c++) {
                enter(c);
            }
        }
        hashes[classCount] = hash;
        sizes[classCount] = size;
        enter(classCount);
        return classCount++;
    }

    private void enter(int c) {
        int slot = (int) hashes[c] & table.length - 1;
        while (table[slot] != 0) {
            slot = slot + 1 & table.length - 1;
        }
        table[slot] = c + 1;
    }

    private int[] exchange(int a, int b, int size) {
        int[] result = new int[4 * size];
        for (int p = 0; p < size; p++) {
            int v = order[a + p];
            int w = order[b + p];
            result[p] = v;
            result[size + p] = w;
            result[2 * size + p] = w;
            result[3 * size + p] = v;
        }
        return result;
    }

    /** The settled vertices, class after class; places for the others are left at the end. */
    private int[] canonicalOrder() {
        Integer[] byForm = new Integer[classCount];
        Arrays.setAll(byForm, c -> c);
        Arrays.sort(byForm, this::compareForms);
        int[] next = new int[classCount];
        int end = 0;
        for (int c : byForm) {
            next[c] = end;
            end += copies[c] * sizes[c];
        }
        int[] vertexAt = new int[graph.size()];
        for (int k = 0; k < settled; k++) {
            int c = classes[k];
            System.arraycopy(order, firsts[k], vertexAt, next[c], sizes[c]);
            next[c] += sizes[c];
        }
        return vertexAt;
    }

    private int compareForms(int c, int d) {
        if (sizes[c] != sizes[d] || hashes[c] != hashes[d]) {
            return sizes[c] != sizes[d] ? Integer.compare(sizes[c], sizes[d]) : Long.compare(hashes[c], hashes[d]);
        }
        return c == d ? 0 : Arrays.compare(rows(newest[c], sizes[c]), rows(newest[d], sizes[d]));
    }
}
