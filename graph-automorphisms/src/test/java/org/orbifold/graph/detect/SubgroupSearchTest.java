package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.Blocks;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.io.GroupFile;

/** Set stabilisers, intersections and centralisers: against GAP's answers, and against all elements. */
class SubgroupSearchTest {

    private static PermutationGroup gap(String text) throws IOException {
        GroupFile file = GroupFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "g", true);
        return PermutationGroup.of(file.degree(), file.generators());
    }

    /** GAP 4.12.1: sizes of the stabilisers of {1,2,3} and {1,2,3,4}, of the centre, and of C(first generator). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Group([(1,2,3,4,5,6,7,8,9,10,11),(3,7,11,8)(4,10,5,6)])|48|24|1|11",
        "Group([(1,2,3,4,5,6,7,8,9,10,11),(3,7,11,8)(4,10,5,6),(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)])|432|192|1|11",
        "Group((1,2,3),(1,2),(4,5,6),(4,5),(7,8,9),(7,8),(10,11,12),(10,11),(1,4,7,10)(2,5,8,11)(3,6,9,12))"
            + "|1296|432|1|648",
        "Group([(3,7,5)(4,8,6),(1,2,6)(3,4,8)])|3|12|1|3",
        "Group([(1,2,3,4,5,6,7,8,9,10,11,12),(2,12)(3,11)(4,10)(5,9)(6,8)])|2|2|2|12",
    })
    void agreesWithGap(String text, int three, int four, int centre, int centralizer) throws IOException {
        PermutationGroup group = gap(text);
        assertThat(SubgroupSearch.setStabilizer(group, 0, 1, 2).order()).isEqualTo(three);
        assertThat(SubgroupSearch.setStabilizer(group, 0, 1, 2, 3).order()).isEqualTo(four);
        assertThat(SubgroupSearch.centre(group).order()).isEqualTo(centre);
        assertThat(SubgroupSearch.centralizer(group, PermutationGroup.generatedBy(group.generators().get(0))).order())
            .isEqualTo(centralizer);
    }

    /** GAP: Size(Intersection(S_3 wr C_4, <(1,4)(2,5)(3,6), (1,7,2)(3,9,8), (4,10)>)) = 8. */
    @Test
    void anIntersectionAsGapHasIt() throws IOException {
        PermutationGroup wreath = gap("Group((1,2,3),(1,2),(4,5,6),(4,5),(7,8,9),(7,8),(10,11,12),(10,11),"
            + "(1,4,7,10)(2,5,8,11)(3,6,9,12))");
        PermutationGroup small = gap("Group((1,4)(2,5)(3,6),(1,7,2)(3,9,8),(4,10))");
        PermutationGroup other = PermutationGroup.of(12, small.generators().stream().map(g -> g.extendTo(12)).toList());
        assertThat(SubgroupSearch.intersection(wreath, other).order()).isEqualTo(8);
    }

    private static PermutationGroup random(int degree, SplittableRandom random) {
        List<Permutation> generators = random.ints(1 + random.nextInt(2)).mapToObj(i -> {
            Permutation g = Permutation.ofImages(TestGraphs.randomPermutation(degree, random));
            return random.nextBoolean() ? g : g.power(2);
        }).toList();
        return PermutationGroup.of(degree, generators);
    }

    private static void check(PermutationGroup found, PermutationGroup group, Predicate<Permutation> wanted) {
        assertThat(found.order()).isEqualTo(group.elements(100_000).filter(wanted).count());
        assertThat(group.containsGroup(found)).isTrue();
        assertThat(found.generators()).allMatch(wanted);
    }

    @Property(tries = 200, seed = "22")
    void agreesWithAllElements(@ForAll @IntRange(min = 1, max = 7) int degree, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PermutationGroup group = random(degree, random);
        PermutationGroup other = random(degree, random);
        boolean[] in = new boolean[degree];
        int[] set = random.ints(0, degree).distinct().limit(1 + random.nextInt(degree)).toArray();
        Arrays.stream(set).forEach(x -> in[x] = true);
        check(SubgroupSearch.setStabilizer(group, set), group,
            g -> Arrays.stream(set).allMatch(x -> in[g.image(x)]));
        assertThat(SetImages.smallest(group, set)).containsExactly(group.elements(100_000)
            .map(g -> Arrays.stream(g.imageOf(set)).sorted().toArray()).min(Arrays::compare).orElseThrow());
        check(SubgroupSearch.intersection(group, other), group, other::contains);
        check(SubgroupSearch.centralizer(group, other), group,
            g -> other.generators().stream().allMatch(h -> g.then(h).equals(h.then(g))));
        var graph = TestGraphs.random(degree, 0.5, 1, seed);
        check(SubgroupSearch.automorphismsWithin(group, graph), group, g -> graph.relabel(g::image).equals(graph));
    }

    /** Products, wreath products and actions on pairs, whose factors graphs define, and alternating groups. */
    private static PermutationGroup structured(SplittableRandom random) {
        PermutationGroup group = switch (random.nextInt(7)) {
            case 0 -> NamedGroups.wreath(NamedGroups.symmetric(2 + random.nextInt(2)), NamedGroups.symmetric(3));
            case 1 -> NamedGroups.directProduct(NamedGroups.alternating(5), NamedGroups.symmetric(4));
            case 2 -> NamedGroups.directProduct(NamedGroups.alternating(4), NamedGroups.alternating(5));
            case 3 -> NamedGroups.wreath(NamedGroups.alternating(4), NamedGroups.cyclic(2));
            case 4 -> NamedGroups.directProduct(NamedGroups.symmetric(4), NamedGroups.dihedral(5));
            case 5 -> NamedGroups.symmetric(7);
            default -> NamedGroups.wreath(NamedGroups.symmetric(2), NamedGroups.wreath(NamedGroups.symmetric(2),
                NamedGroups.symmetric(2)));
        };
        Permutation names = Permutation.ofImages(TestGraphs.randomPermutation(9, random));
        return PermutationGroup.of(9, group.generators().stream().map(g -> g.extendTo(9).conjugateBy(names)).toList());
    }

    @Property(tries = 60, seed = "35")
    void structuredGroupsAgreeWithAllElements(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PermutationGroup group = structured(random);
        PermutationGroup other = structured(random);
        check(SubgroupSearch.intersection(group, other), group, other::contains);
        PermutationGroup one = PermutationGroup.generatedBy(random.nextBoolean() ? other.random(random)
            : group.random(random));
        check(SubgroupSearch.centralizer(group, one), group,
            g -> one.generators().stream().allMatch(h -> g.then(h).equals(h.then(g))));
        int[] labels = random.ints(9, 0, 3).toArray();
        check(SubgroupSearch.vectorStabilizer(group, labels), group,
            g -> IntStream.range(0, 9).allMatch(x -> labels[g.image(x)] == labels[x]));
        List<int[]> sets = IntStream.range(0, 3)
            .mapToObj(l -> IntStream.range(0, 8).filter(x -> labels[x] == l).toArray()).toList();
        check(SubgroupSearch.orderedPartitionStabilizer(group, sets), group,
            g -> sets.stream().allMatch(set -> Arrays.equals(image(g, set), set)));
        check(SubgroupSearch.partitionStabilizer(group, sets), group,
            g -> sets.stream().allMatch(set -> sets.stream().anyMatch(to -> Arrays.equals(image(g, set), to))));
        assertThat(SubgroupSearch.vectorStabilizer(group, List.of("a", "b", "a", "b", "a", "b", "a", "b", "a"))
            .isSameGroupAs(SubgroupSearch.setStabilizer(group, 1, 3, 5, 7))).isTrue();
    }

    private static int[] image(Permutation g, int[] set) {
        return Arrays.stream(g.imageOf(set)).sorted().toArray();
    }

    /**
     * The centraliser of (4,5,6) in A_5 × S_b: a power of the cycle would map a point of one factor to the other, so
     * all three points are fixed, which leaves A_3 × S_{b-1}, of order 3 (b - 1)!.
     */
    @ParameterizedTest
    @CsvSource({"7", "9", "30"})
    void aCentralizerAcrossFactorsIsNoLongSearch(int b) {
        int degree = 5 + b;
        PermutationGroup group = PermutationGroup.of(degree, List.of(Permutation.ofCycles(degree, new int[] {0, 1, 2}),
            Permutation.ofCycles(degree, new int[] {0, 1, 2, 3, 4}), Permutation.transposition(degree, 5, 6),
            Permutation.ofCycles(degree, IntStream.range(5, degree).toArray())));
        PermutationGroup cycle = PermutationGroup.generatedBy(Permutation.ofCycles(degree, new int[] {3, 4, 5}));
        BigInteger expected = IntStream.range(1, b).mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.valueOf(3), BigInteger::multiply);
        assertThat(SubgroupSearch.common(List.of(group), arcs(cycle), SearchOptions.defaults().withMaxNodes(1000))
            .order()).isEqualTo(expected);
        assertThat(SubgroupSearch.centralizer(group, cycle).order()).isEqualTo(expected);
    }

    private static ColoredGraph arcs(PermutationGroup group) {
        ColoredGraphBuilder builder = ColoredGraph.builder(group.degree());
        group.generators().get(0).forEachMoved((x, y) -> builder.arc(x, y));
        return builder.build();
    }

    @Test
    void productsAndWreathProductsAnswerFromTheirFactors() {
        PermutationGroup wreath = NamedGroups.wreath(NamedGroups.symmetric(10), NamedGroups.symmetric(100));
        int[] tenth = IntStream.range(0, 100).map(i -> 10 * i).toArray();
        assertThat(SubgroupSearch.setStabilizer(wreath, tenth).order())
            .isEqualTo(factorial(9).pow(100).multiply(factorial(100)));
        PermutationGroup symmetric = NamedGroups.symmetric(1000);
        assertThat(SubgroupSearch.intersection(wreath, symmetric).order()).isEqualTo(wreath.order());
        assertThat(SubgroupSearch.centre(symmetric).isTrivial()).isTrue();
        assertThat(SubgroupSearch.setStabilizer(symmetric, 1, 2, 3).order())
            .isEqualTo(factorial(3).multiply(factorial(997)));
    }

    private static BigInteger factorial(int n) {
        return IntStream.rangeClosed(1, n).mapToObj(BigInteger::valueOf).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    @Test
    void limitsEndTheSearch() {
        PermutationGroup group = NamedGroups.wreath(NamedGroups.cyclic(5), NamedGroups.cyclic(7));
        assertThatThrownBy(() -> SubgroupSearch.common(List.of(group), ColoredGraph.builder(35).color(1, 1).build(),
            SearchOptions.defaults().withMaxNodes(1))).isInstanceOf(SearchLimitException.class)
            .hasMessageContaining("no subgroup");
    }

    @Test
    void refusesPartitionsWithCommonPoints() {
        PermutationGroup group = NamedGroups.symmetric(4);
        assertThatThrownBy(() -> SubgroupSearch.partitionStabilizer(group, List.of(new int[] {0, 1}, new int[] {1})))
            .hasMessageContaining("point 1 is in set 0 and in set 1");
        assertThatThrownBy(() -> SubgroupSearch.orderedPartitionStabilizer(group, List.of(new int[] {4})))
            .hasMessageContaining("out of range");
        assertThatThrownBy(() -> SubgroupSearch.vectorStabilizer(group, 1, 2)).hasMessageContaining("2 labels");
    }

    /** Without the set's stabiliser there would be 10^8 images to compare in the first, and more in the second. */
    @Test
    void smallestImagesOfSetsWithLargeStabilizers() {
        int[] odd = IntStream.range(0, 15).map(i -> 2 * i + 1).toArray();
        assertThat(SetImages.smallest(NamedGroups.symmetric(30), odd))
            .containsExactly(IntStream.range(0, 15).toArray());
        PermutationGroup wreath = NamedGroups.wreath(NamedGroups.symmetric(4), NamedGroups.symmetric(12));
        int[] twoPerBlock = IntStream.range(0, 48).filter(x -> x % 4 == 1 || x % 4 == 3).toArray();
        assertThat(SetImages.smallest(wreath, twoPerBlock))
            .containsExactly(IntStream.range(0, 48).filter(x -> x % 4 < 2).toArray());
    }

    @Test
    void pointsOutOfRangeAreNamed() {
        PermutationGroup group = NamedGroups.cyclic(6);
        assertThatThrownBy(() -> SubgroupSearch.setStabilizer(group, 1, 6)).hasMessageStartingWith("point 6 of a set");
        assertThatThrownBy(() -> SetImages.smallest(group, 6)).hasMessageStartingWith("point 6 of a set");
        assertThatThrownBy(() -> group.generators().get(0).image(6)).hasMessage("point 6 of a permutation of degree 6");
        assertThatThrownBy(() -> group.orbits().orbitOf(6)).hasMessage("point 6 of 6 points");
        assertThatThrownBy(() -> Blocks.joining(group, 0, 6)).hasMessage("points 0 and 6 of a group of degree 6");
    }

    @Test
    void refusesOtherDegrees() {
        PermutationGroup small = PermutationGroup.generatedBy(Permutation.transposition(3, 0, 1));
        PermutationGroup large = PermutationGroup.generatedBy(Permutation.transposition(4, 0, 1));
        assertThatThrownBy(() -> SubgroupSearch.intersection(small, large)).hasMessageContaining("degree 4");
    }
}
