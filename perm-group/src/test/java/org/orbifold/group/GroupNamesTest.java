package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.Products;

class GroupNamesTest {

    private static PermutationGroup onPairs(PermutationGroup group) {
        int n = group.degree();
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                pairs.add(new int[] {i, j});
            }
        }
        return induced(group, pairs);
    }

    private static PermutationGroup induced(PermutationGroup group, List<int[]> sets) {
        List<Permutation> images = new ArrayList<>();
        for (Permutation g : group.generators()) {
            images.add(Permutation.ofImages(sets.stream().mapToInt(set -> {
                int[] image = g.imageOf(set);
                Arrays.sort(image);
                for (int k = 0; k < sets.size(); k++) {
                    if (Arrays.equals(sets.get(k), image)) {
                        return k;
                    }
                }
                throw new IllegalStateException();
            }).toArray()));
        }
        return PermutationGroup.of(sets.size(), images);
    }

    /** Rows and columns of a grid, each permuted. */
    private static PermutationGroup grid(PermutationGroup rows, PermutationGroup columns) {
        int b = columns.degree();
        List<Permutation> images = new ArrayList<>();
        for (Permutation g : rows.generators()) {
            images.add(grid(rows.degree(), b, g, Permutation.identity(b)));
        }
        for (Permutation g : columns.generators()) {
            images.add(grid(rows.degree(), b, Permutation.identity(rows.degree()), g));
        }
        return PermutationGroup.of(rows.degree() * b, images);
    }

    private static Permutation grid(int a, int b, Permutation row, Permutation column) {
        int[] images = new int[a * b];
        for (int i = 0; i < images.length; i++) {
            images[i] = row.image(i / b) * b + column.image(i % b);
        }
        return Permutation.ofImages(images);
    }

    static Stream<Arguments> named() {
        PermutationGroup s2 = NamedGroups.symmetric(2);
        PermutationGroup s3 = NamedGroups.symmetric(3);
        PermutationGroup s4 = NamedGroups.symmetric(4);
        return Stream.of(
                arguments("1", PermutationGroup.of(5, List.of())),
                arguments("S₅", NamedGroups.symmetric(5)),
                arguments("A₆", NamedGroups.alternating(6)),
                arguments("C₇", NamedGroups.cyclic(7)),
                arguments("D₅", NamedGroups.dihedral(5)),
                arguments("D₆", NamedGroups.dihedral(6)),
                arguments("D₁₂", NamedGroups.dihedral(12)),
                arguments("S₂ ≀ S₃", NamedGroups.wreath(s2, s3)),
                arguments("S₃ ≀ S₂", NamedGroups.wreath(s3, s2)),
                arguments("S₃ ≀ C₅", NamedGroups.wreath(s3, NamedGroups.cyclic(5))),
                arguments("S₂ ≀ (S₂ ≀ S₂)", NamedGroups.wreath(s2, NamedGroups.wreath(s2, s2))),
                arguments("S₄ × S₃", NamedGroups.directProduct(s4, s3)),
                arguments("(S₃ ≀ S₂) × S₂", NamedGroups.directProduct(s2, NamedGroups.wreath(s3, s2))),
                arguments("S₅ on pairs", onPairs(NamedGroups.symmetric(5))),
                arguments("S₇ on pairs", onPairs(NamedGroups.symmetric(7))),
                arguments("A₆ on pairs", onPairs(NamedGroups.alternating(6))),
                arguments("S₄ × S₃ on rows and columns", grid(s3, s4)),
                arguments("S₄ × D₇ on rows and columns", grid(NamedGroups.dihedral(7), s4)),
                arguments("S₄ ≀ S₂", NamedGroups.wreathProductAction(s4, s2)),
                // The symmetries of a cube, on its vertices: those of a tetrahedron, and the point reflection.
                arguments("S₄ × S₂ on rows and columns", NamedGroups.wreathProductAction(s2, s3)),
                arguments("(S₂)⁴", grid(grid(s2, s2), grid(s2, s2))));
    }

    @ParameterizedTest
    @MethodSource("named")
    void groupsAreNamed(String name, PermutationGroup group) {
        assertThat(GroupNames.of(group)).hasValue(name);
        assertThat(GroupNames.product(group)).isEqualTo(name);
    }

    /** Nothing that only looks like a group with a name has one. */
    @Test
    void othersAreNot() {
        // The Frobenius group of order 20, the affine line over five points; PSL(2,7) on seven points; the quaternions.
        assertNameless(20, 5, "(0 1 2 3 4)", "(1 2 4 3)");
        assertNameless(168, 7, "(0 1 2 3 4 5 6)", "(1 2)(3 6)");
        assertNameless(8, 8, "(0 1 2 3)(4 5 6 7)", "(0 4 2 6)(1 7 3 5)");
        // S₄ on six pairs embeds into S₂ ≀ S₃, with half of its order.
        assertThat(GroupNames.of(onPairs(NamedGroups.symmetric(4)))).isNotEqualTo(Optional.of("S₂ ≀ S₃"));
        // The even half of S₂ ≀ S₃.
        PermutationGroup wreath = NamedGroups.wreath(NamedGroups.symmetric(2), NamedGroups.symmetric(3));
        PermutationGroup even = PermutationGroup.of(6, wreath.elements(48).filter(Permutation::isEven).toList());
        assertThat(even.order()).isEqualTo(24);
        assertThat(GroupNames.of(even)).isNotEqualTo(Optional.of("S₂ ≀ S₃"));
    }

    private static void assertNameless(int order, int degree, String... cycles) {
        PermutationGroup group = PermutationGroup.of(degree, Stream.of(cycles)
                .map(text -> Permutation.parseCycles(degree, text)).toList());
        assertThat(group.order()).isEqualTo(order);
        assertThat(GroupNames.of(group)).isEmpty();
        assertThat(GroupNames.product(group)).isEqualTo("G[" + order + "]");
    }

    /** Names do not depend on the numbers of the points or on the generators. */
    @Test
    void namesAreOfTheGroup() {
        RandomGenerator random = new Random(1);
        named().forEach(arguments -> {
            PermutationGroup group = (PermutationGroup) arguments.get()[1];
            int n = group.degree();
            int[] images = new int[n];
            for (int i = 0; i < n; i++) {
                int j = random.nextInt(i + 1);
                images[i] = images[j];
                images[j] = i;
            }
            Permutation renamed = Permutation.ofImages(images);
            List<Permutation> generators = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                generators.add(group.random(random).conjugateBy(renamed));
            }
            PermutationGroup other = PermutationGroup.of(n, generators);
            // Twelve random elements generate these groups but for a chance far below 1e-2; the seed is fixed.
            assertThat(other.order()).isEqualTo(group.order());
            assertThat(GroupNames.of(other)).hasValue((String) arguments.get()[0]);
        });
    }

    @Test
    void products() {
        PermutationGroup s2 = NamedGroups.symmetric(2);
        PermutationGroup three = NamedGroups.directProduct(NamedGroups.directProduct(s2, s2), NamedGroups.symmetric(3));
        assertThat(GroupNames.product(three)).isEqualTo("S₃ × (S₂)²");
        assertThat(GroupNames.order(BigInteger.valueOf(1_728))).isEqualTo("1,728");
        assertThat(GroupNames.order(BigInteger.TEN.pow(83).multiply(BigInteger.valueOf(234))))
                .isEqualTo("about 2.34·10⁸⁵");
    }

    /** Two rows of n points and n more that go along with the columns: proved by bounds, not by a minute of sifting. */
    @Test
    void productsOnRowsAndColumnsWithWhatGoesAlong() {
        int n = 60;
        List<Permutation> generators = new ArrayList<>();
        for (int j = 1; j < n; j++) {
            generators.add(Permutation.sparse(3 * n, new int[] {0, j, n, n + j, 2 * n, 2 * n + j},
                    new int[] {j, 0, n + j, n, 2 * n + j, 2 * n}));
        }
        int[] rows = new int[3 * n];
        Arrays.setAll(rows, i -> i < n ? i : i < 2 * n ? i + n : i - n);
        generators.add(Permutation.ofImages(rows));
        PermutationGroup group = PermutationGroup.of(3 * n, generators);
        assertThat(group.order()).isEqualTo(Products.factorial(n).shiftLeft(1));
        assertThat(GroupNames.product(group)).isEqualTo("S₆₀ × S₂ on rows and columns");
    }

    @Test
    void theNumberWhoseFactorialItIs() {
        BigInteger factorial = BigInteger.ONE;
        for (int n = 2; n < 300; n++) {
            factorial = factorial.multiply(BigInteger.valueOf(n));
            assertThat(GroupRecognition.letters(factorial)).isEqualTo(n);
            assertThat(GroupRecognition.letters(factorial.add(BigInteger.ONE))).isZero();
        }
        assertThat(GroupRecognition.letters(Products.factorial(20_000))).isEqualTo(20_000);
    }
}
