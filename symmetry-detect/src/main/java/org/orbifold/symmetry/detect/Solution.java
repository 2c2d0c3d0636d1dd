package org.orbifold.symmetry.detect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about one graph: its group and, if asked for, a canonical order of its vertices.
 *
 * @param order the order of the group that the generators generate, or a lower bound of it after a limit
 * @param generators points followed by their images
 * @param vertexAt the vertex at each canonical place; null if not asked for or not reached
 */
record Solution(GroupOrder order, List<int[]> generators, int @Nullable [] vertexAt) {

    /** Nothing is known but the identity. */
    static Solution none() {
        return new Solution(new GroupOrder(), List.of(), null);
    }
}
