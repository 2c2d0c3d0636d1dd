package org.orbifold.symmetry.detect;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.orbifold.symmetry.refine.RefinableColoring;

/**
 * Looks for an automorphism by refining both sides at once, only where they differ (the ordered partition pairs of
 * Darga, Sakallah and Markov, DAC 2008, with their choice of the next cell).
 *
 * <p>The first path individualises everything, in an order that suits no automorphism in particular: following it takes
 * as many nodes as the base is long, whatever an automorphism moves. Here the left partition takes the base point, the
 * right one v, and both go on in a cell whose members differ, until there is none: then mapping left to right is a
 * candidate, and the cost was that of what it moves. There is no going back: when the sides stop to correspond,
 * {@link TraceFollower} decides.
 */
final class PairDescent {

    /** How many members of a cell, or edges, are looked at for a vertex to take; and how many vertices near by. */
    private static final int MOST_LOOKS = 512;
    private static final int MOST_NEAR = 32;
    /** After so many more failures than successes it is not tried any more. */
    private static final int PATIENCE = 4;

    private final LocalGraph graph;
    private final NodeWalker left;
    private final RefinableColoring right;
    private final Certifier certifier;
    private final SearchBudget budget;
    private final StabilizerPath path;
    /** The vertices that lead to the top of the path. */
    private final int[] prefix;
    private final PartialMap map;
    private final IntArrayList near = new IntArrayList();
    private int singlesSeen;
    private int cellsSeen;
    private int patience = PATIENCE;

    /** For the walker's colouring on the right; found pairs go into the given map. */
    PairDescent(LocalGraph graph, RefinableColoring right, int[] prefix, Certifier certifier, SearchBudget budget,
            StabilizerPath path, PartialMap map) {
        this.graph = graph;
        this.right = right;
        this.left = new NodeWalker(graph);
        this.prefix = prefix;
        this.certifier = certifier;
        this.budget = budget;
        this.path = path;
        this.map = map;
    }

    /** Whether it has been of use, or not been tried much. */
    boolean isPromising() {
        return patience > 0;
    }

    /**
     * Looks for an automorphism that maps the level's base point to the vertex that the right side has individualised
     * there, refined like the first path. The right side is left where the descent ended.
     *
     * @param cells   how many cells there were before that
     * @param singles how many of them were singletons
     */
    boolean find(int level, int cells, int singles) {
        int[] top = Arrays.copyOf(prefix, prefix.length + level);
        System.arraycopy(path.base, 0, top, prefix.length, level);
        left.moveTo(top);
        left.push(path.base[level]);
        map.clear();
        singlesSeen = singles;
        cellsSeen = cells;
        boolean found = descend();
        left.backTo(top.length);
        patience += found ? 1 : -1;
        return found;
    }

    private boolean descend() {
        while (true) {
            pairNewSingletons();
            int x = map.isClosed() ? firstDifferent() : map.lastOpen();
            if (x < 0) {
                return map.isAutomorphism(certifier);
            }
            if (!(map.isClosed() ? exchange(x) : close(x))) {
                return false;
            }
        }
    }

    /** Maps an open vertex to the one that closes its cycle if it can be, else to another. */
    private boolean close(int x) {
        int y = map.startOfChain(x);
        return right.cellOf(y) == left.coloring.cellOf(x) ? step(x, y) : exchange(x);
    }

    /**
     * Maps a vertex to one that it may be exchanged with. Among more than two, most would also move what is near by for
     * no reason: then a vertex near by is fixed first, which leaves fewer.
     */
    private boolean exchange(int x) {
        int cell = left.coloring.cellOf(x);
        int fixed = right.length(cell) > 2 ? unmoved(x) : -1;
        if (fixed >= 0) {
            return step(fixed, fixed);
        }
        int y = partner(x, cell);
        return step(x, y >= 0 ? y : TraceFollower.nearby(graph, right, x, cell));
    }

    private boolean step(int x, int y) {
        budget.node();
        RecordedTrace trace = new RecordedTrace();
        left.push(x, trace.recording());
        right.individualize(y);
        return right.refine(trace.comparing(0, trace.length()));
    }

    /** The nearest undecided vertex that both sides have in the same cell, reached through others; or −1. */
    private int unmoved(int x) {
        near.clear();
        near.add(x);
        int looks = MOST_LOOKS;
        for (int head = 0; head < near.size() && looks > 0; head++) {
            int v = near.getInt(head);
            for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1] && looks > 0; i++, looks--) {
                int u = graph.neighbours()[i];
                int cell = right.cellOf(u);
                if (right.length(cell) > 1 && cell == left.coloring.cellOf(u)) {
                    return u;
                }
                if (right.length(cell) > 1 && near.size() < MOST_NEAR && !near.contains(u)) {
                    near.add(u);
                }
            }
        }
        return -1;
    }

    private void pairNewSingletons() {
        int count = right.singletonCount();
        for (int i = singlesSeen; i < count; i++) {
            int place = right.singleton(i);
            map.put(left.coloring.vertexAt(place), right.vertexAt(place));
        }
        singlesSeen = count;
    }

    /**
     * A vertex whose cell on the left does not hold it on the right, or −1. Cells that were there before differ only by
     * what went to new ones, so that looking at these is enough, at each until it agrees.
     */
    private int firstDifferent() {
        for (; cellsSeen < right.cellCount(); cellsSeen++) {
            int end = right.start(cellsSeen) + right.length(cellsSeen);
            for (int p = right.start(cellsSeen); p < end && right.length(cellsSeen) > 1; p++) {
                int x = left.coloring.vertexAt(p);
                if (right.cellOf(x) != cellsSeen) {
                    return x;
                }
            }
        }
        return -1;
    }

    /** A vertex that may be exchanged with a given one; −1 if there is none among the first. */
    private int partner(int x, int cell) {
        int first = right.start(cell);
        int end = first + Math.min(right.length(cell), MOST_LOOKS);
        for (int p = first; p < end; p++) {
            int y = right.vertexAt(p);
            if (left.coloring.cellOf(y) == right.cellOf(x)) {
                return y;
            }
        }
        return -1;
    }
}
