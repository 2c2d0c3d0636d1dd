package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.group.element.UnionFind;

/**
 * Orbits and random elements of point stabilisers, from generators given as points followed by images.
 *
 * <p>The elements are products of random words with transversal elements (Schreier's lemma). A few of them generate
 * the stabiliser with high probability; if they do not, the search prunes less but stays exact, since every element
 * is in the group.
 */
final class SchreierElements {

    private static final int WORD_LENGTH = 24;

    /** More than this many generators are thinned out to random products. */
    private static final int MOST_GENERATORS = 256;

    private final int n;
    private final SplittableRandom random = new SplittableRandom(20180806);
    private final int[] reachedBy;
    private final int[] reachedFrom;
    private final int[] image;
    private final int[] queue;

    SchreierElements(int n) {
        this.n = n;
        reachedBy = new int[n];
        reachedFrom = new int[n];
        image = new int[n];
        queue = new int[n];
    }

    /** The first vertex of a cell that is in a smallest orbit of the group. */
    int inSmallestOrbit(RefinableColoring coloring, int cell, List<int[]> generators) {
        UnionFind orbits = Generators.orbits(n, generators);
        int best = -1;
        for (int i = 0; i < coloring.length(cell); i++) {
            int v = coloring.vertexAt(coloring.start(cell) + i);
            if (best < 0 || orbits.sizeOf(v) < orbits.sizeOf(best)) {
                best = v;
            }
        }
        return best;
    }

    /**
     * Elements of the stabiliser of a point: the generators that leave its orbit alone, for each other generator the
     * one that a transversal element makes of it, and some from random words. Empty when none but the identity was
     * seen. Only generators that touch the orbit are made dense.
     */
    List<int[]> stabilizer(List<int[]> generators, int point, int randomElements) {
        if (generators.isEmpty()) {
            return List.of();
        }
        UnionFind orbits = Generators.orbits(n, generators);
        int root = orbits.find(point);
        List<int[]> result = new ArrayList<>();
        List<int[]> active = new ArrayList<>();
        for (int[] g : generators) {
            (movesOrbit(g, orbits, root) ? active : result).add(g);
        }
        if (active.isEmpty()) {
            return result;
        }
        int[][] dense = new int[2 * active.size()][];
        for (int i = 0; i < active.size(); i++) {
            densify(active.get(i), dense, i);
        }
        findOrbit(dense, point);
        for (int i = 0; i < active.size() && i < MOST_GENERATORS; i++) {
            if (dense[2 * i][point] == point) {
                result.add(active.get(i));
            } else {
                addStabilizing(dense[2 * i].clone(), dense, point, result);
            }
        }
        int[] word = new int[n];
        for (int v = 0; v < n; v++) {
            word[v] = v;
        }
        for (int k = 0; k < randomElements && active.size() > 1; k++) {
            for (int step = 0; step < WORD_LENGTH; step++) {
                multiply(word, dense[random.nextInt(dense.length)]);
            }
            addStabilizing(word.clone(), dense, point, result);
        }
        return result;
    }

    private static boolean movesOrbit(int[] generator, UnionFind orbits, int root) {
        for (int i = 0; i < generator.length / 2; i++) {
            if (orbits.find(generator[i]) == root) {
                return true;
            }
        }
        return false;
    }

    private void addStabilizing(int[] element, int[][] dense, int point, List<int[]> result) {
        for (int x = element[point]; x != point; x = reachedFrom[x]) {
            multiply(element, dense[reachedBy[x] ^ 1]);
        }
        int[] sparse = sparsify(element);
        if (sparse.length > 0) {
            result.add(sparse);
        }
    }

    private void densify(int[] generator, int[][] dense, int index) {
        int[] forward = new int[n];
        int[] backward = new int[n];
        for (int v = 0; v < n; v++) {
            forward[v] = v;
            backward[v] = v;
        }
        int size = generator.length / 2;
        for (int i = 0; i < size; i++) {
            forward[generator[i]] = generator[size + i];
            backward[generator[size + i]] = generator[i];
        }
        dense[2 * index] = forward;
        dense[2 * index + 1] = backward;
    }

    private void findOrbit(int[][] dense, int point) {
        Arrays.fill(reachedBy, -1);
        reachedBy[point] = 0;
        queue[0] = point;
        int size = 1;
        for (int head = 0; head < size; head++) {
            int x = queue[head];
            for (int g = 0; g < dense.length; g++) {
                int y = dense[g][x];
                if (reachedBy[y] < 0) {
                    reachedBy[y] = g;
                    reachedFrom[y] = x;
                    queue[size++] = y;
                }
            }
        }
    }

    private static void multiply(int[] word, int[] by) {
        for (int v = 0; v < word.length; v++) {
            word[v] = by[word[v]];
        }
    }

    private int[] sparsify(int[] dense) {
        int size = 0;
        for (int v = 0; v < n; v++) {
            if (dense[v] != v) {
                image[size++] = v;
            }
        }
        int[] result = new int[2 * size];
        for (int i = 0; i < size; i++) {
            result[i] = image[i];
            result[size + i] = dense[image[i]];
        }
        return result;
    }
}
