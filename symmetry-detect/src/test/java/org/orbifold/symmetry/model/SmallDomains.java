package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** The paper's domains as its published program generates them (its clauses, not the paper's formulas). */
final class SmallDomains {

    private SmallDomains() { }

    static GraphicalModel jobSearch(int people, RandomGenerator random) {
        ModelBuilder builder = GraphicalModel.builder().variables(twos(2 * people + people * (people - 1)));
        int connected = 2 * people;
        for (int i = 0; i < people; i++) {
            builder.clause(weight(random), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            builder.clause(weight(random), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0));
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    builder.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        return builder.build();
    }

    private static double weight(RandomGenerator random) {
        return Math.round(100 * random.nextDouble(1, 2)) / 100.0;
    }

    static BlockPartition peopleBlocks(int people, int variableCount) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            blocks.add(Block.of(2 * i, 2 * i + 1));
        }
        return BlockPartition.completedBySingletons(variableCount, blocks);
    }

    static int[] twos(int count) {
        int[] sizes = new int[count];
        java.util.Arrays.fill(sizes, 2);
        return sizes;
    }
}
