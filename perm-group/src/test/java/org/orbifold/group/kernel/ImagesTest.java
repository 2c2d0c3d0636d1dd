package org.orbifold.group.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;

/** Bare arrays against the checked type. */
class ImagesTest {

    private static Permutation of(int[] images) {
        return Permutation.ofImages(images);
    }

    @Property
    void productsAndInversesAgreeWithPermutations(@ForAll @IntRange(min = 1, max = 90) int degree, @ForAll long seed) {
        Random random = new Random(seed);
        Permutation p = BruteForce.shuffled(degree, random);
        Permutation q = BruteForce.shuffled(degree, random);
        assertThat(of(Images.product(p.images(), q.images()))).isEqualTo(p.then(q));
        assertThat(of(Images.inverse(p.images()))).isEqualTo(p.inverse());
        int[] inPlace = p.images();
        Images.multiply(inPlace, q.images(), inPlace);
        assertThat(of(inPlace)).isEqualTo(p.then(q));
        assertThat(Images.isEven(p.images())).isEqualTo(p.isEven());
        assertThat(Images.isIdentity(p.images())).isEqualTo(p.isIdentity());
        assertThat(Images.firstMoved(p.images())).isEqualTo(p.isIdentity() ? -1 : p.support()[0]);
    }

    @Property
    void wordsOfAnyLengthAreMultipliedInOrder(@ForAll @IntRange(min = 1, max = 40) int degree,
            @ForAll @IntRange(max = 15) int length, @ForAll long seed) {
        Random random = new Random(seed);
        Permutation expected = BruteForce.shuffled(degree, random);
        int[] images = expected.images();
        int[][] word = new int[length + 2][];
        for (int i = 0; i < length; i++) {
            Permutation factor = BruteForce.shuffled(degree, random);
            expected = expected.then(factor);
            word[i] = factor.images();
        }
        Images.multiplyByWord(images, word, 0, length);
        assertThat(of(images)).isEqualTo(expected);
    }

    @Test
    void theRattleStaysInTheGroup() {
        List<Permutation> generators = List.of(Permutation.parseCycles(6, "(0 1 2)(3 4 5)"),
            Permutation.parseCycles(6, "(0 3)(1 4)(2 5)"));
        var elements = BruteForce.elements(6, generators);
        Rattle rattle = new Rattle(6, generators.stream().map(Permutation::images).toList(), 4);
        assertThat(rattle.slotCount()).isEqualTo(4);
        SplittableRandom random = new SplittableRandom(1);
        rattle.run(10, random);
        for (int i = 0; i < 300; i++) {
            assertThat(elements).contains(of(rattle.step(random).clone()));
            assertThat(elements).contains(of(rattle.replace(random).clone()));
        }
    }

    @Test
    void theRattleCopiesItsGenerators() {
        List<int[]> generators = new ArrayList<>(List.of(new int[] {1, 2, 0}, new int[] {1, 0, 2}));
        Rattle rattle = new Rattle(3, generators, 12);
        rattle.run(100, new SplittableRandom(1));
        assertThat(generators.get(0)).containsExactly(1, 2, 0);
        assertThat(generators.get(1)).containsExactly(1, 0, 2);
        assertThat(new Rattle(3, List.of(), 5).step(new SplittableRandom(1))).containsExactly(0, 1, 2);
    }
}
