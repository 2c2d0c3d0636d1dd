package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.io.GroupFile;

/** Blocks, cosets, normal closures, images and words: against GAP's answers, and against all elements. */
class SubgroupsTest {

    private static PermutationGroup gap(String text) throws IOException {
        GroupFile file = GroupFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "g", true);
        return PermutationGroup.of(file.degree(), file.generators());
    }

    /** GAP 4.12.1: Transitivity, AllBlocks (minimal ones here), DerivedSeriesOfGroup. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Group([(1,2,3,4,5,6,7,8,9,10,11),(3,7,11,8)(4,10,5,6)])|4||7920",
        "Group([(1,2,3,4,5,6,7,8,9,10,11),(3,7,11,8)(4,10,5,6),(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)])|5||95040",
        "Group((1,2,3),(1,2),(4,5,6),(4,5),(7,8,9),(7,8),(10,11,12),(10,11),(1,4,7,10)(2,5,8,11)(3,6,9,12))|1|3"
            + "|5184 648 81 1",
        "Group([(3,7,5)(4,8,6),(1,2,6)(3,4,8)])|2||168",
        "Group([(1,2,3,4,5,6,7,8,9,10,11,12),(2,12)(3,11)(4,10)(5,9)(6,8)])|1|2 3|24 6 1",
        "Group([(1,2,3,4,5,6),(1,2)])|6||720 360",
        "Group([(1,2,3),(2,3,4)])|2||12 4 1",
    })
    void agreesWithGap(String text, int transitivity, String blocks, String series) throws IOException {
        PermutationGroup group = gap(text);
        assertThat(Blocks.transitivity(group)).isEqualTo(transitivity);
        String sizes = Blocks.minimal(group).stream().map(system -> system.size(0)).collect(Collectors.toCollection(
            TreeSet::new)).stream().map(String::valueOf).collect(Collectors.joining(" "));
        assertThat(sizes).isEqualTo(blocks == null ? "" : blocks);
        assertThat(Blocks.isPrimitive(group)).isEqualTo(blocks == null);
        assertThat(Subgroups.derivedSeries(group).stream().map(g -> g.order().toString())
            .collect(Collectors.joining(" "))).isEqualTo(series);
        assertThat(Subgroups.isSolvable(group)).isEqualTo(series.endsWith(" 1"));
        assertThat(Subgroups.isAbelian(group)).isFalse();
    }

    private static PermutationGroup random(int degree, long seed) {
        return PermutationGroup.of(degree, BruteForce.someGenerators(degree, 1 + (int) Math.floorMod(seed, 3L), seed));
    }

    @Property(tries = 150, seed = "22")
    void agreesWithAllElements(@ForAll @IntRange(min = 2, max = 6) int degree, @ForAll long seed) {
        PermutationGroup group = random(degree, seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<Permutation> elements = group.elements(1000).toList();
        int length = 1 + random.nextInt(degree);
        int[] from = random.ints(0, degree).distinct().limit(length).toArray();
        int[] to = random.nextBoolean() ? group.random(random).imageOf(from)
            : random.ints(0, degree).distinct().limit(length).toArray();
        boolean possible = elements.stream().anyMatch(g -> Arrays.equals(g.imageOf(from), to));
        assertThat(Subgroups.mapping(group, from, to).map(g -> group.contains(g) && Arrays.equals(g.imageOf(from), to))
            .orElse(false)).isEqualTo(possible);
        PermutationGroup part = group.stabilizer(from);
        List<Permutation> cosets = Subgroups.cosets(group, part, 1000);
        Set<Permutation> all = new HashSet<>();
        part.elements(1000).forEach(h -> cosets.forEach(g -> all.add(h.then(g))));
        assertThat(all).hasSize(elements.size()).hasSize(cosets.size() * part.order().intValue());
        Permutation element = group.random(random);
        PermutationGroup closure = Subgroups.normalClosure(group, List.of(element));
        List<Permutation> conjugates = new ArrayList<>();
        elements.forEach(g -> conjugates.add(element.conjugateBy(g)));
        assertThat(closure.isSameGroupAs(PermutationGroup.of(degree, conjugates))).isTrue();
        assertThat(Subgroups.isAbelian(group)).isEqualTo(elements.stream()
            .allMatch(a -> elements.stream().allMatch(b -> a.then(b).equals(b.then(a)))));
        Words words = Words.of(group);
        for (Permutation g : elements) {
            Permutation product = Permutation.identity(degree);
            for (int letter : words.of(g)) {
                Permutation generator = group.generators().get(Math.abs(letter) - 1);
                product = product.then(letter > 0 ? generator : generator.inverse());
            }
            assertThat(product).isEqualTo(g);
        }
        if (group.isTransitive()) {
            for (Orbits system : Blocks.minimal(group)) {
                for (Permutation g : elements) {
                    for (int x = 0; x < degree; x++) {
                        for (int y = 0; y < degree; y++) {
                            assertThat(system.orbitOf(x) == system.orbitOf(y))
                                .isEqualTo(system.orbitOf(g.image(x)) == system.orbitOf(g.image(y)));
                        }
                    }
                }
            }
        }
    }

    @Test
    void wordsOfALargerGroup() throws IOException {
        PermutationGroup group = gap("Group([(1,2,3,4,5,6,7,8,9,10,11),(3,7,11,8)(4,10,5,6)])");
        Words words = Words.of(group);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20; i++) {
            Permutation g = group.random(random);
            Permutation product = Permutation.identity(11);
            for (int letter : words.of(g)) {
                Permutation generator = group.generators().get(Math.abs(letter) - 1);
                product = product.then(letter > 0 ? generator : generator.inverse());
            }
            assertThat(product).isEqualTo(g);
        }
        assertThatThrownBy(() -> words.of(Permutation.transposition(11, 0, 1))).hasMessageContaining("not an element");
    }

    @Test
    void refusals() {
        PermutationGroup swap = PermutationGroup.generatedBy(Permutation.transposition(4, 0, 1));
        assertThatThrownBy(() -> Blocks.minimal(swap)).hasMessageContaining("not transitive");
        assertThatThrownBy(() -> Subgroups.mapping(swap, new int[1], new int[2])).hasMessageContaining("1 points");
        PermutationGroup all = NamedGroups.symmetric(4);
        assertThatThrownBy(() -> Subgroups.cosets(swap, all, 9)).hasMessageContaining("no subgroup");
        assertThatThrownBy(() -> Subgroups.cosets(all, swap, 9)).hasMessageContaining("the index is 12");
    }

    /** Orbits that letters need many steps to go round. */
    @Test
    void wordsOfLongCycles() {
        for (PermutationGroup group : List.of(NamedGroups.cyclic(200), NamedGroups.dihedral(400))) {
            Words words = Words.of(group);
            Permutation g = group.random(new SplittableRandom(3));
            Permutation product = Permutation.identity(group.degree());
            for (int letter : words.of(g)) {
                Permutation generator = group.generators().get(Math.abs(letter) - 1);
                product = product.then(letter > 0 ? generator : generator.inverse());
            }
            assertThat(product).isEqualTo(g);
        }
    }

    @Test
    void imagesOutOfRangeAreRefused() {
        PermutationGroup group = NamedGroups.cyclic(4);
        for (int bad : new int[] {-1, 4}) {
            assertThatThrownBy(() -> Subgroups.mapping(group, new int[] {0}, new int[] {bad}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(Integer.toString(bad));
            assertThatThrownBy(() -> Subgroups.mapping(group, new int[] {bad}, new int[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** A cycle has a block system for each divisor of its length; the minimal ones belong to primes. */
    @Test
    void blocksOfALongCycle() {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () ->
            assertThat(Blocks.minimal(NamedGroups.cyclic(10_000)).stream().map(system -> system.size(0)))
                .containsExactlyInAnyOrder(2, 5));
    }
}
