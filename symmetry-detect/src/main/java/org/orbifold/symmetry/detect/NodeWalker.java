package org.orbifold.symmetry.detect;

import java.util.Arrays;
import java.util.function.LongPredicate;
import org.orbifold.symmetry.refine.RefinableColoring;
import org.orbifold.symmetry.refine.Trace;

/** A colouring together with the individualised vertices that lead to it, so that it can move to any other node. */
final class NodeWalker {

    final RefinableColoring coloring;
    private final Trace trace = new Trace();
    private int[] path = new int[8];
    private int[] cellsBefore = new int[8];
    private int depth;

    /** Starts at the root, refined. */
    NodeWalker(LocalGraph graph) {
        coloring = new RefinableColoring(graph.offsets(), graph.neighbours(), graph.colors());
        trace.ignore();
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
        trace.ignore();
        push(vertex, trace);
        return trace.hash();
    }

    /** As {@link #push(int)}, with samples of what the refinement saw. */
    long pushSampled(int vertex) {
        trace.sample();
        push(vertex, trace);
        return trace.hash();
    }

    /** What {@link #pushSampled} sampled. */
    long[] samples() {
        return trace.samples();
    }

    /** Individualises a vertex and refines, unless an unknown sample shows that it leads nowhere: then false. */
    boolean pushIfKnown(int vertex, LongPredicate knownSamples) {
        trace.recognize(knownSamples);
        return push(vertex, trace);
    }

    /** The hash of what the last refinement saw. */
    long hash() {
        return trace.hash();
    }

    /** Individualises a vertex and refines under the eyes of a trace; false if the trace objected. */
    boolean push(int vertex, Trace watching) {
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
            cellsBefore = Arrays.copyOf(cellsBefore, 2 * depth);
        }
        path[depth] = vertex;
        cellsBefore[depth++] = coloring.cellCount();
        coloring.individualize(vertex);
        return coloring.refine(watching);
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
