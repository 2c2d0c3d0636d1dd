package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;

class GiantBlockSystemTest {

    /** Blocks of three points each, and two points outside, under elements that respect them. */
    private static Permutation respecting(int blocks, Random random) {
        Permutation top = BruteForce.shuffled(blocks, random);
        int[] images = new int[3 * blocks + 2];
        for (int t = 0; t < blocks; t++) {
            Permutation inside = BruteForce.shuffled(3, random);
            for (int i = 0; i < 3; i++) {
                images[3 * t + i] = 3 * top.image(t) + inside.image(i);
            }
        }
        int swap = random.nextInt(2);
        images[3 * blocks] = 3 * blocks + swap;
        images[3 * blocks + 1] = 3 * blocks + 1 - swap;
        return Permutation.ofImages(images);
    }

    private static GiantBlockSystem system(int blocks, boolean alternating) {
        List<int[]> rows = new ArrayList<>();
        for (int t = 0; t < blocks; t++) {
            rows.add(new int[] {3 * t, 3 * t + 1, 3 * t + 2});
        }
        return new GiantBlockSystem(3 * blocks + 2, rows, alternating);
    }

    private static Permutation project(GiantBlockSystem system, Permutation element) {
        int[] quotient = new int[system.quotientDegree()];
        assertThat(system.project(element.images(), quotient, new boolean[system.largestBlock()])).isTrue();
        return Permutation.ofImages(quotient);
    }

    @Property(tries = 200)
    void projectionIsAHomomorphism(@ForAll @IntRange(min = 1, max = 5) int blocks, @ForAll boolean alternating,
            @ForAll long seed) {
        Random random = new Random(seed);
        GiantBlockSystem system = system(blocks, alternating);
        Permutation p = respecting(blocks, random);
        Permutation q = respecting(blocks, random);
        assertThat(project(system, p.then(q))).isEqualTo(project(system, p).then(project(system, q)));
        // The sparse projection of generators is the same map.
        List<Permutation> sparse = system.quotientGenerators(List.of(p));
        assertThat(sparse.isEmpty() ? Permutation.identity(system.quotientDegree()) : sparse.get(0))
            .isEqualTo(project(system, p));
    }

    @Property(tries = 100)
    void liftsProjectBack(@ForAll @IntRange(min = 1, max = 5) int blocks, @ForAll long seed) {
        GiantBlockSystem system = system(blocks, false);
        Permutation quotient = project(system, respecting(blocks, new Random(seed)));
        assertThat(project(system, system.lift(quotient))).isEqualTo(quotient);
    }

    @Test
    void whatBreaksABlockIsRefused() {
        GiantBlockSystem system = system(2, true);
        int[] quotient = new int[system.quotientDegree()];
        boolean[] seen = new boolean[3];
        for (String text : List.of("(0 3)", "(0 6)", "(0 1 2)(3 6)", "(2 3)(5 6)")) {
            assertThat(system.project(Permutation.parseCycles(8, text).images(), quotient, seen)).isFalse();
        }
        assertThat(system.project(Permutation.parseCycles(8, "(0 3)(1 4)(2 5)").images(), quotient, seen)).isTrue();
        assertThat(quotient).containsExactly(2, 3, 0, 1, 4, 5);
        assertThat(system.project(Permutation.parseCycles(8, "(0 1)(6 7)").images(), quotient, seen)).isTrue();
        assertThat(quotient).containsExactly(1, 0, 2, 3, 5, 4);
    }

    @Test
    void shortCyclesAreSeenInPowers() {
        SmallCycles cycles = new SmallCycles();
        cycles.inspect(Permutation.parseCycles(12, "(0 1 2 3)(4 5)"));
        cycles.inspect(Permutation.parseCycles(12, "(0 1 2 3 4 5)"));
        assertThat(cycles.foundAny()).isFalse();
        cycles.inspect(Permutation.parseCycles(12, "(0 1)(2 3 4 5 6)(7 8 9)"));
        assertThat(cycles.foundAny()).isTrue();
        SmallCycles three = new SmallCycles();
        three.inspect(Permutation.parseCycles(12, "(0 1 2)(3 4)(5 6 7 8)"));
        assertThat(three.foundAny()).isTrue();
    }
}
