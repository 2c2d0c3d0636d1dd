package org.orbifold.heuristics.partition;

import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.heuristics.signature.WeightSignature;
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
 * no influence on this heuristic, be they products or multisets. They do in {@link FirstFitPartitions} and
 * {@link CoherentPartitions}.
 *
 * <p>Cost: O(pairs) per partition. Immutable.
 */
public final class PartitionSampler {

    private final int variableCount;
    private final List<Bucket> buckets;
    private final int pairCount;
    private final Block[] singletons;

    /** The blocks of one signature, once per value that has it. */
    private record Bucket(int blockSize, List<Block> blocks) { }

    private record BucketKey(int blockSize, long signature) { }

    private PartitionSampler(int variableCount, List<Bucket> buckets) {
        this.variableCount = variableCount;
        this.buckets = buckets;
        this.singletons = Matching.singletons(variableCount);
        this.pairCount = buckets.stream().mapToInt(bucket -> bucket.blocks.size()).sum();
    }

    /**
     * A sampler of partitions of a model, singletons only for what is left.
     *
     * @param model   a model
     * @param maxSize r, the largest number of variables in a block
     * @return the sampler
     */
    public static PartitionSampler of(GraphicalModel model, int maxSize) {
        return of(WeightSignature.of(model), UsefulBlocks.of(model, maxSize));
    }

    /**
     * A sampler from given blocks and signatures.
     *
     * @param signatures signatures of the model
     * @param blocks     the useful blocks
     * @return the sampler
     */
    public static PartitionSampler of(WeightSignature signatures, List<Block> blocks) {
        Map<BucketKey, Bucket> buckets = new Object2ObjectLinkedOpenHashMap<>();
        for (Block block : blocks) {
            for (long key : signatures.keys(block)) {
                buckets.computeIfAbsent(new BucketKey(block.size(), key),
                        k -> new Bucket(k.blockSize, new ArrayList<>())).blocks.add(block);
            }
        }
        return new PartitionSampler(signatures.model().variableCount(), List.copyOf(buckets.values()));
    }

    /**
     * The pseudo-code's variant, in which blocks of one variable are drawn like all others.
     *
     * @param signatures signatures of the model
     * @return a sampler with the same blocks and all singletons
     */
    public PartitionSampler withCompetingSingletons(WeightSignature signatures) {
        List<Block> singletons = new ArrayList<>();
        for (int v = 0; v < variableCount; v++) {
            singletons.add(Block.of(v));
        }
        List<Bucket> more = new ArrayList<>(buckets);
        more.addAll(of(signatures, singletons).buckets);
        return new PartitionSampler(variableCount, List.copyOf(more));
    }

    /**
     * The number of buckets.
     *
     * @return how many different signatures there are, counted per block size
     */
    public int bucketCount() {
        return buckets.size();
    }

    /**
     * Draws a partition.
     *
     * @param random the source of randomness
     * @return the partition
     */
    public BlockPartition sample(RandomGenerator random) {
        // Bucket after bucket in one array: a uniform place in it is a bucket by its size and a block in it.
        Block[] pairs = new Block[pairCount];
        int size = 0;
        for (Bucket bucket : buckets) {
            for (Block block : bucket.blocks) {
                pairs[size++] = block;
            }
        }
        Matching matching = new Matching(singletons);
        while (size > 0) {
            int drawn = random.nextInt(size);
            matching.offer(pairs[drawn]);
            pairs[drawn] = pairs[--size];
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
