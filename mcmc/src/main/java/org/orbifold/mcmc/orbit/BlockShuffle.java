package org.orbifold.mcmc.orbit;

import java.util.Arrays;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.Factor;

/**
 * The symmetric group on k blocks that act in parallel: every orbit of pairs has exactly one pair in each block, so an
 * element is a permutation of the blocks, and what a block holds is told by an orbit alone.
 */
final class BlockShuffle {

    private final int[] blocks;
    private final int[] firstPair;
    private final int valueCount;
    /** For block i and value x the orbit, and for block i and an orbit the pair. */
    private final int[] orbitOf;
    private final int[] pairOf;

    private BlockShuffle(int[] blocks, int[] firstPair, int valueCount, int[] orbitOf, int[] pairOf) {
        this.blocks = blocks;
        this.firstPair = firstPair;
        this.valueCount = valueCount;
        this.orbitOf = orbitOf;
        this.pairOf = pairOf;
    }

    /** The form of a factor of several blocks; null if it is not of this shape. */
    static BlockShuffle of(OrbitAction action, int index) {
        DirectFactor factor = action.joint()[index];
        BlockValues values = action.values();
        Orbits orbits = action.group().orbits();
        int[] blocks = action.jointBlocks(index);
        int k = blocks.length;
        if (factor.group().kind() != Factor.Kind.SYMMETRIC || factor.size() % k != 0) {
            return null;
        }
        int count = factor.size() / k;
        int[] firstPair = new int[k];
        int[] orbitOf = new int[k * count];
        int[] pairOf = new int[k * count];
        Arrays.fill(pairOf, -1);
        int first = values.firstPair(blocks[0]);
        for (int i = 0; i < k; i++) {
            firstPair[i] = values.firstPair(blocks[i]);
            if (values.firstPair(blocks[i] + 1) - firstPair[i] != count) {
                return null;
            }
            for (int x = 0; x < count; x++) {
                int orbit = orbits.orbitOf(firstPair[i] + x);
                // Orbits are numbered by the values of the first block.
                int number = 0;
                while (number < count && orbits.orbitOf(first + number) != orbit) {
                    number++;
                }
                if (number == count || orbits.size(orbit) != k || pairOf[i * count + number] >= 0) {
                    return null;
                }
                orbitOf[i * count + x] = number;
                pairOf[i * count + number] = firstPair[i] + x;
            }
        }
        return new BlockShuffle(blocks, firstPair, count, orbitOf, pairOf);
    }

    int count() {
        return blocks.length;
    }

    int block(int i) {
        return blocks[i];
    }

    int orbitOf(int i, int pair) {
        return orbitOf[i * valueCount + pair - firstPair[i]];
    }

    int pairOf(int i, int orbit) {
        return pairOf[i * valueCount + orbit];
    }
}
