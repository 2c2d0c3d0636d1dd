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
 * <p>Cost: about O(pairs) per partition, most of it one pass over an array; after a run of draws that overlap, all
 * pairs that do are removed in one go. Immutable.
 */
public final class PartitionSampler {

    /** After so many draws in a row that overlap, what overlaps is removed. */
    private static final int PATIENCE = 8;

    private final GraphicalModel model;
    private final List<Block> blocks;
    private final Block[] singletons;
    /** The variables of block b are variables[start[b]] up to the start of the next one. */
    private final int[] start;
    private final int[] variables;
    /** Every block as often as it has values, divided by what these numbers have in common. */
    private final int[] draws;

    private PartitionSampler(GraphicalModel model, List<Block> blocks) {
        this.model = model;
        this.blocks = List.copyOf(blocks);
        this.singletons = Matching.singletons(model.variableCount());
        this.start = new int[blocks.size() + 1];
        int[] values = new int[blocks.size()];
        int common = 0;
        for (int b = 0; b < values.length; b++) {
            values[b] = blocks.get(b).valueCount(model);
            common = greatestCommonDivisor(common, values[b]);
            start[b + 1] = start[b] + blocks.get(b).size();
        }
        this.variables = new int[start[values.length]];
        int total = 0;
        for (int b = 0; b < values.length; b++) {
            for (int k = 0; k < blocks.get(b).size(); k++) {
                variables[start[b] + k] = blocks.get(b).variable(k);
            }
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
     * A sampler of partitions of a model, singletons only for what is left.
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
        int size = left.length;
        Matching matching = new Matching(singletons);
        int missed = 0;
        while (size > 0) {
            int drawn = random.nextInt(size);
            int block = left[drawn];
            if (isFree(block, matching)) {
                matching.offer(blocks.get(block));
                missed = 0;
            } else {
                missed++;
            }
            left[drawn] = left[--size];
            if (missed == PATIENCE) {
                size = keepFree(left, size, matching);
                missed = 0;
            }
        }
        return matching.complete();
    }

    private boolean isFree(int block, Matching matching) {
        for (int i = start[block]; i < start[block + 1]; i++) {
            if (matching.isUsed(variables[i])) {
                return false;
            }
        }
        return true;
    }

    private int keepFree(int[] left, int size, Matching matching) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (isFree(left[i], matching)) {
                left[kept++] = left[i];
            }
        }
        return kept;
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
