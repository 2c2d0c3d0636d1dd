package org.orbifold.group.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
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
}
