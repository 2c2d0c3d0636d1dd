package org.orbifold.group.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/** Points that go with letters, and groups that only look as if. */
class SymmetricActionTest {

    /** The points that lists of sets of letters make up, in any order of letters. */
    private static List<List<TreeSet<Integer>>> orbitOf(int letters, int... sizes) {
        List<List<TreeSet<Integer>>> points = new ArrayList<>();
        fill(letters, sizes, new ArrayList<>(), points);
        return points;
    }

    private static void fill(int letters, int[] sizes, List<TreeSet<Integer>> begun, List<List<TreeSet<Integer>>> all) {
        if (begun.size() == sizes.length) {
            all.add(begun.stream().map(TreeSet::new).toList());
            return;
        }
        for (int bits = 0; bits < 1 << letters; bits++) {
            TreeSet<Integer> set = new TreeSet<>();
            for (int i = 0; i < letters; i++) {
                if ((bits >> i & 1) == 1) {
                    set.add(i);
                }
            }
            if (set.size() == sizes[begun.size()]
                && begun.stream().noneMatch(s -> s.stream().anyMatch(set::contains))) {
                begun.add(set);
                fill(letters, sizes, begun, all);
                begun.remove(begun.size() - 1);
            }
        }
    }

    /** What a permutation of letters does to points of several orbits. */
    private static int[] spread(int[] map, List<List<List<TreeSet<Integer>>>> orbits) {
        int degree = orbits.stream().mapToInt(List::size).sum();
        int[] images = new int[degree];
        int first = 0;
        for (List<List<TreeSet<Integer>>> orbit : orbits) {
            for (int i = 0; i < orbit.size(); i++) {
                List<TreeSet<Integer>> image = orbit.get(i).stream().map(set -> {
                    TreeSet<Integer> moved = new TreeSet<>();
                    set.forEach(x -> moved.add(map[x]));
                    return moved;
                }).toList();
                images[first + i] = first + orbit.indexOf(image);
            }
            first += orbit.size();
        }
        return images;
    }

    private static List<int[]> generatorsOfLetters(int letters, Random random) {
        List<int[]> result = new ArrayList<>();
        result.add(Permutation.transposition(letters, 0, 1 + random.nextInt(letters - 1)).images());
        result.add(BruteForce.shuffled(letters, random).images());
        int[] all = new int[letters];
        Arrays.setAll(all, i -> i);
        result.add(Permutation.ofCycles(letters, all).images());
        return result;
    }

    private static List<Permutation> hidden(List<int[]> images, Random random) {
        Permutation names = BruteForce.shuffled(images.get(0).length, random);
        return images.stream().map(Permutation::ofImages).filter(g -> !g.isIdentity())
            .map(g -> g.conjugateBy(names)).toList();
    }

    @Test
    void pairsListsAndSetsGoWithTheirLetters() {
        Random random = new Random(1);
        for (int letters = 5; letters <= 8; letters++) {
            List<List<List<TreeSet<Integer>>>> orbits = List.of(orbitOf(letters, 1), orbitOf(letters, 2),
                orbitOf(letters, 1, 1), orbitOf(letters, 1, 2));
            List<Permutation> generators = hidden(generatorsOfLetters(letters, random).stream()
                .map(map -> spread(map, orbits)).toList(), random);
            PermutationGroup group = PermutationGroup.of(generators.get(0).degree(), generators);
            assertThat(group.order()).isEqualTo(Products.factorial(letters));
            assertThat(group.factors()).singleElement()
                .satisfies(f -> assertThat(f.group().kind()).isEqualTo(GroupStructure.Kind.SYMMETRIC_ACTION));
            StabilizerChain chain = StabilizerChain.of(group.degree(), generators, ChainOptions.defaults());
            SplittableRandom draws = new SplittableRandom(letters);
            for (int i = 0; i < 50; i++) {
                assertThat(chain.contains(group.random(draws))).isTrue();
                assertThat(group.contains(chain.evaluator().sample(draws))).isTrue();
            }
            PermutationGroup fixing = group.stabilizer(3, 17);
            StabilizerChain oracle = StabilizerChain.of(group.degree(), generators,
                ChainOptions.defaults().withBase(3, 17));
            List<Permutation> expected = oracle.strongGenerators(2);
            assertThat(fixing.isSameGroupAs(PermutationGroup.of(group.degree(), expected))).isTrue();
        }
    }

    /** Doubled pairs, some of whose copies an element may exchange: more than the letters say, or nothing more. */
    @Test
    void whatIsNotInTheLettersIsNotOverlooked() {
        Random random = new Random(2);
        for (int round = 0; round < 200; round++) {
            int letters = 5 + random.nextInt(2);
            List<List<List<TreeSet<Integer>>>> orbits = List.of(orbitOf(letters, 1), orbitOf(letters, 2));
            int pairs = orbits.get(1).size();
            List<int[]> images = new ArrayList<>();
            int kind = random.nextInt(3);
            for (int[] map : generatorsOfLetters(letters, random)) {
                int[] once = spread(map, orbits);
                int[] doubled = Arrays.copyOf(once, letters + 2 * pairs + 2);
                boolean odd = !Permutation.ofImages(map).isEven();
                for (int p = 0; p < pairs; p++) {
                    int to = once[letters + p] - letters;
                    boolean twist = kind == 0 && odd || kind == 1 && random.nextInt(4) == 0;
                    doubled[letters + p] = letters + to + (twist ? pairs : 0);
                    doubled[letters + pairs + p] = letters + to + (twist ? 0 : pairs);
                }
                int sign = letters + 2 * pairs;
                boolean swap = kind == 2 && odd;
                doubled[sign] = swap ? sign + 1 : sign;
                doubled[sign + 1] = swap ? sign : sign + 1;
                images.add(doubled);
            }
            List<Permutation> generators = hidden(images, random);
            int degree = generators.get(0).degree();
            StabilizerChain chain = StabilizerChain.of(degree, generators, ChainOptions.defaults());
            PermutationGroup group = PermutationGroup.of(degree, generators);
            assertThat(group.order()).as("round %d", round).isEqualTo(chain.order());
            assertThat(chain.contains(group.random(new SplittableRandom(round)))).isTrue();
        }
    }
}
