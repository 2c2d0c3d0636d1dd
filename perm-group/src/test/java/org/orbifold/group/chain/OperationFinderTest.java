package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Operations that commute with a group: the known ones are found, and whatever is found commutes. */
class OperationFinderTest {

    private static InvariantOperation find(StabilizerChain chain, int level) {
        return OperationFinder.find(chain.levels(), level, new SplittableRandom(1));
    }

    /** The stabiliser of two vectors over the field with two elements fixes their sum, and no other vector. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6})
    void vectorsOverTwoElementsAreAdded(int dimension) {
        InvariantOperation operation = find(LinearGroups.chain(LinearGroups.general(dimension)), 0);
        for (int v = 1; v < 1 << dimension; v++) {
            for (int w = 1; w < 1 << dimension; w++) {
                int sum = v == w ? w : v ^ w;
                assertThat((int) operation.row(v - 1)[w - 1]).isEqualTo(sum - 1);
            }
        }
    }

    /** Affine groups over two elements are 3-transitive: one point must be fixed before there is a sum. */
    @Test
    void affineSumsNeedAnOrigin() {
        StabilizerChain chain = LinearGroups.chain(LinearGroups.affine(4));
        assertThat(find(chain, 0)).isNull();
        InvariantOperation operation = find(chain, 1);
        int origin = chain.base()[0];
        for (int v = 0; v < 16; v++) {
            assertThat(operation.hasRow(v)).isEqualTo(v != origin);
            for (int w = 0; w < 16 && v != origin; w++) {
                int expected = w == origin || w == v ? w : v ^ w ^ origin;
                assertThat((int) operation.row(v)[w]).isEqualTo(expected);
            }
        }
    }

    @Test
    void linesOverThreeElementsHaveAThirdPoint() {
        InvariantOperation operation = find(LinearGroups.chain(LinearGroups.ternaryAffine(3)), 0);
        for (int v = 0; v < 27; v++) {
            for (int w = 0; w < 27; w++) {
                assertThat((int) operation.row(v)[w]).isEqualTo(LinearGroups.ternaryThird(v, w, 3));
            }
        }
    }

    /** Of pairs with a common point the stabiliser fixes the third side; of disjoint pairs nothing else. */
    @Test
    void pairsWithACommonPointHaveAThirdSide() {
        InvariantOperation operation = find(LinearGroups.chain(LinearGroups.symmetricOnPairs(9)), 0);
        char[] row = operation.row(LinearGroups.pair(2, 5));
        assertThat((int) row[LinearGroups.pair(2, 7)]).isEqualTo(LinearGroups.pair(5, 7));
        assertThat((int) row[LinearGroups.pair(5, 0)]).isEqualTo(LinearGroups.pair(0, 2));
        assertThat((int) row[LinearGroups.pair(3, 4)]).isEqualTo(LinearGroups.pair(3, 4));
    }

    @Test
    void highlyTransitiveGroupsHaveNone() {
        StabilizerChain chain = NamedGroups.symmetric(8).chain();
        assertThat(find(chain, 0)).isNull();
        assertThat(find(chain, 1)).isNull();
    }

    @Property(tries = 120)
    void whateverIsFoundCommutes(@ForAll @IntRange(min = 3, max = 24) int degree,
            @ForAll @IntRange(min = 1, max = 3) int count, @ForAll @IntRange(max = 2) int level, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        StabilizerChain chain = SchreierSims.build(degree, generators, ChainOptions.defaults().withSeed(seed));
        if (level >= chain.length()) {
            return;
        }
        InvariantOperation operation = OperationFinder.find(chain.levels(), level, new SplittableRandom(seed));
        for (Permutation g : operation == null ? List.<Permutation>of() : chain.strongGenerators(level)) {
            for (int x : chain.orbit(level)) {
                for (int w = 0; w < degree; w++) {
                    assertThat((int) operation.row(g.image(x))[g.image(w)])
                        .isEqualTo(g.image(operation.row(x)[w]));
                }
            }
        }
    }
}
