package org.orbifold.graph.refine;

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
public final class RefinableColoring extends OrderedPartition {

    private final int[] offsets;
    private final int[] neighbours;

    private final int[] queue;
    private int queueHead;
    private int queueSize;
    private final int[] singleQueue;
    private int singleQueueSize;

    private final int[] count;
    private final int[] touched;
    private final int[] touchedCells;
    private final int[] members;
    /** Where the next vertex that leaves a cell is put, from the cell's end downwards. */
    private final int[] freePlace;
    private final int[] evenCount;
    /** Cells are split in the order of their numbers, because new numbers are given in that order. */
    private final SmallSorter sorter;
    private int[] histogram = new int[64];
    private long[] sortBuffer = new long[16];

    /**
     * The coarsest partition for given initial colours, not yet refined.
     *
     * @param offsets row offsets of the adjacency, one more than vertices
     * @param neighbours rows of neighbours, symmetric, without loops and repetitions
     * @param colors the initial colour of each vertex; cells are in the order of increasing colours
     */
    public RefinableColoring(int[] offsets, int[] neighbours, int[] colors) {
        super(colors);
        this.offsets = offsets;
        this.neighbours = neighbours;
        queue = new int[n];
        singleQueue = new int[n];
        count = new int[n];
        touched = new int[n];
        touchedCells = new int[n];
        members = new int[n];
        freePlace = new int[n];
        evenCount = new int[n];
        sorter = new SmallSorter(n);
        for (int c = 0; c < cells; c++) {
            enqueue(c);
        }
    }

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
        clearQueues();
        joinDownTo(cellCount);
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
                clearQueues();
                return false;
            }
        }
        clearQueues();
        return trace.accept(Mixing.mix(cells)) && trace.finish();
    }

    private void clearQueues() {
        queueSize = 0;
        singleQueueSize = 0;
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
        int seen = 0;
        int rowEnd = offsets[v + 1];
        for (int i = offsets[v]; i < rowEnd; i++) {
            int c = cellOf[neighbours[i]];
            if (length[c] == 1) {
                sum += Mixing.mixLightly(c);
            } else if (touched[c]++ == 0) {
                touchedCells[seen++] = c;
            }
        }
        if (seen > 0) {
            sum += splitTouched(v, seen);
        }
        return Mixing.combine(splitter, sum);
    }

    /** Splits the neighbours of a vertex from the other vertices of their cells; a hash of what was touched. */
    private long splitTouched(int v, int seen) {
        long sum = 0;
        int splits = 0;
        for (int i = 0; i < seen; i++) {
            int c = touchedCells[i];
            int k = touched[c];
            sum += Mixing.mix(c, k);
            if (k < length[c]) {
                freePlace[c] = start[c] + length[c] - 1;
                touchedCells[splits++] = c;
            } else {
                touched[c] = 0;
            }
        }
        if (splits > 0) {
            int rowEnd = offsets[v + 1];
            for (int i = offsets[v]; i < rowEnd; i++) {
                int w = neighbours[i];
                int c = cellOf[w];
                if (touched[c] > 0) {
                    moveTo(w, freePlace[c]--);
                }
            }
            sorter.sort(touchedCells, splits);
            for (int i = 0; i < splits; i++) {
                int c = touchedCells[i];
                int k = touched[c];
                touched[c] = 0;
                splitInTwo(c, k);
            }
        }
        return sum;
    }

    /**
     * Counts first, and moves only the vertices of cells that split: most splitters split nothing, and moving is what
     * costs on large graphs.
     */
    private long splitByCell(int splitter) {
        int vertices = countNeighbours(splitter);
        int seen = 0;
        for (int i = 0; i < vertices; i++) {
            int w = members[i];
            int c = cellOf[w];
            if (touched[c]++ == 0) {
                touchedCells[seen++] = c;
                evenCount[c] = count[w];
            } else if (evenCount[c] != count[w]) {
                evenCount[c] = 0;
            }
        }
        long sum = 0;
        int splits = 0;
        for (int i = 0; i < seen; i++) {
            int c = touchedCells[i];
            int k = touched[c];
            sum += Mixing.combine(Mixing.mix(c, k), evenCount[c]);
            if (k < length[c] || evenCount[c] == 0) {
                freePlace[c] = start[c] + length[c] - 1;
                touchedCells[splits++] = c;
            } else {
                touched[c] = 0;
            }
        }
        for (int i = 0; i < vertices; i++) {
            int w = members[i];
            int c = cellOf[w];
            if (splits > 0 && touched[c] > 0) {
                moveTo(w, freePlace[c]--);
                if (evenCount[c] == 0) {
                    continue;
                }
            }
            count[w] = 0;
        }
        return splitByCounts(splits, Mixing.combine(Mixing.mix(splitter, vertices), sum));
    }

    /** Splits the touched cells that are left, and adds to a hash what their counts are. */
    private long splitByCounts(int splits, long hash) {
        long seen = hash;
        sorter.sort(touchedCells, splits);
        for (int i = 0; i < splits; i++) {
            int c = touchedCells[i];
            int k = touched[c];
            touched[c] = 0;
            if (evenCount[c] == 0) {
                seen = Mixing.combine(seen, splitByCounts(c, k));
            } else {
                splitInTwo(c, k);
            }
        }
        return seen;
    }

    /** Counts for each vertex its neighbours in a cell; lists those with any, and returns their number. */
    private int countNeighbours(int cell) {
        int vertices = 0;
        int last = start[cell] + length[cell];
        for (int p = start[cell]; p < last; p++) {
            int v = lab[p];
            int rowEnd = offsets[v + 1];
            for (int i = offsets[v]; i < rowEnd; i++) {
                int w = neighbours[i];
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
}
