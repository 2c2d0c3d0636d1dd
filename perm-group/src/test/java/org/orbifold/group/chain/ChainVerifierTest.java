package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
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
}
