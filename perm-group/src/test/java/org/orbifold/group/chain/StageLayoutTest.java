package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;
import org.orbifold.group.kernel.Rows;

/** Whatever tables the levels are laid out in, elements are the same. */
class StageLayoutTest {

    private static int[] byWords(FrozenLevel[] levels, int[] chosen, int degree) {
        int[] product = Images.identity(degree);
        for (int i = levels.length - 1; i >= 0; i--) {
            product = Images.product(product, levels[i].transversal(chosen[i]));
        }
        return product;
    }

    /** Limits of 16 bytes to 64 kilobytes, so that levels are merged, whole and split. */
    @Property(tries = 150)
    void everyLayoutGivesTheSameElements(@ForAll @IntRange(min = 2, max = 50) int degree,
            @ForAll @IntRange(min = 4, max = 16) int logLimit, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, 2, seed);
        StabilizerChain chain = SchreierSims.build(degree, generators, ChainOptions.defaults().withSeed(seed));
        FrozenLevel[] levels = chain.levels();
        List<Stage> stages = StageLayout.of(levels, 1L << logLimit);
        assertThat(stages).isNotNull();
        SplittableRandom random = new SplittableRandom(seed);
        char[][] rows = new char[2 * levels.length][];
        int[] chosen = chain.base();
        int[] images = new int[degree];
        for (int round = 0; round < 20; round++) {
            int count = 0;
            for (Stage stage : stages) {
                count = stage.append(chosen, rows, count);
            }
            Rows.multiply(rows, count, images, 0, degree);
            assertThat(images).isEqualTo(byWords(levels, chosen, degree));
            for (int i = 0; i < levels.length; i++) {
                chosen[i] = levels[i].orbit[random.nextInt(levels[i].orbit.length)];
            }
        }
    }

    /** Smaller tables take less memory in all, and more stages. */
    @Test
    void memoryIsTradedForStages() {
        FrozenLevel[] levels = NamedGroups.rubiksCube().chain().levels();
        int fewest = 0;
        long most = Long.MAX_VALUE;
        for (long limit = 1L << 18; limit >= 1L << 10; limit /= 8) {
            List<Stage> stages = StageLayout.of(levels, limit);
            long bytes = stages.stream().mapToLong(Stage::bytes).sum();
            assertThat(stages.size()).isGreaterThan(fewest);
            assertThat(bytes).isLessThan(most);
            fewest = stages.size();
            most = bytes;
        }
    }

    @Test
    void theTrivialGroupHasNoStages() {
        assertThat(StageLayout.of(5, new FrozenLevel[0])).isEmpty();
        assertThat(StageLayout.of(new FrozenLevel[0], 100)).isEmpty();
    }

    @Test
    void moreThanCharactersCanCountGetNone() {
        assertThat(StageLayout.of(65536, new FrozenLevel[0])).isEmpty();
        assertThat(StageLayout.of(65537, new FrozenLevel[0])).isNull();
    }
}
