package org.orbifold.group.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.GroupSampler;
import org.orbifold.group.element.Permutation;

/** The contract of every sampler, on one list of all samplers and of all shapes of groups. */
class GroupSamplerTest {

    private record Case(String name, PermutationGroup group, Supplier<GroupSampler> sampler) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static PermutationGroup cycles(int degree, String... generators) {
        return PermutationGroup.of(degree,
            Stream.of(generators).map(text -> Permutation.parseCycles(degree, text)).toList());
    }

    static Map<String, PermutationGroup> groups() {
        Map<String, PermutationGroup> groups = new HashMap<>();
        groups.put("swap", cycles(5, "(0 1)(2 4)"));
        groups.put("cyclic", cycles(10, "(0 1 2 3)(4 5 6 7 8 9)"));
        groups.put("symmetric", NamedGroups.symmetric(5));
        groups.put("alternating", NamedGroups.alternating(5));
        groups.put("symmetric on blocks", cycles(8, "(0 2)(1 3)", "(2 4)(3 5)", "(4 6)(5 7)"));
        groups.put("tiled", NamedGroups.wreath(NamedGroups.symmetric(3), NamedGroups.cyclic(2)));
        groups.put("alternating tiles", cycles(8, "(0 1 2)", "(3 4 5)", "(0 1)(3 4)", "(0 1)(6 7)"));
        groups.put("product", NamedGroups.directProduct(NamedGroups.dihedral(4), NamedGroups.symmetric(3)));
        groups.put("chain", cycles(8, "(0 1 2 3 4 5 6)", "(0 7)(1 6)(2 3)(4 5)"));
        groups.put("subdirect", cycles(9, "(0 1 2)(3 4 5)", "(0 1)(3 4)(6 7)", "(6 7 8)(3 4 5)"));
        groups.put("trivial", PermutationGroup.of(3, List.of()));
        return groups;
    }

    static Stream<Case> exactSamplers() {
        List<Case> cases = new ArrayList<>();
        groups().forEach((name, group) -> {
            cases.add(new Case(name + " by factors", group, group::sampler));
            cases.add(new Case(name + " by chain", group, () -> group.chain().evaluator()));
        });
        return cases.stream();
    }

    static Stream<Case> allSamplers() {
        List<Case> cases = new ArrayList<>();
        groups().forEach((name, group) -> {
            for (boolean accumulator : new boolean[] {true, false}) {
                cases.add(new Case(name + (accumulator ? " by state" : " by plain replacement"), group,
                    () -> ProductReplacement.of(group.degree(), group.generators(),
                        ProductReplacement.Options.defaults().withAccumulator(accumulator), new SplittableRandom(2))));
            }
        });
        return Stream.concat(exactSamplers(), cases.stream());
    }

    @ParameterizedTest
    @MethodSource("allSamplers")
    void drawsElementsOfTheGroupAndReachesAllOfThem(Case test) {
        Set<Permutation> elements = BruteForce.elements(test.group().degree(), test.group().generators());
        GroupSampler sampler = test.sampler().get();
        assertThat(sampler.degree()).isEqualTo(test.group().degree());
        SplittableRandom random = new SplittableRandom(4);
        Set<Permutation> seen = new java.util.HashSet<>();
        // 40 |G| uniform draws miss a given element with probability e^-40.
        for (int i = 0; i < 40 * elements.size(); i++) {
            Permutation element = sampler.sample(random);
            assertThat(elements).contains(element);
            seen.add(element);
        }
        assertThat(seen).hasSameSizeAs(elements);
    }

    @ParameterizedTest
    @MethodSource("allSamplers")
    void sameSeedSameElements(Case test) {
        GroupSampler first = test.sampler().get();
        GroupSampler second = test.sampler().get();
        SplittableRandom one = new SplittableRandom(9);
        SplittableRandom two = new SplittableRandom(9);
        int[] images = new int[first.degree()];
        for (int i = 0; i < 50; i++) {
            second.sampleInto(two, images);
            assertThat(first.sample(one)).isEqualTo(Permutation.ofImages(images));
        }
    }

    /** Chi-square over all elements; a false alarm once in 1e6 seeds, and this seed is fixed. */
    @ParameterizedTest
    @MethodSource("exactSamplers")
    void exactSamplersAreUniform(Case test) {
        GroupSampler sampler = test.sampler().get();
        assertThat(sampler.isUniform()).isTrue();
        Map<Permutation, Integer> number = new HashMap<>();
        BruteForce.elements(test.group().degree(), test.group().generators())
            .forEach(element -> number.put(element, number.size()));
        if (number.size() == 1) {
            return;
        }
        long[] counts = new long[number.size()];
        SplittableRandom random = new SplittableRandom(20260101);
        for (int i = 0; i < 100 * counts.length; i++) {
            counts[number.get(sampler.sample(random))]++;
        }
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(counts.length - 1));
    }

    /** Independence of consecutive draws: all pairs of elements of S_3, a false alarm once in 1e6 seeds. */
    @Test
    void consecutiveElementsAreIndependent() {
        PermutationGroup group = NamedGroups.symmetric(3);
        List<Permutation> elements = List.copyOf(BruteForce.elements(3, group.generators()));
        GroupSampler sampler = group.sampler();
        SplittableRandom random = new SplittableRandom(31);
        long[] counts = new long[36];
        int last = 0;
        for (int i = 0; i < 36_000; i++) {
            int next = elements.indexOf(sampler.sample(random));
            counts[6 * last + next]++;
            last = next;
        }
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(35));
    }

    /**
     * Large groups, over cells: the images of two points must be uniform over the orbit of the pair. A false alarm
     * once in 1e6 seeds per group.
     */
    @Test
    void baseImagesOfLargeGroupsAreUniform() {
        Map<PermutationGroup, Integer> pairOrbit = Map.of(
            // Two corner stickers of different corners: 24 * 21 images. S_30: 30 * 29. S_4 wr S_10, two blocks: 40 *
            // 36.
            NamedGroups.rubiksCube(), 504,
            NamedGroups.symmetric(30), 870,
            NamedGroups.wreath(NamedGroups.symmetric(4), NamedGroups.symmetric(10)), 1440);
        pairOrbit.forEach((group, expected) -> {
            int second = group.degree() == 48 ? 2 : group.degree() - 1;
            for (GroupSampler sampler : List.of(group.sampler(), group.chain().evaluator())) {
                SplittableRandom random = new SplittableRandom(77);
                Map<Integer, Integer> cell = new HashMap<>();
                long[] counts = new long[expected];
                int[] images = new int[group.degree()];
                for (int i = 0; i < 50 * expected; i++) {
                    sampler.sampleInto(random, images);
                    int key = images[0] * group.degree() + images[second];
                    counts[cell.computeIfAbsent(key, k -> cell.size())]++;
                }
                assertThat(cell).hasSize(expected);
                assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(expected - 1));
            }
        });
    }
}
