package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.RefinableColoring;

/**
 * Looks for an automorphism that moves only what two partitions show to differ.
 *
 * <p>The first path individualises everything, in an order that suits no automorphism in particular: following it takes
 * as many nodes as the base is long, whatever an automorphism moves. Here the left partition has taken the base point,
 * the right one v. Vertices in the same cell of both are taken as fixed, each by itself. The others form a graph of
 * their own, coloured by cell and by fixed neighbours, on which the two sides are refined and matched; what comes out
 * is certified. So the cost is proportional to the moved vertices. (Darga, Sakallah and Markov, DAC 2008, also go on
 * only where two partitions differ, but refine the whole graph.) There is no backtracking: when
 * the sides do not correspond, {@link TraceFollower} decides.
 */
final class LocalMatch {

    /** How many members of a cell are looked at for one to exchange. */
    private static final int MOST_LOOKS = 64;
    /** Failures beyond successes after which it is not tried any more. */
    private static final int PATIENCE = 4;

    private final LocalGraph graph;
    private final NodeWalker left;
    private final RefinableColoring right;
    private final Certifier certifier;
    private final SearchBudget budget;
    private final StabilizerPath path;
    /** The vertices that lead to the top of the path. */
    private final int[] prefix;
    private int patience = PATIENCE;

    /** The vertices that differ, and their numbers among these, else −1. */
    private final IntArrayList moved = new IntArrayList();
    private final int[] number;

    /** For a search whose colouring is on the right. */
    LocalMatch(LocalGraph graph, RefinableColoring right, int[] prefix, Certifier certifier, SearchBudget budget,
            StabilizerPath path) {
        this.graph = graph;
        this.right = right;
        this.left = new NodeWalker(graph);
        this.prefix = prefix;
        this.certifier = certifier;
        this.budget = budget;
        this.path = path;
        number = new int[graph.size()];
        Arrays.fill(number, -1);
    }

    /** Whether it has been of use, or not been tried much. */
    boolean isPromising() {
        return patience > 0;
    }

    /**
     * Looks for an automorphism that maps the level's base point to the vertex that the right side has individualised
     * there, refined like the first path.
     *
     * @param cells how many cells there were before that
     * @return points followed by images; null if nothing was found
     */
    int @Nullable [] find(int level, int cells) {
        int[] top = Arrays.copyOf(prefix, prefix.length + level);
        System.arraycopy(path.base, 0, top, prefix.length, level);
        left.moveTo(top);
        budget.node();
        left.push(path.base[level]);
        findMoved(cells);
        int[] found = match();
        moved.forEach((int v) -> number[v] = -1);
        moved.clear();
        left.backTo(top.length);
        boolean isAutomorphism = found != null && certifier.isAutomorphism(found);
        patience += isAutomorphism ? 1 : -1;
        return isAutomorphism ? found : null;
    }

    /** Old cells differ only by what went to new ones, so that looking at these is enough. */
    private void findMoved(int cells) {
        for (int c = cells; c < right.cellCount(); c++) {
            int end = right.start(c) + right.length(c);
            for (int p = right.start(c); p < end; p++) {
                addIfMoved(left.coloring.vertexAt(p));
                addIfMoved(right.vertexAt(p));
            }
        }
    }

    private void addIfMoved(int v) {
        if (number[v] < 0 && left.coloring.cellOf(v) != right.cellOf(v)) {
            number[v] = moved.size();
            moved.add(v);
        }
    }

    /** Matches the two sides of the graph on what differs. */
    private int @Nullable [] match() {
        int size = moved.size();
        int[] offsets = new int[size + 1];
        IntArrayList neighbours = new IntArrayList();
        long[] leftColors = new long[size];
        long[] rightColors = new long[size];
        for (int i = 0; i < size; i++) {
            int v = moved.getInt(i);
            long fixed = 0;
            for (int j = graph.offsets()[v]; j < graph.offsets()[v + 1]; j++) {
                int u = graph.neighbours()[j];
                if (number[u] < 0) {
                    fixed += Mixing.mix(u);
                } else {
                    neighbours.add(number[u]);
                }
            }
            offsets[i + 1] = neighbours.size();
            leftColors[i] = Mixing.combine(left.coloring.cellOf(v), fixed);
            rightColors[i] = Mixing.combine(right.cellOf(v), fixed);
        }
        Long2IntOpenHashMap numbers = new Long2IntOpenHashMap(size);
        int[] leftNumbers = numbered(leftColors, numbers);
        int known = numbers.size();
        int[] rightNumbers = numbered(rightColors, numbers);
        if (numbers.size() > known) {
            return null;
        }
        int[] rows = neighbours.toIntArray();
        return match(new RefinableColoring(offsets, rows, leftNumbers),
            new RefinableColoring(offsets, rows, rightNumbers));
    }

    /** Colours as small numbers, new ones in the order in which they come. */
    private static int[] numbered(long[] colors, Long2IntOpenHashMap numbers) {
        int[] result = new int[colors.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = numbers.computeIfAbsent(colors[i], color -> numbers.size());
        }
        return result;
    }

    private int @Nullable [] match(RefinableColoring a, RefinableColoring b) {
        RecordedTrace trace = new RecordedTrace();
        boolean same = a.cellCount() == b.cellCount();
        for (int cell = 0; same && cell < a.cellCount(); cell++) {
            same = a.length(cell) == b.length(cell);
        }
        a.refine(trace.recording());
        same = same && b.refine(trace.comparing(0, trace.length()));
        while (same && !a.isDiscrete()) {
            budget.node();
            int cell = a.firstNonSingleton();
            int x = a.vertexAt(a.start(cell));
            b.individualize(counterpart(x, cell, a, b));
            a.individualize(x);
            int before = trace.length();
            a.refine(trace.recording());
            same = b.refine(trace.comparing(before, trace.length()));
        }
        if (!same) {
            return null;
        }
        int[] points = a.vertices();
        int[] images = b.vertices();
        Arrays.setAll(points, p -> moved.getInt(points[p]));
        Arrays.setAll(images, p -> moved.getInt(images[p]));
        return Generators.between(points, images);
    }

    /** A vertex that a given one may go to: itself, else one that may come back in exchange, else any. */
    private static int counterpart(int x, int cell, RefinableColoring a, RefinableColoring b) {
        if (b.cellOf(x) == cell) {
            return x;
        }
        int first = b.start(cell);
        int end = first + Math.min(b.length(cell), MOST_LOOKS);
        for (int p = first; p < end; p++) {
            int y = b.vertexAt(p);
            if (a.cellOf(y) == b.cellOf(x)) {
                return y;
            }
        }
        return b.vertexAt(first);
    }
}
