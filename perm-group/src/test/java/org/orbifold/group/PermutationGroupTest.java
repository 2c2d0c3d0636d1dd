package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.Proof;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

class PermutationGroupTest {

    @Test
    void comparesGroupsByTheirElements() {
        PermutationGroup one = PermutationGroup.generatedBy(Permutation.parseCycles(4, "(0 1)"),
            Permutation.parseCycles(4, "(0 1 2 3)"));
        PermutationGroup two = PermutationGroup.generatedBy(Permutation.parseCycles(4, "(2 3)"),
            Permutation.parseCycles(4, "(0 1)"), Permutation.parseCycles(4, "(1 2)"));
        assertThat(one.isSameGroupAs(two)).isTrue();
        assertThat(one.isSymmetric()).isTrue();
        assertThat(one.isAlternating()).isFalse();
        PermutationGroup even = NamedGroups.alternating(4);
        assertThat(one.containsGroup(even)).isTrue();
        assertThat(even.containsGroup(one)).isFalse();
        assertThat(even.isAlternating()).isTrue();
        assertThat(one).hasToString("permutation group of degree 4 and order 24");
    }

    @Test
    void smallCases() {
        assertThat(PermutationGroup.of(0, List.of()).order()).isEqualTo(1);
        PermutationGroup trivial = PermutationGroup.of(3, List.of(Permutation.identity(3)));
        assertThat(trivial.isTrivial()).isTrue();
        assertThat(trivial.base()).isEmpty();
        assertThat(trivial.isTransitive()).isFalse();
        assertThat(trivial.random(new SplittableRandom(1)).isIdentity()).isTrue();
        assertThat(trivial.elements(1)).containsExactly(Permutation.identity(3));
        assertThat(trivial.contains(Permutation.identity(3))).isTrue();
        assertThat(trivial.contains(Permutation.transposition(3, 0, 2))).isFalse();
        assertThat(trivial.contains(Permutation.identity(4))).isFalse();
        assertThat(NamedGroups.symmetric(1).isSymmetric()).isTrue();
        assertThat(NamedGroups.symmetric(2).isAlternating()).isFalse();
        assertThat(NamedGroups.alternating(2).isAlternating()).isTrue();
    }

    @Test
    void enumeratesSmallGroupsAndRefusesLargeOnes() {
        PermutationGroup group = NamedGroups.wreath(NamedGroups.symmetric(2), NamedGroups.symmetric(3));
        assertThat(new HashSet<>(group.elements(100).toList()))
            .isEqualTo(BruteForce.elements(6, group.generators())).hasSize(48);
        assertThatThrownBy(() -> group.elements(47)).hasMessageContaining("48 elements");
    }

    @Test
    void aChainOfTheWholeGroupHasTheGivenBase() {
        PermutationGroup group = NamedGroups.rubiksCube();
        StabilizerChain chain = group.chain(10, 20);
        assertThat(chain.base()).startsWith(10, 20);
        assertThat(chain.order()).isEqualTo(group.order());
        assertThat(chain.proof()).isEqualTo(Proof.KNOWN_ORDER);
    }

    @Test
    void stabilizersOfGiantsNeedNoChain() {
        PermutationGroup stabilizer = NamedGroups.symmetric(5000).stabilizer(0, 17, 4999);
        assertThat(stabilizer.order()).isEqualTo(NamedGroups.symmetric(4997).order());
        assertThat(NamedGroups.alternating(5000).stabilizer(3).order())
            .isEqualTo(NamedGroups.alternating(4999).order());
        PermutationGroup wreath = NamedGroups.wreath(NamedGroups.symmetric(10), NamedGroups.symmetric(50));
        // One block keeps 9 free points and stays; the other 49 are free.
        BigInteger nine = NamedGroups.symmetric(9).order();
        assertThat(wreath.stabilizer(123).order()).isEqualTo(
            nine.multiply(NamedGroups.symmetric(10).order().pow(49)).multiply(NamedGroups.symmetric(49).order()));
    }

    @Test
    void monteCarloSaysSo() {
        PermutationGroup group = PermutationGroup.of(48, NamedGroups.rubiksCube().generators(),
            ChainOptions.defaults().withMethod(ChainOptions.Method.MONTE_CARLO).withTrivialSifts(20));
        assertThat(group.isVerified()).isFalse();
        assertThat(group.order()).isEqualTo(NamedGroups.rubiksCube().order());
        assertThat(group.sampler().isUniform()).isFalse();
        // Verification is a property of each chain: an unverified one leaves later ones alone (GAP pull request 6491).
        assertThat(NamedGroups.rubiksCube().isVerified()).isTrue();
    }

    @Test
    void errorsSayWhatToDo() {
        assertThatThrownBy(() -> PermutationGroup.of(5, List.of(Permutation.identity(5), Permutation.identity(4))))
            .hasMessageContaining("generator 1 has degree 4").hasMessageContaining("extendTo");
        assertThatThrownBy(() -> NamedGroups.symmetric(3).stabilizer(3)).hasMessageContaining("point 3");
        List<Permutation> swap = List.of(Permutation.transposition(5, 0, 1));
        assertThatThrownBy(() -> PermutationGroup.of(5, swap, ChainOptions.defaults().withBase(1)))
            .hasMessageContaining("belongs to one chain").hasMessageContaining("StabilizerChain.of");
        assertThatThrownBy(() -> PermutationGroup.of(5, swap, ChainOptions.defaults().withKnownOrder(BigInteger.TWO)))
            .hasMessageContaining("known order");
        assertThatThrownBy(() -> NamedGroups.dihedral(2)).hasMessageContaining("at least 3");
    }

    @Test
    void sameSeedSameGroupSameElements() {
        PermutationGroup a = NamedGroups.rubiksCube();
        PermutationGroup b = NamedGroups.rubiksCube();
        SplittableRandom first = new SplittableRandom(11);
        SplittableRandom second = new SplittableRandom(11);
        for (int i = 0; i < 20; i++) {
            assertThat(a.random(first)).isEqualTo(b.random(second));
        }
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> PermutationGroup.of(-1, List.of()))
            .hasMessage("the degree is -1; expected at least 0");
        assertThatThrownBy(() -> PermutationGroup.builder(-1)).hasMessage("the degree is -1; expected at least 0");
        assertThatThrownBy(() -> PermutationGroup.of(2, null)).hasMessage("the generators are null");
        assertThatThrownBy(() -> NamedGroups.hypercube(40)).hasMessageContaining("points; expected at most 1073741824");
        assertThatThrownBy(() -> Permutation.parseCycles(5, "(0,,1)"))
            .hasMessage("found ',' at column 4, expected a point after the comma");
        assertThatThrownBy(() -> Permutation.parseCycles(5, "(0,1,)"))
            .hasMessageContaining("expected a point after the comma");
        assertThatThrownBy(() -> Permutation.parseCycles(5, "(99999999999,1)"))
            .hasMessage("point 99999999999 at column 2 is too large");
        assertThatThrownBy(() -> Permutation.parseCycles(5, "(0,1)").cycles().length(1))
            .hasMessage("cycle 1 of 1, numbered from 0");
        assertThatThrownBy(() -> NamedGroups.symmetric(4).chain().orbit(9))
            .hasMessageContaining("level 9 of a chain of 3");
    }
}
