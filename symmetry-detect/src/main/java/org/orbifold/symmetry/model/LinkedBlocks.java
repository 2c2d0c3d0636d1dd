package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.symmetry.detect.Automorphisms;

/**
 * The open blocks of a coloured partition that share terms with each other, with these terms: the part of a model that
 * needs a graph. Settled blocks that stand in such terms are in the graph too, each of their values with a colour of
 * its own; all other terms are in the colours already.
 */
final class LinkedBlocks {

    private final BlockTerms terms;
    private final BlockColoring coloring;
    private final BlockValuePairs pairs;
    private final boolean[] linked;
    private final List<AxisTable> tables = new ArrayList<>();

    /** What the search found, on the pairs of the whole partition. */
    record Found(List<Permutation> generators, Supplier<BigInteger> order, double log10Order, String limit) { }

    LinkedBlocks(BlockTerms terms, BlockColoring coloring) {
        this.terms = terms;
        this.coloring = coloring;
        this.pairs = terms.pairs();
        this.linked = new boolean[pairs.blockCount()];
        for (int b : coloring.open()) {
            terms.gather(b);
            for (int i = 0; i < terms.single().size(); i++) {
                addIfLinked(b, terms.index().term(terms.single().getInt(i)), true);
            }
            terms.merged().forEach(merged -> addIfLinked(b, merged.table(), false));
        }
    }

    /** Takes a term with two or more open blocks, once: with the first of them. */
    private void addIfLinked(int block, AxisTable table, boolean overVariables) {
        int open = 0;
        int first = Integer.MAX_VALUE;
        for (int key : table.blocks()) {
            int b = overVariables ? terms.partition().blockOf(key) : key;
            if (!coloring.isSettled(b)) {
                open++;
                first = Math.min(first, b);
            }
        }
        if (open > 1) {
            linked[block] = true;
            if (first == block) {
                tables.add(overVariables ? table.gathered(terms.partition()) : table);
            }
        }
    }

    boolean contains(int block) {
        return linked[block];
    }

    Found search(SymmetryOptions options) {
        if (tables.isEmpty()) {
            return new Found(List.of(), () -> BigInteger.ONE, 0, null);
        }
        int[] blocks = tables.stream().flatMapToInt(table -> Arrays.stream(table.blocks())).sorted().distinct()
                .toArray();
        Int2IntOpenHashMap placeOf = new Int2IntOpenHashMap(blocks.length);
        for (int i = 0; i < blocks.length; i++) {
            placeOf.put(blocks[i], i);
        }
        List<AxisTable> renumbered = new ArrayList<>(tables.size());
        for (AxisTable table : tables) {
            renumbered.add(new AxisTable(Arrays.stream(table.blocks()).map(placeOf::get).toArray(), table.variables(),
                    table.sizes(), table.values(), table.slack()));
        }
        BlockValuePairs some = new BlockValuePairs(pairs, blocks);
        BlockShapes shapes = new BlockShapes(some,
                Arrays.stream(blocks).mapToObj(terms.partition()::block).toArray(Block[]::new),
                terms.index().domain());
        List<AxisTable> shared = ShareOut.of(renumbered, shapes, new EntryBudget(options.maxEntries()));
        Automorphisms found = Automorphisms.of(GraphEncoder.encode(shapes, pairClasses(blocks, some), shared, options),
                options.search());
        List<Permutation> generators = new ArrayList<>(found.generators().size());
        for (Permutation automorphism : found.generators()) {
            generators.add(onAllPairs(automorphism, some, blocks));
        }
        return new Found(generators, found::order, found.log10Order(), found.limitReached().orElse(null));
    }

    private int[] pairClasses(int[] blocks, BlockValuePairs some) {
        int[] classes = new int[some.pairCount()];
        Long2IntOpenHashMap classOf = new Long2IntOpenHashMap();
        classOf.defaultReturnValue(-1);
        int next = 0;
        for (int p = 0; p < classes.length; p++) {
            int block = blocks[some.blockOf(p)];
            if (coloring.isSettled(block)) {
                classes[p] = next++;
                continue;
            }
            long color = coloring.color(pairs.pair(block, some.valueOf(p)));
            int known = classOf.get(color);
            if (known < 0) {
                known = next++;
                classOf.put(color, known);
            }
            classes[p] = known;
        }
        return classes;
    }

    private Permutation onAllPairs(Permutation automorphism, BlockValuePairs some, int[] blocks) {
        int[] support = automorphism.support();
        int kept = 0;
        while (kept < support.length && support[kept] < some.pairCount()) {
            kept++;
        }
        int[] points = new int[kept];
        int[] images = new int[kept];
        for (int i = 0; i < kept; i++) {
            int image = automorphism.image(support[i]);
            points[i] = pairs.pair(blocks[some.blockOf(support[i])], some.valueOf(support[i]));
            images[i] = pairs.pair(blocks[some.blockOf(image)], some.valueOf(image));
        }
        return Permutation.sparse(pairs.pairCount(), points, images);
    }
}
