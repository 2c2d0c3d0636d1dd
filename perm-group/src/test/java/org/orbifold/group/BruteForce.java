package org.orbifold.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.orbifold.group.element.Permutation;

/** The naive oracle: a group as the set of all its elements, by closure under multiplication with generators. */
public final class BruteForce {

    private BruteForce() {
    }

    public static Set<Permutation> elements(int degree, Collection<Permutation> generators) {
        Set<Permutation> seen = new LinkedHashSet<>();
        ArrayDeque<Permutation> queue = new ArrayDeque<>();
        seen.add(Permutation.identity(degree));
        queue.add(Permutation.identity(degree));
        while (!queue.isEmpty()) {
            Permutation element = queue.remove();
            for (Permutation generator : generators) {
                Permutation product = element.then(generator);
                if (seen.add(product)) {
                    queue.add(product);
                }
            }
        }
        return seen;
    }

    /** All permutations of few points. */
    public static Set<Permutation> allPermutations(int degree) {
        List<int[]> lists = new ArrayList<>();
        lists.add(new int[0]);
        for (int n = 1; n <= degree; n++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] list : lists) {
                for (int place = 0; place < n; place++) {
                    int[] extended = new int[n];
                    for (int i = 0, j = 0; i < n; i++) {
                        extended[i] = i == place ? n - 1 : list[j++];
                    }
                    longer.add(extended);
                }
            }
            lists = longer;
        }
        Set<Permutation> all = new HashSet<>();
        lists.forEach(list -> all.add(Permutation.ofImages(list)));
        return all;
    }

    /** A uniform permutation of all points, from a seeded source. */
    public static Permutation shuffled(int degree, Random random) {
        int[] images = new int[degree];
        for (int i = 0; i < degree; i++) {
            int j = random.nextInt(i + 1);
            images[i] = images[j];
            images[j] = i;
        }
        return Permutation.ofImages(images);
    }

    /**
     * A few generators, each of which permutes points inside given blocks or at random, so that all kinds of groups
     * come up.
     */
    public static List<Permutation> someGenerators(int degree, int count, long seed) {
        Random random = new Random(seed);
        List<Permutation> generators = new ArrayList<>();
        for (int g = 0; g < count; g++) {
            Permutation shuffle = shuffled(degree, random);
            switch (random.nextInt(4)) {
                case 0 -> generators.add(shuffle);
                case 1 -> generators.add(shuffle.power(2));
                case 2 -> generators.add(shuffle.power(6));
                default -> {
                    // Keeps the parity of points: two orbits or two blocks.
                    int[] images = new int[degree];
                    int half = (degree + 1) / 2;
                    Permutation even = shuffled(half, random);
                    Permutation odd = shuffled(degree - half, random);
                    for (int x = 0; x < degree; x++) {
                        images[x] = x % 2 == 0 ? 2 * even.image(x / 2) : 2 * odd.image(x / 2) + 1;
                    }
                    generators.add(Permutation.ofImages(images));
                }
            }
        }
        return generators;
    }
}
