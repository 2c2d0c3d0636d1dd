package org.orbifold.group.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Laws of the symmetric group, across both representations: supports of all sizes on few and on many points. */
class PermutationLawsTest {

    /** Moves at most {@code size} points of {@code degree}. */
    private static Permutation random(int degree, int size, long seed) {
        Random random = new Random(seed);
        List<Integer> points = new ArrayList<>();
        for (int x = 0; x < degree; x++) {
            points.add(x);
        }
        Collections.shuffle(points, random);
        List<Integer> chosen = points.subList(0, Math.min(size, degree));
        List<Integer> images = new ArrayList<>(chosen);
        Collections.shuffle(images, random);
        return Permutation.sparse(degree, chosen.stream().mapToInt(i -> i).toArray(),
            images.stream().mapToInt(i -> i).toArray());
    }

    @Property
    void productAgreesWithImagesPointByPoint(@ForAll @IntRange(min = 1, max = 300) int degree,
            @ForAll @IntRange(max = 60) int a, @ForAll @IntRange(max = 300) int b, @ForAll long seed) {
        Permutation p = random(degree, a, seed);
        Permutation q = random(degree, b, seed + 1);
        Permutation product = p.then(q);
        int[] expected = new int[degree];
        for (int x = 0; x < degree; x++) {
            expected[x] = q.image(p.image(x));
        }
        assertThat(product.images()).isEqualTo(expected);
        assertThat(product).isEqualTo(Permutation.ofImages(expected));
        assertThat(product.support()).hasSize(product.supportSize());
    }

    @Property
    void groupLaws(@ForAll @IntRange(min = 1, max = 200) int degree, @ForAll @IntRange(max = 40) int a,
            @ForAll @IntRange(max = 200) int b, @ForAll long seed) {
        Permutation p = random(degree, a, seed);
        Permutation q = random(degree, b, seed + 1);
        Permutation r = random(degree, a, seed + 2);
        assertThat(p.then(q).then(r)).isEqualTo(p.then(q.then(r)));
        assertThat(p.then(p.inverse())).isEqualTo(Permutation.identity(degree));
        assertThat(p.then(q).inverse()).isEqualTo(q.inverse().then(p.inverse()));
        assertThat(p.conjugateBy(q)).isEqualTo(q.inverse().then(p).then(q));
        assertThat(p.commutator(q)).isEqualTo(p.inverse().then(q.inverse()).then(p).then(q));
        assertThat(p.then(q).isEven()).isEqualTo(p.isEven() == q.isEven());
    }

    @Property
    void powersAgreeWithRepeatedProducts(@ForAll @IntRange(min = 1, max = 150) int degree,
            @ForAll @IntRange(max = 150) int size, @ForAll @IntRange(max = 12) int exponent, @ForAll long seed) {
        Permutation p = random(degree, size, seed);
        Permutation product = Permutation.identity(degree);
        for (int i = 0; i < exponent; i++) {
            product = product.then(p);
        }
        assertThat(p.power(exponent)).isEqualTo(product);
        assertThat(p.power(-exponent)).isEqualTo(product.inverse());
        assertThat(p.power(p.order())).isEqualTo(Permutation.identity(degree));
    }

    @Property
    void textRoundTrips(@ForAll @IntRange(min = 1, max = 150) int degree, @ForAll @IntRange(max = 150) int size,
            @ForAll long seed) {
        Permutation p = random(degree, size, seed);
        assertThat(Permutation.parseCycles(degree, p.toString())).isEqualTo(p);
        assertThat(Permutation.parseImages(degree, p.toImageString())).isEqualTo(p);
    }
}
