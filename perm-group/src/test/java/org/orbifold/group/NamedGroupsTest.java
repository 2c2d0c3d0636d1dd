package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.group.element.Permutation;

class NamedGroupsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void smallFamiliesAgreeWithBruteForce(int n) {
        long factorial = BruteForce.allPermutations(n).size();
        assertThat(NamedGroups.symmetric(n).order()).isEqualTo(factorial);
        assertThat(NamedGroups.alternating(n).order()).isEqualTo(Math.max(1, factorial / 2));
        assertThat(NamedGroups.alternating(n).generators()).allMatch(Permutation::isEven);
        assertThat(NamedGroups.cyclic(n).order()).isEqualTo(Math.max(1, n));
        if (n >= 3) {
            assertThat(BruteForce.elements(n, NamedGroups.dihedral(n).generators())).hasSize(2 * n);
            assertThat(NamedGroups.dihedral(n).order()).isEqualTo(2 * n);
        }
    }

    @Test
    void wreathProductsHaveTheirBlocks() {
        PermutationGroup wreath = NamedGroups.wreath(NamedGroups.cyclic(3), NamedGroups.cyclic(4));
        assertThat(wreath.order()).isEqualTo(81 * 4);
        assertThat(BruteForce.elements(12, wreath.generators())).hasSize(324).allMatch(element -> {
            for (int x = 0; x < 12; x++) {
                if (element.image(x) / 3 != element.image(x - x % 3) / 3) {
                    return false;
                }
            }
            return true;
        });
        // An intransitive top group: each orbit of places gets its own copies of the bottom group.
        PermutationGroup top = PermutationGroup.of(3, List.of(Permutation.transposition(3, 0, 1)));
        assertThat(NamedGroups.wreath(NamedGroups.symmetric(3), top).order()).isEqualTo(6 * 6 * 6 * 2);
        assertThat(NamedGroups.wreathProductAction(NamedGroups.symmetric(3), top).order()).isEqualTo(6 * 6 * 6 * 2);
    }

    @Test
    void theHypercubeGroupKeepsDistances() {
        PermutationGroup cube = NamedGroups.hypercube(4);
        assertThat(BruteForce.elements(16, cube.generators())).hasSize(384).allMatch(element -> {
            for (int x = 0; x < 16; x++) {
                for (int y = 0; y < 16; y++) {
                    if (Integer.bitCount(element.image(x) ^ element.image(y)) != Integer.bitCount(x ^ y)) {
                        return false;
                    }
                }
            }
            return true;
        });
        assertThat(cube.order()).isEqualTo(384);
    }

    @Test
    void everyTurnOfTheCubeHasOrderFourAndMovesTwentyStickers() {
        PermutationGroup cube = NamedGroups.rubiksCube();
        assertThat(cube.generators()).hasSize(6).allMatch(turn -> turn.order().equals(BigInteger.valueOf(4))
            && turn.supportSize() == 20);
        // Opposite faces commute.
        List<Permutation> turns = cube.generators();
        assertThat(turns.get(0).commutator(turns.get(5)).isIdentity()).isTrue();
        assertThat(turns.get(1).commutator(turns.get(3)).isIdentity()).isTrue();
        assertThat(turns.get(2).commutator(turns.get(4)).isIdentity()).isTrue();
        assertThat(turns.get(0).commutator(turns.get(2)).isIdentity()).isFalse();
        // The superflip-like element of largest order: no element has order above 1260 (Butler).
        assertThat(turns.get(3).then(turns.get(0).power(2)).then(turns.get(5).inverse()).then(turns.get(4))
            .then(turns.get(5).inverse()).order()).isEqualTo(1260);
    }
}
