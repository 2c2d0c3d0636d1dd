package org.orbifold.graph.detect;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The solution of one graph: its group and, if asked for, a canonical order of its vertices.
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

    /** What it says about the first vertices, which the group maps to themselves and acts on faithfully. */
    Solution restrictedTo(int size) {
        List<int[]> restricted = generators.stream().map(g -> {
            int half = g.length / 2;
            int[] kept = IntStream.range(0, half).filter(i -> g[i] < size).toArray();
            return IntStream.concat(Arrays.stream(kept), Arrays.stream(kept).map(i -> half + i)).map(i -> g[i])
                .toArray();
        }).toList();
        return new Solution(order, restricted,
            vertexAt == null ? null : Arrays.stream(vertexAt).filter(v -> v < size).toArray());
    }
}
