package org.orbifold.heuristics.partition;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;
import org.orbifold.symmetry.model.SymmetryFinder;

/**
 * Partitions made of blocks of one kind wherever they fit. Some symmetries exist only if <em>all</em> blocks are chosen
 * alike: a Potts model whose sites are pairs of bits has its colour permutations in the partition into sites and in no
 * other, and a random mixture never hits it.
 *
 * <p>Two notions of kind lead alternately: the shape alone (domain sizes, and of how many variables the features
 * are that the block's variables share), and the shape with the weight signatures of all values. After the leading
 * kind, the remaining variables are covered by other shapes, those that hold most of their features first.
 *
 * <p>Cost: O(blocks) per partition, once the signatures are known.
 */
final class CoherentPartitions {

    private final int variableCount;
    /** Blocks by shape, those first that hold most of their features; blocks by kind, in the order they are met. */
    private final List<List<Block>> byShape;
    private final List<List<Block>> byKind;

    /** What a block looks like: its shape, its kind, and how much of their features blocks of its shape hold. */
    private record Look(long shape, long kind, double strength) { }

    private static final class Shape {

        private final double strength;
        private final List<Block> blocks = new ArrayList<>();

        Shape(double strength) {
            this.strength = strength;
        }
    }

    /**
     * Looks at all useful blocks.
     *
     * @param budget the time for it; without all of their looks, blocks are as good as none
     */
    CoherentPartitions(SymmetryFinder finder, List<Block> blocks, Budget budget) {
        variableCount = finder.model().variableCount();
        List<Look> looks = looks(finder, blocks, budget);
        Long2ObjectLinkedOpenHashMap<Shape> shapes = new Long2ObjectLinkedOpenHashMap<>();
        Long2ObjectLinkedOpenHashMap<List<Block>> kinds = new Long2ObjectLinkedOpenHashMap<>();
        for (int i = 0; i < looks.size(); i++) {
            Look look = looks.get(i);
            shapes.computeIfAbsent(look.shape, k -> new Shape(look.strength)).blocks.add(blocks.get(i));
            kinds.computeIfAbsent(look.kind, k -> new ArrayList<>(1)).add(blocks.get(i));
        }
        byShape = shapes.values().stream()
                .sorted(Comparator.comparingDouble((Shape shape) -> shape.strength).reversed())
                .map(shape -> shape.blocks).toList();
        byKind = List.copyOf(kinds.values());
    }

    private static List<Look> looks(SymmetryFinder finder, List<Block> blocks, Budget budget) {
        WeightSignature signatures;
        try {
            signatures = WeightSignature.of(finder.model(), budget);
        } catch (OutOfTimeException e) {
            return List.of();
        }
        List<Optional<Look>> looks;
        try (Workers workers = new Workers(finder.options().threads(), budget)) {
            looks = workers.map(blocks, block ->
                    budget.isOver() ? Optional.empty() : Optional.of(look(signatures, block)));
        }
        return looks.stream().allMatch(Optional::isPresent) ? looks.stream().map(Optional::get).toList() : List.of();
    }

    private static Look look(WeightSignature signatures, Block block) {
        int[] shared = signatures.sharedFeatures(block);
        int[] arities = new int[shared.length];
        double strength = 0;
        for (int i = 0; i < shared.length; i++) {
            arities[i] = signatures.model().features().get(shared[i]).scope().length;
            strength += 1.0 / arities[i];
        }
        Arrays.sort(arities);
        int[] sizes = new int[block.size()];
        Arrays.setAll(sizes, k -> signatures.model().size(block.variable(k)));
        Arrays.sort(sizes);
        long shape = 0x9E3779B97F4A7C15L * Arrays.hashCode(sizes) + Arrays.hashCode(arities);
        long[] keys = signatures.keys(block, shared);
        Arrays.sort(keys);
        return new Look(shape, 0x9E3779B97F4A7C15L * shape + Arrays.hashCode(keys), strength);
    }

    /** A limited number of partitions, led by the strongest shapes, then by the most frequent kinds. */
    List<BlockPartition> led(int count) {
        Set<BlockPartition> found = new LinkedHashSet<>();
        List<List<Block>> leaders = new ArrayList<>(byShape);
        List<List<Block>> kinds = new ArrayList<>(byKind);
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
        byShape.forEach(blocks -> blocks.forEach(matching::offer));
        return matching.complete();
    }
}
