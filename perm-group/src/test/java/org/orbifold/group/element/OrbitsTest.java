package org.orbifold.group.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OrbitsTest {

    @Test
    void orbitsOfPoints() {
        List<Permutation> generators = List.of(Permutation.parseCycles(8, "(0 3)(5 6)"),
            Permutation.parseCycles(8, "(3 7)"));
        Orbits orbits = Orbits.of(8, generators);
        assertThat(orbits.count()).isEqualTo(5);
        assertThat(orbits.points(orbits.orbitOf(7))).containsExactly(0, 3, 7);
        assertThat(orbits.sizes()).containsExactly(3, 1, 1, 1, 2);
        assertThat(orbits.isTransitive()).isFalse();
        assertThat(Orbits.of(3, List.of(Permutation.ofImages(1, 2, 0))).isTransitive()).isTrue();
        assertThat(Orbits.of(0, List.of()).isTransitive()).isTrue();
    }

    @Test
    void orbitsOfSetsAndTuples() {
        // The dihedral group of the square: two orbits of 2-sets (sides, diagonals), of ordered pairs likewise.
        List<Permutation> square = List.of(Permutation.parseCycles(4, "(0 1 2 3)"),
            Permutation.parseCycles(4, "(1 3)"));
        assertThat(Orbits.ofSet(new int[] {1, 0}, square, 100)).containsExactlyInAnyOrder(
            new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 3}, new int[] {0, 3});
        assertThat(Orbits.ofSet(new int[] {0, 2}, square, 100)).hasSize(2);
        assertThat(Orbits.ofTuple(new int[] {0, 1}, square, 100)).hasSize(8);
        assertThat(Orbits.ofTuple(new int[] {0, 2}, square, 100)).hasSize(4);
        assertThatThrownBy(() -> Orbits.ofTuple(new int[] {0, 1}, square, 7)).hasMessageContaining("more than 7");
    }

    @Test
    void aGeneratorOfAnotherDegreeIsRefused() {
        assertThatThrownBy(() -> Orbits.of(5, List.of(Permutation.identity(6)))).hasMessageContaining("degree 6");
    }

    @Test
    void unionFindCountsSets() {
        UnionFind sets = new UnionFind(5);
        assertThat(sets.union(0, 1)).isTrue();
        assertThat(sets.union(1, 0)).isFalse();
        assertThat(sets.sets()).isEqualTo(4);
        assertThat(sets.sizeOf(1)).isEqualTo(2);
    }

    @Test
    void saysItsOrbits() {
        assertThat(Orbits.of(5, List.of(Permutation.ofImages(1, 2, 0, 3, 4)))).hasToString(
                "3 orbits of 5 points: {0,1,2} {3} {4}");
        assertThat(Orbits.of(1, List.of())).hasToString("1 orbit of 1 point: {0}");
        assertThat(Orbits.of(30, List.of()).toString()).endsWith("{19} …");
    }
}
