package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** The proof by listing base images: it must never accept a chain that is too small. */
class BaseImageEnumerationTest {

    /** The automorphisms of an m by m torus grid: translations and the symmetries of a square, 8 m² in all (m > 4). */
    private static List<Permutation> torus(int m) {
        int[][] images = new int[4][m * m];
        for (int i = 0; i < m * m; i++) {
            int x = i % m;
            int y = i / m;
            images[0][i] = y * m + (x + 1) % m;
            images[1][i] = (y + 1) % m * m + x;
            images[2][i] = x * m + (m - y) % m;
            images[3][i] = x * m + y;
        }
        List<Permutation> generators = new ArrayList<>();
        for (int[] list : images) {
            generators.add(Permutation.ofImages(list));
        }
        return generators;
    }

    @Test
    void smallGroupsOfLargeDegreeAreProvedByTheirBaseImages() {
        StabilizerChain dihedral = StabilizerChain.of(300, NamedGroups.dihedral(300).generators(),
            ChainOptions.defaults());
        assertThat(dihedral.order()).isEqualTo(600);
        assertThat(dihedral.proof()).isEqualTo(Proof.BASE_IMAGES);
        StabilizerChain torus = StabilizerChain.of(900, torus(30), ChainOptions.defaults());
        assertThat(torus.order()).isEqualTo(7200);
        assertThat(torus.proof()).isEqualTo(Proof.BASE_IMAGES);
        assertThat(PermutationGroup.of(900, torus(30)).order()).isEqualTo(7200);
    }

    @Test
    void aDihedralGroupOnManyPointsIsQuick() {
        // More points than a table row can number: transversal elements are used as words.
        int n = 70_000;
        PermutationGroup group = NamedGroups.dihedral(n);
        assertThat(group.order()).isEqualTo(2 * n);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 5; i++) {
            Permutation element = group.random(random);
            assertThat(group.contains(element)).isTrue();
            assertThat(group.contains(element.then(Permutation.transposition(n, 5, 6)))).isFalse();
        }
    }

    /** Chains that lack something on purpose: levels without generators. The enumeration must refuse each. */
    @Property(tries = 300)
    void refusesChainsThatAreTooSmall(@ForAll @IntRange(min = 3, max = 7) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        // Many fixed points, so that the degree alone makes the enumeration look cheap.
        List<Permutation> generators = new ArrayList<>();
        for (Permutation generator : BruteForce.someGenerators(degree, count, seed)) {
            if (!generator.isIdentity()) {
                generators.add(generator.extendTo(400));
            }
        }
        List<int[]> images = generators.stream().map(Permutation::images).toList();
        int order = BruteForce.elements(400, generators).size();
        MutableChain chain = new MutableChain(Images.identity(400));
        for (int[] generator : images) {
            chain.insert(generator.clone(), 0);
            boolean complete = chain.order().intValueExact() == order;
            assertThat(BaseImageEnumeration.proves(chain, images)).isEqualTo(complete);
        }
    }
}
