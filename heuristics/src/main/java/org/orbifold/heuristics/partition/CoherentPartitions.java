package org.orbifold.heuristics.partition;

import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;

/**
 * Partitions made of blocks of one kind wherever they fit. Some symmetries exist only if <em>all</em> blocks are chosen
 * alike: a Potts model whose sites are pairs of bits has its colour permutations in the partition into sites and in no
 * other, and a random mixture never hits it.
 *
 * <p>Two notions of kind take the lead in turn: the shape alone (domain sizes and how many features the variables
 * share), and the shape with the weight signatures of all values. After the leading kind, what is left is filled with
 * other shapes, those with most shared features first.
 *
 * <p>Cost: O(blocks) per partition, once the signatures are known.
 */
public final class CoherentPartitions {

    private final Map<Long, List<Block>> byShape = new Object2ObjectLinkedOpenHashMap<>();
    private final Map<Long, List<Block>> byKind = new Object2ObjectLinkedOpenHashMap<>();
    private final Map<Long, Integer> sharedOfShape = new Object2ObjectLinkedOpenHashMap<>();

    private CoherentPartitions(WeightSignature signatures, List<Block> blocks) {
        for (Block block : blocks) {
            int shared = signatures.sharedFeatures(block).length;
            int[] sizes = Arrays.stream(block.variables()).map(signatures.model()::size).sorted().toArray();
            long shape = 31L * Arrays.hashCode(sizes) + shared;
            long[] keys = signatures.keys(block);
            Arrays.sort(keys);
            long kind = 0x9E3779B97F4A7C15L * shape + Arrays.hashCode(keys);
            byShape.computeIfAbsent(shape, k -> new ArrayList<>()).add(block);
            byKind.computeIfAbsent(kind, k -> new ArrayList<>()).add(block);
            sharedOfShape.put(shape, shared);
        }
    }

    /**
     * The partitions led by the most frequent kinds.
     *
     * @param signatures signatures of the model
     * @param blocks     useful blocks
     * @param count      the most partitions to return
     * @return different partitions, shapes leading before kinds, larger ones first
     */
    public static List<BlockPartition> of(WeightSignature signatures, List<Block> blocks, int count) {
        CoherentPartitions work = new CoherentPartitions(signatures, blocks);
        Set<BlockPartition> found = new LinkedHashSet<>();
        List<List<Block>> leaders = new ArrayList<>(work.byShape.values());
        leaders.sort(Comparator.comparingInt((List<Block> list) -> list.size()).reversed());
        List<List<Block>> kinds = new ArrayList<>(work.byKind.values());
        kinds.sort(Comparator.comparingInt((List<Block> list) -> list.size()).reversed());
        leaders.addAll(kinds.subList(0, Math.min(kinds.size(), count)));
        Block[] singletons = Matching.singletons(signatures.model().variableCount());
        for (List<Block> leader : leaders) {
            if (found.size() == count) {
                break;
            }
            Matching matching = new Matching(singletons);
            leader.forEach(matching::offer);
            found.add(work.filled(matching));
        }
        return List.copyOf(found);
    }

    /** Completes a matching with the shapes that share most features. */
    private BlockPartition filled(Matching matching) {
        byShape.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        (Map.Entry<Long, List<Block>> e) -> sharedOfShape.get(e.getKey())).reversed())
                .forEach(e -> e.getValue().forEach(matching::offer));
        return matching.complete();
    }

    /** Completes matchings in the same way. */
    static List<BlockPartition> filled(WeightSignature signatures, List<Block> blocks, List<Matching> matchings) {
        CoherentPartitions work = new CoherentPartitions(signatures, blocks);
        return matchings.stream().map(work::filled).toList();
    }
}
