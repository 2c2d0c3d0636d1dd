package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** Words against products of permutation objects. */
class WordTest {

    private static List<Permutation> factors(int degree, int count, long seed) {
        Random random = new Random(seed);
        List<Permutation> factors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            factors.add(BruteForce.shuffled(degree, random));
        }
        return factors;
    }

    private static Word word(List<Permutation> factors) {
        Word word = new Word();
        factors.forEach(factor -> word.append(factor.images()));
        return word;
    }

    private static Permutation product(int degree, List<Permutation> factors) {
        return factors.stream().reduce(Permutation.identity(degree), Permutation::then);
    }

    /** Up to 100 factors, so that the array of factors grows twice. */
    @Property(tries = 200)
    void productsAndImagesAgree(@ForAll @IntRange(min = 1, max = 40) int degree,
            @ForAll @IntRange(max = 100) int count, @ForAll long seed) {
        List<Permutation> factors = factors(degree, count, seed);
        Word word = word(factors);
        Permutation expected = product(degree, factors);
        assertThat(word.length()).isEqualTo(count);
        assertThat(word.product(degree)).isEqualTo(expected.images());
        for (int x = 0; x < degree; x++) {
            assertThat(word.image(x)).isEqualTo(expected.image(x));
        }
    }

    @Property(tries = 100)
    void applyingMultipliesFromTheRight(@ForAll @IntRange(min = 1, max = 40) int degree,
            @ForAll @IntRange(max = 12) int count, @ForAll long seed) {
        List<Permutation> factors = factors(degree, count, seed);
        Permutation before = BruteForce.shuffled(degree, new Random(~seed));
        int[] images = before.images();
        word(factors).applyTo(images);
        assertThat(images).isEqualTo(before.then(product(degree, factors)).images());
    }

    @Property(tries = 100)
    void reversingTurnsOnlyTheRest(@ForAll @IntRange(min = 1, max = 20) int degree,
            @ForAll @IntRange(max = 12) int count, @ForAll @IntRange(max = 12) int from, @ForAll long seed) {
        List<Permutation> factors = factors(degree, count, seed);
        Word word = word(factors);
        int start = Math.min(from, count);
        word.reverse(start);
        Collections.reverse(factors.subList(start, count));
        assertThat(word.product(degree)).isEqualTo(product(degree, factors).images());
    }

    @Property(tries = 20)
    void aClearedWordIsTheIdentity(@ForAll @IntRange(min = 1, max = 20) int degree, @ForAll long seed) {
        Word word = word(factors(degree, 5, seed));
        word.clear();
        assertThat(word.length()).isZero();
        assertThat(word.product(degree)).isEqualTo(Images.identity(degree));
        Permutation next = BruteForce.shuffled(degree, new Random(seed));
        word.append(next.images());
        assertThat(word.product(degree)).isEqualTo(next.images());
    }
}
