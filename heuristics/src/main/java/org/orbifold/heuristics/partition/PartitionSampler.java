package org.orbifold.heuristics.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * {@code Generate_Block_Partitions(G, r)}: random partitions by two-step sampling, as the paper has it. All block-value
 * pairs of useful blocks of one size with one weight signature make a bucket; a bucket is drawn with probability
 * proportional to its number of pairs, then one of its blocks uniformly; a block that overlaps none drawn before joins
 * the partition, until all variables are in.
 *
 * <p>The paper's loop draws again when a block overlaps, and may do so for ever; here what overlaps is removed from its
 * bucket when drawn, which leaves the conditional probabilities as they are and ends after at most as many draws as
 * there are pairs. Variables that no block of two or more can take any more become singletons, as the paper's text
 * says; the pseudo-code lets singletons compete ({@link #withCompetingSingletons}).
 *
 * <p>Worth knowing: the two steps together are one uniform draw from all block-value pairs, so that the signatures have
 * no influence on this heuristic, be they products or multisets, and it does not even look at them. They do in
 * {@link FirstFitPartitions} and {@link CoherentPartitions}.
 *
 * <p>Cost: O(pairs) per partition. Immutable.
 */
public final class PartitionSampler {

    private final GraphicalModel model;
    private final List<Block> blocks;
    private final Block[] singletons;
    /** Every block as often as it has values, divided by what these numbers have in common. */
    private final int[] draws;

    private PartitionSampler(GraphicalModel model, List<Block> blocks) {
        this.model = model;
        this.blocks = List.copyOf(blocks);
        this.singletons = Matching.singletons(model.variableCount());
        int[] values = this.blocks.stream().mapToInt(block -> block.valueCount(model)).toArray();
        int common = Arrays.stream(values).reduce(0, PartitionSampler::greatestCommonDivisor);
        int total = 0;
        for (int b = 0; b < values.length; b++) {
            values[b] /= common;
            total = Math.addExact(total, values[b]);
        }
        this.draws = new int[total];
        for (int b = 0, next = 0; b < values.length; next += values[b++]) {
            Arrays.fill(draws, next, next + values[b], b);
        }
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /**
     * A sampler of partitions of a model, with singletons for the remaining variables only.
     *
     * @param model   a model
     * @param maxSize r, the largest number of variables in a block
     * @return the sampler
     */
    public static PartitionSampler of(GraphicalModel model, int maxSize) {
        return of(model, UsefulBlocks.of(model, maxSize));
    }

    /**
     * A sampler from given blocks.
     *
     * @param model  a model
     * @param blocks its useful blocks
     * @return the sampler
     */
    public static PartitionSampler of(GraphicalModel model, List<Block> blocks) {
        return new PartitionSampler(model, blocks);
    }

    /**
     * The pseudo-code's variant, in which blocks of one variable are drawn like all others.
     *
     * @return a sampler with the same blocks and all singletons
     */
    public PartitionSampler withCompetingSingletons() {
        List<Block> more = new ArrayList<>(blocks);
        more.addAll(Arrays.asList(singletons));
        return new PartitionSampler(model, more);
    }

    /**
     * Draws a partition.
     *
     * @param random the source of randomness
     * @return the partition
     */
    public BlockPartition sample(RandomGenerator random) {
        int[] left = draws.clone();
        Matching matching = new Matching(singletons);
        for (int size = left.length; size > 0; size--) {
            int drawn = random.nextInt(size);
            matching.offer(blocks.get(left[drawn]));
            left[drawn] = left[size - 1];
        }
        return matching.complete();
    }

    /**
     * Draws several partitions.
     *
     * @param count  how many
     * @param random the source of randomness
     * @return that many partitions, equal ones not removed
     */
    public List<BlockPartition> sample(int count, RandomGenerator random) {
        List<BlockPartition> partitions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            partitions.add(sample(random));
        }
        return partitions;
    }
}
