package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.kernel.Images;

class CharImagesTest {

    @Property(tries = 200)
    void productsAreThoseOfImageArrays(@ForAll @IntRange(min = 1, max = 50) int degree,
            @ForAll @IntRange(max = 12) int count, @ForAll long seed) {
        Random random = new Random(seed);
        int[] expected = Images.identity(degree);
        char[][] factors = new char[count + 1][];
        char[] product = CharImages.of(expected);
        for (int i = 0; i < count; i++) {
            int[] factor = BruteForce.shuffled(degree, random).images();
            factors[i] = CharImages.of(factor);
            product = CharImages.product(product, factor);
            expected = Images.product(expected, factor);
        }
        int[] result = new int[degree];
        CharImages.multiply(factors, count, result);
        assertThat(result).isEqualTo(expected);
        assertThat(product).isEqualTo(CharImages.of(expected));
    }

    @Test
    void theLargestPointFits() {
        int[] reversed = new int[CharImages.LARGEST_DEGREE];
        for (int x = 0; x < reversed.length; x++) {
            reversed[x] = reversed.length - 1 - x;
        }
        int[] result = new int[reversed.length];
        CharImages.multiply(new char[][] {CharImages.of(reversed)}, 1, result);
        assertThat(result).isEqualTo(reversed);
    }
}
