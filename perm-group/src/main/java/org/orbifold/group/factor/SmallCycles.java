package org.orbifold.group.factor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Transpositions and 3-cycles of a group, seen in the cycle lengths of its elements: if exactly one cycle has even
 * length and that is 2, a power is a transposition; if exactly one has length divisible by 3 and that is 3, a power
 * is a 3-cycle.
 *
 * <p>The conjugates of a transposition join points to blocks, which the group permutes and whose symmetric groups it
 * contains: a connected set of transpositions generates the symmetric group. Likewise 3-cycles and alternating
 * groups. So wreath products S_k wr P fall to P without a chain.
 */
final class SmallCycles {

    private final List<int[]> transpositions = new ArrayList<>();
    private final List<int[]> threeCycles = new ArrayList<>();

    boolean foundAny() {
        return !transpositions.isEmpty() || !threeCycles.isEmpty();
    }

    /** Looks at one element of the group. */
    void inspect(Permutation element) {
        Cycles cycles = element.cycles();
        int even = 0;
        int byThree = 0;
        int pair = -1;
        int triple = -1;
        for (int c = 0; c < cycles.count(); c++) {
            int length = cycles.length(c);
            if (length % 2 == 0) {
                even++;
                pair = length == 2 ? c : -1;
            }
            if (length % 3 == 0) {
                byThree++;
                triple = length == 3 ? c : -1;
            }
        }
        if (even == 1 && pair >= 0) {
            transpositions.add(cycles.cycle(pair));
        } else if (byThree == 1 && triple >= 0) {
            threeCycles.add(cycles.cycle(triple));
        }
    }

    /** The blocks of the transpositions, or else of the 3-cycles; null if there are none. */
    @Nullable GiantBlockSystem blocks(SparseAction action) {
        if (!foundAny()) {
            return null;
        }
        boolean alternating = transpositions.isEmpty();
        UnionFind classes = action.closeBlocks(alternating ? threeCycles : transpositions);
        Orbits partition = Orbits.of(classes);
        List<int[]> blocks = new ArrayList<>();
        for (int c = 0; c < partition.count(); c++) {
            if (partition.size(c) > 1) {
                blocks.add(partition.points(c));
            }
        }
        return new GiantBlockSystem(action.degree(), blocks, alternating);
    }
}
