package org.orbifold.heuristics.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.PairIndex;
import org.orbifold.symmetry.model.SymmetryFinder;

/**
 * Finds partitions worth using, with their symmetries: the default, for those who do not want to choose a heuristic.
 *
 * <p>Coherent and covering partitions and the one into single variables are tried; the best by score are kept, and all
 * that are needed so that every useful block with a symmetry of its own is in one of them. If a number is asked for,
 * random partitions in the paper's way compete as well. Immutable once made; safe to use from several threads.
 */
public final class PartitionFinder {

    /** How many coherent partitions are tried, and how many of models with this many variables and features. */
    private static final int COHERENT = 6;
    private static final int COHERENT_IF_LARGE = 2;
    private static final int LARGE = 50_000;
    /** A partition not needed for the cover is kept if its score is at least this share of the best. */
    private static final double WORTHWHILE = 0.5;

    /** Covering partitions are searched up to this many of them times variables and features. */
    private static final double MOST_WORK = 200_000;
    /** The same where a search costs no more than looking at what is around blocks. */
    private static final double MOST_QUICK_WORK = 30_000_000;

    private final SymmetryFinder symmetries;
    private final WeightSignature signatures;
    private final List<Block> blocks;
    private final List<Block> symmetricBlocks;
    private final CoherentPartitions kinds;

    private PartitionFinder(SymmetryFinder symmetries, int maxSize) {
        this.symmetries = symmetries;
        this.signatures = WeightSignature.of(symmetries.model());
        this.blocks = UsefulBlocks.of(symmetries.model(), maxSize);
        this.kinds = new CoherentPartitions(signatures, blocks);
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
     * The default: as few good partitions as hold every useful block with a symmetry of its own. Of very large models
     * whose cover takes many partitions, only the coherent ones are searched; the others have the symmetries inside
     * their blocks, which is what they are there for ({@link BlockSymmetries#isComplete} tells).
     *
     * @return at least one partition, the best first
     */
    public List<ScoredPartition> cover() {
        List<ScoredPartition> scored = scoredCover();
        ScoredPartition best = scored.get(0);
        Set<Block> wanted = new HashSet<>(symmetricBlocks);
        Map<Block, int[]> holders = new HashMap<>();
        List<ScoredPartition> kept = new ArrayList<>();
        for (ScoredPartition partition : scored) {
            boolean worthwhile = partition.score() >= WORTHWHILE * best.score() && isMoreThanLocal(partition);
            List<Block> covers = covered(partition, wanted);
            if (partition == best || worthwhile || !covers.isEmpty()) {
                kept.add(partition);
                covers.forEach(block -> holders.computeIfAbsent(block, b -> new int[1])[0]++);
            }
        }
        // From the worst to the best, what others cover as well is not needed.
        for (int i = kept.size() - 1; i > 0; i--) {
            ScoredPartition partition = kept.get(i);
            List<Block> covers = covered(partition, wanted);
            boolean worthwhile = partition.score() >= WORTHWHILE * best.score() && isMoreThanLocal(partition);
            if (!worthwhile && covers.stream().allMatch(block -> holders.get(block)[0] > 1)) {
                covers.forEach(block -> holders.get(block)[0]--);
                kept.remove(i);
            }
        }
        return kept;
    }

    private static List<Block> covered(ScoredPartition partition, Set<Block> wanted) {
        List<Block> covered = new ArrayList<>();
        for (Block block : partition.partition().blocks()) {
            if (block.size() > 1 && wanted.contains(block)) {
                covered.add(block);
            }
        }
        return covered;
    }

    /** Whether the group has more than permutations inside single blocks. */
    private boolean isMoreThanLocal(ScoredPartition partition) {
        PairIndex pairs = partition.symmetries().pairs();
        for (Permutation generator : partition.symmetries().generators()) {
            int first = pairs.block(generator.support()[0]);
            for (int pair : generator.support()) {
                if (pairs.block(pair) != first) {
                    return true;
                }
            }
        }
        return false;
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
        Set<BlockPartition> all = coherent();
        all.addAll(covering().stream().limit(count).toList());
        all.addAll(PartitionSampler.of(signatures, blocks).sample(count, random));
        List<ScoredPartition> scored = sorted(symmetries.blockValue(List.copyOf(all)));
        return scored.subList(0, Math.min(count, scored.size()));
    }

    /** Coherent partitions are searched; so are covering ones if they are few, else they get what is known already. */
    private List<ScoredPartition> scoredCover() {
        Set<BlockPartition> searched = coherent();
        Set<BlockPartition> covering = new LinkedHashSet<>(covering());
        covering.removeAll(searched);
        double work = (double) covering.size()
                * (symmetries.model().variableCount() + symmetries.model().features().size());
        if (work <= (symmetries.isQuick() ? MOST_QUICK_WORK : MOST_WORK)) {
            searched.addAll(covering);
            return sorted(symmetries.blockValue(List.copyOf(searched)));
        }
        List<BlockSymmetries> found = new ArrayList<>(symmetries.blockValue(List.copyOf(searched)));
        found.addAll(List.copyOf(covering).parallelStream().map(symmetries::insideBlocks).toList());
        return sorted(found);
    }

    private Set<BlockPartition> coherent() {
        boolean large = symmetries.model().variableCount() + symmetries.model().features().size() > LARGE;
        Set<BlockPartition> all = new LinkedHashSet<>(
                kinds.led(large ? COHERENT_IF_LARGE : COHERENT));
        all.add(BlockPartition.singletons(symmetries.model().variableCount()));
        return all;
    }

    private List<BlockPartition> covering() {
        return symmetricBlocks.isEmpty() ? List.of()
                : CoveringPartitions.covering(kinds, symmetries.model().variableCount(), symmetricBlocks);
    }

    private static List<ScoredPartition> sorted(List<BlockSymmetries> found) {
        return found.stream().map(ScoredPartition::of)
                .sorted(Comparator.comparingDouble(ScoredPartition::score).reversed()).toList();
    }
}
