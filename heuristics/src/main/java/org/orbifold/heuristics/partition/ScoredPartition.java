package org.orbifold.heuristics.partition;

import org.orbifold.group.element.Orbits;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

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
        BlockValuePairs pairs = symmetries.pairs();
        Orbits orbits = symmetries.orbits();
        double score = 0;
        for (int orbit = 0; orbit < orbits.count(); orbit++) {
            if (orbits.size(orbit) > 1) {
                score += score(pairs, orbits.points(orbit));
            }
        }
        return new ScoredPartition(symmetries, Math.max(0, Math.min(score, LN_10 * symmetries.log10Order())));
    }

    /**
     * What an orbit of pairs adds. The blocks that it touches are an orbit of blocks; of their k! orders, those count
     * once that exchange blocks whose values are in the same orbit of pairs, and each block has its choice in it.
     */
    private static double score(BlockValuePairs pairs, int[] orbit) {
        int blocks = 1;
        for (int i = 1; i < orbit.length; i++) {
            blocks += pairs.blockOf(orbit[i]) != pairs.blockOf(orbit[i - 1]) ? 1 : 0;
        }
        double inState = orbit.length / (double) pairs.valueCount(pairs.blockOf(orbit[0]));
        double score = inState * Math.log(orbit.length / (double) blocks);
        if (blocks > 1) {
            score -= logFactorial(inState);
            // Just one of the orbits on these blocks has value 0 of their first.
            score += pairs.valueOf(orbit[0]) == 0 ? logFactorial(blocks) : 0;
        }
        return score;
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
