package org.orbifold.graph.refine;

import java.util.Arrays;

/**
 * An ordered partition of vertices into cells that can be split and joined again, without a rule for splitting.
 *
 * <p>Cell c holds {@code lab[start .. start + length - 1]}. Cells are numbered in the order of creation and know the
 * cell they were split from, so undoing costs what was moved, never O(n).
 */
abstract class OrderedPartition {

    final int n;
    final int[] lab;
    final int[] pos;
    final int[] cellOf;
    final int[] start;
    final int[] length;
    final int[] parent;
    int cells;

    /** Doubly linked list of cells with more than one vertex, newest first; index n is its head. */
    final int[] next;
    final int[] previous;

    /** Places of cells that became singletons, in the order in which they did. */
    final int[] singles;
    int singleCount;

    /** The coarsest partition for given colours; cells are in the order of increasing colours. */
    OrderedPartition(int[] colors) {
        n = colors.length;
        lab = ColorOrder.of(colors);
        pos = new int[n];
        cellOf = new int[n];
        start = new int[n];
        length = new int[n];
        parent = new int[n];
        next = new int[n + 1];
        previous = new int[n + 1];
        singles = new int[n];
        next[n] = n;
        previous[n] = n;
        makeInitialCells(colors);
    }

    private void makeInitialCells(int[] colors) {
        for (int i = 0; i < n; i++) {
            int v = lab[i];
            pos[v] = i;
            if (i == 0 || colors[v] != colors[lab[i - 1]]) {
                start[cells] = i;
                parent[cells] = -1;
                cells++;
            }
            length[cells - 1]++;
            cellOf[v] = cells - 1;
        }
        for (int c = 0; c < cells; c++) {
            enlist(c);
        }
    }

    /**
     * The number of vertices.
     *
     * @return the number of vertices
     */
    public final int vertexCount() {
        return n;
    }

    /**
     * The number of cells, which are numbered from 0.
     *
     * @return the number of cells
     */
    public final int cellCount() {
        return cells;
    }

    /**
     * Whether every cell has one vertex.
     *
     * @return whether the partition is discrete
     */
    public final boolean isDiscrete() {
        return cells == n;
    }

    /**
     * The cell of a vertex.
     *
     * @param vertex a vertex
     * @return the number of its cell
     */
    public final int cellOf(int vertex) {
        return cellOf[vertex];
    }

    /**
     * Where a cell starts in the order of vertices.
     *
     * @param cell a cell
     * @return its first place
     */
    public final int start(int cell) {
        return start[cell];
    }

    /**
     * The size of a cell.
     *
     * @param cell a cell
     * @return the number of its vertices
     */
    public final int length(int cell) {
        return length[cell];
    }

    /**
     * The vertices of a cell.
     *
     * @param cell a cell
     * @return a fresh array
     */
    public final int[] members(int cell) {
        return Arrays.copyOfRange(lab, start[cell], start[cell] + length[cell]);
    }

    /**
     * The vertex at a place.
     *
     * @param place from 0 to n - 1
     * @return the vertex there
     */
    public final int vertexAt(int place) {
        return lab[place];
    }

    /**
     * The place of a vertex.
     *
     * @param vertex a vertex
     * @return its place
     */
    public final int placeOf(int vertex) {
        return pos[vertex];
    }

    /**
     * How many cells have become singletons so far.
     *
     * @return the length of the list that {@link #singleton} reads
     */
    public final int singletonCount() {
        return singleCount;
    }

    /**
     * The place of the cell that was the i-th to become a singleton.
     *
     * @param index from 0 to {@code singletonCount() - 1}
     * @return a place
     */
    public final int singleton(int index) {
        return singles[index];
    }

    /**
     * The first cell with more than one vertex, newest first.
     *
     * @return a cell, or -1 if the partition is discrete
     */
    public final int firstNonSingleton() {
        return next[n] == n ? -1 : next[n];
    }

    /**
     * The cell with more than one vertex after a given one.
     *
     * @param cell such a cell
     * @return the next one, or -1
     */
    public final int nextNonSingleton(int cell) {
        return next[cell] == n ? -1 : next[cell];
    }

    /**
     * The vertices place by place, which for a discrete partition is a labeling.
     *
     * @return a fresh array
     */
    public final int[] vertices() {
        return lab.clone();
    }

    // ---- splitting and joining ----

    final int newCell(int from, int first, int size) {
        int c = cells++;
        parent[c] = from;
        start[c] = first;
        length[c] = size;
        for (int p = first; p < first + size; p++) {
            cellOf[lab[p]] = c;
        }
        if (size == 1) {
            singles[singleCount++] = first;
        } else {
            enlist(c);
        }
        return c;
    }

    /** Told when a cell that was split has got its final length. */
    final void settle(int c) {
        if (length[c] == 1) {
            singles[singleCount++] = start[c];
            unlist(c);
        }
    }

    final void moveTo(int v, int to) {
        int from = pos[v];
        int other = lab[to];
        lab[from] = other;
        pos[other] = from;
        place(v, to);
    }

    final void place(int v, int to) {
        lab[to] = v;
        pos[v] = to;
    }

    /** Joins the newest cells to those that they were split from, until the given number is left. */
    final void joinDownTo(int cellCount) {
        while (cells > cellCount) {
            int c = --cells;
            int p = parent[c];
            if (length[p] == 1) {
                singleCount--;
                relist(p);
            }
            if (length[c] == 1) {
                singleCount--;
            } else {
                unlist(c);
            }
            int to = start[c] + length[c];
            for (int i = start[c]; i < to; i++) {
                cellOf[lab[i]] = p;
            }
            start[p] = Math.min(start[p], start[c]);
            length[p] += length[c];
        }
    }

    // ---- the list of cells with more than one vertex ----

    private void enlist(int c) {
        if (length[c] > 1) {
            next[c] = next[n];
            previous[c] = n;
            previous[next[c]] = c;
            next[n] = c;
        }
    }

    private void unlist(int c) {
        next[previous[c]] = next[c];
        previous[next[c]] = previous[c];
    }

    private void relist(int c) {
        next[previous[c]] = c;
        previous[next[c]] = c;
    }
}
