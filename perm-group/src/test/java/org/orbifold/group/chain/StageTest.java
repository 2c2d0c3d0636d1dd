package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;
import org.orbifold.group.kernel.Rows;

/** Multiplied-out transversal elements, whole, split or merged, against the words of the Schreier trees. */
class StageTest {

    private static int[] product(Stage stage, int[] chosen, int degree) {
        char[][] rows = new char[8][];
        int count = stage.append(chosen, rows, 0);
        int[] images = new int[degree];
        Rows.multiply(rows, count, images, 0, degree);
        return images;
    }

    private static void checkLevel(StabilizerChain chain, int number, TransversalRows rows) {
        int[] chosen = chain.base();
        FrozenLevel level = chain.levels()[number];
        // Twice: once to make the rows, once to find them.
        for (int round = 0; round < 2; round++) {
            for (int point : level.orbit) {
                chosen[number] = point;
                assertThat(product(rows, chosen, chain.degree())).isEqualTo(level.transversal(point));
            }
        }
    }

    /** A budget too small for all rows but large enough for two halves. */
    @Property(tries = 25)
    void splitPathsMultiplyBackToTheWholeElement(@ForAll @IntRange(min = 2, max = 50) int degree, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, 2, seed);
        StabilizerChain chain = SchreierSims.build(degree, generators, ChainOptions.defaults().withSeed(seed));
        for (int number = 0; number < chain.length(); number++) {
            FrozenLevel level = chain.levels()[number];
            long whole = 2L * degree * level.orbit.length;
            checkLevel(chain, number, TransversalRows.of(level, number, whole, whole));
            TransversalRows split = TransversalRows.of(level, number, whole - 1, whole - 1);
            if (split != null) {
                assertThat(split.bytes()).isLessThanOrEqualTo(whole / 4);
                checkLevel(chain, number, split);
            }
        }
    }

    /** The affine group of the field with 2003 elements, of which 5 is a primitive root. */
    @Test
    void aLargeOrbitTakesAFewRows() {
        int p = 2003;
        int[] shift = new int[p];
        int[] multiple = new int[p];
        Arrays.setAll(shift, x -> (x + 1) % p);
        Arrays.setAll(multiple, x -> 5 * x % p);
        StabilizerChain chain = SchreierSims.build(p,
            List.of(Permutation.ofImages(shift), Permutation.ofImages(multiple)),
            ChainOptions.defaults().withKnownOrder(BigInteger.valueOf(2003 * 2002)));
        FrozenLevel level = chain.levels()[0];
        assertThat(level.orbit).hasSize(p);
        TransversalRows split = TransversalRows.of(level, 0, 2L * p * p - 1, 2L * p * p);
        // Two halves cannot do with fewer than 2 sqrt(2003) rows; a fourth of all is the most that is accepted.
        assertThat(split.bytes()).isBetween(89L * 2 * p, 500L * 2 * p);
        checkLevel(chain, 0, split);
        assertThat(TransversalRows.of(level, 0, 10L * 2 * p, 10L * 2 * p)).isNull();
    }

    @Test
    void mergedLevelsGiveTheirProduct() {
        StabilizerChain chain = NamedGroups.rubiksCube().chain();
        FrozenLevel[] levels = chain.levels();
        int to = levels.length;
        int from = MergedLevels.firstMergeable(levels, to, 8L << 20);
        assertThat(from).isLessThan(to - 1);
        MergedLevels merged = new MergedLevels(levels, from, to);
        SplittableRandom random = new SplittableRandom(3);
        int[] chosen = chain.base();
        assertThat(merged.append(chosen, new char[1][], 0)).isZero();
        for (int i = 0; i < 3000; i++) {
            int[] expected = Images.identity(48);
            for (int level = to - 1; level >= from; level--) {
                chosen[level] = levels[level].orbit[random.nextInt(levels[level].orbit.length)];
                expected = Images.product(expected, levels[level].transversal(chosen[level]));
            }
            assertThat(product(merged, chosen, 48)).isEqualTo(expected);
        }
    }

    @Test
    void mergingStopsAtItsLimit() {
        FrozenLevel[] levels = NamedGroups.symmetric(20).chain().levels();
        long size = 1;
        int from = MergedLevels.firstMergeable(levels, levels.length, 8L << 20);
        for (int i = from; i < levels.length; i++) {
            size *= levels[i].orbit.length;
        }
        assertThat(size).isLessThanOrEqualTo(2048);
        assertThat(size * levels[from - 1].orbit.length).isGreaterThan(2048);
    }

    /** Symmetric groups of seven points at either end: rows of characters up to 65536 points, words above. */
    @ParameterizedTest
    @ValueSource(ints = {65535, 65536, 65537})
    void bothWidthsAgreeWithSifting(int degree) {
        int last = degree - 1;
        List<Permutation> generators = List.of(
            Permutation.transposition(degree, 0, 1), Permutation.ofCycles(degree, new int[] {0, 1, 2, 3, 4, 5, 6}),
            Permutation.transposition(degree, last, last - 1),
            Permutation.ofCycles(degree, new int[] {last, last - 1, last - 2, last - 3, last - 4, last - 5, last - 6}));
        StabilizerChain chain = SchreierSims.build(degree, generators, ChainOptions.defaults());
        assertThat(chain.order()).isEqualTo(5040L * 5040);
        assertThat(chain.tables().stages() != null).isEqualTo(degree <= 65536);
        ChainEvaluator evaluator = chain.evaluator();
        SplittableRandom random = new SplittableRandom(2);
        int[] images = new int[degree];
        for (int i = 0; i < 10; i++) {
            evaluator.random(random, images);
            assertThat(chain.sift(Permutation.ofImages(images)).residue().isIdentity()).isTrue();
            assertThat(evaluator.contains(images)).isTrue();
            // The exchange of two points in the middle lies outside, and so does one across the ends.
            swap(images, 30_000, 30_001);
            assertThat(evaluator.contains(images)).isFalse();
            swap(images, 30_000, 30_001);
            swap(images, 0, last);
            assertThat(evaluator.contains(images)).isFalse();
        }
    }

    private static void swap(int[] images, int x, int y) {
        int image = images[x];
        images[x] = images[y];
        images[y] = image;
    }

    /** Above 65536 points rows do not exist, and words must do. */
    @Test
    void veryManyPointsGoByWords() {
        int degree = 70_000;
        List<Permutation> generators = NamedGroups.dihedral(degree).generators();
        StabilizerChain chain = SchreierSims.build(degree, generators,
            ChainOptions.defaults().withKnownOrder(BigInteger.valueOf(2L * degree)));
        assertThat(chain.tables().stages()).isNull();
        ChainEvaluator evaluator = chain.evaluator();
        SplittableRandom random = new SplittableRandom(1);
        int[] images = new int[degree];
        for (int i = 0; i < 3; i++) {
            evaluator.random(random, images);
            assertThat(evaluator.contains(images)).isTrue();
            // A dihedral element is a rotation or a reflection: neighbours stay neighbours.
            int step = Math.floorMod(images[1] - images[0], degree);
            assertThat(step == 1 || step == degree - 1).isTrue();
            swap(images, degree - 1, degree - 2);
            assertThat(evaluator.contains(images)).isFalse();
        }
    }
}
