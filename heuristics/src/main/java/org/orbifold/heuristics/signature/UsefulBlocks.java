package org.orbifold.heuristics.signature;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectLinkedOpenCustomHashSet;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * {@code Get_Useful_Blocks(G, r)}: the blocks of at most r variables that interact.
 *
 * <p>As in the paper's pseudo-code, every subset of the variables of one feature. Its text asks only that each variable
 * of a block shares a feature with another one, which for r = 2 is the same. The published program takes pairs of
 * binary variables that share a clause. Features of more than 64 variables are passed over: their subsets are too many
 * to be listed, and one such feature says little about any of them.
 *
 * <p>Cost: linear in the number of subsets; refused beyond a limit.
 */
public final class UsefulBlocks {

    private static final int MOST_BLOCKS = 50_000_000;
    private static final int WIDE = 64;

    private final int maxSize;
    private final Budget budget;
    private final ObjectLinkedOpenCustomHashSet<int[]> found =
            new ObjectLinkedOpenCustomHashSet<>(IntArrays.HASH_STRATEGY);

    private UsefulBlocks(int maxSize, Budget budget) {
        this.maxSize = maxSize;
        this.budget = budget;
    }

    /**
     * The useful blocks of at least two variables that stand together in one feature.
     *
     * @param model   a model
     * @param maxSize r, the largest number of variables in a block; at least 1
     * @return blocks of 2 to r variables, in the order in which features show them
     * @throws IllegalArgumentException if r is below 1, or there are more than 50 million blocks
     */
    public static List<Block> of(GraphicalModel model, int maxSize) {
        return of(model, maxSize, Budget.unlimited());
    }

    /**
     * As {@link #of(GraphicalModel, int)}, for those in a hurry.
     *
     * @param model   a model
     * @param maxSize r, the largest number of variables in a block; at least 1
     * @param budget  when it is over, there are fewer blocks
     * @return the blocks of all features; none if that was stopped
     * @throws IllegalArgumentException if r is below 1, or there are more than 50 million blocks
     */
    public static List<Block> of(GraphicalModel model, int maxSize, Budget budget) {
        if (maxSize < 1) {
            throw new IllegalArgumentException("a block size of " + maxSize + "; expected at least 1");
        }
        UsefulBlocks work = new UsefulBlocks(maxSize, budget);
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            Arrays.sort(scope);
            if (budget.isOver()
                    || scope.length <= WIDE && !work.subsets(scope, 0, new int[Math.min(maxSize, scope.length)], 0)) {
                return List.of();
            }
        }
        return work.found.stream().map(Block::of).toList();
    }

    /** Adds all subsets that begin with those chosen; false if it is late. */
    private boolean subsets(int[] scope, int from, int[] chosen, int size) {
        if (size >= 2) {
            add(Arrays.copyOf(chosen, size));
        }
        for (int i = from; i < scope.length && size < chosen.length; i++) {
            chosen[size] = scope[i];
            if (!subsets(scope, i + 1, chosen, size + 1)) {
                return false;
            }
        }
        // Asked once for each first variable.
        return size != 1 || !budget.isOver();
    }

    private void add(int[] block) {
        if (found.add(block) && found.size() > MOST_BLOCKS) {
            throw new IllegalArgumentException("there are more than " + MOST_BLOCKS + " useful blocks of up to "
                    + maxSize + " variables; ask for smaller blocks");
        }
    }
}
