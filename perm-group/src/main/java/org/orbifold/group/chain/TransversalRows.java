package org.orbifold.group.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.orbifold.group.kernel.Rows;

/**
 * The transversal elements of one level, multiplied out when first needed: one row of characters each, or, where all
 * of them would be too much for the caches, two: the upper half of the path in the Schreier tree (one row per vertex
 * near the root) and the lower half (one row per word of edges, and few words occur). For an orbit of m points these
 * are about 2 √m rows instead of m. Safe to share between threads: rows are immutable and made at most twice.
 */
final class TransversalRows implements Stage {

    /** Above this many points a row does not fit into characters, and words are used instead. */
    static final int LARGEST_DEGREE = Character.MAX_VALUE + 1;

    private final int number;
    private final FrozenLevel level;

    /** Rows of the vertices of the upper part, which come first in the orbit. */
    private final AtomicReferenceArray<char[]> upper;

    /** Per position in the orbit: the vertex of the upper part and the word that lead there; null if all is upper. */
    private final int[] ancestor;

    private final int[] wordOf;

    /** Word w > 0 is word {@code wordParent[w]} followed by edge {@code wordEdge[w]}; word 0 is empty. */
    private int[] wordParent = new int[16];

    private int[] wordEdge = new int[16];
    private int words = 1;
    private final AtomicReferenceArray<char[]> lower;

    /** Every vertex has a row. */
    private TransversalRows(FrozenLevel level, int number) {
        this.level = level;
        this.number = number;
        upper = new AtomicReferenceArray<>(level.orbit.length);
        ancestor = null;
        wordOf = null;
        lower = null;
    }

    /** Vertices down to a depth have rows. */
    private TransversalRows(FrozenLevel level, int number, int[] depth, int cut) {
        this.level = level;
        this.number = number;
        int size = level.orbit.length;
        ancestor = new int[size];
        wordOf = new int[size];
        Long2IntOpenHashMap known = new Long2IntOpenHashMap();
        int upperCount = 0;
        for (int i = 0; i < size; i++) {
            if (depth[i] <= cut) {
                ancestor[i] = i;
                upperCount++;
            } else {
                int parent = level.position(level.parent(level.orbit[i]));
                ancestor[i] = ancestor[parent];
                wordOf[i] = word(wordOf[parent], level.entering(level.orbit[i]), known);
            }
        }
        upper = new AtomicReferenceArray<>(upperCount);
        lower = new AtomicReferenceArray<>(words);
    }

    private int word(int parent, int edge, Long2IntOpenHashMap known) {
        long key = (long) parent << Integer.SIZE | edge;
        int word = known.get(key);
        if (word == 0) {
            if (words == wordParent.length) {
                wordParent = Arrays.copyOf(wordParent, 2 * words);
                wordEdge = Arrays.copyOf(wordEdge, 2 * words);
            }
            word = words++;
            wordParent[word] = parent;
            wordEdge[word] = edge;
            known.put(key, word);
        }
        return word;
    }

    /**
     * The rows of a level within a budget.
     *
     * @param number the level's number in the chain
     * @param limit a level whose rows take more bytes is split, if that saves enough
     * @param budget the bytes that there are
     * @return null if the level gets none
     */
    static TransversalRows of(FrozenLevel level, int number, long limit, long budget) {
        long whole = 2L * level.degree() * level.orbit.length;
        if (whole > Math.min(limit, budget)) {
            TransversalRows split = split(level, number);
            if (split.bytes() <= Math.min(whole / 4, budget)) {
                return split;
            }
        }
        return whole <= budget ? new TransversalRows(level, number) : null;
    }

    /** Cuts where the number of rows is smallest. */
    private static TransversalRows split(FrozenLevel level, int number) {
        int[] depth = new int[level.orbit.length];
        int deepest = 0;
        for (int i = 1; i < depth.length; i++) {
            depth[i] = depth[level.position(level.parent(level.orbit[i]))] + 1;
            deepest = Math.max(deepest, depth[i]);
        }
        // Shallow trees have few cuts; of a deep one only the middle is tried.
        int from = deepest <= 16 ? 1 : deepest / 2;
        int to = deepest <= 16 ? deepest : from;
        TransversalRows best = new TransversalRows(level, number, depth, from);
        for (int cut = from + 1; cut <= to; cut++) {
            TransversalRows other = new TransversalRows(level, number, depth, cut);
            best = other.bytes() < best.bytes() ? other : best;
        }
        return best;
    }

    @Override
    public int mostRows() {
        return lower == null ? 1 : 2;
    }

    @Override
    public long bytes() {
        return 2L * level.degree() * (upper.length() + (lower == null ? 0 : lower.length()));
    }

    @Override
    public int append(int[] chosen, char[][] rows, int count) {
        int position = level.position(chosen[number]);
        int next = count;
        int vertex = ancestor == null ? position : ancestor[position];
        if (vertex != 0) {
            char[] row = upper.getAcquire(vertex);
            rows[next++] = row != null ? row : makeUpper(vertex);
        }
        if (wordOf != null && wordOf[position] != 0) {
            rows[next++] = lowerRow(wordOf[position]);
        }
        return next;
    }

    /** Makes the rows of the path to a vertex as far as they are missing, so that each costs one product. */
    private char[] makeUpper(int vertex) {
        IntArrayList missing = new IntArrayList();
        int v = vertex;
        for (; v != 0 && upper.getAcquire(v) == null; v = level.position(level.parent(level.orbit[v]))) {
            missing.add(v);
        }
        char[] row = v == 0 ? null : upper.getAcquire(v);
        while (!missing.isEmpty()) {
            int next = missing.popInt();
            int[] edge = level.edge(level.entering(level.orbit[next]));
            row = row == null ? Rows.of(edge) : Rows.product(row, edge);
            upper.setRelease(next, row);
        }
        return row;
    }

    private char[] lowerRow(int word) {
        char[] row = lower.getAcquire(word);
        if (row == null) {
            int[] edge = level.edge(wordEdge[word]);
            row = wordParent[word] == 0 ? Rows.of(edge) : Rows.product(lowerRow(wordParent[word]), edge);
            lower.setRelease(word, row);
        }
        return row;
    }
}
