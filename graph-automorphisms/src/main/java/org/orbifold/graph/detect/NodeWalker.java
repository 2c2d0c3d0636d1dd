package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;

/** A colouring together with the individualised vertices that lead to it, so that it can move to any other node. */
final class NodeWalker {

    final RefinableColoring coloring;
    private final SampledHash hashing = new SampledHash();
    private int[] path = new int[8];
    private int[] cellsBefore = new int[8];
    private int depth;

    /** Starts at the root, refined. */
    NodeWalker(LocalGraph graph) {
        this(graph, Trace.NONE);
    }

    /** Starts at the root, refined under a trace that may stop it by an exception. */
    NodeWalker(LocalGraph graph, Trace trace) {
        coloring = new RefinableColoring(graph.offsets(), graph.neighbours(), graph.colors());
        coloring.refine(trace);
    }

    int depth() {
        return depth;
    }

    int[] path() {
        return Arrays.copyOf(path, depth);
    }

    /** Individualises a vertex and refines; the hash of what the refinement saw. */
    long push(int vertex) {
        push(vertex, hashing.start(null));
        return hashing.hash();
    }

    /** As {@link #push(int)}; false if an unknown sample stopped the refinement. */
    boolean pushIfKnown(int vertex, @Nullable LongSet knownSamples) {
        return push(vertex, hashing.start(knownSamples));
    }

    /** What the last refinement without a trace of its own saw. */
    SampledHash seen() {
        return hashing;
    }

    /** Individualises a vertex and refines; false if the trace stopped that. */
    boolean push(int vertex, Trace trace) {
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
            cellsBefore = Arrays.copyOf(cellsBefore, 2 * depth);
        }
        path[depth] = vertex;
        cellsBefore[depth++] = coloring.cellCount();
        coloring.individualize(vertex);
        return coloring.refine(trace);
    }

    /** Goes up to an ancestor. */
    void backTo(int newDepth) {
        if (newDepth < depth) {
            coloring.undoTo(cellsBefore[newDepth]);
            depth = newDepth;
        }
    }

    /** Goes to any node, through the deepest common ancestor. */
    void moveTo(int[] target) {
        int common = 0;
        while (common < depth && common < target.length && path[common] == target[common]) {
            common++;
        }
        backTo(common);
        for (int i = common; i < target.length; i++) {
            push(target[i]);
        }
    }
}
