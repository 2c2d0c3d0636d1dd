package org.orbifold.symmetry.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists behind kept vertices, and the orbits of sparse generators. */
class BundlesTest {

    /** 0 stands for 0, 2, 4 and 1 for 1, 3, 5; 6 for itself. */
    private static Bundles bundles() {
        Bundles b = new Bundles(7);
        b.append(2, 4);
        b.append(0, 2);
        b.append(1, 3);
        b.append(1, 5);
        return b;
    }

    @Test
    void listsGrowAtTheirEnds() {
        Bundles b = bundles();
        assertThat(b.size(0)).isEqualTo(3);
        assertThat(b.size(1)).isEqualTo(3);
        assertThat(b.size(6)).isEqualTo(1);
        assertThat(b.expandOrder(new int[] {2, 1, 0}, new int[] {0, 1, 6})).containsExactly(6, 1, 3, 5, 0, 2, 4);
        assertThat(b.expandOrder(new int[] {0}, new int[] {0, 1, 6})).containsExactly(0, 2, 4);
    }

    @Test
    void permutationsOfKeptVerticesMoveTheirLists() {
        Bundles b = bundles();
        assertThat(b.swap(0, 1)).containsExactly(0, 1, 2, 3, 4, 5, 1, 0, 3, 2, 5, 4);
        assertThat(b.expand(new int[] {0, 1, 1, 0}, new int[] {0, 1, 6}))
            .containsExactly(0, 2, 4, 1, 3, 5, 1, 3, 5, 0, 2, 4);
    }

    @Test
    void orbitsRememberRefutationsForOneLevel() {
        OrbitForest orbits = OrbitForest.of(6, List.of(new int[] {0, 1, 1, 0}, new int[] {1, 2, 2, 1}));
        assertThat(orbits.size(2)).isEqualTo(3);
        assertThat(orbits.find(0)).isEqualTo(orbits.find(2));
        assertThat(orbits.find(3)).isNotEqualTo(orbits.find(2));
        orbits.nextLevel();
        assertThat(orbits.isRefuted(0)).isFalse();
        orbits.refute(1);
        assertThat(orbits.isRefuted(0)).isTrue();
        orbits.union(3, 0);
        assertThat(orbits.isRefuted(3)).isTrue();
        orbits.union(0, 3);
        assertThat(orbits.size(3)).isEqualTo(4);
        orbits.nextLevel();
        assertThat(orbits.isRefuted(3)).isFalse();
    }
}
