package org.orbifold.symmetry.refine;

import java.util.Arrays;

/**
 * An ordered partition of the vertices of a graph into cells that can be refined and un-refined: the engine under
 * colour refinement and under the search tree.
 *
 * <p>Refinement is the worklist algorithm in O(m log n) (Hopcroft; Cardon and Crochemore 1982): a splitter cell is
 * taken, every other cell is split by the number of neighbours in it, the largest fragment keeps its cell's number
 * and stays out of the worklist. Singleton splitters have a path of their own without counting.
 *
 * <p>Invariants: cell c holds {@code lab[start .. start + length - 1]}; cell numbers, their places and the trace
 * depend on the coloured graph and the individualised vertices only, not on vertex names, so that corresponding nodes
 * of two search trees have corresponding cells. Fragments are in the order of their counts. Cells are numbered in the
 * order of creation and know the cell they were split from, so undoing costs what was moved, never O(n).
 *
 * <p>Not thread safe. The adjacency arrays are shared, not copied, and must not change.
 */
public final class RefinableColoring {

    private final int n;
    private final int[] offsets;
    private final int[] neighbors;

    private final int[] lab;
    private final int[] pos;
    private final int[] cellOf;
    private final int[] start;
    private final int[] length;
    private final int[] parent;
    private int cells;

    /** Doubly linked list of cells with more than one vertex, newest first; index n is its head. */
    private final int[] next;
    private final int[] previous;

    /** Places of cells that became singletons, in the order in which they did. */
    private final int[] singles;
    private int singleCount;

    private final int[] queue;
    private int queueHead;
    private int queueSize;
    private final int[] singleQueue;
    private int singleQueueSize;

    private final int[] count;
    private final int[] touched;
    private final int[] touchedCells;
    private final int[] members;
    private final int[] moved;
    private final int[] evenCount;
    private int touchedCellCount;
    private int[] histogram = new int[64];
    private long[] sortBuffer = new long[16];

    /**
     * The coarsest partition for given initial colours, not yet refined.
     *
     * @param offsets row offsets of the adjacency, one more than vertices
     * @param neighbors rows of neighbours, symmetric, without loops and repetitions
     * @param colors the initial colour of each vertex; cells are in the order of increasing colours
     */
    public RefinableColoring(int[] offsets, int[] neighbors, int[] colors) {
        n = offsets.length - 1;
        this.offsets = offsets;
        this.neighbors = neighbors;
        lab = new int[n];
        pos = new int[n];
        cellOf = new int[n];
        start = new int[n];
        length = new int[n];
        parent = new int[n];
        next = new int[n + 1];
        previous = new int[n + 1];
        singles = new int[n];
        queue = new int[n];
        singleQueue = new int[n];
        count = new int[n];
        touched = new int[n];
        touchedCells = new int[n];
        members = new int[n];
        moved = new int[n];
        evenCount = new int[n];
        next[n] = n;
        previous[n] = n;
        sortByColor(colors);
        makeInitialCells(colors);
    }

