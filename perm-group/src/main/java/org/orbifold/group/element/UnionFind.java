package org.orbifold.group.element;

import java.util.Arrays;

/** Disjoint sets of points with path halving and union by size (Tarjan 1975): near-constant time per operation. */
public final class UnionFind {

    /** Parent of a point, or minus the size of the set at its root. */
    private final int[] parent;

    private int sets;

    /**
     * Starts with every point alone.
     *
     * @param size the number of points
     */
    public UnionFind(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("the number of points is " + size + "; expected at least 0");
        }
        parent = new int[size];
        Arrays.fill(parent, -1);
        sets = size;
    }

    /**
     * The number of points.
     *
     * @return how many points there are
     */
    public int size() {
        return parent.length;
    }

    /**
     * The number of disjoint sets.
     *
     * @return how many sets there are now
     */
    public int sets() {
        return sets;
    }

    /**
     * The representative of a point's set.
     *
     * @param point a point
     * @return the same value for all points of one set
     */
    public int find(int point) {
        int x = point;
        while (parent[x] >= 0) {
            if (parent[parent[x]] >= 0) {
                parent[x] = parent[parent[x]];
            }
            x = parent[x];
        }
        return x;
    }

    /**
     * Joins the sets of two points.
     *
     * @param a a point
     * @param b another point
     * @return true if the sets were different
     */
    public boolean union(int a, int b) {
        int rootA = find(a);
        int rootB = find(b);
        if (rootA == rootB) {
            return false;
        }
        if (parent[rootA] > parent[rootB]) {
            int swap = rootA;
            rootA = rootB;
            rootB = swap;
        }
        parent[rootA] += parent[rootB];
        parent[rootB] = rootA;
        sets--;
        return true;
    }

    /**
     * The size of a point's set.
     *
     * @param point a point
     * @return how many points are in its set
     */
    public int sizeOf(int point) {
        return -parent[find(point)];
    }
}
