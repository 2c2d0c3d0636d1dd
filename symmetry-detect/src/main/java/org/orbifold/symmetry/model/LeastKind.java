package org.orbifold.symmetry.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The least kind of symmetry that can do what a permutation of block-value pairs does.
 *
 * <p>A map of variable-value pairs does the same exactly if, for every block, each variable of the image block takes
 * its value from one variable of the block, another one for each, by a one-to-one map of values. Values that no
 * possible state has do not count, for no state shows where they go; nor do variables that have one possible value.
 *
 * <p>Cost: O(values) for each of two variables of a block and its image.
 */
final class LeastKind {

    private final GraphicalModel model;
    private final BlockValuePairs pairs;
    private final BitSet impossible;

    LeastKind(GraphicalModel model, BlockValuePairs pairs, BitSet impossible) {
        this.impossible = impossible;
        this.model = model;
        this.pairs = pairs;
    }

    SymmetryKind of(Permutation permutation) {
        SymmetryKind kind = SymmetryKind.VARIABLE;
        for (int block : pairs.blocksOf(permutation.support())) {
            while (kind != SymmetryKind.BLOCK_VALUE && !isByVariables(permutation, block, kind)) {
                kind = SymmetryKind.values()[kind.ordinal() + 1];
            }
        }
        return kind;
    }

    private boolean isByVariables(Permutation permutation, int b, SymmetryKind kind) {
        int image = pairs.blockOf(permutation.image(pairs.firstPair(b)));
        Block from = pairs.partition().block(b);
        Block to = pairs.partition().block(image);
        int[] before = new int[pairs.valueCount(b)];
        int[] after = new int[before.length];
        int count = 0;
        for (int x = 0; x < before.length; x++) {
            if (impossible.get(pairs.pair(b, x))) {
                continue;
            }
            before[count] = x;
            after[count++] = permutation.image(pairs.pair(b, x)) - pairs.firstPair(image);
        }
        List<int[]> here = varying(from, Arrays.copyOf(before, count));
        List<int[]> there = varying(to, Arrays.copyOf(after, count));
        if (here.size() != there.size()) {
            return false;
        }
        boolean[][] follows = new boolean[there.size()][here.size()];
        for (int k = 0; k < follows.length; k++) {
            for (int j = 0; j < follows.length; j++) {
                follows[k][j] = isOneToOne(here.get(j), there.get(k), kind == SymmetryKind.VARIABLE);
            }
        }
        return matches(follows, 0, new boolean[here.size()]);
    }

    /** The values of each variable of a block under some values of it, without variables that have only one. */
    private List<int[]> varying(Block block, int[] blockValues) {
        return IntStream.range(0, block.size()).mapToObj(k -> values(block, k, blockValues))
                .filter(values -> Arrays.stream(values).distinct().count() > 1).toList();
    }

    /** The values of a block's k-th variable under some values of the block. */
    private int[] values(Block block, int k, int[] blockValues) {
        int stride = 1;
        for (int j = block.size() - 1; j > k; j--) {
            stride *= model.size(block.variable(j));
        }
        int[] result = new int[blockValues.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = blockValues[i] / stride % model.size(block.variable(k));
        }
        return result;
    }

    private static boolean isOneToOne(int[] from, int[] to, boolean keep) {
        int[] image = new int[Arrays.stream(from).max().orElse(0) + 1];
        int[] origin = new int[Arrays.stream(to).max().orElse(0) + 1];
        Arrays.fill(image, -1);
        Arrays.fill(origin, -1);
        for (int i = 0; i < from.length; i++) {
            if (image[from[i]] >= 0 && image[from[i]] != to[i] || origin[to[i]] >= 0 && origin[to[i]] != from[i]
                    || keep && from[i] != to[i]) {
                return false;
            }
            image[from[i]] = to[i];
            origin[to[i]] = from[i];
        }
        return true;
    }

    /** Whether each row from a given one on can have a column of its own. */
    private static boolean matches(boolean[][] follows, int row, boolean[] taken) {
        if (row == follows.length) {
            return true;
        }
        for (int column = 0; column < taken.length; column++) {
            if (follows[row][column] && !taken[column]) {
                taken[column] = true;
                if (matches(follows, row + 1, taken)) {
                    return true;
                }
                taken[column] = false;
            }
        }
        return false;
    }
}
