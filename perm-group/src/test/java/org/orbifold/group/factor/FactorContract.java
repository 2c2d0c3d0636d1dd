package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ChiSquare;

/**
 * What every shape of factor must do, against the list of all elements. A new shape gets these tests by extending; its
 * group must be small enough to be listed.
 */
abstract class FactorContract {

    /** The group under test. */
    abstract GroupStructure factor();

    /** Generators of the same group, independent of the factor. */
    abstract List<Permutation> generators();

    abstract GroupStructure.Kind expectedKind();

    private Set<Permutation> elements() {
        return BruteForce.elements(factor().degree(), generators());
    }

    @Test
    void hasItsShape() {
        assertThat(factor().kind()).isEqualTo(expectedKind());
        assertThat(factor().degree()).isEqualTo(generators().get(0).degree());
        assertThat(factor().isVerified()).isTrue();
    }

    @Test
    void theOrderIsTheNumberOfElements() {
        assertThat(factor().order()).isEqualTo(elements().size());
    }

    @Test
    void containsItsElementsAndNothingElse() {
        Set<Permutation> elements = elements();
        GroupEvaluator evaluator = factor().evaluator();
        Random random = new Random(1);
        int degree = factor().degree();
        for (Permutation element : elements) {
            assertThat(evaluator.contains(element.images())).isTrue();
            Permutation near = element.then(Permutation.transposition(degree, 0, 1 + random.nextInt(degree - 1)));
            assertThat(evaluator.contains(near.images())).isEqualTo(elements.contains(near));
            Permutation last = element.then(Permutation.transposition(degree, degree - 2, degree - 1));
            assertThat(evaluator.contains(last.images())).isEqualTo(elements.contains(last));
        }
        for (int i = 0; i < 500; i++) {
            Permutation any = BruteForce.shuffled(degree, random);
            assertThat(evaluator.contains(any.images())).isEqualTo(elements.contains(any));
        }
    }

    /** Chi-square over all elements; a false alarm once in 1e6 seeds, and the seed is fixed. */
    @Test
    void drawsUniformly() {
        Map<Permutation, Integer> number = new HashMap<>();
        elements().forEach(element -> number.put(element, number.size()));
        long[] counts = new long[number.size()];
        GroupEvaluator evaluator = factor().evaluator();
        SplittableRandom random = new SplittableRandom(42);
        int[] images = new int[factor().degree()];
        for (int i = 0; i < 60 * counts.length; i++) {
            // Whatever was in the array before must not matter.
            Arrays.fill(images, -1);
            evaluator.sampleInto(random, images);
            counts[number.get(Permutation.ofImages(images))]++;
        }
        assertThat(ChiSquare.uniform(counts)).isLessThan(ChiSquare.limit(counts.length - 1));
    }

    @Test
    void evaluatorsWithTheSameSeedDrawTheSame() {
        GroupEvaluator first = factor().evaluator();
        GroupEvaluator second = factor().evaluator();
        SplittableRandom one = new SplittableRandom(3);
        SplittableRandom two = new SplittableRandom(3);
        int[] images = new int[factor().degree()];
        for (int i = 0; i < 100; i++) {
            first.sampleInto(one, images);
            assertThat(second.sample(two)).isEqualTo(Permutation.ofImages(images));
            // A test of membership in between must not disturb the draws.
            assertThat(second.contains(images)).isTrue();
        }
    }

    @Test
    void onlyTheIdentityFixesTheBase() {
        int[] base = factor().base();
        assertThat(elements()).filteredOn(element -> Arrays.equals(element.imageOf(base), base)).hasSize(1);
    }

    /** All single points, and some sets of points. */
    @Test
    void stabilizersAreThoseOfTheOracle() {
        Set<Permutation> elements = elements();
        int degree = factor().degree();
        List<int[]> sets = new ArrayList<>();
        sets.add(new int[0]);
        for (int x = 0; x < degree; x++) {
            sets.add(new int[] {x});
        }
        Random random = new Random(7);
        for (int i = 0; i < 10; i++) {
            sets.add(random.ints(0, degree).distinct().limit(1 + i % 3).toArray());
        }
        for (int[] points : sets) {
            Set<Permutation> expected = elements.stream()
                .filter(element -> Arrays.equals(element.imageOf(points), points)).collect(Collectors.toSet());
            List<Permutation> found = factor().stabilizer(points);
            assertThat(new HashSet<>(BruteForce.elements(degree, found))).as("fixing %s", Arrays.toString(points))
                .isEqualTo(expected);
        }
    }
}
