package org.orbifold.symmetry.detect;

import java.util.List;

/** A node of a {@link CosetTree}'s far side: the vertex that leads to it, and what its refinement saw. */
final class CosetNode {

    final CosetNode up;
    final int vertex;
    final long hash;
    final long[] samples;
    /** The level of the first path's node that this one is, or -1. */
    final int level;
    List<int[]> stabilizer;
    CosetNode[] children;
    /** One child, known before all are. */
    CosetNode probe;

    CosetNode(CosetNode up, int vertex, long hash, long[] samples, int level) {
        this.up = up;
        this.vertex = vertex;
        this.hash = hash;
        this.samples = samples;
        this.level = level;
    }

    /** The tree below a node of the first path. */
    static CosetNode root(int level) {
        return new CosetNode(null, -1, 0, new long[0], level);
    }
}
