package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;

/** What must not change when variables are numbered otherwise, and what must be inside what. */
class InvarianceTest {

    /** People of few different weights, each next to few others; their numbering is given. */
    private static GraphicalModel people(int count, int[] number, long seed) {
        Random random = new Random(seed);
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(2 * count));
        for (int i = 0; i < count; i++) {
            int job = number[2 * i + 1];
            builder.clause(1 + random.nextInt(4), Literal.of(number[2 * i], 0), Literal.of(job, 1));
            builder.clause(1 + random.nextInt(4), Literal.of(number[2 * i], 0), Literal.of(job, 0));
        }
        for (int c = 0; c < count; c++) {
            int i = random.nextInt(count);
            int j = (i + 1 + random.nextInt(count - 1)) % count;
            builder.clause(0.5, Literal.of(number[2 * i], 0), Literal.of(number[2 * j], 1));
        }
        return builder.build();
    }

    @Test
    void theNumberingOfVariablesDoesNotMatter() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int count = 25;
            List<Integer> numbers = new ArrayList<>();
            for (int v = 0; v < 2 * count; v++) {
                numbers.add(v);
            }
            int[] plain = numbers.stream().mapToInt(Integer::intValue).toArray();
            Collections.shuffle(numbers, random);
            int[] shuffled = numbers.stream().mapToInt(Integer::intValue).toArray();
            List<Block> blocks = new ArrayList<>();
            List<Block> same = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                if (random.nextInt(4) > 0) {
                    blocks.add(Block.of(2 * i, 2 * i + 1));
                    same.add(Block.of(shuffled[2 * i], shuffled[2 * i + 1]));
                }
            }
            BlockSymmetries found = SymmetryFinder.of(people(count, plain, seed))
                    .blockValue(BlockPartition.completedBySingletons(2 * count, blocks));
            BlockSymmetries other = SymmetryFinder.of(people(count, shuffled, seed))
                    .blockValue(BlockPartition.completedBySingletons(2 * count, same));
            assertThat(other.order()).as("seed %d", seed).isEqualTo(found.order());
            assertThat(orbitSizes(other)).isEqualTo(orbitSizes(found));
        }
    }

    private static int[] orbitSizes(BlockSymmetries symmetries) {
        int[] sizes = new int[symmetries.pairs().pairCount()];
        int[] orbitOf = new int[sizes.length];
        Arrays.setAll(orbitOf, p -> p);
        for (boolean changed = true; changed;) {
            changed = false;
            for (Permutation generator : symmetries.generators()) {
                for (int p = 0; p < orbitOf.length; p++) {
                    int least = Math.min(orbitOf[p], orbitOf[generator.image(p)]);
                    changed |= orbitOf[p] != least || orbitOf[generator.image(p)] != least;
                    orbitOf[p] = least;
                    orbitOf[generator.image(p)] = least;
                }
            }
        }
        for (int orbit : orbitOf) {
            sizes[orbit]++;
        }
        Arrays.sort(sizes);
        return sizes;
    }

    /** Exchanges inside blocks are symmetries of the whole, and say that they may not be all. */
    @Test
    void whatIsInsideBlocksIsInTheWholeGroup() {
        int nontrivial = 0;
        for (int seed = 0; seed < 200; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            BlockPartition partition = TinyModels.partition(model, new Random(seed));
            SymmetryFinder finder = SymmetryFinder.of(model);
            BlockSymmetries inside = finder.insideBlocks(partition);
            PermutationGroup whole = finder.blockValue(partition).group();
            assertThat(inside.isComplete()).isFalse();
            for (Permutation generator : inside.generators()) {
                assertThat(whole.contains(generator)).as("seed %d: %s", seed, generator).isTrue();
                finder.certify(partition, generator);
                nontrivial++;
            }
            assertThat(inside.order()).isEqualTo(inside.group().order());
        }
        assertThat(nontrivial).isGreaterThan(30);
    }
}
