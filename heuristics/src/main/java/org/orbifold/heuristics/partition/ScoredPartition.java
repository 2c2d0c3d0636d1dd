package org.orbifold.heuristics.partition;

import java.util.Comparator;
import java.util.List;
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
     * has elements. The counts are taken as they are on average over all states, if all possible values of a
     * block were equally frequent.
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
        Orbits orbits = symmetries.orbits();
        double score = 0;
        for (int orbit = 0; orbit < orbits.count(); orbit++) {
            if (orbits.size(orbit) > 1 && symmetries.isPossible(orbits.points(orbit)[0])) {
                score += score(symmetries, orbits.points(orbit));
            }
        }
        return new ScoredPartition(symmetries, Math.max(0, Math.min(score, LN_10 * symmetries.log10Order())));
    }

    /**
     * Scores several partitions.
     *
     * @param symmetries the symmetries of some partitions of one model
     * @return the partitions with their scores, the highest first; equal ones in the order given
     */
    public static List<ScoredPartition> bestFirst(List<BlockSymmetries> symmetries) {
        return symmetries.stream().map(ScoredPartition::of)
                .sorted(Comparator.comparingDouble((ScoredPartition one) -> -one.score())).toList();
    }

    /**
     * What an orbit of pairs adds. The blocks that it touches are an orbit of blocks; of their k! orders, those count
     * once that exchange blocks whose values are in the same orbit of pairs, and each block has its choice in it.
     */
    private static double score(BlockSymmetries symmetries, int[] orbit) {
        BlockValuePairs pairs = symmetries.pairs();
        int blocks = 1;
        int end = pairs.firstPair(pairs.blockOf(orbit[0]) + 1);
        for (int pair : orbit) {
            // Ascending, so that a block is looked up once.
            if (pair >= end) {
                blocks++;
                end = pairs.firstPair(pairs.blockOf(pair) + 1);
            }
        }
        int possible = 0;
        int first = -1;
        for (int x = 0; x < pairs.valueCount(pairs.blockOf(orbit[0])); x++) {
            if (symmetries.isPossible(pairs.pair(pairs.blockOf(orbit[0]), x))) {
                possible++;
                first = first < 0 ? x : first;
            }
        }
        double inState = orbit.length / (double) possible;
        double score = inState * Math.log(orbit.length / (double) blocks);
        if (blocks > 1) {
            score -= logFactorial(inState);
            // Just one of the orbits on these blocks has the first possible value of their first.
            score += pairs.valueOf(orbit[0]) == first ? logFactorial(blocks) : 0;
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
