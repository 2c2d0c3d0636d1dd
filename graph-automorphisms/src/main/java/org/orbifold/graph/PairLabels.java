package org.orbifold.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import java.util.Arrays;

/**
 * What joins two vertices, beyond being joined: colours and directions of edges. Every row entry, and every vertex with
 * loops, has a label: the number of a content, which lists the colours that lead there and those that lead back.
 * Contents are sorted and all in use, so that equal graphs have equal labels.
 *
 * @param ofEntry the label of each row entry
 * @param ofLoop the label of the loops of each vertex, or -1
 * @param contents for each label the number of colours out, these, and the colours back, both increasing
 */
record PairLabels(int[] ofEntry, int[] ofLoop, int[][] contents) {

    /** A plain edge: colour 0, there and back. */
    private static final int[] PLAIN = {1, 0, 0};

    /** Edges in the making: keys are pairs of vertices, values direction and colour. */
    static final class Entries {

        private long[] keys;
        private long[] values;
        private int size;

        Entries(int edges) {
            keys = new long[4 * edges];
            values = new long[4 * edges];
        }

        void arc(int from, int to, int color) {
            add(from, to, 0, color);
            add(to, from, 1, color);
        }

        private void add(int from, int to, long direction, int color) {
            keys[size] = (long) from << 32 | to;
            values[size++] = direction << 32 | (color ^ Integer.MIN_VALUE) & 0xFFFFFFFFL;
        }

        /** The graph of the entries, which need not be plain. */
        ColoredGraph build(int[] colors) {
            keys = Arrays.copyOf(keys, size);
            values = Arrays.copyOf(values, size);
            LongArrays.radixSort(keys, values);
            int n = colors.length;
            int[] offsets = new int[n + 1];
            int[] neighbours = new int[size];
            int[] ofEntry = new int[size];
            int[] ofLoop = new int[n];
            Arrays.fill(ofLoop, -1);
            Object2IntLinkedOpenHashMap<IntList> found = new Object2IntLinkedOpenHashMap<>();
            int count = 0;
            for (int i = 0; i < size;) {
                int end = i;
                while (end < size && keys[end] == keys[i]) {
                    end++;
                }
                int label = found.computeIfAbsent(content(i, end), key -> found.size());
                int from = (int) (keys[i] >> 32);
                int to = (int) keys[i];
                if (from == to) {
                    ofLoop[from] = label;
                } else {
                    offsets[from + 1]++;
                    neighbours[count] = to;
                    ofEntry[count++] = label;
                }
                i = end;
            }
            for (int v = 0; v < n; v++) {
                offsets[v + 1] += offsets[v];
            }
            int[][] contents = found.keySet().stream().map(IntList::toIntArray).toArray(int[][]::new);
            PairLabels labels = new PairLabels(Arrays.copyOf(ofEntry, count), ofLoop, contents).sorted();
            return new ColoredGraph(offsets, Arrays.copyOf(neighbours, count), colors, labels);
        }

        private IntList content(int from, int to) {
            IntList list = new IntArrayList();
            list.add(0);
            for (int i = from; i < to; i++) {
                if (i == from || values[i] != values[i - 1]) {
                    list.add((int) values[i] ^ Integer.MIN_VALUE);
                    list.set(0, list.getInt(0) + (values[i] >> 32 == 0 ? 1 : 0));
                }
            }
            return list;
        }
    }

    private PairLabels sorted() {
        Integer[] order = new Integer[contents.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Arrays.compare(contents[a], contents[b]));
        int[] rank = new int[order.length];
        int[][] inOrder = new int[order.length][];
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
            inOrder[i] = contents[order[i]];
        }
        return new PairLabels(Arrays.stream(ofEntry).map(x -> rank[x]).toArray(),
            Arrays.stream(ofLoop).map(x -> x < 0 ? x : rank[x]).toArray(), inOrder);
    }

    /** Whether a label says no more than that there is an edge. */
    boolean isPlain(int label) {
        return Arrays.equals(contents[label], PLAIN);
    }

    /** The colours that lead out, increasing. */
    int[] out(int label) {
        return Arrays.copyOfRange(contents[label], 1, 1 + contents[label][0]);
    }

    /** The colours that lead back, increasing. */
    int[] back(int label) {
        return Arrays.copyOfRange(contents[label], 1 + contents[label][0], contents[label].length);
    }

    boolean sameAs(PairLabels other) {
        return Arrays.equals(ofEntry, other.ofEntry) && Arrays.equals(ofLoop, other.ofLoop)
            && Arrays.deepEquals(contents, other.contents);
    }
}
