package org.orbifold.group.factor;

import java.util.Arrays;

/**
 * A graph that defines a group: the elements are the automorphisms of the graph, restricted to its first vertices,
 * which are the group's points; if there are even points, those automorphisms that permute them evenly. The other
 * vertices stand for blocks or sets of points. Each element extends to exactly one automorphism. No edge joins two
 * points, and no point has the colour of another vertex, so graphs of several groups can be put together. Immutable.
 */
public final class DefiningGraph {

    private final int points;
    private final int[] colors;
    private final int[] ends;
    private final int[] evenPoints;

    DefiningGraph(int points, int[] colors, int[] ends, int... evenPoints) {
        this.points = points;
        this.colors = colors;
        this.ends = ends;
        this.evenPoints = evenPoints;
    }

    /**
     * The points of the group: the first vertices.
     *
     * @return their number
     */
    public int pointCount() {
        return points;
    }

    /**
     * The number of vertices.
     *
     * @return at least the number of points
     */
    public int vertexCount() {
        return colors.length;
    }

    /**
     * The colour of a vertex.
     *
     * @param vertex a vertex
     * @return its colour, not negative
     */
    public int color(int vertex) {
        return colors[vertex];
    }

    /**
     * The edges.
     *
     * @return a new array with the two ends of each edge, one edge after the other
     */
    public int[] ends() {
        return ends.clone();
    }

    /**
     * The points that elements permute evenly.
     *
     * @return a new array, empty if parity does not matter; every automorphism maps the set to itself
     */
    public int[] evenPoints() {
        return evenPoints.clone();
    }

    int largestColor() {
        return Arrays.stream(colors).max().orElse(0);
    }
}
