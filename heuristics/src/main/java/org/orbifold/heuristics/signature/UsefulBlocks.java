package org.orbifold.heuristics.signature;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectLinkedOpenCustomHashSet;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * {@code Get_Useful_Blocks(G, r)}: the blocks of at most r variables that interact.
 *
 * <p>The paper's pseudo-code takes every subset of the variables of one feature ({@link Connection#ONE_FEATURE}, the
 * default, and for r = 2 the same as all else). Its text asks only that each variable of a block shares a feature
 * with another one; {@link Connection#CHAINED} is that, for blocks that hang together. The published program takes
 * pairs of binary variables that share a clause, no single variables.
 *
 * <p>Cost: linear in the number of subsets; refused beyond a limit.
 */
public final class UsefulBlocks {

    /** What makes the variables of a block belong together. */
    public enum Connection {
        /** One feature holds them all. */
        ONE_FEATURE,
        /** Each is joined to the others through features that hold two of them. */
        CHAINED
    }

    private static final int MOST_BLOCKS = 50_000_000;

    private final GraphicalModel model;
    private final int maxSize;
    private final ObjectLinkedOpenCustomHashSet<int[]> found =
            new ObjectLinkedOpenCustomHashSet<>(IntArrays.HASH_STRATEGY);

    private UsefulBlocks(GraphicalModel model, int maxSize) {
        this.model = model;
        this.maxSize = maxSize;
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
        return of(model, maxSize, Connection.ONE_FEATURE);
    }

    /**
     * The useful blocks of at least two variables.
     *
     * @param model      a model
     * @param maxSize    r, the largest number of variables in a block; at least 1
     * @param connection what makes variables belong together
     * @return blocks of 2 to r variables, in the order in which features show them
     * @throws IllegalArgumentException if r is below 1, or there are more than 50 million blocks
     */
    public static List<Block> of(GraphicalModel model, int maxSize, Connection connection) {
        if (maxSize < 1) {
            throw new IllegalArgumentException("a block size of " + maxSize + "; expected at least 1");
        }
        UsefulBlocks work = new UsefulBlocks(model, maxSize);
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            Arrays.sort(scope);
            int limit = connection == Connection.CHAINED ? Math.min(2, maxSize) : maxSize;
            work.subsets(scope, 0, new int[Math.min(limit, scope.length)], 0);
        }
        if (connection == Connection.CHAINED) {
            work.chain();
        }
        return work.found.stream().map(Block::of).toList();
    }

    private void subsets(int[] scope, int from, int[] chosen, int size) {
        if (size >= 2) {
            add(Arrays.copyOf(chosen, size));
        }
        if (size < chosen.length) {
            for (int i = from; i < scope.length; i++) {
                chosen[size] = scope[i];
                subsets(scope, i + 1, chosen, size + 1);
            }
        }
    }

    private void add(int[] block) {
        if (found.add(block) && found.size() > MOST_BLOCKS) {
            throw new IllegalArgumentException("there are more than " + MOST_BLOCKS + " useful blocks of up to "
                    + maxSize + " variables; ask for smaller blocks");
        }
    }

    /** Grows pairs by neighbours until blocks are full. */
    private void chain() {
        IntArrayList[] neighbours = new IntArrayList[model.variableCount()];
        Arrays.setAll(neighbours, v -> new IntArrayList());
        for (int[] pair : found) {
            neighbours[pair[0]].add(pair[1]);
            neighbours[pair[1]].add(pair[0]);
        }
        List<int[]> layer = List.copyOf(found);
        for (int size = 3; size <= maxSize; size++) {
            ObjectLinkedOpenCustomHashSet<int[]> next = new ObjectLinkedOpenCustomHashSet<>(IntArrays.HASH_STRATEGY);
            for (int[] block : layer) {
                for (int v : block) {
                    for (int w : neighbours[v]) {
                        if (Arrays.binarySearch(block, w) < 0) {
                            int[] larger = Arrays.copyOf(block, size);
                            larger[size - 1] = w;
                            Arrays.sort(larger);
                            next.add(larger);
                        }
                    }
                }
            }
            next.forEach(this::add);
            layer = List.copyOf(next);
        }
    }
}
