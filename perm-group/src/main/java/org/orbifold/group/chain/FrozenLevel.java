package org.orbifold.group.chain;

import java.util.Arrays;

/** One level of an immutable chain: base point, orbit, Schreier tree. */
final class FrozenLevel {

    final int base;
    final int[] orbit;
    final int[][] generators;

    private final short[] label;
    private final int[][] edges;

    /** Per point of the orbit the one before it on its path: following a path need not wait for the edges. */
    private final int[] parent;

    /** Position of a point in {@link #orbit}; -1 outside. */
    private final int[] position;

    FrozenLevel(Level level, int degree) {
        base = level.base;
        label = level.labels();
        edges = level.edges().toArray(new int[0][]);
        orbit = new int[level.orbitSize()];
        position = new int[degree];
        Arrays.fill(position, -1);
        for (int i = 0; i < orbit.length; i++) {
            orbit[i] = level.orbitPoint(i);
            position[orbit[i]] = i;
        }
        parent = new int[degree];
        for (int i = 1; i < orbit.length; i++) {
            parent[orbit[i]] = edges[label[orbit[i]] ^ 1][orbit[i]];
        }
        generators = new int[edges.length / 2][];
        for (int g = 0; g < generators.length; g++) {
            generators[g] = edges[2 * g];
        }
    }

    int position(int point) {
        return position[point];
    }

    boolean inOrbit(int point) {
        return position[point] >= 0;
    }

    /** The edge by which the tree enters a point of the orbit other than the base point. */
    int[] entering(int point) {
        return edges[label[point]];
    }

    /** The point before a point of the orbit on its path from the base point. */
    int parent(int point) {
        return parent[point];
    }

    int[] transversal(int point) {
        Word word = new Word();
        append(point, word);
        return word.product(position.length);
    }

    void append(int point, Word word) {
        int from = word.length();
        for (int x = point; x != base; x = parent[x]) {
            word.append(edges[label[x]]);
        }
        word.reverse(from);
    }

    void appendInverse(int point, Word word) {
        for (int x = point; x != base; x = parent[x]) {
            word.append(edges[label[x] ^ 1]);
        }
    }

    /** Multiplies by the inverse of the transversal element of a point. */
    void divide(int[] images, int point) {
        Word word = new Word();
        appendInverse(point, word);
        word.applyTo(images);
    }

    /** Maps the points at some positions of an array by the inverse of the transversal element of a point. */
    void divide(int[] points, int from, int to, int point) {
        for (int x = point; x != base && from < to; x = parent[x]) {
            int[] back = edges[label[x] ^ 1];
            for (int i = from; i < to; i++) {
                points[i] = back[points[i]];
            }
        }
    }

    /** The restriction to an invariant set of points that holds the base point, renumbered. */
    int[][] restrictedGenerators(int[] points, int[] renumbered) {
        int[][] restricted = new int[generators.length][points.length];
        for (int g = 0; g < generators.length; g++) {
            for (int i = 0; i < points.length; i++) {
                restricted[g][i] = renumbered[generators[g][points[i]]];
            }
        }
        return restricted;
    }
}
