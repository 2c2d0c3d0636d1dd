package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class AxisTest {

    private static List<String> labels(Axis axis) {
        return axis.ticks().stream().map(Axis.Tick::label).map(label -> label.replaceAll("<[^>]*>", "")).toList();
    }

    @Property(tries = 300)
    void ticksAreFewInOrderAndInside(@ForAll @DoubleRange(min = -1e6, max = 1e6) double a,
            @ForAll @DoubleRange(min = -9, max = 6) double exponent, @ForAll boolean log) {
        double size = Math.pow(10, exponent);
        Axis axis = log ? Axis.logarithmic(DoubleStream.of(size, size * (2 + Math.abs(a))), false)
                : Axis.linear(DoubleStream.of(a, a + size + Math.abs(a) * 1e-6));
        List<Axis.Tick> ticks = axis.ticks();
        assertThat(ticks.size()).isBetween(1, 11);
        assertThat(ticks).extracting(Axis.Tick::value).isSorted().doesNotHaveDuplicates();
        assertThat(ticks).allSatisfy(t -> assertThat(axis.place(t.value())).isBetween(0.0, 1.0));
        assertThat(labels(axis)).doesNotHaveDuplicates().doesNotContain("", "-0");
    }

    @Property(tries = 200)
    void placesGoWithTheLogarithm(@ForAll @DoubleRange(min = -12, max = 12) double exponent) {
        Axis axis = Axis.logarithmic(DoubleStream.of(1e-12, 1e12), true);
        assertThat(axis.place(Math.pow(10, exponent))).isCloseTo((exponent + 12) / 24, within(1e-9));
    }

    @Example
    void knownAxes() {
        assertThat(labels(Axis.logarithmic(DoubleStream.of(0.1, 3), false))).containsExactly("0.1", "0.2", "0.5", "1",
                "2");
        assertThat(labels(Axis.logarithmic(DoubleStream.of(3e-8, 0.5), true))).containsExactly("10−8", "10−7", "10−6",
                "10−5", "10−4", "10−3", "10−2", "10−1", "1");
        assertThat(labels(Axis.logarithmic(DoubleStream.of(1e5, 5e6), false))).contains("2·105", "106");
        assertThat(labels(Axis.linear(DoubleStream.of(0.01, 0.98)))).contains("0.2", "0.8").doesNotContain("-0.2");
        assertThat(labels(Axis.linear(DoubleStream.of(1, 4_000_000)))).startsWith("0").contains("1,000,000");
    }

    /** One label says nothing, and sixteen digits say no more than three. */
    @Example
    void narrowRangesHaveTwoShortLabels() {
        assertThat(labels(Axis.logarithmic(DoubleStream.of(0.0012, 0.0019), false))).containsExactly("0.001", "0.002");
        assertThat(labels(Axis.logarithmic(DoubleStream.of(0.011, 0.029), false))).containsExactly("0.01", "0.02",
                "0.03");
        assertThat(labels(Axis.logarithmic(DoubleStream.of(7), false))).containsExactly("7", "8");
        assertThat(labels(Axis.linear(DoubleStream.of(0.49552379699039883, 0.49552379699040117)))).hasSizeBetween(2, 9)
                .allMatch(label -> label.length() <= 5);
        assertThat(labels(Axis.linear(DoubleStream.of(0, 0)))).contains("0.0");
    }

    @Example
    void oddRangesHaveAnAxisToo() {
        assertThat(Axis.linear(DoubleStream.of(5)).place(5)).isCloseTo(0.5, within(0.5));
        assertThat(Axis.linear(DoubleStream.empty()).ticks()).isNotEmpty();
        assertThat(Axis.logarithmic(DoubleStream.of(7), false).ticks()).isNotEmpty();
        assertThat(Axis.logarithmic(DoubleStream.of(1, Double.NaN, 10), true).place(Double.MIN_VALUE)).isZero();
        assertThat(Axis.logarithmic(DoubleStream.of(1, 10), true).place(1e300)).isEqualTo(1);
    }
}
