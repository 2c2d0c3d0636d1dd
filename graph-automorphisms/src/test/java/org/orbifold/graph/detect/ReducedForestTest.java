package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Trees behind kept vertices, and the orbits of sparse generators. */
class ReducedForestTest {

    /** 0 stands for 0, 2, 4 and 1 for 1, 3, 5, as paths; 6 for 6, 8, 7. */
    private static ReducedForest forest() {
        ReducedForest b = new ReducedForest(9);
        b.append(2, 4);
        b.append(0, 2);
        b.append(1, 3);
        b.append(3, 5);
        b.append(6, 7);
        b.append(6, 8);
        return b;
    }

    @Test
    void treesAreListedBreadthFirst() {
        ReducedForest b = forest();
        assertThat(b.expandOrder(new int[] {2, 1, 0}, new int[] {0, 1, 6}))
            .containsExactly(6, 8, 7, 1, 3, 5, 0, 2, 4);
        assertThat(b.expandOrder(new int[] {0}, new int[] {0, 1, 6})).containsExactly(0, 2, 4);
        assertThat(b.newestChild(6)).isEqualTo(8);
        assertThat(b.olderSibling(8)).isEqualTo(7);
    }

    @Test
    void permutationsOfKeptVerticesMoveTheirTrees() {
        ReducedForest b = forest();
        assertThat(b.swap(7, 8)).containsExactly(7, 8, 8, 7);
        assertThat(b.swap(0, 1)).containsExactly(0, 2, 4, 1, 3, 5, 1, 3, 5, 0, 2, 4);
        assertThat(b.expand(new int[] {0, 1, 1, 0}, new int[] {0, 1, 6}))
            .containsExactly(0, 2, 4, 1, 3, 5, 1, 3, 5, 0, 2, 4);
    }

    @Test
    void largeTreesAreListedWhole() {
        ReducedForest b = new ReducedForest(2002);
        for (int v = 0; v < 1000; v++) {
            b.append(v, v + 1);
            b.append(v + 1001, v + 1002);
        }
        int[] swap = b.swap(0, 1001);
        assertThat(swap).hasSize(4004);
        for (int i = 0; i < 2002; i++) {
            assertThat(Math.abs(swap[i] - swap[i + 2002])).isEqualTo(1001);
        }
    }
}
