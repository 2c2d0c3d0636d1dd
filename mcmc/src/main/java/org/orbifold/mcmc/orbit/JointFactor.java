package org.orbifold.mcmc.orbit;

import java.util.Arrays;
import java.util.stream.Stream;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * A direct factor of a symmetry group that moves several blocks together. Its pairs have local numbers; where it
 * permutes tiles of pairs in all ways, tile by tile. Immutable; threads share it.
 */
final class JointFactor {

    /** Reads of memory for a block that is shuffled, measured on the models of the paper. */
    private static final double SHUFFLED = 24;

    private final DirectFactor factor;
    private final int[] pairs;
    private final int[] blocks;
    /** For each of the blocks and its values, the local number of the pair; −1 if this does not move it. */
    private final int[][] locals;
    /** The number of tiles, 0 if it is another group. */
    private final int tiles;

    JointFactor(BlockValuePairs values, DirectFactor factor, int[] blocks) {
        this.factor = factor;
        this.blocks = blocks;
        this.tiles = factor.tiles().map(found -> found.length).orElse(0);
        this.pairs = factor.tiles().map(found -> Stream.of(found).flatMapToInt(Arrays::stream).toArray())
                .orElseGet(factor::points);
        this.locals = new int[blocks.length][];
        for (int i = 0; i < blocks.length; i++) {
            locals[i] = new int[values.valueCount(blocks[i])];
            Arrays.fill(locals[i], -1);
        }
        for (int local = 0; local < pairs.length; local++) {
            int i = Arrays.binarySearch(blocks, values.blockOf(pairs[local]));
            locals[i][values.valueOf(pairs[local])] = local;
        }
    }

    DirectFactor factor() {
        return factor;
    }

    int[] blocks() {
        return blocks;
    }

    int tiles() {
        return tiles;
    }

    /** The number of pairs that it moves. */
    int size() {
        return pairs.length;
    }

    int pair(int local) {
        return pairs[local];
    }

    /** The local number of a value of the i-th of the blocks; −1 if this does not move it. */
    int local(int i, int value) {
        return locals[i][value];
    }

    /** About how much work a move is: tiles are looked at once; other elements are products along a chain. */
    double cost() {
        return tiles > 0 ? SHUFFLED * blocks.length : size() * (2.0 + factor.group().base().length);
    }
}
