package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

class SparseActionTest {

    @Property
    void orbitsAgreeWithUnionFindOnGenerators(@ForAll @IntRange(min = 1, max = 60) int degree,
            @ForAll @IntRange(max = 4) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        Orbits expected = Orbits.of(degree, generators);
        Orbits found = new SparseAction(degree, generators).orbits();
        assertThat(found.sizes()).isEqualTo(expected.sizes());
    }

    /** Oracle: join images of joined points under all elements until nothing changes. */
    @Property(tries = 200)
    void blockClosureIsTheFinestInvariantPartition(@ForAll @IntRange(min = 2, max = 7) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        Random random = new Random(seed);
        int a = random.nextInt(degree);
        int b = random.nextInt(degree);
        UnionFind expected = new UnionFind(degree);
        for (Permutation element : BruteForce.elements(degree, generators)) {
            expected.union(element.image(a), element.image(b));
        }
        UnionFind found = new SparseAction(degree, generators).closeBlocks(List.of(new int[] {a, b}));
        for (int x = 0; x < degree; x++) {
            for (int y = 0; y < degree; y++) {
                assertThat(found.find(x) == found.find(y)).isEqualTo(expected.find(x) == expected.find(y));
            }
        }
    }

    @Property(tries = 60)
    void extensionsCommuteWithTheGenerators(@ForAll @IntRange(min = 2, max = 6) int degree, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, 2, seed);
        SparseAction action = new SparseAction(degree, generators);
        int[] map = new int[degree];
        Arrays.fill(map, -1);
        int[] queue = new int[degree];
        for (int x = 0; x < degree; x++) {
            for (int y = 0; y < degree; y++) {
                boolean extended = action.extend(x, y, map, queue);
                if (stabilizerFixes(generators, degree, x, y) && stabilizerFixes(generators, degree, y, x)) {
                    assertThat(extended).isTrue();
                }
                if (extended) {
                    assertThat(stabilizerFixes(generators, degree, x, y)).isTrue();
                    for (int p = 0; p < degree; p++) {
                        for (Permutation g : generators) {
                            assertThat(map[p] < 0 ? -1 : g.image(map[p])).isEqualTo(map[g.image(p)]);
                        }
                    }
                }
                Arrays.fill(map, -1);
            }
        }
    }

    /** A map of orbits that commutes with the group takes x to y only if the stabiliser of x fixes y. */
    private static boolean stabilizerFixes(List<Permutation> generators, int degree, int x, int y) {
        return BruteForce.elements(degree, generators).stream()
            .allMatch(element -> element.image(x) != x || element.image(y) == y);
    }

    @Test
    void parallelOrbitsAreAligned() {
        // Four copies of S_5 in parallel, points interleaved: one class of four rows.
        List<Permutation> generators = new ArrayList<>();
        for (Permutation g : NamedGroups.symmetric(5).generators()) {
            int[] images = new int[20];
            Arrays.setAll(images, x -> 4 * g.image(x / 4) + x % 4);
            generators.add(Permutation.ofImages(images));
        }
        SparseAction action = new SparseAction(20, generators);
        EquivalentOrbits equivalent = EquivalentOrbits.find(action, action.orbits());
        assertThat(equivalent.anyLinked()).isTrue();
        assertThat(equivalent.kept()).containsExactly(0, 4, 8, 12, 16);
        assertThat(equivalent.copies()[8]).containsExactly(8, 9, 10, 11);
        assertThat(equivalent.copies()[9]).isNull();
        assertThat(equivalent.restrict(generators, equivalent.kept()))
            .containsExactlyElementsOf(NamedGroups.symmetric(5).generators());
    }

    @Test
    void differentActionsAreNotEquivalent() {
        List<Permutation> generators = List.of(Permutation.parseCycles(6, "(0 1 2)(3 4 5)"),
            Permutation.parseCycles(6, "(0 1)(4 5)"), Permutation.parseCycles(6, "(3 4)"));
        SparseAction action = new SparseAction(6, generators);
        assertThat(EquivalentOrbits.find(action, action.orbits()).anyLinked()).isFalse();
    }
}
