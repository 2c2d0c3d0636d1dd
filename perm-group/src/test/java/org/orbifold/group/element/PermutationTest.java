package org.orbifold.group.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PermutationTest {

    @Test
    void actsFromTheRight() {
        Permutation p = Permutation.parseCycles(3, "(0 1)");
        Permutation q = Permutation.parseCycles(3, "(1 2)");
        assertThat(p.then(q).image(0)).isEqualTo(2);
        assertThat(p.compose(q)).isEqualTo(q.then(p));
        assertThat(p.then(q)).isEqualTo(Permutation.parseCycles(3, "(0 2 1)"));
    }

    @Test
    void aTranspositionOnAMillionPointsStoresTwo() {
        Permutation p = Permutation.transposition(1_000_000, 17, 999_999);
        assertThat(p.isSparse()).isTrue();
        assertThat(p.supportSize()).isEqualTo(2);
        assertThat(p.image(17)).isEqualTo(999_999);
        assertThat(p.image(18)).isEqualTo(18);
        assertThat(p.toString()).isEqualTo("(17 999999)");
        assertThat(p.then(p).isIdentity()).isTrue();
        assertThat(p.inverse()).isEqualTo(p);
        assertThat(p.isEven()).isFalse();
    }

    @Test
    void representationDependsOnTheSupportAlone() {
        int[] images = new int[100];
        Arrays.setAll(images, x -> x);
        images[3] = 4;
        images[4] = 3;
        Permutation viaImages = Permutation.ofImages(images);
        Permutation viaCycle = Permutation.transposition(100, 4, 3);
        assertThat(viaImages.isSparse()).isTrue();
        assertThat(viaImages).isEqualTo(viaCycle).hasSameHashCodeAs(viaCycle);
        Permutation dense = Permutation.ofCycles(100, range(0, 90));
        assertThat(dense.isSparse()).isFalse();
        assertThat(dense.then(dense.inverse()).isSparse()).isTrue();
        assertThat(dense.then(dense.inverse())).isEqualTo(Permutation.identity(100));
    }

    @Test
    void orderIsTheLeastCommonMultiple() {
        Permutation p = Permutation.parseCycles(41, "(0 1)(2 3 4)(5 6 7 8 9)(10 11 12 13 14 15 16)"
            + "(17 18 19 20 21 22 23 24 25 26 27)(28 29 30 31 32 33 34 35 36 37 38 39 40)");
        assertThat(p.order()).isEqualTo(30030);
        assertThat(p.cycles().type()).containsExactly(2, 3, 5, 7, 11, 13);
        assertThat(p.power(30030).isIdentity()).isTrue();
        BigInteger huge = BigInteger.TEN.pow(30).multiply(BigInteger.valueOf(30030)).add(BigInteger.ONE);
        assertThat(p.power(huge)).isEqualTo(p);
        assertThat(p.power(-1)).isEqualTo(p.inverse());
        assertThat(p.power(Long.MIN_VALUE)).isEqualTo(p.power(Math.floorMod(Long.MIN_VALUE, 30030L)));
    }

    @Test
    void printsAndParsesBothNotations() {
        Permutation p = Permutation.ofImages(2, 0, 1, 4, 3);
        assertThat(p).hasToString("(0 2 1)(3 4)");
        assertThat(p.toImageString()).isEqualTo("2 0 1 4 3");
        assertThat(Permutation.parseImages(5, "[2, 0, 1, 4, 3]")).isEqualTo(p);
        assertThat(Permutation.parseImages(5, " 2 0 1\t4 3 ")).isEqualTo(p);
        assertThat(Permutation.parseCycles(5, "(0,2,1) (3,4)")).isEqualTo(p);
        assertThat(Permutation.parseCycles(5, "()")).isEqualTo(Permutation.identity(5)).hasToString("()");
        assertThat(Permutation.parseCycles(5, "(3)")).isEqualTo(Permutation.identity(5));
        assertThat(Permutation.identity(0).toImageString()).isEmpty();
    }

    @Test
    void errorsNameThePoint() {
        assertThatThrownBy(() -> Permutation.ofImages(0, 2, 2)).hasMessageContaining("point 2 is repeated");
        assertThatThrownBy(() -> Permutation.ofImages(0, 3, 1)).hasMessageContaining("image 3 of point 1");
        assertThatThrownBy(() -> Permutation.parseCycles(4, "(0 1)(1 2)")).hasMessageContaining("point 1 is repeated");
        assertThatThrownBy(() -> Permutation.parseCycles(4, "(0 4)")).hasMessageContaining("point 4 is out of range");
        assertThatThrownBy(() -> Permutation.parseCycles(4, "(0 1")).hasMessageContaining("closes the cycle");
        assertThatThrownBy(() -> Permutation.parseCycles(4, "0 1)")).hasMessageContaining("column 1");
        assertThatThrownBy(() -> Permutation.parseCycles(4, "(0 x)")).hasMessageContaining("'x' at column 4");
        assertThatThrownBy(() -> Permutation.parseImages(3, "0 1")).hasMessageContaining("only 2 images for 3");
        assertThatThrownBy(() -> Permutation.parseImages(3, "0 1 2 3")).hasMessageContaining("more than 3");
        assertThatThrownBy(() -> Permutation.parseImages(3, "[0 1 2")).hasMessageContaining("']'");
        assertThatThrownBy(() -> Permutation.parseImages(3, "0 1 -2")).hasMessageContaining("'-'");
        assertThatThrownBy(() -> Permutation.parseImages(3, "0 1 99999999999"))
            .hasMessageContaining("point 99999999999 at column 5 is too large");
        assertThatThrownBy(() -> Permutation.sparse(5, new int[] {1, 2}, new int[] {2, 3}))
            .hasMessageContaining("image 3 is none of the points");
        assertThatThrownBy(() -> Permutation.sparse(5, new int[] {1}, new int[] {1, 2}))
            .hasMessageContaining("1 points");
        assertThatThrownBy(() -> Permutation.identity(-1)).hasMessageContaining("negative");
        assertThatThrownBy(() -> Permutation.identity(3).then(Permutation.identity(4)))
            .hasMessageContaining("degrees differ: 3 and 4");
        assertThatThrownBy(() -> Permutation.identity(3).extendTo(2)).hasMessageContaining("smaller");
        assertThatThrownBy(() -> Permutation.identity(100).image(100)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void extendsAndMapsTuples() {
        Permutation p = Permutation.ofImages(1, 2, 0).extendTo(200);
        assertThat(p.degree()).isEqualTo(200);
        assertThat(p.isSparse()).isTrue();
        assertThat(p.imageOf(0, 0, 2, 150)).containsExactly(1, 1, 0, 150);
        assertThat(p.support()).containsExactly(0, 1, 2);
    }

    private static int[] range(int from, int to) {
        int[] range = new int[to - from];
        Arrays.setAll(range, i -> from + i);
        return range;
    }

    @Test
    void cyclesFromOne() {
        Permutation p = Permutation.parseCyclesFromOne(8, "(1,2,3)(6,8)");
        assertThat(p).isEqualTo(Permutation.parseCycles(8, "(0 1 2)(5 7)"));
        assertThat(p.toCyclesFromOne()).isEqualTo("(1,2,3)(6,8)");
        assertThat(Permutation.identity(3).toCyclesFromOne()).isEqualTo("()");
        assertThatThrownBy(() -> Permutation.parseCyclesFromOne(3, "(0,1)")).hasMessageContaining("expected 1 to 3");
        assertThatThrownBy(() -> Permutation.parseCyclesFromOne(3, "(1,4)")).hasMessageContaining("expected 1 to 3");
    }
}
