package org.orbifold.graph.detect;

/**
 * A graph inside the search: compressed sparse rows (not necessarily sorted) and one colour per vertex.
 *
 * @param offsets row offsets, one more than vertices
 * @param neighbours the rows
 * @param colors the colours; only their order and equality matter
 */
record LocalGraph(int[] offsets, int[] neighbours, int[] colors) {

    private static final int SMALL = 2048;
    private static final int DENSE = 8;

    int size() {
        return colors.length;
    }

    int degree(int v) {
        return offsets[v + 1] - offsets[v];
    }

    /** Whether canonical labelings individualise vertices of small orbits. */
    boolean prefersSmallOrbits() {
        return size() <= SMALL && neighbours.length >= DENSE * size();
    }

    /**
     * How much a canonical labeling likes an orbit, more being better. In small dense graphs, which may be hard, small
     * orbits: they leave large stabilisers and hence few inequivalent vertices. Elsewhere large orbits, since these
     * are where the first path is likely to be, and nothing need be searched again.
     */
    int rankOfOrbit(int orbitSize) {
        return prefersSmallOrbits() ? size() + 1 - orbitSize : orbitSize;
    }
}
