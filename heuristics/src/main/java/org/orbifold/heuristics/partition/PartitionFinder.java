package org.orbifold.heuristics.partition;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;
import org.orbifold.symmetry.model.LocalSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds partitions worth using, with their symmetries: the default, for those who do not want to choose a heuristic.
 *
 * <p>Always among the candidates are coherent partitions (blocks of one kind wherever they fit) and the one into single
 * variables. {@link #strongest} is the best of them for a chain that uses one. {@link #cover} adds covering partitions,
 * {@link #best} also random ones in the paper's way. Where the time of the {@link SymmetryFinder} is limited, there are
 * fewer candidates, in the end only single variables, with the symmetries that were found in time. Immutable; safe to
 * use from several threads.
 */
public final class PartitionFinder {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionFinder.class);

    /** A block size: 2, or 3 where features are wider and blocks of three have more symmetries. */
    public static final int AUTOMATIC = 0;

    private static final int USUAL = 2;
    private static final int LARGER = 3;
    /** The most values of a larger block: twice as many take four times the time to search. */
    private static final int MOST_VALUES = 64;
    /** The most blocks, larger ones included; a search of thousands takes a second. */
    private static final int MOST_LARGER_BLOCKS = 20_000;

    /** Decimal logarithms of orders that differ by less are equal. */
    private static final double EQUAL_ORDERS = 1e-6;

    /** How many coherent partitions are tried. */
    private static final int COHERENT = 6;
    /** A partition has nearly as many symmetries as the best if its score is at least this share of the best. */
    private static final double NEARLY = 0.9;
    /** A partition not needed for the cover is kept if its score is at least this share of the best. */
    private static final double WORTHWHILE = 0.5;

    /** Covering partitions are searched up to this many of them times variables and features. */
    private static final double MOST_WORK = 200_000;
    /** The same if a search costs no more than reading the neighbourhoods of the blocks. */
    private static final double MOST_QUICK_WORK = 30_000_000;

    private final SymmetryFinder symmetries;
    private final List<Block> blocks;
    private final CoherentPartitions kinds;
    private final Optional<String> limitReached;
    /** The kinds of smaller blocks, whose partitions are candidates too. */
    private final @Nullable CoherentPartitions smaller;
    /** Made at the first call; always the same but for the time that is left. */
    private volatile @Nullable List<ScoredPartition> cover;

    private PartitionFinder(SymmetryFinder symmetries, List<Block> blocks, Budget half,
            @Nullable CoherentPartitions smaller) {
        this.symmetries = symmetries;
        this.blocks = blocks;
        this.kinds = new CoherentPartitions(symmetries, blocks, half);
        this.limitReached = half.isOver() ? Optional.of(half.reason()) : Optional.empty();
        this.smaller = smaller;
    }

    private static PartitionFinder ofSize(SymmetryFinder symmetries, int maxSize) {
        // Candidates take no more than half of a limited time; single variables are one without any.
        Budget half = symmetries.budget().share(0.5);
        return new PartitionFinder(symmetries, UsefulBlocks.of(symmetries.model(), maxSize, half), half, null);
    }

    /**
     * Blocks of three where they have more symmetries than blocks of two. Both are judged by their covers, which is
     * where symmetries inside blocks are. The partitions into blocks of two stay among the candidates, so that what
     * joins more states is not lost.
     */
    private static PartitionFinder automatic(SymmetryFinder symmetries) {
        PartitionFinder usual = ofSize(symmetries, USUAL);
        boolean wide = symmetries.model().features().stream().anyMatch(f -> f.scope().length >= LARGER);
        if (!wide || usual.blocks.size() > MOST_LARGER_BLOCKS) {
            return usual;
        }
        double before = mostSymmetries(usual.cover());
        Budget half = symmetries.budget().share(0.5);
        List<Block> larger = half.isOver() ? List.of() : UsefulBlocks.of(symmetries.model(), LARGER, half).stream()
                .filter(block -> block.size() <= USUAL || values(symmetries.model(), block) <= MOST_VALUES).toList();
        if (larger.size() <= usual.blocks.size() || larger.size() > MOST_LARGER_BLOCKS) {
            return usual;
        }
        PartitionFinder raised = new PartitionFinder(symmetries, larger, half, usual.kinds);
        boolean pays = mostSymmetries(raised.cover()) > before + EQUAL_ORDERS;
        LOG.debug("blocks of {} in place of {} {}", LARGER, USUAL, pays ? "have more symmetries" : "do not pay");
        return pays ? raised : usual;
    }

    private static double mostSymmetries(List<ScoredPartition> partitions) {
        return partitions.stream().mapToDouble(p -> p.symmetries().log10Order()).max().orElse(0);
    }

    private static double values(GraphicalModel model, Block block) {
        double values = 1;
        for (int v : block.variables()) {
            values *= model.size(v);
        }
        return values;
    }

    /**
     * A finder for a model.
     *
     * @param model   a model
     * @param maxSize r, the largest number of variables in a block, or {@link #AUTOMATIC}
     * @return the finder
     * @throws IllegalArgumentException if r is negative
     */
    public static PartitionFinder of(GraphicalModel model, int maxSize) {
        return of(SymmetryFinder.of(model), maxSize);
    }

    /**
     * A finder that reuses the normal form of a model.
     *
     * @param symmetries the finder of the model's symmetries
     * @param maxSize    r, the largest number of variables in a block, or {@link #AUTOMATIC}
     * @return the finder
     * @throws IllegalArgumentException if r is negative
     */
    public static PartitionFinder of(SymmetryFinder symmetries, int maxSize) {
        return maxSize == AUTOMATIC ? automatic(symmetries) : ofSize(symmetries, maxSize);
    }

    /**
     * Whether the time for candidates was over before all were found.
     *
     * @return why there are fewer candidates than the model has; empty if none is missing
     */
    public Optional<String> limitReached() {
        return limitReached;
    }

    /** The useful blocks of which two values can be exchanged, everything else staying as it is. */
    private List<Block> symmetricBlocks() {
        LocalSymmetries local = symmetries.local();
        List<Boolean> has = map(blocks, block -> !isOutOfTime() && local.hasSymmetry(block));
        return IntStream.range(0, blocks.size()).filter(has::get).mapToObj(blocks::get).toList();
    }

    /**
     * The default of chains that draw the blocks of one partition: of the coherent partitions with nearly as many
     * symmetries as the best, the one with the strongest coupling inside its blocks, as they are drawn whole. Found
     * quickly, where a cover takes all useful blocks.
     *
     * @return the partition with its symmetries
     */
    public ScoredPartition strongest() {
        return strongest(coherentPartitions());
    }

    /**
     * The choice of {@link #strongest()} among candidates that are known already.
     *
     * @param scored what {@link #coherentPartitions} gave
     * @return one of them
     */
    public ScoredPartition strongest(List<ScoredPartition> scored) {
        double most = scored.stream().mapToDouble(ScoredPartition::score).max().orElseThrow();
        ScoredPartition strongest = isOutOfTime() ? sorted(scored).get(0)
                : scored.stream().filter(partition -> partition.score() >= NEARLY * most)
                        .max(Comparator.comparingDouble(this::coupling)).orElseThrow();
        LOG.debug("of {} coherent partitions the best score is {}; chosen is one of {} blocks with score {}",
                scored.size(), most, strongest.partition().blockCount(), strongest.score());
        return strongest;
    }

    /**
     * The candidates of {@link #strongest()}: a few partitions whose blocks are of one kind wherever they fit, and the
     * one into single variables.
     *
     * @return the partitions with their symmetries, in no order of worth
     */
    public List<ScoredPartition> coherentPartitions() {
        return scored(List.copyOf(coherent()));
    }

    private <T, R> List<R> map(List<T> items, Function<T, R> function) {
        try (Workers workers = new Workers(symmetries.options().threads(), symmetries.budget())) {
            return workers.map(items, function);
        }
    }

    private boolean isOutOfTime() {
        return symmetries.budget().isOver();
    }

    private double coupling(ScoredPartition partition) {
        return BlockCoupling.of(symmetries.model(), partition.partition());
    }

    /**
     * As few good partitions as hold every useful block with a symmetry of its own. Of very large models
     * whose cover takes many partitions, only the coherent ones are searched; the others have the symmetries inside
     * their blocks, which is what they are there for ({@link BlockSymmetries#isComplete} is then false).
     *
     * @return at least one partition, the best first
     */
    public List<ScoredPartition> cover() {
        List<ScoredPartition> known = cover;
        if (known == null) {
            known = List.copyOf(findCover());
            cover = known;
        }
        return known;
    }

    private List<ScoredPartition> findCover() {
        Set<Block> wanted = new LinkedHashSet<>(symmetricBlocks());
        List<ScoredPartition> kept = new ArrayList<>(scoredCover(List.copyOf(wanted)));
        int tried = kept.size();
        Object2IntOpenHashMap<Block> holders = new Object2IntOpenHashMap<>();
        kept.forEach(partition -> covered(partition, wanted).forEach(block -> holders.addTo(block, 1)));
        // From the worst to the best, what others cover as well is not needed.
        for (int i = kept.size() - 1; i > 0; i--) {
            ScoredPartition partition = kept.get(i);
            List<Block> covers = covered(partition, wanted);
            boolean worthwhile = partition.score() >= WORTHWHILE * kept.get(0).score() && isMoreThanLocal(partition);
            if (!worthwhile && covers.stream().allMatch(block -> holders.getInt(block) > 1)) {
                covers.forEach(block -> holders.addTo(block, -1));
                kept.remove(i);
            }
        }
        LOG.debug("{} of {} partitions cover {} blocks with symmetries; the best score is {}", kept.size(), tried,
                wanted.size(), kept.get(0).score());
        return kept;
    }

    private static List<Block> covered(ScoredPartition partition, Set<Block> wanted) {
        return partition.partition().blocks().stream().filter(block -> block.size() > 1 && wanted.contains(block))
                .toList();
    }

    /** Whether the group has more than permutations inside single blocks. */
    private static boolean isMoreThanLocal(ScoredPartition partition) {
        BlockValuePairs pairs = partition.symmetries().pairs();
        return partition.symmetries().generators().stream().anyMatch(generator -> {
            int[] moved = generator.support();
            return Arrays.stream(moved).anyMatch(pair -> pairs.blockOf(pair) != pairs.blockOf(moved[0]));
        });
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
        all.addAll(covering(symmetricBlocks()).stream().limit(count).toList());
        PartitionSampler sampler = PartitionSampler.of(symmetries.model(), blocks);
        for (int i = 0; i < count && !isOutOfTime(); i++) {
            all.add(sampler.sample(random));
        }
        List<ScoredPartition> scored = sorted(scored(List.copyOf(all)));
        return scored.subList(0, Math.min(count, scored.size()));
    }

    /** Coherent partitions are searched; so are covering ones if they are few; else they get the local symmetries. */
    private List<ScoredPartition> scoredCover(List<Block> wanted) {
        Set<BlockPartition> searched = coherent();
        Set<BlockPartition> covering = new LinkedHashSet<>(covering(wanted));
        covering.removeAll(searched);
        double work = (double) covering.size()
                * (symmetries.model().variableCount() + symmetries.model().features().size());
        if (work <= (symmetries.isSoft() ? MOST_QUICK_WORK : MOST_WORK)) {
            searched.addAll(covering);
            return sorted(scored(List.copyOf(searched)));
        }
        List<ScoredPartition> found = new ArrayList<>(scored(List.copyOf(searched)));
        found.addAll(map(List.copyOf(covering), partition ->
                ScoredPartition.of(symmetries.insideBlocks(partition))));
        return sorted(found);
    }

    /** What every choice is made from: a candidate added here reaches all of them. */
    private Set<BlockPartition> coherent() {
        BlockPartition singletons = BlockPartition.singletons(symmetries.model().variableCount());
        Set<BlockPartition> all = new LinkedHashSet<>();
        if (symmetries.budget().isLimited()) {
            // What may end early begins with the one that has fewest values, and all chains can use.
            all.add(singletons);
        }
        all.addAll(isOutOfTime() ? List.of() : kinds.led(COHERENT));
        if (smaller != null && !isOutOfTime()) {
            all.addAll(smaller.led(COHERENT));
        }
        all.add(singletons);
        return all;
    }

    private List<BlockPartition> covering(List<Block> wanted) {
        return wanted.isEmpty() || isOutOfTime() ? List.of()
                : CoveringPartitions.of(kinds, symmetries, wanted);
    }

    private List<ScoredPartition> scored(List<BlockPartition> partitions) {
        return symmetries.blockValue(partitions).stream().map(ScoredPartition::of).toList();
    }

    private static List<ScoredPartition> sorted(List<ScoredPartition> partitions) {
        return partitions.stream().sorted(Comparator.comparingDouble(ScoredPartition::score).reversed()).toList();
    }
}
