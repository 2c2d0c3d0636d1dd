package org.orbifold.heuristics.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/**
 * Finds partitions worth using, with their symmetries: the default, for those who do not want to choose a heuristic.
 *
 * <p>Coherent and covering partitions and the one into single variables are tried; the best by score are kept, and all
 * that are needed so that every useful block with a symmetry of its own is in one of them. If a number is asked for, random
 * partitions in the paper's way compete as well. Immutable once made; safe to use from several threads.
 */
public final class PartitionFinder {

    /** How many coherent partitions are tried. */
    private static final int COHERENT = 6;
    /** A partition that covers nothing new is kept if its score is at least this share of the best. */
    private static final double WORTHWHILE = 0.5;

    private final SymmetryFinder symmetries;
    private final WeightSignature signatures;
    private final List<Block> blocks;
    private final List<Block> symmetricBlocks;

    private PartitionFinder(SymmetryFinder symmetries, int maxSize) {
        this.symmetries = symmetries;
        this.signatures = WeightSignature.of(symmetries.model());
        this.blocks = UsefulBlocks.of(symmetries.model(), maxSize);
        this.symmetricBlocks = CoveringPartitions.symmetricBlocks(symmetries.local(), blocks);
    }

    /**
     * A finder for a model.
     *
     * @param model   a model
     * @param maxSize r, the largest number of variables in a block
     * @return the finder
     * @throws IllegalArgumentException if r is below 1
     */
    public static PartitionFinder of(GraphicalModel model, int maxSize) {
        return of(SymmetryFinder.of(model), maxSize);
    }

    /**
     * A finder that uses what is known of a model already.
     *
     * @param symmetries the finder of the model's symmetries
     * @param maxSize    r, the largest number of variables in a block
     * @return the finder
     * @throws IllegalArgumentException if r is below 1
     */
    public static PartitionFinder of(SymmetryFinder symmetries, int maxSize) {
        return new PartitionFinder(symmetries, maxSize);
    }

    /**
     * The useful blocks.
     *
     * @return blocks of two or more variables that interact
     */
    public List<Block> usefulBlocks() {
        return blocks;
    }

    /**
     * The useful blocks with a symmetry of their own.
     *
     * @return those of which two values can be exchanged, everything else staying as it is
     */
    public List<Block> symmetricBlocks() {
        return symmetricBlocks;
    }

    /**
     * The default: as few good partitions as hold every useful block with a symmetry of its own.
     *
     * @return at least one partition, the best first
     */
    public List<ScoredPartition> cover() {
        List<ScoredPartition> scored = score(candidates());
        Set<Block> open = new HashSet<>(symmetricBlocks);
        List<ScoredPartition> kept = new ArrayList<>();
        for (ScoredPartition partition : scored) {
            boolean covers = open.removeAll(partition.partition().blocks());
            if (kept.isEmpty() || covers || partition.score() >= WORTHWHILE * kept.get(0).score()
                    && partition.score() > 0) {
                kept.add(partition);
            }
        }
        return kept;
    }

    /**
     * The best partitions by score, random ones in the paper's way among the candidates.
     *
     * @param count  how many
     * @param random the source of randomness
     * @return at most that many different partitions, the best first
     * @throws IllegalArgumentException if the number is below 1
     */
    public List<ScoredPartition> best(int count, RandomGenerator random) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " partitions; expected at least 1");
        }
        Set<BlockPartition> all = new LinkedHashSet<>(candidates());
        all.addAll(PartitionSampler.of(signatures, blocks).sample(count, random));
        List<ScoredPartition> scored = score(all);
        return scored.subList(0, Math.min(count, scored.size()));
    }

    private Set<BlockPartition> candidates() {
        Set<BlockPartition> all = new LinkedHashSet<>(CoherentPartitions.of(signatures, blocks, COHERENT));
        if (!symmetricBlocks.isEmpty()) {
            all.addAll(CoveringPartitions.covering(signatures, blocks, symmetricBlocks));
        }
        all.add(BlockPartition.singletons(symmetries.model().variableCount()));
        return all;
    }

    private List<ScoredPartition> score(Set<BlockPartition> partitions) {
        List<BlockSymmetries> found = symmetries.blockValue(List.copyOf(partitions));
        return found.stream().map(ScoredPartition::of)
                .sorted(Comparator.comparingDouble(ScoredPartition::score).reversed()).toList();
    }
}
