package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** Orbits and trees of one level, growing and frozen, against a naive closure. */
class LevelTest {

    private static Set<Integer> orbit(int point, List<Permutation> generators) {
        Set<Integer> orbit = new TreeSet<>(List.of(point));
        int before = 0;
        while (orbit.size() > before) {
            before = orbit.size();
            for (Permutation generator : generators) {
                for (int x : List.copyOf(orbit)) {
                    orbit.add(generator.image(x));
                }
            }
        }
        return orbit;
    }

    private static Level level(int degree, int base, List<Permutation> generators) {
        Level level = new Level(degree, base);
        generators.forEach(generator -> level.add(generator.images()));
        return level;
    }

    @Property(tries = 150)
    void theTreeSpansTheOrbit(@ForAll @IntRange(min = 1, max = 40) int degree,
            @ForAll @IntRange(max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        int base = Math.floorMod((int) seed, degree);
        Level level = level(degree, base, generators);
        Set<Integer> expected = orbit(base, generators);
        assertThat(level.orbitSize()).isEqualTo(expected.size());
        assertThat(level.orbitPoint(0)).isEqualTo(base);
        int deepest = 0;
        for (int x = 0; x < degree; x++) {
            assertThat(level.inOrbit(x)).isEqualTo(expected.contains(x));
            if (level.inOrbit(x)) {
                Word word = new Word();
                level.appendTransversal(x, word);
                assertThat(word.image(base)).isEqualTo(x);
                deepest = Math.max(deepest, word.length());
                level.appendInverse(x, word);
                assertThat(Images.isIdentity(word.product(degree))).isTrue();
            }
        }
        assertThat(level.depth()).isEqualTo(deepest);
    }

    @Property(tries = 150)
    void freezingKeepsOrbitTreeAndGenerators(@ForAll @IntRange(min = 1, max = 40) int degree,
            @ForAll @IntRange(max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        int base = Math.floorMod((int) seed, degree);
        Level level = level(degree, base, generators);
        FrozenLevel frozen = new FrozenLevel(level, degree);
        assertThat(frozen.generators.length).isEqualTo(count);
        for (int i = 0; i < frozen.orbit.length; i++) {
            int point = frozen.orbit[i];
            assertThat(point).isEqualTo(level.orbitPoint(i));
            assertThat(frozen.position(point)).isEqualTo(i);
            int[] transversal = frozen.transversal(point);
            assertThat(transversal[base]).isEqualTo(point);
            if (point != base) {
                int parent = frozen.parent(point);
                assertThat(frozen.position(parent)).isLessThan(i);
                assertThat(Images.product(frozen.transversal(parent), frozen.entering(point)))
                    .isEqualTo(transversal);
            }
            int[] quotient = transversal.clone();
            frozen.divide(quotient, point);
            assertThat(Images.isIdentity(quotient)).isTrue();
            // The points before the range stay.
            int[] some = transversal.clone();
            frozen.divide(some, degree / 2, degree, point);
            for (int x = 0; x < degree; x++) {
                assertThat(some[x]).isEqualTo(x < degree / 2 ? transversal[x] : x);
            }
        }
        for (int x = 0; x < degree; x++) {
            assertThat(frozen.inOrbit(x)).isEqualTo(level.inOrbit(x));
        }
    }

    /** One generator of a long cycle leaves a tree as deep as half the cycle; random powers make it shallow. */
    @Test
    void deepTreesAreRecognisedAndFlattened() {
        int n = 1000;
        MutableChain chain = new MutableChain(Images.identity(n));
        chain.insert(NamedGroups.cyclic(n).generators().get(0).images(), 0);
        assertThat(chain.level(0).depth()).isEqualTo(n / 2);
        assertThat(chain.level(0).isDeep()).isTrue();
        chain.flatten(0, new SplittableRandom(1));
        assertThat(chain.level(0).isDeep()).isFalse();
        assertThat(chain.level(0).depth()).isLessThanOrEqualTo(22);
        assertThat(chain.order()).isEqualTo(n);
    }
}
