package org.orbifold.symmetry.search;

import org.orbifold.symmetry.refine.RefinableColoring;

/** Chooses the cell whose vertices are individualised next. Depends on the cells only, never on vertex names. */
final class CellSelector {

    /** Only the newest cells are looked at, so that a choice never costs O(n). */
    private static final int LOOK_AT = 64;

    private CellSelector() {
    }

    /** The largest of the newest cells with more than one vertex, the newest of these; -1 if there is none. */
    static int select(RefinableColoring coloring) {
        int best = -1;
        int bestLength = 0;
        int seen = 0;
        for (int c = coloring.firstNonSingleton(); c >= 0 && seen < LOOK_AT; c = coloring.nextNonSingleton(c)) {
            int length = coloring.length(c);
            if (best < 0 || (MODE == 0 ? length > bestLength : length < bestLength)) {
                best = c;
                bestLength = length;
            }
            seen++;
        }
        return best;
    }

    static final int MODE = Integer.getInteger("sel", 0);
}
