package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

class FactorFinderTest {

    /** Groups with structure: products, wreath products, parallel copies, even parts, all with scrambled generators. */
    private static List<Permutation> structured(int kind, Random random) {
        PermutationGroup a = piece(random);
        PermutationGroup b = piece(random);
        List<Permutation> generators = switch (kind) {
            case 0 -> NamedGroups.directProduct(a, b).generators();
            case 1 -> NamedGroups.wreath(a, NamedGroups.symmetric(2 + random.nextInt(3))).generators();
            case 2 -> NamedGroups.wreath(NamedGroups.cyclic(2 + random.nextInt(3)), b).generators();
            case 3 -> parallel(a, 2 + random.nextInt(3));
            case 4 -> NamedGroups.directProduct(NamedGroups.directProduct(a, b), piece(random)).generators();
            default -> NamedGroups.directProduct(NamedGroups.wreath(a, NamedGroups.cyclic(3)), b).generators();
        };
        int degree = generators.isEmpty() ? 4 : generators.get(0).degree();
        Permutation renaming = BruteForce.shuffled(degree, random);
        List<Permutation> scrambled = new ArrayList<>();
        for (int i = 0; i < generators.size() + random.nextInt(3); i++) {
            Permutation word = Permutation.identity(degree);
            for (int k = random.nextInt(8); k >= 0; k--) {
                word = word.then(generators.get(random.nextInt(generators.size())));
            }
            scrambled.add(word.conjugateBy(renaming));
        }
        if (random.nextBoolean()) {
            scrambled.replaceAll(g -> g.isEven() ? g : g.power(2));
        }
        return scrambled;
    }

