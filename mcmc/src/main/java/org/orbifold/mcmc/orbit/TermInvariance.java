package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Which terms of a model a group leaves invariant. Terms over the same blocks are one function T; a generator g keeps
 * it if T' (g y) = T(y) for all y, where T' is the function over the images of the blocks. The functions that
 * generators take to each other are invariant together, or not at all.
 */
final class TermInvariance {

    private static final int MAX_VALUES = 1 << 12;
    private static final double SAME = 1e-13;

    private final BlockValuePairs pairs;
    private final List<Feature> terms;
    private final List<int[]> blockSets = new ArrayList<>();
    private final List<List<Integer>> termsOf = new ArrayList<>();
    private final List<List<Integer>> setsOfBlock = new ArrayList<>();
    private final Object2IntOpenCustomHashMap<int[]> numbers = new Object2IntOpenCustomHashMap<>(
            IntArrays.HASH_STRATEGY);
    private final int[] before;
    private final int[] after;
    private final Budget budget;

    TermInvariance(GraphicalModel model, BlockValuePairs pairs, List<Feature> terms, Budget budget) {
        this.budget = budget;
        this.pairs = pairs;
        this.terms = terms;
        this.before = new int[model.variableCount()];
        this.after = new int[model.variableCount()];
        numbers.defaultReturnValue(-1);
        for (int b = 0; b < pairs.blockCount(); b++) {
            setsOfBlock.add(new ArrayList<>());
        }
        for (int t = 0; t < terms.size(); t++) {
            budget.check();
            int[] blocks = Arrays.stream(terms.get(t).scope()).map(pairs.partition()::blockOf).sorted().distinct()
                    .toArray();
            int set = numbers.getInt(blocks);
            if (set < 0) {
                set = blockSets.size();
                numbers.put(blocks, set);
                blockSets.add(blocks);
                termsOf.add(new ArrayList<>());
                for (int block : blocks) {
                    setsOfBlock.get(block).add(set);
                }
            }
            termsOf.get(set).add(t);
        }
    }

    /** The terms that the group of the generators does not leave invariant. */
    BitSet changed(List<Permutation> generators) {
        UnionFind together = new UnionFind(blockSets.size());
        BitSet changedSets = new BitSet();
        for (Permutation generator : generators) {
            BitSet touched = new BitSet();
            for (int pair : generator.support()) {
                setsOfBlock.get(pairs.blockOf(pair)).forEach(touched::set);
            }
            touched.stream().forEach(set -> {
                budget.check();
                int[] image = Arrays.stream(blockSets.get(set))
                        .map(b -> pairs.blockOf(generator.image(pairs.firstPair(b)))).sorted().toArray();
                int to = numbers.getInt(image);
                if (to < 0 || !isKept(set, to, generator)) {
                    changedSets.set(set);
                }
                if (to >= 0) {
                    together.union(set, to);
                }
            });
        }
        BitSet parts = new BitSet();
        changedSets.stream().forEach(set -> parts.set(together.find(set)));
        BitSet result = new BitSet();
        for (int set = 0; set < blockSets.size(); set++) {
            if (parts.get(together.find(set))) {
                termsOf.get(set).forEach(result::set);
            }
        }
        return result;
    }

    private boolean isKept(int set, int to, Permutation generator) {
        int[] blocks = blockSets.get(set);
        double count = 1;
        for (int block : blocks) {
            count *= pairs.valueCount(block);
        }
        if (count > MAX_VALUES) {
            return false;
        }
        for (int e = 0; e < count; e++) {
            int rest = e;
            for (int block : blocks) {
                int pair = pairs.pair(block, rest % pairs.valueCount(block));
                rest /= pairs.valueCount(block);
                assign(pair, before);
                assign(generator.image(pair), after);
            }
            double here = sum(set, before);
            double there = sum(to, after);
            if (here != there && !(Math.abs(here - there) <= SAME * (1 + Math.abs(here)))) {
                return false;
            }
        }
        return true;
    }

    private void assign(int pair, int[] state) {
        int block = pairs.blockOf(pair);
        for (int i = pairs.firstPlace(block); i < pairs.firstPlace(block + 1); i++) {
            state[pairs.variable(i)] = pairs.variableValue(i, pair - pairs.firstPair(block));
        }
    }

    private double sum(int set, int[] state) {
        double sum = 0;
        for (int t : termsOf.get(set)) {
            sum += terms.get(t).logPotential(state);
        }
        return sum;
    }
}
