package org.orbifold.group.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.kernel.Images;

/** All roads to a permutation lead to the same object, and the two representations cannot be told apart by use. */
class PermutationFactoryTest {

    /** Shuffles the first points of a larger set, so that supports of all sizes around the threshold come up. */
    private static int[] images(int degree, int size, long seed) {
        int[] images = Images.identity(degree);
        int[] head = BruteForce.shuffled(Math.min(size, degree), new Random(seed)).images();
        System.arraycopy(head, 0, images, 0, head.length);
        return images;
    }

    @Property(tries = 400)
    void allFactoriesAgree(@ForAll @IntRange(min = 1, max = 200) int degree, @ForAll @IntRange(max = 40) int size,
            @ForAll long seed) {
        int[] images = images(degree, size, seed);
        Permutation expected = Permutation.ofImages(images);
        assertThat(PermutationFactory.fromImages(images.clone())).isEqualTo(expected);
        assertThat(PermutationFactory.fromSortedPairs(degree, Images.identity(degree), images.clone(), degree))
            .isEqualTo(expected);
        int[] order = BruteForce.shuffled(degree, new Random(seed)).images();
        int[] shuffledImages = Arrays.stream(order).map(x -> images[x]).toArray();
        assertThat(Permutation.sparse(degree, order, shuffledImages)).isEqualTo(expected)
            .hasSameHashCodeAs(expected);
        assertThat(PermutationFactory.fromUnsortedPairs(degree, order, shuffledImages)).isEqualTo(expected);
        int[] support = expected.support();
        assertThat(Permutation.sparse(degree, support, expected.imageOf(support))).isEqualTo(expected);
    }

    @Property(tries = 400)
    void viewsAgree(@ForAll @IntRange(min = 1, max = 200) int degree, @ForAll @IntRange(max = 40) int size,
            @ForAll long seed) {
        int[] images = images(degree, size, seed);
        Permutation p = Permutation.ofImages(images);
        int moved = 0;
        for (int x = 0; x < degree; x++) {
            assertThat(p.image(x)).isEqualTo(images[x]);
            moved += images[x] == x ? 0 : 1;
        }
        assertThat(p.supportSize()).isEqualTo(moved);
        assertThat(p.isIdentity()).isEqualTo(moved == 0);
        assertThat(p.isSparse()).isEqualTo(degree >= 64 && moved <= degree / 8);
        int[] target = new int[degree];
        Arrays.fill(target, -1);
        p.copyInto(target);
        assertThat(target).isEqualTo(images).isEqualTo(p.images());
        int[] seen = new int[degree];
        int[] last = {-1};
        p.forEachMoved((x, y) -> {
            assertThat(x).isGreaterThan(last[0]);
            last[0] = x;
            seen[x] = y;
        });
        for (int x : p.support()) {
            assertThat(seen[x]).isEqualTo(images[x]);
        }
        for (int x = 0; x < degree; x++) {
            assertThat(p.inverse().image(images[x])).isEqualTo(x);
        }
    }

    /** The threshold of degree 64: eight moved points are sparse, nine are not. */
    @Test
    void theThresholdIsOneInEight() {
        Permutation eight = Permutation.parseCycles(64, "(0 1 2 3 4 5 6 7)");
        Permutation nine = Permutation.parseCycles(64, "(0 1 2 3 4 5 6 7 8)");
        assertThat(eight.isSparse()).isTrue();
        assertThat(nine.isSparse()).isFalse();
        assertThat(Permutation.parseCycles(63, "(0 1)").isSparse()).isFalse();
        assertThat(nine.then(eight.inverse()).isSparse()).isTrue();
        assertThat(eight.then(nine).isSparse()).isFalse();
        assertThat(eight).isNotEqualTo(nine).isNotEqualTo(eight.extendTo(65)).isNotEqualTo("(0 1 2 3 4 5 6 7)");
        assertThat(nine).isNotEqualTo(eight).isNotEqualTo(nine.extendTo(65));
    }

    @Test
    void callersKeepTheirArrays() {
        int[] images = {1, 0, 2};
        Permutation p = Permutation.ofImages(images);
        images[0] = 2;
        p.images()[1] = 7;
        p.support()[0] = 7;
        assertThat(p).hasToString("(0 1)");
        int[] points = new int[] {3, 9};
        int[] values = new int[] {9, 3};
        Permutation q = Permutation.sparse(100, points, values);
        points[0] = 4;
        values[0] = 4;
        q.support()[0] = 50;
        assertThat(q).hasToString("(3 9)");
    }

    @Test
    void badPairsAreNamed() {
        assertThatThrownBy(() -> Permutation.sparse(9, new int[] {1, 9}, new int[] {9, 1}))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("point 9 is out of range")
            .hasMessageContaining("0 to 8");
        assertThatThrownBy(() -> Permutation.sparse(9, new int[] {1, 2}, new int[] {2, -1}))
            .hasMessageContaining("image -1 is out of range");
        assertThatThrownBy(() -> Permutation.sparse(9, new int[] {5, 1, 5}, new int[] {1, 5, 2}))
            .hasMessageContaining("point 5 is repeated");
        assertThatThrownBy(() -> Permutation.sparse(9, new int[] {1, 2, 3}, new int[] {2, 2, 1}))
            .hasMessageContaining("image 2 is repeated");
        assertThatThrownBy(() -> Permutation.sparse(-1, new int[0], new int[0])).hasMessageContaining("negative");
        assertThatThrownBy(() -> Permutation.transposition(9, 4, 4)).hasMessageContaining("point 4 is repeated");
        assertThatThrownBy(() -> Permutation.ofCycles(9, new int[] {0, 1}, new int[] {2, 0}))
            .hasMessageContaining("point 0 is repeated");
    }

    @Test
    void imagesOutsideAreErrorsInBothRepresentations() {
        for (Permutation p : new Permutation[] {Permutation.identity(5), Permutation.identity(500)}) {
            assertThatThrownBy(() -> p.image(-1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> p.image(p.degree())).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }
}
