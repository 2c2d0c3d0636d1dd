package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ChiSquare;

/** Listed groups against the naive oracle. */
class ElementTableTest {

    /** Every permutation of few points: members exactly those that closure finds. */
    @Property(tries = 60)
    void membershipIsThatOfTheOracle(@ForAll @IntRange(min = 3, max = 6) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        PermutationGroup group = PermutationGroup.of(degree, generators);
        if (group.isTrivial()) {
            return;
        }
        Set<Permutation> members = BruteForce.elements(degree, generators);
        ElementTable table = ElementTable.of(group.structure());
        for (Permutation candidate : BruteForce.allPermutations(degree)) {
            assertThat(table.contains(candidate.images())).isEqualTo(members.contains(candidate));
        }
    }

    @Test
    void bothWaysOfDrawingGiveTheSameUniformElements() {
        PermutationGroup group = NamedGroups.wreath(NamedGroups.symmetric(3), NamedGroups.cyclic(3));
        ElementTable table = ElementTable.of(group.structure());
        Map<Permutation, Integer> number = new HashMap<>();
        BruteForce.elements(9, group.generators()).forEach(element -> number.put(element, number.size()));
        assertThat(number).hasSize(648);
        SplittableRandom one = new SplittableRandom(5);
        SplittableRandom two = new SplittableRandom(5);
        long[] counts = new long[number.size()];
        int[] images = new int[9];
        for (int i = 0; i < 100 * counts.length; i++) {
            table.sampleInto(one, images);
            Permutation element = table.sample(two);
            assertThat(element.images()).isEqualTo(images);
            counts[number.get(element)]++;
        }
        // A false alarm once in 1e6 seeds.
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(counts.length - 1));
    }

    /** What a caller does to his array must not reach the table. */
    @Test
    void tablesCannotBeWrittenTo() {
        PermutationGroup group = NamedGroups.dihedral(5);
        ElementTable table = ElementTable.of(group.structure());
        SplittableRandom random = new SplittableRandom(2);
        int[] images = new int[5];
        for (int i = 0; i < 50; i++) {
            table.sampleInto(random, images);
            java.util.Arrays.fill(images, 0);
            int[] copy = table.sample(random).images();
            java.util.Arrays.fill(copy, 0);
        }
        Set<Permutation> seen = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            seen.add(table.sample(random));
        }
        assertThat(seen).isEqualTo(BruteForce.elements(5, group.generators()));
    }

    @Test
    void onlySmallProvedGroupsAreListed() {
        assertThat(ElementTable.fits(NamedGroups.symmetric(6).structure())).isTrue();
        // 5040 elements; 2000 elements on 1000 points; more than an int can count.
        assertThat(ElementTable.fits(NamedGroups.symmetric(7).structure())).isFalse();
        assertThat(ElementTable.fits(NamedGroups.dihedral(1000).structure())).isFalse();
        assertThat(ElementTable.fits(NamedGroups.rubiksCube().structure())).isFalse();
        List<Permutation> psl = List.of(Permutation.parseCycles(8, "(0 1 2 3 4 5 6)"),
            Permutation.parseCycles(8, "(0 7)(1 6)(2 3)(4 5)"));
        assertThat(ElementTable.fits(PermutationGroup.of(8, psl).structure())).isTrue();
        PermutationGroup guessed = PermutationGroup.of(8, psl,
            ChainOptions.defaults().withMethod(ChainOptions.Method.MONTE_CARLO));
        assertThat(ElementTable.fits(guessed.structure())).isEqualTo(guessed.isVerified());
    }
}
