package org.orbifold.symmetry.search;

/**
 * A graph inside the search: compressed sparse rows (not necessarily sorted) and one colour per vertex.
 *
 * @param offsets row offsets, one more than vertices
 * @param neighbors the rows
 * @param colors the colours; only their order and equality matter
 */
record LocalGraph(int[] offsets, int[] neighbors, int[] colors) {

    int size() {
        return colors.length;
    }

    int degree(int v) {
        return offsets[v + 1] - offsets[v];
    }
}
