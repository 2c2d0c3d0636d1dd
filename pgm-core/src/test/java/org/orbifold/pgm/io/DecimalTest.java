package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class DecimalTest {

    private final Decimal decimal = new Decimal();

    private boolean parses(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return decimal.parse(bytes, bytes.length);
    }

    private double value(String text) {
        assertThat(parses(text)).as(text).isTrue();
        return decimal.value();
    }

    private double log(String text) {
        assertThat(parses(text)).as(text).isTrue();
        return decimal.log();
    }

    @Property(tries = 3000)
    void agreesWithParseDouble(@ForAll long bits) {
        double number = Double.longBitsToDouble(bits);
        if (Double.isFinite(number)) {
            assertThat(value(Double.toString(number))).isEqualTo(number);
        }
    }

    @Property(tries = 5000)
    void agreesWithParseDoubleOnShortDecimals(@ForAll long mantissa, @ForAll @IntRange(max = 20) int decimals,
            @ForAll @IntRange(min = -40, max = 40) int exponent) {
        StringBuilder digits = new StringBuilder(Long.toString(mantissa >>> (1 + decimals * 3)));
        digits.insert(Math.max(0, digits.length() - decimals), '.');
        for (String text : new String[] {digits + "", "-" + digits, "+" + digits + "e" + exponent,
                "000" + digits + "E" + exponent, digits + "00000000000000000000000"}) {
            assertThat(value(text)).as(text).isEqualTo(Double.parseDouble(text));
        }
    }

    @Property(tries = 2000)
    void expAndLogAreInverse(@ForAll @DoubleRange(min = -1e6, max = 1e6) double log) {
        assertThat(log(Decimal.exp(log))).isCloseTo(log, within(2 * Math.ulp(Math.max(1, Math.abs(log)))));
    }

    @Property(tries = 2000)
    void expOfSmallLogarithmsIsExactWhereADoubleIs(@ForAll @IntRange(min = 1, max = 99999) int n) {
        double written = n / 1e5;
        assertThat(Decimal.exp(Math.log(written))).isEqualTo(Double.toString(written));
        assertThat(log(Decimal.exp(Math.log(written)))).isEqualTo(Math.log(written));
    }

    @Example
    void logarithmsBeyondTheRangeOfDoubles() {
        double ln10 = Math.log(10);
        assertThat(log("1e-400")).isCloseTo(-400 * ln10, within(1e-12));
        assertThat(log("3.2e-391")).isCloseTo(Math.log(3.2) - 391 * ln10, within(1e-12));
        assertThat(log("1e400")).isCloseTo(400 * ln10, within(1e-12));
        assertThat(log("4.9e-324")).isCloseTo(Math.log(4.9) - 324 * ln10, within(1e-12));
        assertThat(log("0." + "0".repeat(400) + "5")).isCloseTo(Math.log(5) - 401 * ln10, within(1e-12));
        assertThat(log("1" + "0".repeat(400))).isCloseTo(400 * ln10, within(1e-12));
        // ln 10 = 2.302585092994045684…
        assertThat(log("1e-100000000000000")).isEqualTo(-230258509299404.5684);
        assertThat(log("1e99999999999999999999")).isNaN();
        assertThat(log("0e99999999999999999999")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Decimal.exp(Double.NEGATIVE_INFINITY)).isEqualTo("0");
        assertThat(Decimal.exp(0)).isEqualTo("1.0");
        assertThatIllegalArgumentException().isThrownBy(() -> Decimal.exp(-1e300));
    }

    @Example
    void infinitiesAndZeros() {
        for (String text : new String[] {"inf", "Inf", "+inf", "INF", "infinity", "+Infinity"}) {
            assertThat(value(text)).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(decimal.isInfinite()).isTrue();
            assertThat(value("-" + text.replace("+", "").toLowerCase(Locale.ROOT)))
                    .isEqualTo(Double.NEGATIVE_INFINITY);
        }
        assertThat(value("-0.0")).isEqualTo(-0.0);
        assertThat(decimal.isNegative()).isFalse();
        assertThat(value("1e999")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(decimal.isInfinite()).isFalse();
        assertThat(value(".5")).isEqualTo(0.5);
        assertThat(value("5.")).isEqualTo(5);
    }

    @Example
    void whatIsNoNumber() {
        for (String text : new String[] {"", "-", "+", ".", "e5", "1e", "1e+", "1e-", "1.2.3", "--1", "1d", "1f",
            "0x1p3", "NaN", "nan", "infi", "in", "1,5", "1e5.0", "1_000", "١", " 1", "1 "}) {
            assertThat(parses(text)).as(text).isFalse();
        }
    }
}
