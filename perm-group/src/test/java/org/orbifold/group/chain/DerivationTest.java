package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Points that follow from a few. */
class DerivationTest {

    private static InvariantOperation operation(StabilizerChain chain) {
        return OperationFinder.find(chain.levels(), 0, new SplittableRandom(1));
    }

    /** Every point once, and only from points that came before it. */
    private static void check(Derivation derivation, int degree) {
        boolean[] known = new boolean[degree];
        for (int point : derivation.direct) {
            assertThat(known[point]).isFalse();
            known[point] = true;
        }
        for (int p = 0; p < derivation.pivots.length; p++) {
            assertThat(known[derivation.pivots[p]]).isTrue();
            assertThat(derivation.starts[p]).isLessThan(derivation.starts[p + 1]);
            char[] row = derivation.operation.row(derivation.pivots[p]);
            for (int s = derivation.starts[p]; s < derivation.starts[p + 1]; s++) {
                assertThat(known[derivation.from[s]]).isTrue();
                assertThat(known[derivation.to[s]]).isFalse();
                assertThat((int) row[derivation.from[s]]).isEqualTo(derivation.to[s]);
                known[derivation.to[s]] = true;
            }
        }
        assertThat(derivation.direct.length + derivation.to.length).isEqualTo(degree);
        assertThat(derivation.linesRead(1)).isEqualTo(derivation.to.length);
        assertThat(derivation.linesRead(1 << 20)).isEqualTo(derivation.pivots.length);
    }

    @Test
    void aBasisSpansTheSpace() {
        StabilizerChain chain = LinearGroups.chain(LinearGroups.general(7));
        Derivation derivation = Derivation.of(operation(chain), 127, chain.base(), 0);
        check(derivation, 127);
        assertThat(derivation.direct).isEqualTo(chain.base());
        assertThat(derivation.pivots).hasSizeLessThan(8);
    }

    /** Some edges of a graph give by triangles what they connect: 19 edges of a tree would span 20 vertices. */
    @Test
    void missingPointsAreAdded() {
        StabilizerChain chain = LinearGroups.chain(LinearGroups.symmetricOnPairs(20));
        Derivation derivation = Derivation.of(operation(chain), 190, chain.base(), 190);
        check(derivation, 190);
        assertThat(derivation.direct).hasSizeLessThanOrEqualTo(19).startsWith(chain.base());
        int added = derivation.direct.length - chain.length();
        assertThat(added).isPositive();
        assertThat(Derivation.of(operation(chain), 190, chain.base(), added - 1)).isNull();
        assertThat(Derivation.of(operation(chain), 190, chain.base(), added)).isNotNull();
    }

    /** An operation that gives nothing new is given up after some points, not after all. */
    @Test
    void hopelessCasesAreGivenUp() {
        StabilizerChain chain = LinearGroups.chain(LinearGroups.general(7));
        int[] nothing = new int[127];
        for (int x = 0; x < nothing.length; x++) {
            nothing[x] = x;
        }
        InvariantOperation useless = new InvariantOperation(chain.levels()[0], nothing);
        assertThat(Derivation.of(useless, 127, chain.base(), 127)).isNull();
    }
}