    private void sortByColor(int[] colors) {
        int smallest = Integer.MAX_VALUE;
        int largest = Integer.MIN_VALUE;
        for (int v = 0; v < n; v++) {
            smallest = Math.min(smallest, colors[v]);
            largest = Math.max(largest, colors[v]);
        }
        long range = (long) largest - smallest + 1;
        if (range <= 4L * n + 16) {
            int[] place = new int[(int) Math.max(range, 0) + 1];
            for (int v = 0; v < n; v++) {
                place[colors[v] - smallest + 1]++;
            }
            for (int c = 1; c < place.length; c++) {
                place[c] += place[c - 1];
            }
            for (int v = 0; v < n; v++) {
                lab[place[colors[v] - smallest]++] = v;
            }
        } else {
            long[] keys = new long[n];
            for (int v = 0; v < n; v++) {
                keys[v] = ((long) colors[v] << 32) | v;
            }
            Arrays.sort(keys);
            for (int i = 0; i < n; i++) {
                lab[i] = (int) keys[i];
            }
        }
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
            enqueue(c);
            enlist(c);
        }
    }

    // ---- what a node looks like ----

    /**
     * The number of vertices.
     *
     * @return the number of vertices
     */
    public int vertexCount() {
        return n;
    }

    /**
     * The number of cells, which are numbered from 0.
     *
     * @return the number of cells
     */
    public int cellCount() {
        return cells;
    }

    /**
     * Whether every cell has one vertex.
     *
     * @return whether the partition is discrete
     */
    public boolean isDiscrete() {
        return cells == n;
    }

    /**
     * The cell of a vertex.
     *
     * @param vertex a vertex
     * @return the number of its cell
     */
    public int cellOf(int vertex) {
        return cellOf[vertex];
    }

    /**
     * Where a cell starts in the order of vertices.
     *
     * @param cell a cell
     * @return its first place
     */
    public int start(int cell) {
        return start[cell];
    }

    /**
     * The size of a cell.
     *
     * @param cell a cell
     * @return the number of its vertices
     */
    public int length(int cell) {
        return length[cell];
    }

    /**
     * The vertices of a cell.
     *
     * @param cell a cell
     * @return a fresh array
     */
    public int[] members(int cell) {
        return Arrays.copyOfRange(lab, start[cell], start[cell] + length[cell]);
    }

    /**
     * The vertex at a place.
     *
     * @param place from 0 to n - 1
     * @return the vertex there
     */
    public int vertexAt(int place) {
        return lab[place];
    }

    /**
     * The place of a vertex.
     *
     * @param vertex a vertex
     * @return its place
     */
    public int placeOf(int vertex) {
        return pos[vertex];
    }

    /**
     * How many cells have become singletons so far.
     *
     * @return the length of the list that {@link #singleton} reads
     */
    public int singletonCount() {
        return singleCount;
    }

    /**
     * The place of the cell that was the i-th to become a singleton.
     *
     * @param index from 0 to {@code singletonCount() - 1}
     * @return a place
     */
    public int singleton(int index) {
        return singles[index];
    }

    /**
     * The first cell with more than one vertex, newest first.
     *
     * @return a cell, or -1 if the partition is discrete
     */
    public int firstNonSingleton() {
        return next[n] == n ? -1 : next[n];
    }

    /**
     * The cell with more than one vertex after a given one.
     *
     * @param cell such a cell
     * @return the next one, or -1
     */
    public int nextNonSingleton(int cell) {
        return next[cell] == n ? -1 : next[cell];
    }

    /**
     * Copies the order of the vertices, which for a discrete partition is a labeling.
     *
     * @param target gets the vertex at each place
     */
    public void copyVerticesTo(int[] target) {
        System.arraycopy(lab, 0, target, 0, n);
    }

    // ---- moving in the tree ----

    /**
     * Splits one vertex off its cell, and makes it the only splitter that waits.
     *
     * @param vertex a vertex in a cell with at least one other
     */
    public void individualize(int vertex) {
        int c = cellOf[vertex];
        moveTo(vertex, start[c] + length[c] - 1);
        int fresh = newCell(c, start[c] + length[c] - 1, 1);
        length[c]--;
        settle(c);
        enqueue(fresh);
    }

    /**
     * Goes back to an earlier partition.
     *
     * @param cellCount the number of cells it had
     */
    public void undoTo(int cellCount) {
        queueSize = 0;
        singleQueueSize = 0;
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

    /**
     * Refines until equitable, or discrete, or until the trace objects.
     *
     * @param trace gets a hash per splitter
     * @return whether the refinement ran to its end and the trace agreed; after false the partition must be undone
     */
    public boolean refine(Trace trace) {
        while (cells < n && (singleQueueSize > 0 || queueSize > 0)) {
            long seen = singleQueueSize > 0 ? splitBySingleton(singleQueue[--singleQueueSize]) : splitByNextCell();
            if (!trace.accept(seen)) {
                queueSize = 0;
                singleQueueSize = 0;
                return false;
            }
        }
        queueSize = 0;
        singleQueueSize = 0;
        return trace.accept(Mixing.mix(cells)) && trace.finish();
    }

    private long splitByNextCell() {
        int c = queue[queueHead];
        queueHead = queueHead + 1 == n ? 0 : queueHead + 1;
        queueSize--;
        return length[c] == 1 ? splitBySingleton(c) : splitByCell(c);
    }

    private long splitBySingleton(int splitter) {
        int v = lab[start[splitter]];
        long sum = 0;
        int rowEnd = offsets[v + 1];
        for (int i = offsets[v]; i < rowEnd; i++) {
            int c = cellOf[neighbors[i]];
            if (length[c] == 1) {
                sum += Mixing.mixLightly(c);
            } else if (touched[c]++ == 0) {
                touchedCells[touchedCellCount++] = c;
            }
        }
        int splits = 0;
        for (int i = 0; i < touchedCellCount; i++) {
            int c = touchedCells[i];
            int k = touched[c];
            sum += Mixing.mix(c, k);
            if (k < length[c]) {
                touchedCells[splits++] = c;
            } else {
                touched[c] = 0;
            }
        }
        if (splits > 0) {
            for (int i = offsets[v]; i < rowEnd; i++) {
                int w = neighbors[i];
                int c = cellOf[w];
                if (touched[c] > 0) {
                    moveTo(w, start[c] + length[c] - 1 - moved[c]++);
                }
            }
            sortCells(splits);
            for (int i = 0; i < splits; i++) {
                int c = touchedCells[i];
                int k = touched[c];
                touched[c] = 0;
                moved[c] = 0;
                splitInTwo(c, k);
            }
        }
        touchedCellCount = 0;
        return Mixing.combine(splitter, sum);
    }

    /**
     * Counts first, and moves only the vertices of cells that split: most splitters split nothing, and moving is what
     * costs on large graphs.
     */
    private long splitByCell(int splitter) {
        int vertices = countNeighbors(splitter);
        for (int i = 0; i < vertices; i++) {
            int w = members[i];
            int c = cellOf[w];
            if (touched[c]++ == 0) {
                touchedCells[touchedCellCount++] = c;
                evenCount[c] = count[w];
            } else if (evenCount[c] != count[w]) {
                evenCount[c] = 0;
            }
        }
        long sum = 0;
        int splits = 0;
        for (int i = 0; i < touchedCellCount; i++) {
            int c = touchedCells[i];
            int k = touched[c];
            sum += Mixing.combine(Mixing.mix(c, k), evenCount[c]);
            if (k < length[c] || evenCount[c] == 0) {
                touchedCells[splits++] = c;
            } else {
                touched[c] = 0;
            }
        }
        for (int i = 0; i < vertices; i++) {
            int w = members[i];
            int c = cellOf[w];
            if (splits > 0 && touched[c] > 0) {
                moveTo(w, start[c] + length[c] - 1 - moved[c]++);
                if (evenCount[c] == 0) {
                    continue;
                }
            }
            count[w] = 0;
        }
        long seen = Mixing.combine(Mixing.mix(splitter, vertices), sum);
        sortCells(splits);
        for (int i = 0; i < splits; i++) {
            int c = touchedCells[i];
            int k = touched[c];
            touched[c] = 0;
            moved[c] = 0;
            if (evenCount[c] == 0) {
                seen = Mixing.combine(seen, splitByCounts(c, k));
            } else {
                splitInTwo(c, k);
            }
        }
        touchedCellCount = 0;
        return seen;
    }

    /** Counts for each vertex its neighbours in a cell; lists those with any, and returns their number. */
    private int countNeighbors(int cell) {
        int vertices = 0;
        int last = start[cell] + length[cell];
        for (int p = start[cell]; p < last; p++) {
            int v = lab[p];
            int rowEnd = offsets[v + 1];
            for (int i = offsets[v]; i < rowEnd; i++) {
                int w = neighbors[i];
                if (count[w]++ == 0) {
                    members[vertices++] = w;
                }
            }
        }
        return vertices;
    }

    /** Splits a cell whose last k vertices have positive counts, not all the same, and resets these. */
    private long splitByCounts(int c, int k) {
        int to = start[c] + length[c];
        int from = to - k;
        int smallest = count[lab[from]];
        int largest = smallest;
        for (int p = from; p < to; p++) {
            int x = count[lab[p]];
            smallest = Math.min(smallest, x);
            largest = Math.max(largest, x);
        }
        if (largest - smallest < 2 * k + 64) {
            countingSort(from, to, smallest, largest);
        } else {
            comparisonSort(from, to);
        }
        long seen = splitSorted(c, from, to);
        for (int p = from; p < to; p++) {
            count[lab[p]] = 0;
        }
        return seen;
    }

    private void countingSort(int from, int to, int smallest, int largest) {
        int range = largest - smallest + 2;
        if (histogram.length < range) {
            histogram = new int[Math.max(range, 2 * histogram.length)];
        }
        for (int p = from; p < to; p++) {
            int v = lab[p];
            members[p] = v;
            histogram[count[v] - smallest + 1]++;
        }
        for (int i = 1; i < range; i++) {
            histogram[i] += histogram[i - 1];
        }
        for (int p = from; p < to; p++) {
            int v = members[p];
            place(v, from + histogram[count[v] - smallest]++);
        }
        Arrays.fill(histogram, 0, range, 0);
    }

    private void comparisonSort(int from, int to) {
        if (sortBuffer.length < to - from) {
            sortBuffer = new long[Math.max(to - from, 2 * sortBuffer.length)];
        }
        for (int p = from; p < to; p++) {
            int v = lab[p];
            sortBuffer[p - from] = ((long) count[v] << 32) | v;
        }
        Arrays.sort(sortBuffer, 0, to - from);
        for (int p = from; p < to; p++) {
            place((int) sortBuffer[p - from], p);
        }
    }

    /** Splits a cell whose vertices from a place on are sorted by count, those before having count zero. */
    private long splitSorted(int c, int from, int to) {
        int first = start[c];
        long seen = Mixing.mix(c, to - first);
        int largestStart = first;
        int largestSize = from - first;
        for (int p = from; p < to;) {
            int x = count[lab[p]];
            int q = p + 1;
            while (q < to && count[lab[q]] == x) {
                q++;
            }
            seen = Mixing.combine(seen, Mixing.mix(x, q - p));
            if (q - p > largestSize) {
                largestStart = p;
                largestSize = q - p;
            }
            p = q;
        }
        if (first < from && largestStart != first) {
            enqueue(newCell(c, first, from - first));
        }
        for (int p = from; p < to;) {
            int x = count[lab[p]];
            int q = p + 1;
            while (q < to && count[lab[q]] == x) {
                q++;
            }
            if (p != largestStart) {
                enqueue(newCell(c, p, q - p));
            }
            p = q;
        }
        start[c] = largestStart;
        length[c] = largestSize;
        settle(c);
        return seen;
    }

    /** Splits the last k vertices of a cell from the others; the larger part keeps the number. */
    private void splitInTwo(int c, int k) {
        int rest = length[c] - k;
        if (k <= rest) {
            enqueue(newCell(c, start[c] + rest, k));
            length[c] = rest;
        } else {
            enqueue(newCell(c, start[c], rest));
            start[c] += rest;
            length[c] = k;
        }
        settle(c);
    }

    private int newCell(int from, int first, int size) {
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
    private void settle(int c) {
        if (length[c] == 1) {
            singles[singleCount++] = start[c];
            unlist(c);
        }
    }

    private void moveTo(int v, int to) {
        int from = pos[v];
        int other = lab[to];
        lab[from] = other;
        pos[other] = from;
        place(v, to);
    }

    private void place(int v, int to) {
        lab[to] = v;
        pos[v] = to;
    }

    /** Cells are split in the order of their numbers, because new numbers are given in that order. */
    private void sortCells(int size) {
        if (size > 24) {
            Arrays.sort(touchedCells, 0, size);
            return;
        }
        for (int i = 1; i < size; i++) {
            int c = touchedCells[i];
            int j = i - 1;
            while (j >= 0 && touchedCells[j] > c) {
                touchedCells[j + 1] = touchedCells[j];
                j--;
            }
            touchedCells[j + 1] = c;
        }
    }

    // ---- worklist and list of non-singletons ----

    private void enqueue(int c) {
        if (length[c] == 1) {
            singleQueue[singleQueueSize++] = c;
        } else {
            int tail = queueHead + queueSize;
            queue[tail >= n ? tail - n : tail] = c;
            queueSize++;
        }
    }

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
