package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;

/** Direct products of known factors against the same groups found from generators. */
class GroupBuilderTest {

    @Property(tries = 60)
    void isTheGroupOfItsGenerators(@ForAll @IntRange(min = 2, max = 6) int k, @ForAll @IntRange(min = 1, max = 4) int w,
            @ForAll long seed) {
        Permutation order = BruteForce.shuffled(k * w + 8, new Random(seed));
        int[][] tiles = new int[k][w];
        for (int t = 0; t < k; t++) {
            for (int i = 0; i < w; i++) {
                tiles[t][i] = order.image(t * w + i);
            }
        }
        int[] rest = new int[8];
        Arrays.setAll(rest, i -> order.image(k * w + i));
        Permutation turn = Permutation.ofCycles(order.degree(), Arrays.copyOf(rest, 5));
        Permutation mirror = Permutation.ofCycles(order.degree(), new int[] {rest[1], rest[4]},
            new int[] {rest[2], rest[3]});
        PermutationGroup built = PermutationGroup.builder(order.degree()).symmetric(tiles)
            .generated(List.of(turn, mirror)).build();
        List<Permutation> swaps = new ArrayList<>(List.of(turn, mirror));
        for (int t = 1; t < k; t++) {
            int[][] pairs = new int[w][];
            for (int i = 0; i < w; i++) {
                pairs[i] = new int[] {tiles[t - 1][i], tiles[t][i]};
            }
            swaps.add(Permutation.ofCycles(order.degree(), pairs));
        }
        PermutationGroup found = PermutationGroup.of(order.degree(), swaps);
        assertThat(built.order()).isEqualTo(found.order());
        assertThat(built.isSameGroupAs(found)).isTrue();
        assertThat(found.containsGroup(built)).isTrue();
        assertThat(built.isVerified()).isTrue();
        assertThat(built.factors()).hasSize(2);
        for (int x = 0; x < order.degree(); x++) {
            assertThat(built.orbits().points(built.orbits().orbitOf(x)))
                .isEqualTo(found.orbits().points(found.orbits().orbitOf(x)));
        }
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20; i++) {
            assertThat(found.contains(built.random(random))).isTrue();
            assertThat(built.contains(found.random(random))).isTrue();
            Permutation any = BruteForce.shuffled(order.degree(), new Random(seed + i));
            assertThat(built.contains(any)).isEqualTo(found.contains(any));
        }
        assertThat(built.stabilizer(tiles[0][0], rest[0]).order())
            .isEqualTo(found.stabilizer(tiles[0][0], rest[0]).order());
    }

    @Test
    void tellsItsTiles() {
        PermutationGroup group = PermutationGroup.builder(9).symmetric(new int[] {8, 1}, new int[] {0, 3},
            new int[] {2, 7}).generated(List.of(Permutation.parseCycles(9, "(4 5 6)"))).build();
        DirectFactor tiled = group.factors().get(0);
        assertThat(tiled.tiles()).hasValueSatisfying(
            tiles -> assertThat(tiles).isDeepEqualTo(new int[][] {{8, 1}, {0, 3}, {2, 7}}));
        assertThat(tiled.group().kind()).isEqualTo(GroupStructure.Kind.SYMMETRIC);
        assertThat(group.factors().get(1).tiles()).isEmpty();
        assertThat(group.generators()).hasToString("[(0 8)(1 3), (0 2 8)(1 3 7), (4 5 6)]");
        assertThat(PermutationGroup.builder(3).build().isTrivial()).isTrue();
    }

    @Test
    void refusesFactorsThatMeet() {
        PermutationGroup.Builder builder = PermutationGroup.builder(6).symmetric(new int[] {0}, new int[] {1});
        assertThatThrownBy(() -> builder.symmetric(new int[] {2}, new int[] {1}))
            .hasMessage("point 1 is in factor 0 and in factor 1; direct factors have no point in common");
        assertThatThrownBy(() -> PermutationGroup.builder(6).symmetric(new int[] {0}, new int[] {1})
            .generated(List.of(Permutation.parseCycles(6, "(1 2)")))).hasMessageContaining("point 1 is in factor 0");
        assertThatThrownBy(() -> PermutationGroup.builder(6).symmetric(new int[] {0, 1}, new int[] {1, 2}))
            .hasMessage("point 1 is repeated in the tiles of a factor");
        assertThatThrownBy(() -> PermutationGroup.builder(6).symmetric(new int[] {0, 1}, new int[] {2}))
            .hasMessageContaining("tile 1 has 1 points but tile 0 has 2");
        assertThatThrownBy(() -> PermutationGroup.builder(6).symmetric(new int[] {0, 1}))
            .hasMessageContaining("1 tiles of 2 points");
        assertThatThrownBy(() -> PermutationGroup.builder(6).symmetric(new int[] {0}, new int[] {6}))
            .hasMessageContaining("point 6 of factor 0 is out of range: points are 0 to 5");
        assertThatThrownBy(() -> PermutationGroup.builder(6).generated(List.of(Permutation.identity(5))))
            .hasMessageContaining("a generator of degree 5");
    }
}
