package org.orbifold.group.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.group.kernel.Images;

/**
 * One level of a chain under construction: a base point, generators of (a subgroup of) the stabiliser of the earlier
 * base points, and a Schreier tree on the base point's orbit under them.
 *
 * <p>The tree is rebuilt breadth-first, along generators and their inverses, whenever a generator comes in: generators
 * are mostly random elements, so its depth stays logarithmic.
 */
final class Level {

    private static final short OUTSIDE = -1;
    private static final short ROOT = -2;

    final int base;

    /** Generators at even, their inverses at odd positions. */
    private final List<int[]> edges = new ArrayList<>();

    /** Per point: the edge by which the tree enters it. */
    private final short[] label;

    private final int[] orbit;
    private int size;
    private int depth;

    Level(int degree, int base) {
        this.base = base;
        this.label = new short[degree];
        Arrays.fill(label, OUTSIDE);
        this.orbit = new int[degree];
        label[base] = ROOT;
        orbit[0] = base;
        size = 1;
    }

    /** Only the points of the tree, for readers. */
    int orbitSize() {
        return size;
    }

    int orbitPoint(int index) {
        return orbit[index];
    }

    boolean inOrbit(int point) {
        return label[point] != OUTSIDE;
    }

    int generatorCount() {
        return edges.size() / 2;
    }

    int[] generator(int index) {
        return edges.get(2 * index);
    }

    /** Takes over a permutation that fixes all earlier base points. */
    void add(int[] generator) {
        edges.add(generator);
        edges.add(Images.inverse(generator));
        rebuild();
    }

    private void rebuild() {
        for (int i = 0; i < size; i++) {
            label[orbit[i]] = OUTSIDE;
        }
        label[base] = ROOT;
        size = 1;
        depth = 0;
        int edgeCount = edges.size();
        int endOfLayer = 1;
        for (int head = 0; head < size; head++) {
            if (head == endOfLayer) {
                endOfLayer = size;
                depth++;
            }
            int point = orbit[head];
            for (int e = 0; e < edgeCount; e++) {
                int image = edges.get(e)[point];
                if (label[image] == OUTSIDE) {
                    label[image] = (short) e;
                    orbit[size++] = image;
                }
            }
        }
    }

    /**
     * Appends to a word the inverse of the transversal element of a point: the factors that lead from it to the base.
     *
     * @return the new length of the word
     */
    int appendInverse(int point, Word word) {
        int x = point;
        while (x != base) {
            int[] back = edges.get(label[x] ^ 1);
            word.append(back);
            x = back[x];
        }
        return word.length();
    }

    /** Appends the transversal element of a point: the factors that lead from the base to it. */
    void appendTransversal(int point, Word word) {
        int from = word.length();
        int x = point;
        while (x != base) {
            word.append(edges.get(label[x]));
            x = edges.get(label[x] ^ 1)[x];
        }
        word.reverse(from);
    }

    /** The greatest distance of a point from the root. */
    int depth() {
        return depth;
    }

    /** Whether the tree is deeper than random generators would make it: more than twice the binary logarithm. */
    boolean isDeep() {
        return depth > 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(size)) + 2;
    }

    /** Parents and entering edges for the immutable chain. */
    short[] labels() {
        return label.clone();
    }

    List<int[]> edges() {
        return edges;
    }
}
