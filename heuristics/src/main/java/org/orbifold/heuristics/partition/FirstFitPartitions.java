package org.orbifold.heuristics.partition;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * The lists of the paper's published program, which differ from its pseudo-code: buckets of one signature, the largest
 * first; their blocks one after the other into the first list in which they overlap nothing. Deterministic; the lists
 * together hold every useful block.
 *
 * <p>Cost: O(blocks × lists / 64).
 */
public final class FirstFitPartitions {

    private FirstFitPartitions() { }

    /**
     * The lists for pairs of binary variables that share a feature, as in the program.
     *
     * @param model a model
     * @param count the most lists to return
     * @return the first lists, completed by singletons
     */
    public static List<BlockPartition> ofBinaryPairs(GraphicalModel model, int count) {
        return ofBinaryPairs(model, count, Budget.unlimited());
    }

    /**
     * The same within a time.
     *
     * @param model  a model
     * @param count  the most lists to return
     * @param budget when it is over, the other blocks are left out
     * @return the first lists, completed by singletons; none if no pair is useful
     */
    public static List<BlockPartition> ofBinaryPairs(GraphicalModel model, int count, Budget budget) {
        List<Block> pairs = UsefulBlocks.of(model, 2, budget).stream()
                .filter(b -> model.size(b.variable(0)) == 2 && model.size(b.variable(1)) == 2).toList();
        return of(WeightSignature.of(model), pairs, count, budget);
    }

    private static List<BlockPartition> of(WeightSignature signatures, List<Block> blocks, int count, Budget budget) {
        Map<Long, List<Block>> buckets = new Long2ObjectLinkedOpenHashMap<>();
        for (Block block : blocks) {
            for (long key : signatures.keys(block)) {
                buckets.computeIfAbsent(key + block.size(), k -> new ArrayList<>()).add(block);
            }
        }
        List<List<Block>> order = new ArrayList<>(buckets.values());
        order.sort(Comparator.comparingInt((List<Block> bucket) -> bucket.size()).reversed());
        Set<Block> placed = new HashSet<>();
        List<Block> sequence = new ArrayList<>(blocks.size());
        for (List<Block> bucket : order) {
            for (Block block : bucket) {
                if (placed.add(block)) {
                    sequence.add(block);
                }
            }
        }
        return firstFit(signatures.model().variableCount(), sequence, count, budget).stream()
               .map(Matching::complete).toList();
    }

    /**
     * Puts blocks, in their order, into the first list that takes them.
     *
     * @param count  the most lists to return
     * @param budget when it is over, the other blocks are left out
     */
    static List<Matching> firstFit(int variableCount, List<Block> sequence, int count, Budget budget) {
        BitSet[] taken = new BitSet[variableCount];
        List<Matching> lists = new ArrayList<>();
        Block[] singletons = Matching.singletons(variableCount);
        for (Block block : sequence) {
            if (budget.isOver()) {
                break;
            }
            BitSet full = new BitSet();
            for (int v : block.variables()) {
                if (taken[v] == null) {
                    taken[v] = new BitSet();
                }
                full.or(taken[v]);
            }
            int list = full.nextClearBit(0);
            for (int v : block.variables()) {
                taken[v].set(list);
            }
            if (list < count) {
                if (list == lists.size()) {
                    lists.add(new Matching(singletons));
                }
                lists.get(list).offer(block);
            }
        }
        return lists;
    }
}
