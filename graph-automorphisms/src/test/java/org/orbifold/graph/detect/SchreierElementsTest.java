package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;

/** Stabilisers and orbits of random groups, against Schreier–Sims of the group module. */
class SchreierElementsTest {

    private static int[] generator(int[] images) {
        List<Integer> moved = new ArrayList<>();
        for (int v = 0; v < images.length; v++) {
            if (images[v] != v) {
                moved.add(v);
            }
        }
        int[] result = new int[2 * moved.size()];
        for (int i = 0; i < moved.size(); i++) {
            result[i] = moved.get(i);
            result[moved.size() + i] = images[moved.get(i)];
        }
        return result;
    }

    private static Permutation permutation(int n, int[] generator) {
        int[] images = new int[n];
        for (int v = 0; v < n; v++) {
            images[v] = v;
        }
        int size = generator.length / 2;
        for (int i = 0; i < size; i++) {
            images[generator[i]] = generator[size + i];
        }
        return Permutation.ofImages(images);
    }

    @Property(tries = 100, seed = "15")
    void stabilizersFixThePointAndStayInTheGroup(@ForAll @IntRange(min = 3, max = 12) int n,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<int[]> generators = new ArrayList<>();
        List<Permutation> permutations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int[] images = TestGraphs.randomPermutation(n, random);
            if (!Permutation.ofImages(images).isIdentity()) {
                generators.add(generator(images));
            }
            permutations.add(Permutation.ofImages(images));
        }
        PermutationGroup group = PermutationGroup.of(n, permutations);
        int point = random.nextInt(n);
        for (int[] element : new SchreierElements(n).stabilizer(generators, point, 5)) {
            assertThat(element.length).isPositive();
            Permutation p = permutation(n, element);
            assertThat(p.image(point)).isEqualTo(point);
            assertThat(group.contains(p)).isTrue();
        }
        int[] all = new int[n];
        for (int v = 0; v < n; v++) {
            all[v] = v;
        }
        assertThat(Generators.representatives(n, all, generators)).hasSize(group.orbits().count());
    }

    @Test
    void generatorsThatFixAPointAreKept() {
        int[] swap = {0, 1, 1, 0};
        int[] other = {2, 3, 3, 2};
        assertThat(Generators.fixing(List.of(swap, other), 0)).containsExactly(other);
        assertThat(Generators.fixing(List.of(swap, other), 4)).containsExactly(swap, other);
        assertThat(new SchreierElements(5).stabilizer(List.of(), 1, 3)).isEmpty();
        assertThat(new SchreierElements(5).stabilizer(List.of(swap, other), 4, 3)).containsExactly(swap, other);
    }
}
