package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;

class SmallCyclesTest {

    private static boolean found(Permutation element) {
        SmallCycles cycles = new SmallCycles();
        cycles.inspect(element);
        return cycles.foundAny();
    }

    /** The oracle: some power of the element moves exactly two points, or exactly three. */
    @Property(tries = 500)
    void foundExactlyIfSomePowerIsOne(@ForAll @IntRange(min = 1, max = 14) int degree, @ForAll long seed) {
        Permutation element = BruteForce.shuffled(degree, new Random(seed));
        boolean expected = false;
        for (Permutation power = element; !power.isIdentity(); power = power.then(element)) {
            expected |= power.supportSize() == 2 || power.supportSize() == 3;
        }
        assertThat(found(element)).isEqualTo(expected);
    }

    @Test
    void otherCyclesOfThatKindSpoilIt() {
        assertThat(found(Permutation.parseCycles(12, "(0 1)(2 3 4)(5 6 7 8 9)"))).isTrue();
        assertThat(found(Permutation.parseCycles(12, "(0 1)(2 3)"))).isFalse();
        assertThat(found(Permutation.parseCycles(12, "(0 1)(2 3 4 5)"))).isFalse();
        assertThat(found(Permutation.parseCycles(12, "(2 3 4 5)(0 1)"))).isFalse();
        assertThat(found(Permutation.parseCycles(12, "(0 1 2)(3 4 5 6 7 8)"))).isFalse();
        assertThat(found(Permutation.parseCycles(12, "(0 1 2)(3 4 5 6)"))).isTrue();
        assertThat(found(Permutation.identity(12))).isFalse();
    }
}
