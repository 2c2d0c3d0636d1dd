package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/** The fast paths (rows, tails, fused passes) against plain sifting. */
class ChainEvaluatorTest {

    @Property(tries = 200)
    void membershipAgreesWithSifting(@ForAll @IntRange(min = 2, max = 30) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        StabilizerChain chain = StabilizerChain.of(degree, generators, ChainOptions.defaults().withSeed(seed));
        GroupEvaluator evaluator = chain.evaluator();
        SplittableRandom source = new SplittableRandom(seed);
        Random random = new Random(seed);
        int[] images = new int[degree];
        for (int i = 0; i < 30; i++) {
            evaluator.sampleInto(source, images);
            Permutation element = Permutation.ofImages(images);
            assertThat(chain.sift(element).residue().isIdentity()).isTrue();
            assertThat(evaluator.contains(images)).isTrue();
            int a = random.nextInt(degree);
            Permutation near = a == 0 ? element : element.then(Permutation.transposition(degree, 0, a));
            assertThat(evaluator.contains(near.images())).isEqualTo(chain.sift(near).residue().isIdentity());
            Permutation far = BruteForce.shuffled(degree, random);
            assertThat(evaluator.contains(far.images())).isEqualTo(chain.sift(far).residue().isIdentity());
        }
    }

    /** Transversal elements by table and by tree are the same, so draws and answers are. */
    @Property(tries = 60)
    void tablesAndTreesGiveTheSameElements(@ForAll @IntRange(min = 2, max = 30) int degree, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, 2, seed);
        StabilizerChain chain = StabilizerChain.of(degree, generators, ChainOptions.defaults().withSeed(seed));
        GroupEvaluator byTable = new ChainEvaluator(chain, new TransversalTable(chain.levels()));
        GroupEvaluator byTree = new ChainEvaluator(chain, null);
        SplittableRandom one = new SplittableRandom(seed);
        SplittableRandom two = new SplittableRandom(seed);
        for (int i = 0; i < 30; i++) {
            Permutation element = byTable.sample(one);
            assertThat(byTree.sample(two)).isEqualTo(element);
            assertThat(byTree.contains(element.images())).isTrue();
            assertThat(byTable.contains(element.images())).isTrue();
            Permutation far = BruteForce.shuffled(degree, new Random(seed + i));
            assertThat(byTree.contains(far.images())).isEqualTo(byTable.contains(far.images()));
        }
    }

    @Test
    void largeChainsHaveNoTable() {
        assertThat(NamedGroups.rubiksCube().chain().table()).isNotNull();
        int n = 70_000;
        StabilizerChain chain = NamedGroups.cyclic(n).chain();
        assertThat(chain.table()).isNull();
        Permutation element = chain.evaluator().sample(new SplittableRandom(1));
        assertThat(element).isEqualTo(NamedGroups.cyclic(n).generators().get(0).power(element.image(0)));
        assertThat(chain.contains(element)).isTrue();
        assertThat(chain.contains(element.then(Permutation.transposition(n, 5, 6)))).isFalse();
    }

    @Test
    void oneChainServesManyThreads() throws InterruptedException {
        StabilizerChain chain = NamedGroups.rubiksCube().chain();
        int[] failures = {0, 0, 0, 0};
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                GroupEvaluator evaluator = chain.evaluator();
                SplittableRandom random = new SplittableRandom(number);
                int[] images = new int[48];
                for (int i = 0; i < 2000; i++) {
                    evaluator.sampleInto(random, images);
                    failures[number] += evaluator.contains(images) ? 0 : 1;
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).containsOnly(0);
    }

    @Test
    void stabilizersOfTheChainAreChains() {
        StabilizerChain chain = NamedGroups.rubiksCube().chain(0, 5);
        StabilizerChain below = chain.stabilizer(2);
        SplittableRandom random = new SplittableRandom(4);
        int[] images = new int[48];
        GroupEvaluator evaluator = below.evaluator();
        for (int i = 0; i < 100; i++) {
            evaluator.sampleInto(random, images);
            assertThat(images[0]).isZero();
            assertThat(images[5]).isEqualTo(5);
            assertThat(chain.contains(Permutation.ofImages(images))).isTrue();
        }
        assertThat(below.contains(chain.transversal(0, chain.orbit(0)[1]))).isFalse();
    }

    @Test
    void forestPathsLeadFromTheRootToEveryPoint() {
        // Dihedral, H of order two: many orbits, so that long paths jump to the level's own tree.
        int n = 400;
        List<Permutation> generators = NamedGroups.dihedral(n).generators();
        MutableChain chain = new MutableChain(org.orbifold.group.kernel.Images.identity(n));
        generators.forEach(g -> chain.insert(g.images(), 0));
        chain.flatten(0, new SplittableRandom(1));
        int[] z = generators.get(0).images();
        SchreierForest forest = new SchreierForest(n, chain.level(0), chain.generators(1), z);
        assertThat(forest.size()).isEqualTo(n);
        Word word = new Word();
        for (int x = 0; x < n; x++) {
            word.clear();
            forest.append(x, word);
            assertThat(word.image(0)).isEqualTo(x);
            assertThat(word.length()).isLessThan(100);
            forest.appendInverse(x, word);
            assertThat(word.product(n)).isEqualTo(org.orbifold.group.kernel.Images.identity(n));
        }
    }
}