    private static PermutationGroup piece(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> NamedGroups.symmetric(2 + random.nextInt(9));
            case 1 -> NamedGroups.alternating(3 + random.nextInt(8));
            case 2 -> NamedGroups.cyclic(2 + random.nextInt(7));
            case 3 -> NamedGroups.dihedral(3 + random.nextInt(6));
            case 4 -> PermutationGroup.of(8, List.of(Permutation.parseCycles(8, "(0 1 2 3 4 5 6)"),
                Permutation.parseCycles(8, "(0 7)(1 6)(2 3)(4 5)")));
            default -> NamedGroups.wreath(NamedGroups.symmetric(2), NamedGroups.symmetric(3));
        };
    }

    private static List<Permutation> parallel(PermutationGroup group, int copies) {
        int n = group.degree();
        List<Permutation> result = new ArrayList<>();
        for (Permutation generator : group.generators()) {
            int[] images = new int[n * copies];
            for (int x = 0; x < images.length; x++) {
                images[x] = generator.image(x % n) + x / n * n;
            }
            result.add(Permutation.ofImages(images));
        }
        return result;
    }

    /** The recognised structure against one plain chain over all points: orders, and membership both ways. */
    @Property(tries = 300)
    void agreesWithAPlainChain(@ForAll @IntRange(max = 5) int kind, @ForAll long seed) {
        Random random = new Random(seed);
        List<Permutation> generators = structured(kind, random);
        int degree = generators.get(0).degree();
        StabilizerChain chain = StabilizerChain.of(degree, generators, ChainOptions.defaults().withSeed(seed));
        DirectProduct product = FactorFinder.decompose(degree, generators, ChainOptions.defaults().withSeed(seed));
        assertThat(product.isVerified()).isTrue();
        assertThat(product.order()).isEqualTo(chain.order());
        assertThat(generators).allMatch(product::contains);
        GroupEvaluator evaluator = product.evaluator();
        SplittableRandom source = new SplittableRandom(seed);
        int[] images = new int[degree];
        for (int i = 0; i < 20; i++) {
            evaluator.sampleInto(source, images);
            Permutation element = Permutation.ofImages(images);
            assertThat(chain.contains(element)).isTrue();
            assertThat(evaluator.contains(images)).isTrue();
            assertThat(product.contains(element)).isTrue();
            Permutation near = element.then(Permutation.transposition(degree, random.nextInt(degree - 1), degree - 1));
            Permutation far = BruteForce.shuffled(degree, random);
            for (Permutation candidate : List.of(near, near.then(near.power(3)), far)) {
                assertThat(product.contains(candidate)).isEqualTo(chain.contains(candidate));
                assertThat(evaluator.contains(candidate.images())).isEqualTo(chain.contains(candidate));
            }
        }
    }

    @Property(tries = 150)
    void stabilizersAgreeWithAPlainChain(@ForAll @IntRange(max = 5) int kind, @ForAll long seed) {
        Random random = new Random(seed);
        List<Permutation> generators = structured(kind, random);
        int degree = generators.get(0).degree();
        int[] points = random.ints(0, degree).distinct().limit(1 + random.nextInt(Math.min(3, degree))).toArray();
        BigInteger expected = StabilizerChain.of(degree, generators, ChainOptions.defaults().withBase(points))
            .stabilizer(points.length).order();
        PermutationGroup stabilizer = PermutationGroup.of(degree, generators).stabilizer(points);
        assertThat(stabilizer.order()).isEqualTo(expected);
        for (Permutation generator : stabilizer.generators()) {
            assertThat(generator.imageOf(points)).isEqualTo(points);
        }
    }

    @Property(tries = 150)
    void onlyTheIdentityFixesABase(@ForAll @IntRange(max = 5) int kind, @ForAll long seed) {
        List<Permutation> generators = structured(kind, new Random(seed));
        PermutationGroup group = PermutationGroup.of(generators.get(0).degree(), generators);
        int[] base = group.base();
        assertThat(base).doesNotHaveDuplicates();
        assertThat(group.stabilizer(base).isTrivial()).isTrue();
    }

    private static GroupStructure.Kind kindOf(PermutationGroup group) {
        assertThat(group.factors()).hasSize(1);
        return group.factors().get(0).group().kind();
    }

    @Test
    void recognisesTheShapesThatModelsProduce() {
        assertThat(kindOf(PermutationGroup.of(6, List.of(Permutation.parseCycles(6, "(0 1)(2 3)(4 5)")))))
            .isEqualTo(GroupStructure.Kind.SWAP);
        assertThat(kindOf(NamedGroups.cyclic(12))).isEqualTo(GroupStructure.Kind.CYCLIC);
        assertThat(kindOf(NamedGroups.symmetric(30))).isEqualTo(GroupStructure.Kind.SYMMETRIC);
        assertThat(kindOf(NamedGroups.alternating(30))).isEqualTo(GroupStructure.Kind.ALTERNATING);
        assertThat(kindOf(NamedGroups.wreath(NamedGroups.symmetric(3), NamedGroups.cyclic(5))))
            .isEqualTo(GroupStructure.Kind.GIANT_EXTENSION);
        // S_7 on 7 blocks of 3 points, by exchanges of neighbouring blocks.
        List<Permutation> exchanges = new ArrayList<>();
        for (int b = 0; b < 6; b++) {
            exchanges.add(Permutation.ofCycles(21, new int[] {3 * b, 3 * b + 3}, new int[] {3 * b + 1, 3 * b + 4},
                new int[] {3 * b + 2, 3 * b + 5}));
        }
        PermutationGroup blocks = PermutationGroup.of(21, exchanges);
        assertThat(blocks.order()).isEqualTo(5040);
        assertThat(kindOf(blocks)).isEqualTo(GroupStructure.Kind.SYMMETRIC);
    }

    @Test
    void hiddenGiantsAreFoundWithoutAShortCycle() {
        // Two random permutations of 200 points generate S_200 or A_200 almost surely (Dixon 1969).
        Random random = new Random(42);
        List<Permutation> generators = List.of(BruteForce.shuffled(200, random), BruteForce.shuffled(200, random));
        PermutationGroup group = PermutationGroup.of(200, generators);
        boolean even = generators.stream().allMatch(Permutation::isEven);
        assertThat(group.isAlternating()).isEqualTo(even);
        assertThat(group.isSymmetric()).isEqualTo(!even);
    }

    @Test
    void theEvenPartOfAProductOfGiantsIsExact() {
        // {(a, b) in S_20 x S_30 : ab even}, from random generators: order 20! 30! / 2, and it does not split.
        Random random = new Random(7);
        List<Permutation> generators = new ArrayList<>();
        while (generators.size() < 6) {
            Permutation first = BruteForce.shuffled(20, random);
            Permutation second = BruteForce.shuffled(30, random);
            int[] images = new int[50];
            for (int x = 0; x < 50; x++) {
                images[x] = x < 20 ? first.image(x) : 20 + second.image(x - 20);
            }
            Permutation both = Permutation.ofImages(images);
            if (both.isEven()) {
                generators.add(both);
            }
        }
        PermutationGroup group = PermutationGroup.of(50, generators);
        assertThat(group.order())
            .isEqualTo(Products.factorial(20).multiply(Products.factorial(30)).shiftRight(1));
        assertThat(group.factors()).hasSize(1);
        assertThat(group.contains(Permutation.parseCycles(50, "(0 1)(20 21)"))).isTrue();
        assertThat(group.contains(Permutation.parseCycles(50, "(0 1)"))).isFalse();
        assertThat(group.contains(Permutation.parseCycles(50, "(0 20)(1 21)"))).isFalse();
    }

    /** Even permutations of 20 points side by side; equal numbers act with equal permutations. */
    private static List<Permutation> sideBySide(int... numbers) {
        List<Permutation> generators = new ArrayList<>();
        for (int g = 0; g < 3; g++) {
            int[] images = new int[20 * numbers.length];
            for (int c = 0; c < numbers.length; c++) {
                Permutation element = BruteForce.shuffled(20, new Random(10 * numbers[c] + g));
                Permutation even = element.isEven() ? element : element.then(Permutation.transposition(20, 0, 1));
                for (int x = 0; x < 20; x++) {
                    images[20 * c + x] = 20 * c + even.image(x);
                }
            }
            generators.add(Permutation.ofImages(images));
        }
        return generators;
    }

    private static GiantBlockSystem giants(int... numbers) {
        List<Permutation> generators = sideBySide(numbers);
        Orbits orbits = Orbits.of(20 * numbers.length, generators);
        return new GiantFinder(generators, orbits, new SmallCycles(), new SplittableRandom(5),
            ChainOptions.defaults()).find();
    }

    /** Equivalent orbits are usually found before; giants must not be taken for independent if they were missed. */
    @Test
    void giantsThatActAlikeAreNotIndependent() {
        assertThat(giants(1, 2, 3).blockCount()).isEqualTo(3);
        assertThat(giants(1, 1)).isNull();
        assertThat(giants(1, 2, 1).blockCount()).isEqualTo(1);
        assertThat(giants(1, 2, 1).block(0)[0]).isEqualTo(20);
        PermutationGroup group = PermutationGroup.of(60, sideBySide(1, 2, 1));
        assertThat(group.order()).isEqualTo(Products.factorial(20).shiftRight(1).pow(2));
    }

    @Test
    void aGiantThatIsTiedToAnotherActionStaysInTheChain() {
        // S_9 on points and on 2-sets at once: the giant on the points is not independent of the rest.
        int n = 9;
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                pairs.add(new int[] {i, j});
            }
        }
        List<Permutation> generators = new ArrayList<>();
        for (Permutation g : NamedGroups.symmetric(n).generators()) {
            int[] images = new int[n + pairs.size()];
            for (int x = 0; x < n; x++) {
                images[x] = g.image(x);
            }
            for (int p = 0; p < pairs.size(); p++) {
                int a = Math.min(g.image(pairs.get(p)[0]), g.image(pairs.get(p)[1]));
                int b = Math.max(g.image(pairs.get(p)[0]), g.image(pairs.get(p)[1]));
                for (int q = 0; q < pairs.size(); q++) {
                    if (pairs.get(q)[0] == a && pairs.get(q)[1] == b) {
                        images[n + p] = n + q;
                    }
                }
            }
            generators.add(Permutation.ofImages(images));
        }
        PermutationGroup group = PermutationGroup.of(n + pairs.size(), generators);
        assertThat(group.order()).isEqualTo(Products.factorial(n));
        assertThat(group.factors()).hasSize(1);
    }

    @Test
    void aMillionPointsAreSplitInSeconds() {
        int swaps = 100_000;
        int degree = 1_000_000;
        List<Permutation> generators = new ArrayList<>();
        for (int i = 0; i < swaps; i++) {
            generators.add(Permutation.transposition(degree, 10 * i, 10 * i + 7));
        }
        long start = System.nanoTime();
        PermutationGroup group = PermutationGroup.of(degree, generators);
        assertThat(group.order()).isEqualTo(BigInteger.TWO.pow(swaps));
        assertThat(group.contains(Permutation.transposition(degree, 50, 57))).isTrue();
        assertThat(group.contains(Permutation.transposition(degree, 50, 58))).isFalse();
        // "In seconds": typically well below one; ten leave room for a busy machine.
        assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
    }

    /** The path for generators that do not fit into memory, forced on small groups by a limit of nothing. */
    @Property(tries = 40)
    void manyGeneratorsAreReplacedByFew(@ForAll @IntRange(max = 5) int kind, @ForAll long seed) {
        Random random = new Random(seed);
        List<Permutation> generators = structured(kind, random);
        int degree = generators.get(0).degree();
        List<Permutation> many = new ArrayList<>(generators);
        while (many.size() < 100) {
            many.add(many.get(random.nextInt(many.size())).then(many.get(random.nextInt(many.size()))));
        }
        DirectProduct product = FactorFinder.decompose(degree, many, ChainOptions.defaults(), 0);
        assertThat(product.order())
            .isEqualTo(StabilizerChain.of(degree, generators, ChainOptions.defaults()).order());
        assertThat(many).allMatch(product::contains);
    }

    @Test
    void manySparseGeneratorsWithoutShortCyclesOnManyPoints() {
        // PSL(2,7) on 8 points, 300 times, each copy sharing a point with the next: one giant orbit, and no power of
        // a generator is a transposition or a 3-cycle.
        int copies = 300;
        int degree = 7 * copies + 1;
        List<Permutation> generators = new ArrayList<>();
        for (int c = 0; c < copies; c++) {
            int at = 7 * c;
            int[] seven = {at, at + 1, at + 2, at + 3, at + 4, at + 5, at + 6};
            generators.add(Permutation.ofCycles(degree, seven));
            generators.add(Permutation.ofCycles(degree, new int[] {at, at + 7}, new int[] {at + 1, at + 6},
                new int[] {at + 2, at + 3}, new int[] {at + 4, at + 5}));
        }
        DirectProduct product = FactorFinder.decompose(degree, generators, ChainOptions.defaults(), 100_000);
        assertThat(product.parts()).hasSize(1);
        // All generators are even, and the group is a giant: A_n.
        assertThat(product.order()).isEqualTo(Products.factorial(degree).shiftRight(1));
    }

    @Test
    void swapsSideBySideAreTestedOnBothPoints() {
        DirectProduct swaps = FactorFinder.decompose(7, List.of(Permutation.transposition(7, 0, 1),
            Permutation.transposition(7, 2, 3), Permutation.transposition(7, 4, 5)), ChainOptions.defaults());
        GroupEvaluator evaluator = swaps.evaluator();
        long members = 0;
        for (Permutation candidate : BruteForce.allPermutations(7)) {
            boolean inside = evaluator.contains(candidate.images());
            assertThat(inside).isEqualTo(swaps.contains(candidate));
            members += inside ? 1 : 0;
        }
        assertThat(members).isEqualTo(8);
    }

    @Test
    void theCyclicFactorSolvesCongruences() {
        // Order 12 on cycles of length 4 and 6: exponents must agree modulo 2.
        Permutation both = Permutation.parseCycles(10, "(0 1 2 3)(4 5 6 7 8 9)");
        PermutationGroup group = PermutationGroup.of(10, List.of(both));
        assertThat(group.order()).isEqualTo(12);
        long members = 0;
        Permutation four = Permutation.parseCycles(10, "(0 1 2 3)");
        Permutation six = Permutation.parseCycles(10, "(4 5 6 7 8 9)");
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 6; j++) {
                boolean inside = group.contains(four.power(i).then(six.power(j)));
                assertThat(inside).isEqualTo((i - j) % 2 == 0);
                members += inside ? 1 : 0;
            }
        }
        assertThat(members).isEqualTo(12);
    }

    @Test
    void aCyclicGroupOfHugeOrderIsSampledExactly() {
        // One cycle per prime below 100: the order has 37 digits, far above a long.
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int p = 2; p < 100; p++) {
            if (GiantFinder.isPrime(p)) {
                text.append('(');
                for (int i = 0; i < p; i++) {
                    text.append(next++).append(' ');
                }
                text.append(')');
            }
        }
        PermutationGroup group = PermutationGroup.of(next, List.of(Permutation.parseCycles(next, text.toString())));
        assertThat(group.order().toString()).isEqualTo("2305567963945518424753102147331756070");
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 50; i++) {
            assertThat(group.contains(group.random(random))).isTrue();
        }
    }

    /** Two blocks of which one is permuted as oddly as the other: where no point is fixed, no chain is made. */
    @Test
    void anAlternatingExtensionThatFixesNothingKeepsItsGenerators() {
        int[] first = IntStream.range(0, 99).toArray();
        int[] second = IntStream.range(100, 199).toArray();
        List<Permutation> generators = List.of(Permutation.ofCycles(200, first), Permutation.ofCycles(200, second),
            Permutation.parseCycles(200, "(97 98 99)"), Permutation.parseCycles(200, "(197 198 199)"),
            Permutation.parseCycles(200, "(0 1)(100 101)"));
        GroupStructure factor = PermutationGroup.of(200, generators).factors().get(0).group();
        assertThat(factor.kind()).isEqualTo(GroupStructure.Kind.GIANT_EXTENSION);
        assertThat(factor.stabilizer()).hasSize(generators.size());
        assertThat(PermutationGroup.of(200, factor.stabilizer()).order()).isEqualTo(factor.order());
    }
}
