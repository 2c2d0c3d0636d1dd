package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** A chain under construction against the list of all elements. */
class MutableChainTest {

    private static MutableChain complete(int degree, List<Permutation> generators) {
        MutableChain chain = new MutableChain(Images.identity(degree));
        SchreierGenerators.complete(chain, generators.stream().map(Permutation::images).toList());
        return chain;
    }

    private static boolean siftsToTheIdentity(MutableChain chain, int[] images, int from) {
        int[] residue = images.clone();
        return chain.sift(residue, from) == chain.size() && Images.isIdentity(residue);
    }

    @Property(tries = 60)
    void theDeterministicAlgorithmFindsAllElements(@ForAll @IntRange(min = 1, max = 6) int degree,
            @ForAll @IntRange(max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        Set<Permutation> elements = BruteForce.elements(degree, generators);
        MutableChain chain = complete(degree, generators);
        assertThat(chain.order()).isEqualTo(elements.size());
        for (Permutation p : BruteForce.allPermutations(degree)) {
            assertThat(siftsToTheIdentity(chain, p.images(), 0)).isEqualTo(elements.contains(p));
        }
    }

    @Property(tries = 60)
    void siftingDividesByTransversalElements(@ForAll @IntRange(min = 2, max = 20) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        MutableChain chain = complete(degree, BruteForce.someGenerators(degree, count, seed));
        Random random = new Random(seed);
        for (int i = 0; i < 10; i++) {
            Permutation candidate = BruteForce.shuffled(degree, random);
            int[] residue = candidate.images();
            int fell = chain.sift(residue, 0);
            for (int level = 0; level < fell; level++) {
                assertThat(residue[chain.level(level).base]).isEqualTo(chain.level(level).base);
            }
            if (fell < chain.size()) {
                assertThat(chain.level(fell).inOrbit(residue[chain.level(fell).base])).isFalse();
            }
            // Sifting again changes nothing: what was divided out is gone.
            int[] again = residue.clone();
            assertThat(chain.sift(again, 0)).isEqualTo(fell);
            assertThat(again).isEqualTo(residue);
        }
    }

    @Property(tries = 60)
    void randomElementsOfALevelFixTheEarlierBasePoints(@ForAll @IntRange(min = 2, max = 20) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        MutableChain chain = complete(degree, BruteForce.someGenerators(degree, count, seed));
        SplittableRandom random = new SplittableRandom(seed);
        int[] images = new int[degree];
        for (int from = 0; from <= chain.size(); from++) {
            chain.random(from, random, images);
            assertThat(siftsToTheIdentity(chain, images, from)).isTrue();
            for (int level = 0; level < from; level++) {
                assertThat(images[chain.level(level).base]).isEqualTo(chain.level(level).base);
            }
            for (int[] generator : chain.generators(from)) {
                assertThat(siftsToTheIdentity(chain, generator, from)).isTrue();
            }
        }
    }

    @Test
    void basePointsFollowThePreference() {
        int[] preference = {4, 2, 0, 1, 3, 5};
        MutableChain chain = new MutableChain(preference);
        assertThat(chain.preference()).containsExactly(preference);
        assertThat(chain.insert(Permutation.parseCycles(6, "(0 1)").images(), 0)).isZero();
        assertThat(chain.insert(Permutation.parseCycles(6, "(2 3)(4 5)").images(), 0)).isEqualTo(1);
        assertThat(chain.level(0).base).isZero();
        assertThat(chain.level(1).base).isEqualTo(4);
        assertThat(chain.insert(Permutation.parseCycles(6, "(0 1)(2 3)(4 5)").images(), 0)).isEqualTo(-1);
        assertThat(chain.order()).isEqualTo(4);
        assertThat(chain.order(1)).isEqualTo(2);
        assertThat(chain.transversal(1, 5)).isEqualTo(Permutation.parseCycles(6, "(2 3)(4 5)").images());
    }

    @Test
    void redundantLevelsDoNoHarm() {
        MutableChain chain = new MutableChain(Images.identity(4));
        chain.addLevel(3);
        chain.insert(Permutation.parseCycles(4, "(0 1 2)").images(), 0);
        assertThat(chain.size()).isEqualTo(2);
        assertThat(chain.order()).isEqualTo(3);
        assertThat(siftsToTheIdentity(chain, Permutation.parseCycles(4, "(0 2 1)").images(), 0)).isTrue();
        assertThat(siftsToTheIdentity(chain, Permutation.parseCycles(4, "(0 3)").images(), 0)).isFalse();
    }
}
