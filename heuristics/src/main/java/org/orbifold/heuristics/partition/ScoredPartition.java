package org.orbifold.heuristics.partition;

import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.PairIndex;

/**
 * A partition with its symmetries and its worth: how many states an orbit joins.
 *
 * @param symmetries the block-value symmetries of the partition
 * @param score      an upper estimate of the logarithm of the number of states in the orbit of a random state
 */
public record ScoredPartition(BlockSymmetries symmetries, double score) {

    private static final double LN_10 = Math.log(10);

    /**
     * Scores a partition. An orbit of states keeps, for every orbit of pairs, how many pairs of the state are in it; so
     * there are at most as many states in it as there are states with the same counts, and at most as many as the group
     * has elements. The counts are taken as they are on average over all states.
     *
     * <p>Cost: O(pairs).
     *
     * @param symmetries the symmetries of a partition
     * @return the partition with its score; 0 for a trivial group
     */
    public static ScoredPartition of(BlockSymmetries symmetries) {
        if (symmetries.isTrivial()) {
            return new ScoredPartition(symmetries, 0);
        }
        PairIndex pairs = symmetries.pairs();
        Orbits orbits = symmetries.orbits();
        UnionFind families = new UnionFind(pairs.blockCount());
        int[] blockOfOrbit = new int[orbits.count()];
        java.util.Arrays.fill(blockOfOrbit, -1);
        for (int p = 0; p < pairs.pairCount(); p++) {
            int orbit = orbits.orbitOf(p);
            if (blockOfOrbit[orbit] >= 0) {
                families.union(blockOfOrbit[orbit], pairs.block(p));
            }
            blockOfOrbit[orbit] = pairs.block(p);
        }
        double score = 0;
        for (int b = 0; b < pairs.blockCount(); b++) {
            score += families.find(b) == b ? logFactorial(families.sizeOf(b)) : 0;
        }
        for (int orbit = 0; orbit < orbits.count(); orbit++) {
            double blocks = families.sizeOf(blockOfOrbit[orbit]);
            double perBlock = orbits.size(orbit) / blocks;
            double inState = orbits.size(orbit) / (double) pairs.valueCount(blockOfOrbit[orbit]);
            score += inState * Math.log(perBlock) - (blocks > 1 ? logFactorial(inState) : 0);
        }
        return new ScoredPartition(symmetries, Math.max(0, Math.min(score, LN_10 * symmetries.log10Order())));
    }

    /** Stirling's series; exact enough for a score, and defined between the integers. */
    private static double logFactorial(double n) {
        double x = n + 1;
        double shift = 0;
        while (x < 8) {
            shift += Math.log(x++);
        }
        return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x * x * x) - shift;
    }

    /**
     * The partition.
     *
     * @return the blocks
     */
    public BlockPartition partition() {
        return symmetries.partition();
    }
}
