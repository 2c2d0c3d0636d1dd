package org.orbifold.heuristics.partition;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Permutation;
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
     * <p>Cost: O(m log m) for generators that move m pairs together.
     *
     * @param symmetries the symmetries of a partition
     * @return the partition with its score; 0 for a trivial group
     */
    public static ScoredPartition of(BlockSymmetries symmetries) {
        if (symmetries.isTrivial()) {
            return new ScoredPartition(symmetries, 0);
        }
        PairIndex pairs = symmetries.pairs();
        int[] moved = moved(symmetries.generators());
        UnionFind orbits = new UnionFind(moved.length);
        for (Permutation generator : symmetries.generators()) {
            generator.forEachMoved((pair, image) ->
                    orbits.union(Arrays.binarySearch(moved, pair), Arrays.binarySearch(moved, image)));
        }
        // Pairs and blocks that nothing moves count nothing.
        int[] blocks = new int[moved.length];
        int blockCount = 0;
        for (int i = 0; i < moved.length; i++) {
            blockCount += i > 0 && pairs.block(moved[i]) != pairs.block(moved[i - 1]) ? 1 : 0;
            blocks[i] = blockCount;
        }
        UnionFind families = new UnionFind(blockCount + 1);
        for (int i = 0; i < moved.length; i++) {
            families.union(blocks[i], blocks[orbits.find(i)]);
        }
        double score = 0;
        for (int b = 0; b <= blockCount; b++) {
            score += families.find(b) == b ? logFactorial(families.sizeOf(b)) : 0;
        }
        for (int i = 0; i < moved.length; i++) {
            if (orbits.find(i) == i) {
                double members = families.sizeOf(blocks[i]);
                double inState = orbits.sizeOf(i) / (double) pairs.valueCount(pairs.block(moved[i]));
                score += inState * Math.log(orbits.sizeOf(i) / members) - (members > 1 ? logFactorial(inState) : 0);
            }
        }
        return new ScoredPartition(symmetries, Math.max(0, Math.min(score, LN_10 * symmetries.log10Order())));
    }

    /** The pairs that a group moves, ascending. */
    private static int[] moved(List<Permutation> generators) {
        IntArrayList all = new IntArrayList();
        for (Permutation generator : generators) {
            all.addElements(all.size(), generator.support());
        }
        return all.intStream().sorted().distinct().toArray();
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
