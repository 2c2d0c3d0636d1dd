package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.firstorder.Polynomials.Poly;

/** Products of polynomials that are cut off, against all products of terms. */
class PolynomialsTest {

    private static final int[] DEGREES = {2, 3};

    private static Poly<BigInteger> random(Polynomials<BigInteger> ring, SplittableRandom random) {
        Poly<BigInteger> sum = ring.zero();
        for (int i = 0; i <= DEGREES[0]; i++) {
            for (int j = 0; j <= DEGREES[1]; j++) {
                sum = ring.add(sum, ring.multiply(ring.of(BigInteger.valueOf(random.nextInt(-3, 4))),
                        ring.multiply(ring.variable(0, i), ring.variable(1, j))));
            }
        }
        return sum;
    }

    @Property(tries = 200)
    void productsAreThoseOfTerms(@ForAll long seed) {
        Polynomials<BigInteger> ring = new Polynomials<>(Scalars.INTEGERS, DEGREES);
        SplittableRandom random = new SplittableRandom(seed);
        Poly<BigInteger> left = random(ring, random);
        Poly<BigInteger> right = random(ring, random);
        Poly<BigInteger> product = ring.multiply(left, right);
        for (int i = 0; i <= DEGREES[0]; i++) {
            for (int j = 0; j <= DEGREES[1]; j++) {
                BigInteger expected = BigInteger.ZERO;
                for (int a = 0; a <= i; a++) {
                    for (int b = 0; b <= j; b++) {
                        expected = expected.add(ring.coefficient(left, a, b)
                                .multiply(ring.coefficient(right, i - a, j - b)));
                    }
                }
                assertThat(ring.coefficient(product, i, j)).isEqualTo(expected);
            }
        }
    }

    @Property(tries = 50)
    void powersAreRepeatedProducts(@ForAll long seed, @ForAll @IntRange(max = 6) int exponent) {
        Polynomials<BigInteger> ring = new Polynomials<>(Scalars.INTEGERS, DEGREES);
        Poly<BigInteger> base = random(ring, new SplittableRandom(seed));
        Poly<BigInteger> product = ring.one();
        for (int i = 0; i < exponent; i++) {
            product = ring.multiply(product, base);
        }
        for (int i = 0; i <= DEGREES[0]; i++) {
            for (int j = 0; j <= DEGREES[1]; j++) {
                assertThat(ring.coefficient(ring.power(base, exponent), i, j))
                        .isEqualTo(ring.coefficient(product, i, j));
            }
        }
        assertThat(ring.isZero(ring.variable(1, DEGREES[1] + 1))).isTrue();
    }

    /** Σ_a over the states of "exactly j" is 0 below j and 1 at j. */
    @Property(tries = 60)
    void exactlyIsASumOfPowers(@ForAll @IntRange(min = 1, max = 5) int j, @ForAll @IntRange(max = 5) int m) {
        Theory.Quantifier exactly = new Theory.Quantifier(List.of(), false, j, j, Form.TRUE);
        BigInteger sum = BigInteger.ZERO;
        for (CountStates.State state : CountStates.ofElement(exactly, 10)) {
            if (state.holds()) {
                assertThat(state.base()).isZero();
                sum = sum.add(state.weight().multiply(BigInteger.valueOf(state.multiplier()).pow(m)));
            }
        }
        if (m <= j) {
            assertThat(sum).isEqualTo(m < j ? BigInteger.ZERO : CountStates.factorial(j));
        }
    }
}
