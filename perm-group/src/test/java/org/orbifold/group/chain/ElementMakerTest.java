package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** All ways to multiply chosen transversal elements, against the plainest: one image array after the other. */
class ElementMakerTest {

    private static int[] oracle(StabilizerChain chain, int[] chosen) {
        int[] product = Images.identity(chain.degree());
        for (int i = chain.length() - 1; i >= 0; i--) {
            product = Images.product(product, chain.transversal(i, chosen[i]).images());
        }
        return product;
    }

    private static int[] choose(StabilizerChain chain, SplittableRandom random) {
        return Arrays.stream(chain.levels()).mapToInt(level -> level.orbit[random.nextInt(level.orbit.length)])
            .toArray();
    }

    private static void check(StabilizerChain chain, ElementMaker maker, int rounds, SplittableRandom random) {
        int degree = chain.degree();
        int[] result = new int[degree];
        for (int round = 0; round < rounds; round++) {
            int[] chosen = choose(chain, random);
            int[] expected = oracle(chain, chosen);
            maker.write(chosen, result);
            assertThat(result).isEqualTo(expected);
            assertThat(maker.matches(chosen, expected)).isTrue();
            int x = random.nextInt(degree);
            int y = (x + 1 + random.nextInt(degree - 1)) % degree;
            int swap = expected[x];
            expected[x] = expected[y];
            expected[y] = swap;
            assertThat(maker.matches(chosen, expected)).isFalse();
        }
    }

    /** Derivations by hand, whatever the cost, at any level that has an operation. */
    private static ElementMaker derived(StabilizerChain chain, int number, long seed) {
        FrozenLevel[] levels = chain.levels();
        InvariantOperation operation = OperationFinder.find(levels, number, new SplittableRandom(seed));
        if (operation == null) {
            return null;
        }
        int[] base = Arrays.copyOfRange(chain.base(), number, chain.length());
        Derivation derivation = Derivation.of(operation, chain.degree(), base, chain.degree());
        Stage[] outer = new Stage[number];
        for (int i = 0; i < number; i++) {
            outer[number - 1 - i] = TransversalRows.of(levels[i], i, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        return derivation == null ? null : new DerivedProducts(levels, derivation, outer);
    }

    @Property(tries = 150)
    void allWaysAgree(@ForAll @IntRange(min = 2, max = 40) int degree, @ForAll @IntRange(min = 1, max = 3) int count,
            @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        StabilizerChain chain = SchreierSims.build(degree, generators, ChainOptions.defaults().withSeed(seed));
        FrozenLevel[] levels = chain.levels();
        List<ElementMaker> makers = new ArrayList<>();
        makers.add(chain.tables().maker());
        makers.add(new WordProducts(degree, levels));
        makers.add(new RowProducts(degree, StageLayout.of(degree, levels).toArray(new Stage[0])));
        for (int number = 0; number < Math.min(3, levels.length); number++) {
            ElementMaker maker = derived(chain, number, seed);
            if (maker != null) {
                makers.add(maker);
            }
        }
        for (ElementMaker maker : makers) {
            check(chain, maker, 10, new SplittableRandom(seed));
        }
    }

    static Stream<Arguments> derivedGroups() {
        return Stream.of(
            Arguments.of("GL(9,2)", LinearGroups.general(9), 0),
            Arguments.of("AGL(9,2)", LinearGroups.affine(9), 1),
            Arguments.of("AGL(6,3)", LinearGroups.ternaryAffine(6), 0),
            Arguments.of("S_30 on pairs", LinearGroups.symmetricOnPairs(30), 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("derivedGroups")
    void longChainsAreDerivedAndGiveTheSameElements(String name, List<Permutation> generators, int level) {
        StabilizerChain chain = LinearGroups.chain(generators);
        assertThat(chain.tables().derivation()).isNotNull();
        assertThat(chain.tables().derivation().direct).startsWith(chain.base()[level]);
        check(chain, chain.tables().maker(), 200, new SplittableRandom(5));
    }

    @Test
    void theChosenWayDependsOnTheChain() {
        assertThat(NamedGroups.rubiksCube().chain().tables().maker()).isInstanceOf(RowProducts.class);
        // Small rows are in the nearest cache, and multiplying them costs less than finding base images.
        assertThat(LinearGroups.chain(LinearGroups.general(5)).tables().maker()).isInstanceOf(RowProducts.class);
        StabilizerChain complete = LinearGroups.chain(LinearGroups.general(9));
        assertThat(complete.tables().maker()).isInstanceOf(DerivedProducts.class);
        // Operations are checked on strong generators; without a proof these may not generate the stabiliser.
        assertThat(complete.withProof(Proof.NONE).tables().maker()).isInstanceOf(RowProducts.class);
    }

    @Property(tries = 60)
    void inverseRowsUndoTheTransversal(@ForAll @IntRange(min = 2, max = 40) int degree, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, 2, seed);
        StabilizerChain chain = SchreierSims.build(degree, generators, ChainOptions.defaults().withSeed(seed));
        InverseRows inverses = InverseRows.of(degree, chain.levels());
        for (int level = 0; level < chain.length(); level++) {
            int[] orbit = chain.orbit(level);
            for (int position = 0; position < orbit.length; position++) {
                int[] images = chain.transversal(level, orbit[position]).images();
                inverses.divide(images, 0, degree, level, position);
                assertThat(Images.isIdentity(images)).isTrue();
            }
        }
    }

    @Test
    void largeChainsHaveNoInverseRows() {
        StabilizerChain chain = LinearGroups.chain(LinearGroups.general(9));
        assertThat(chain.tables().inverses()).isNull();
        SplittableRandom random = new SplittableRandom(3);
        ChainEvaluator evaluator = chain.evaluator();
        int[] images = new int[chain.degree()];
        for (int i = 0; i < 50; i++) {
            evaluator.random(random, images);
            assertThat(evaluator.contains(images)).isTrue();
            assertThat(chain.sift(Permutation.ofImages(images)).residue().isIdentity()).isTrue();
        }
    }
}
