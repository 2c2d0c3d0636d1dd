package org.orbifold.group.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;

class CyclesTest {

    @Property
    void cyclesRebuildThePermutation(@ForAll @IntRange(min = 1, max = 200) int degree,
            @ForAll @IntRange(min = 1, max = 200) int moved, @ForAll long seed) {
        Permutation p = BruteForce.shuffled(Math.min(degree, moved), new Random(seed)).extendTo(degree);
        Cycles cycles = p.cycles();
        int[][] list = new int[cycles.count()][];
        int smallest = -1;
        for (int c = 0; c < list.length; c++) {
            list[c] = cycles.cycle(c);
            assertThat(list[c]).hasSize(cycles.length(c)).hasSizeGreaterThan(1);
            assertThat(list[c][0]).isEqualTo(Arrays.stream(list[c]).min().getAsInt()).isGreaterThan(smallest);
            smallest = list[c][0];
            for (int i = 0; i < list[c].length; i++) {
                assertThat(cycles.point(c, i)).isEqualTo(list[c][i]);
            }
        }
        assertThat(Permutation.ofCycles(degree, list)).isEqualTo(p);
        assertThat(Arrays.stream(cycles.type()).sum()).isEqualTo(p.supportSize());
        assertThat(cycles.type()).isSorted();
    }

    @Property
    void theOrderIsTheFirstPowerThatIsTheIdentity(@ForAll @IntRange(min = 1, max = 12) int degree, @ForAll long seed) {
        Permutation p = BruteForce.shuffled(degree, new Random(seed));
        int order = 1;
        for (Permutation power = p; !power.isIdentity(); power = power.then(p)) {
            order++;
        }
        assertThat(p.order()).isEqualTo(BigInteger.valueOf(order));
    }

    @Property
    void conjugationKeepsTheCycleType(@ForAll @IntRange(min = 1, max = 120) int degree, @ForAll long seed) {
        Random random = new Random(seed);
        Permutation p = BruteForce.shuffled(Math.max(1, degree / 3), random).extendTo(degree);
        Permutation g = BruteForce.shuffled(degree, random);
        assertThat(p.conjugateBy(g).cycles().type()).isEqualTo(p.cycles().type());
    }

    @Test
    void theIdentityHasNoCycles() {
        assertThat(Permutation.identity(1000).cycles().count()).isZero();
        assertThat(Permutation.identity(3).order()).isEqualTo(1);
        assertThat(Permutation.identity(3).isEven()).isTrue();
    }
}
