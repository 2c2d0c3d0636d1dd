package org.orbifold.group.chain;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * One level of an immutable chain: base point, orbit, Schreier tree, and rows of multiplied-out transversal elements.
 */
final class FrozenLevel {

    /** Above this many points a row does not fit into characters, and words are used instead. */
    private static final int LARGEST_ROW = Character.MAX_VALUE;

    final int base;
    final int[] orbit;
    final int[][] generators;

    private final short[] label;
    private final int[][] edges;

    /** Position of a point in {@link #orbit}; -1 outside. */
    private final int[] position;

    /** Transversal elements, multiplied out when first needed; null if the level gets none. */
    private final AtomicReferenceArray<char[]> rows;

    FrozenLevel(Level level, int degree, boolean withRows) {
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
        generators = new int[edges.length / 2][];
        for (int g = 0; g < generators.length; g++) {
            generators[g] = edges[2 * g];
        }
        rows = withRows && degree <= LARGEST_ROW ? new AtomicReferenceArray<>(orbit.length) : null;
    }

    int degree() {
        return position.length;
    }

    int position(int point) {
        return position[point];
    }

    boolean inOrbit(int point) {
        return position[point] >= 0;
    }

    /** The multiplied-out transversal element of a point, or null if this level keeps none. */
    char[] row(int point) {
        if (rows == null) {
            return null;
        }
        char[] row = rows.getAcquire(position[point]);
        return row != null ? row : makeRow(point);
    }

    private char[] makeRow(int point) {
        int[] images = transversal(point);
        char[] row = new char[images.length];
        for (int x = 0; x < row.length; x++) {
            row[x] = (char) images[x];
        }
        rows.setRelease(position[point], row);
        return row;
    }

    int[] transversal(int point) {
        Word word = new Word();
        append(point, word);
        return word.product(position.length);
    }

    void append(int point, Word word) {
        int from = word.length();
        for (int x = point; x != base;) {
            word.append(edges[label[x]]);
            x = edges[label[x] ^ 1][x];
        }
        word.reverse(from);
    }

    void appendInverse(int point, Word word) {
        for (int x = point; x != base;) {
            int[] back = edges[label[x] ^ 1];
            word.append(back);
            x = back[x];
        }
    }

    /** Multiplies by the inverse of the transversal element of a point. */
    void divide(int[] images, int point) {
        Word word = new Word();
        appendInverse(point, word);
        word.applyTo(images);
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
