package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** The proof itself: from a chain that holds the generators and nothing else it must find all that is missing. */
class ChainVerifierTest {

    @Property(tries = 500)
    void mendsAChainWithoutAnyRandomPhase(@ForAll @IntRange(min = 2, max = 18) int degree,
            @ForAll @IntRange(min = 1, max = 4) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        MutableChain chain = new MutableChain(Images.identity(degree));
        generators.forEach(g -> chain.insert(g.images(), 0));
        ChainVerifier test = new ChainVerifier(chain, new SplittableRandom(seed));
        test.completeAll();
        assertThat(chain.order()).isEqualTo(SchreierGenerators.order(degree, generators));
        // Once complete, a second run changes nothing.
        int strong = chain.generators(0).size();
        test.completeAll();
        assertThat(chain.generators(0)).hasSize(strong);
    }

    @Property(tries = 200)
    void detectsARemovedStrongGenerator(@ForAll @IntRange(min = 4, max = 12) int degree, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, 3, seed);
        StabilizerChain full = StabilizerChain.of(degree, generators, ChainOptions.defaults());
        // The same base and top level, all below forgotten.
        MutableChain chain = new MutableChain(Images.identity(degree));
        for (int point : full.base()) {
            chain.addLevel(point);
        }
        generators.forEach(g -> chain.insert(g.images(), 0));
        new ChainVerifier(chain, new SplittableRandom(seed)).completeAll();
        assertThat(chain.order()).isEqualTo(full.order());
    }

    /** One generator of H makes a path of its orbit; the proof for PGL(2,23^2) took up to 60 times as long for it. */
    @Example
    void aCyclicSubgroupLeavesNoLongPaths() {
        int degree = 1001;
        int[] cycle = Images.identity(degree);
        for (int x = 1; x < degree; x++) {
            cycle[x] = x % (degree - 1) + 1;
        }
        int[] z = Permutation.transposition(degree, 0, 1).images();
        SplittableRandom random = new SplittableRandom(1);
        List<int[]> subgroup = new ArrayList<>(List.of(cycle));
        Level level = new Level(degree, 0);
        assertThat(new SchreierForest(degree, level, subgroup, z).isDeep()).isTrue();
        SchreierForest forest = SchreierForest.shallow(level, subgroup, z,
            () -> Permutation.ofImages(cycle).power(random.nextInt(degree)).images());
        assertThat(forest.isDeep()).isFalse();
        assertThat(forest.size()).isEqualTo(degree);
        Word word = new Word();
        for (int i = 0; i < degree; i++) {
            word.clear();
            forest.append(forest.point(i), word);
            assertThat(word.image(0)).isEqualTo(forest.point(i));
            assertThat(word.length()).isLessThanOrEqualTo(14);
        }
    }

    /** Sharply 3-transitive: stabilisers of two points are cyclic and regular, the worst case for the proof. */
    @Example
    void projectiveLinesOfAPrimeHaveTheirKnownOrder() {
        int p = 127;
        int[] shift = Images.identity(p + 1);
        int[] scale = Images.identity(p + 1);
        int[] inversion = Images.identity(p + 1);
        for (int x = 0; x < p; x++) {
            shift[x] = (x + 1) % p;
            scale[x] = 3 * x % p;
            inversion[x] = x == 0 ? p : BigInteger.valueOf(x).modInverse(BigInteger.valueOf(p)).intValue();
        }
        inversion[p] = 0;
        List<Permutation> generators = Stream.of(shift, scale, inversion).map(Permutation::ofImages).toList();
        for (long seed = 0; seed < 10; seed++) {
            StabilizerChain chain = StabilizerChain.of(p + 1, generators, ChainOptions.defaults().withSeed(seed));
            assertThat(chain.order()).isEqualTo(BigInteger.valueOf((long) p * (p * p - 1)));
            assertThat(chain.proof()).isEqualTo(Proof.STRONG_GENERATING_TEST);
        }
    }
}
