package org.orbifold.experiments.explore;

import java.util.Optional;
import org.orbifold.group.element.Permutation;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/** What a kind of symmetry sees that a lesser kind does not: a generator that the lesser kind cannot write down. */
final class Novelty {

    /** Kinds that can write less. */
    enum Lesser {
        /** Permutations of variables that keep every value. */
        VARIABLE,
        /** Permutations of (variable, value) pairs. */
        VARIABLE_VALUE
    }

    /** The first generator that is beyond the lesser kind. */
    static Optional<Permutation> beyond(Lesser lesser, BlockSymmetries symmetries) {
        return symmetries.generators().stream().filter(generator -> !isWritten(lesser, symmetries, generator))
                .findFirst();
    }

    /** Whether every block goes to its image variable by variable, with values kept if the kind keeps them. */
    private static boolean isWritten(Lesser lesser, BlockSymmetries symmetries, Permutation generator) {
        BlockValuePairs pairs = symmetries.pairs();
        int last = -1;
        for (int pair : generator.support()) {
            int block = pairs.blockOf(pair);
            if (block != last && !isByVariables(lesser, symmetries, generator, block)) {
                return false;
            }
            last = block;
        }
        return true;
    }

    private static boolean isByVariables(Lesser lesser, BlockSymmetries symmetries, Permutation generator, int block) {
        BlockValuePairs pairs = symmetries.pairs();
        int target = pairs.blockOf(generator.image(pairs.firstPair(block)));
        for (int to = pairs.firstPlace(target); to < pairs.firstPlace(target + 1); to++) {
            boolean found = false;
            for (int from = pairs.firstPlace(block); from < pairs.firstPlace(block + 1); from++) {
                found |= follows(lesser, symmetries, generator, block, from, to);
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    /** Whether the value at one place of the image is a function of the value at one place of the block. */
    private static boolean follows(Lesser lesser, BlockSymmetries symmetries, Permutation generator, int block,
            int from, int to) {
        BlockValuePairs pairs = symmetries.pairs();
        int[] image = new int[symmetries.model().size(pairs.variable(from))];
        java.util.Arrays.fill(image, -1);
        for (int x = 0; x < pairs.valueCount(block); x++) {
            int before = pairs.variableValue(from, x);
            int after = pairs.variableValue(to, pairs.valueOf(generator.image(pairs.firstPair(block) + x)));
            if (image[before] >= 0 && image[before] != after || lesser == Lesser.VARIABLE && before != after) {
                return false;
            }
            image[before] = after;
        }
        return true;
    }

    private Novelty() { }
}
