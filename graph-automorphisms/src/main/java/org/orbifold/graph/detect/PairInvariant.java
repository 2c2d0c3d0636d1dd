package org.orbifold.graph.detect;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.RefinableColoring;

/**
 * Splits the cells of an equitable partition by what it cannot see: for related vertices u and v of a cell, the number
 * of related pairs among the vertices related to both (the 4-vertex condition, as in nauty's invariants for strongly
 * regular graphs). A cell's relation is adjacency, or the rarest number of common neighbours where no or all vertices
 * of the cell are adjacent, as in incidence graphs. Steiner triple systems and Latin squares fall apart by it, of which
 * a search must otherwise compare all pairs.
 *
 * <p>Everything here, the limits too, depends on the graph up to isomorphism only.
 */
final class PairInvariant {

    /** Largest graph: the relation takes a bit for each pair of vertices. */
    private static final int LARGEST = 1 << 13;
    /** Most steps to a neighbour of a neighbour; a tenth of a second. */
    private static final long MOST_STEPS = 1L << 25;
    /** Most words of 64 pairs that may have to be read, by a bound that is some six times too large; half a second. */
    private static final long MOST_WORDS = 1L << 32;

    private final LocalGraph graph;
    private final RefinableColoring coloring;
    private final SearchBudget budget;
    private final int words;
    private final long[][] related;

    private PairInvariant(LocalGraph graph, RefinableColoring coloring, SearchBudget budget) {
        this.graph = graph;
        this.coloring = coloring;
        this.budget = budget;
        words = graph.size() + 63 >>> 6;
        related = new long[graph.size()][];
    }

    /**
     * The graph with finer colours.
     *
     * @param coloring its equitable colouring
     * @return the same graph, its colours the cells and what splits them; null if nothing does, or if it takes too long
     */
    static @Nullable LocalGraph split(LocalGraph graph, RefinableColoring coloring, SearchBudget budget) {
        return graph.size() > LARGEST ? null : new PairInvariant(graph, coloring, budget).split();
    }

    private @Nullable LocalGraph split() {
        boolean any = false;
        for (int place = 0; place < graph.size();) {
            int cell = coloring.cellOf(coloring.vertexAt(place));
            place += coloring.length(cell);
            any |= coloring.length(cell) > 2 && relate(coloring.members(cell));
        }
        if (!any || tooLong()) {
            return null;
        }
        int[] colors = ranks(values());
        return Arrays.stream(colors).distinct().count() == coloring.cellCount() ? null
            : new LocalGraph(graph.offsets(), graph.neighbours(), colors);
    }

    // ---- the relation ----

    /** Relates the vertices of a cell; false if none or all pairs of it are alike. */
    private boolean relate(int[] members) {
        boolean[] inside = new boolean[graph.size()];
        for (int v : members) {
            inside[v] = true;
        }
        int inner = 0;
        for (int i = graph.offsets()[members[0]]; i < graph.offsets()[members[0] + 1]; i++) {
            inner += inside[graph.neighbours()[i]] ? 1 : 0;
        }
        if (inner > 0 && inner < members.length - 1) {
            for (int v : members) {
                related[v] = new long[words];
                for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
                    int w = graph.neighbours()[i];
                    if (inside[w]) {
                        related[v][w >>> 6] |= 1L << w;
                    }
                }
            }
            return true;
        }
        return relateByCommonNeighbours(members, inside);
    }

    private boolean relateByCommonNeighbours(int[] members, boolean[] inside) {
        int[] common = new int[graph.size()];
        long[] pairs = new long[graph.size()];
        long steps = 0;
        for (int v : members) {
            steps += stepsFrom(v);
        }
        if (steps > MOST_STEPS) {
            return false;
        }
        for (int v : members) {
            budget.check();
            count(v, inside, common);
            for (int w : members) {
                pairs[common[w]] += v == w ? 0 : 1;
            }
        }
        int rarest = -1;
        for (int c = 0; c < pairs.length; c++) {
            if (pairs[c] > 0 && (rarest < 0 || pairs[c] < pairs[rarest])) {
                rarest = c;
            }
        }
        if (pairs[rarest] == (long) members.length * (members.length - 1)) {
            return false;
        }
        for (int v : members) {
            budget.check();
            count(v, inside, common);
            related[v] = new long[words];
            for (int w : members) {
                if (v != w && common[w] == rarest) {
                    related[v][w >>> 6] |= 1L << w;
                }
            }
        }
        return true;
    }

    private long stepsFrom(int v) {
        long steps = 0;
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            steps += graph.degree(graph.neighbours()[i]);
        }
        return steps;
    }

    /** Counts the neighbours that each vertex of a cell has in common with one. */
    private void count(int v, boolean[] inside, int[] common) {
        Arrays.fill(common, 0);
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            int x = graph.neighbours()[i];
            for (int j = graph.offsets()[x]; j < graph.offsets()[x + 1]; j++) {
                int w = graph.neighbours()[j];
                common[w] += inside[w] ? 1 : 0;
            }
        }
    }

    // ---- the invariant ----

    private boolean tooLong() {
        long total = 0;
        for (long[] row : related) {
            if (row != null) {
                long degree = 0;
                for (long word : row) {
                    degree += Long.bitCount(word);
                }
                // At most the whole row is related to both ends of a pair.
                total += degree * degree * words;
            }
        }
        return total > MOST_WORDS;
    }

    /** For each vertex a hash of the numbers of its pairs. */
    private long[] values() {
        long[] values = new long[graph.size()];
        long[] both = new long[words];
        for (int u = 0; u < values.length; u++) {
            budget.check();
            long[] row = related[u];
            for (int i = 0; i < words && row != null; i++) {
                for (long rest = row[i]; rest != 0; rest &= rest - 1) {
                    int v = i << 6 | Long.numberOfTrailingZeros(rest);
                    if (v > u) {
                        long value = Mixing.mix(pairsAmong(row, related[v], both));
                        values[u] += value;
                        values[v] += value;
                    }
                }
            }
        }
        return values;
    }

    private long pairsAmong(long[] a, long[] b, long[] both) {
        for (int i = 0; i < words; i++) {
            both[i] = a[i] & b[i];
        }
        long count = 0;
        long size = 0;
        for (int i = 0; i < words; i++) {
            for (long rest = both[i]; rest != 0; rest &= rest - 1) {
                long[] row = related[i << 6 | Long.numberOfTrailingZeros(rest)];
                size++;
                for (int k = 0; k < words; k++) {
                    count += Long.bitCount(row[k] & both[k]);
                }
            }
        }
        return count << Integer.SIZE | size;
    }

    /** Numbers of the classes of cells and values, in the order of these. */
    private int[] ranks(long[] values) {
        int n = values.length;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, v -> v);
        Arrays.sort(order, (a, b) -> {
            int byCell = Integer.compare(coloring.start(coloring.cellOf(a)), coloring.start(coloring.cellOf(b)));
            return byCell != 0 ? byCell : Long.compare(values[a], values[b]);
        });
        int[] ranks = new int[n];
        for (int i = 1; i < n; i++) {
            boolean same = coloring.cellOf(order[i]) == coloring.cellOf(order[i - 1])
                && values[order[i]] == values[order[i - 1]];
            ranks[order[i]] = ranks[order[i - 1]] + (same ? 0 : 1);
        }
        return ranks;
    }
}
