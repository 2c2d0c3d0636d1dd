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
 * <p>Two notions of kind take the lead in turn: the shape alone (domain sizes, and of how many variables the features
 * are that the block's variables share), and the shape with the weight signatures of all values. After the leading
 * kind, what is left is filled with other shapes, those that hold most of their features first.
 *
 * <p>Cost: O(blocks) per partition, once the signatures are known.
 */
public final class CoherentPartitions {

    private final int variableCount;
    private final Map<Long, List<Block>> byShape = new Object2ObjectLinkedOpenHashMap<>();
    private final Map<Long, List<Block>> byKind = new Object2ObjectLinkedOpenHashMap<>();
    /** How much of their features the blocks of a shape hold. */
    private final Map<Long, Double> strengthOfShape = new Object2ObjectLinkedOpenHashMap<>();

    CoherentPartitions(WeightSignature signatures, List<Block> blocks) {
        variableCount = signatures.model().variableCount();
        for (Block block : blocks) {
            int[] arities = Arrays.stream(signatures.sharedFeatures(block))
                    .map(f -> signatures.model().features().get(f).scope().length).sorted().toArray();
            int[] sizes = Arrays.stream(block.variables()).map(signatures.model()::size).sorted().toArray();
            long shape = 0x9E3779B97F4A7C15L * Arrays.hashCode(sizes) + Arrays.hashCode(arities);
            long[] keys = signatures.keys(block);
            Arrays.sort(keys);
            long kind = 0x9E3779B97F4A7C15L * shape + Arrays.hashCode(keys);
            byShape.computeIfAbsent(shape, k -> new ArrayList<>()).add(block);
            byKind.computeIfAbsent(kind, k -> new ArrayList<>()).add(block);
            strengthOfShape.put(shape, Arrays.stream(arities).mapToDouble(arity -> 1.0 / arity).sum());
        }
    }

    /**
     * The partitions led by one shape or kind.
     *
     * @param signatures signatures of the model
     * @param blocks     useful blocks
     * @param count      the most partitions to return
     * @return different partitions, led by the strongest shapes, then by the most frequent kinds
     */
    public static List<BlockPartition> of(WeightSignature signatures, List<Block> blocks, int count) {
        return new CoherentPartitions(signatures, blocks).led(count);
    }

    /** The partitions led by one shape or kind. */
    List<BlockPartition> led(int count) {
        Set<BlockPartition> found = new LinkedHashSet<>();
        List<List<Block>> leaders = new ArrayList<>();
        byShape.entrySet().stream().sorted(Comparator.comparingDouble(
                (Map.Entry<Long, List<Block>> e) -> strengthOfShape.get(e.getKey())).reversed())
                .forEach(e -> leaders.add(e.getValue()));
        List<List<Block>> kinds = new ArrayList<>(byKind.values());
        kinds.sort(Comparator.comparingInt((List<Block> list) -> list.size()).reversed());
        leaders.addAll(kinds.subList(0, Math.min(kinds.size(), count)));
        Block[] singletons = Matching.singletons(variableCount);
        for (List<Block> leader : leaders) {
            if (found.size() == count) {
                break;
            }
            Matching matching = new Matching(singletons);
            leader.forEach(matching::offer);
            found.add(filled(matching));
        }
        return List.copyOf(found);
    }

    /** Completes a matching with the other shapes, the strongest first. */
    BlockPartition filled(Matching matching) {
        byShape.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        (Map.Entry<Long, List<Block>> e) -> strengthOfShape.get(e.getKey())).reversed())
                .forEach(e -> e.getValue().forEach(matching::offer));
        return matching.complete();
    }
}
