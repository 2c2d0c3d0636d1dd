package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Numbers with error bounds, against exact ones. */
class BallsTest {

    private static final Balls ROUGH = new Balls(64);
    private static final Balls FINE = new Balls(400);

    /** Whether a ball contains an exact rational number. */
    private static boolean contains(Ball ball, BigDecimal value) {
        BigDecimal unit = ball.exponent() >= 0 ? new BigDecimal(BigInteger.TWO.pow((int) ball.exponent()))
                : BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow((int) -ball.exponent())));
        BigDecimal middle = new BigDecimal(ball.mantissa()).multiply(unit);
        return value.subtract(middle).abs().compareTo(new BigDecimal(ball.radius()).multiply(unit)) <= 0;
    }

    private static BigInteger random(long seed, int bits) {
        BigInteger value = new BigInteger(bits, new Random(seed));
        return seed % 2 == 0 ? value : value.negate();
    }

    @Property
    void sumsAndProductsAreInside(@ForAll long a, @ForAll long b, @ForAll @IntRange(min = 1, max = 300) int bits,
            @ForAll @IntRange(min = 1, max = 300) int others) {
        BigInteger x = random(a, bits);
        BigInteger y = random(b, others);
        Ball left = ROUGH.of(x);
        Ball right = ROUGH.of(y);
        assertThat(contains(left, new BigDecimal(x))).isTrue();
        assertThat(contains(ROUGH.add(left, right), new BigDecimal(x.add(y)))).isTrue();
        assertThat(contains(ROUGH.multiply(left, right), new BigDecimal(x.multiply(y)))).isTrue();
        assertThat(contains(ROUGH.add(ROUGH.multiply(left, right), ROUGH.of(x.multiply(y).negate())),
                BigDecimal.ZERO)).isTrue();
    }

    @Property
    void exponentialsAreThoseOfDoubles(@ForAll @DoubleRange(min = -600, max = 600) double argument) {
        Ball ball = FINE.of(Weight.exp(argument));
        assertThat(ball.relativeError()).isLessThan(1e-100);
        assertThat(ball.log()).isCloseTo(argument, within(1e-13 * Math.max(1, Math.abs(argument))));
        // exp(a) exp(−a) is 1, to all digits that are claimed.
        Ball one = FINE.multiply(ball, FINE.of(Weight.exp(-argument)));
        Ball rest = FINE.add(one, FINE.of(BigInteger.ONE.negate()));
        assertThat(contains(rest, BigDecimal.ZERO)).isTrue();
    }

    @Property
    void quotientsAreThoseOfDoubles(@ForAll @LongRange(min = 1) long a, @ForAll @LongRange(min = 1) long b) {
        Ball quotient = FINE.of(Weight.of(BigInteger.valueOf(a), BigInteger.valueOf(b)));
        assertThat(quotient.over(FINE.of(BigInteger.ONE))).isCloseTo((double) a / b, within(1e-15 * a / b));
        assertThat(FINE.of(BigInteger.valueOf(a)).over(FINE.of(BigInteger.valueOf(b))))
                .isCloseTo((double) a / b, within(1e-15 * a / b));
    }

    @Test
    void lostDigitsShow() {
        Ball large = ROUGH.of(BigInteger.TEN.pow(40).add(BigInteger.ONE));
        Ball difference = ROUGH.add(large, ROUGH.of(BigInteger.TEN.pow(40).negate()));
        assertThat(difference.relativeError()).isGreaterThan(0.5);
        assertThat(FINE.add(FINE.of(BigInteger.TEN.pow(40).add(BigInteger.ONE)),
                FINE.of(BigInteger.TEN.pow(40).negate())).relativeError()).isZero();
    }

    /** Of numbers of many bits that cancel each other an error is left; what is far smaller does not blow it up. */
    @Property(tries = 50)
    void errorsStayFiniteInHighPrecision(@ForAll @IntRange(min = 100, max = 20_000) int smaller,
            @ForAll @DoubleRange(min = -50, max = 50) double argument) {
        Balls many = new Balls(1 << 14);
        Ball power = many.of(Weight.exp(argument));
        Ball nothing = many.add(power, many.multiply(power, many.of(BigInteger.ONE.negate())));
        Ball tiny = many.of(Weight.of(BigInteger.ONE, BigInteger.TWO.pow(smaller)));
        Ball sum = nothing;
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 4; i++) {
            sum = many.add(sum, many.multiply(tiny, nothing));
            sum = many.add(sum, tiny);
            tiny = many.multiply(tiny, tiny);
            expected = expected.add(BigInteger.ONE.shiftLeft(8 * smaller - (smaller << i)));
        }
        assertThat(sum.radius()).isLessThan(0x1p100);
        assertThat(many.multiply(power, sum).radius()).isLessThan(0x1p200);
        assertThat(many.multiply(sum, power).radius()).isLessThan(0x1p200);
        // In units of 2^(-8 smaller), or of the ball if those are finer.
        long unit = Math.min(sum.exponent(), -8L * smaller);
        BigInteger middle = sum.mantissa().shiftLeft((int) (sum.exponent() - unit));
        BigInteger radius = new BigDecimal(sum.radius()).toBigInteger().add(BigInteger.ONE)
                .shiftLeft((int) (sum.exponent() - unit));
        assertThat(middle.subtract(expected.shiftLeft((int) (-8L * smaller - unit))).abs()).isLessThanOrEqualTo(radius);
    }

    @Test
    void weightsAreRead() {
        assertThat(Weight.parse("2.70")).isEqualTo(Weight.of(BigInteger.valueOf(27), BigInteger.TEN));
        assertThat(Weight.parse("-1e2").integer()).isEqualTo(BigInteger.valueOf(-100));
        assertThat(Weight.parse("1/3").toString()).isEqualTo("1/3");
        assertThat(Weight.exp(2).log()).isEqualTo(2);
        assertThat(Weight.exp(0)).isEqualTo(Weight.ONE);
        assertThat(Weight.ZERO.log()).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
