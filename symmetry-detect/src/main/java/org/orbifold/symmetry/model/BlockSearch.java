package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Finds all block-value symmetries of a partition, for models that are zero-sum terms and nothing else.
 *
 * <p>First the pairs are coloured ({@link BlockColoring}). Settled blocks have only exchanges of values inside them.
 * Open blocks that share terms with no other open block are <em>free</em>: their colours say all about them, so that
 * blocks of one colour can be permuted at will, and so can values of one colour. Only open blocks that are linked by
 * terms need a graph and a search, and only with those terms ({@link LinkedBlocks}). The group is the direct product of
 * the three parts. Colours only propose: each generator is proved on the terms ({@link TermCertifier}).
 */
final class BlockSearch {

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final BlockTerms terms;
    private final BlockColoring coloring;
    private final SymmetryOptions options;
    private final List<Permutation> generators = new ArrayList<>();
    private final FactorialProduct order = new FactorialProduct();

    BlockSearch(GraphicalModel model, TermIndex index, LocalSymmetries local, BlockPartition partition,
            SymmetryOptions options) {
        this.model = model;
        this.partition = partition;
        this.pairs = BlockValuePairs.of(model, partition);
        this.options = options;
        this.terms = new BlockTerms(index, partition, pairs, new EntryBudget(options.maxEntries()));
        this.coloring = new BlockColoring(terms, local);
    }

    /**
     * The group. Exchanges inside settled blocks are proved by {@link LocalSymmetries}, all others here; those of
     * blocks in the given set need not be tried on the model again.
     *
     * @throws HashCollision if a generator is no symmetry after all
     */
    BlockSymmetries find(SymmetryKind kind, ModelCertifier certifier, Set<Block> certified) {
        int inner = 0;
        for (int b : coloring.exchanging()) {
            boolean isNew = certified.add(partition.block(b));
            exchangeValues(b);
            for (; inner < generators.size(); inner++) {
                if (isNew) {
                    BlockSymmetries.certify(pairs, generators.get(inner), certifier);
                }
            }
        }
        LinkedBlocks linked = new LinkedBlocks(terms, coloring);
        permuteFree(linked);
        LinkedBlocks.Found found = linked.search(options);
        generators.addAll(found.generators());
        TermCertifier proof = new TermCertifier(terms);
        for (Permutation generator : generators.subList(inner, generators.size())) {
            if (!proof.isSymmetry(generator)) {
                throw new HashCollision("two colours are equal by chance, or by a chain of small differences");
            }
            BlockSymmetries.certify(pairs, generator, certifier);
        }
        // The supplier must not hold on to the colours.
        FactorialProduct direct = order;
        Supplier<BigInteger> searched = found.order();
        return new BlockSymmetries(model, partition, pairs, kind, generators,
                () -> direct.value().multiply(searched.get()), order.log10() + found.log10Order(), found.limit());
    }

    /** Adds generators of all permutations among values of one colour. */
    private void exchangeValues(int block) {
        int[] values = byColor(block);
        for (int from = 0, to = 0; from < values.length; from = to) {
            for (to = from + 1; to < values.length
                    && coloring.color(values[to]) == coloring.color(values[from]); to++) {
                int low = Math.min(values[to - 1], values[to]);
                int high = Math.max(values[to - 1], values[to]);
                generators.add(Permutation.sparse(pairs.pairCount(), new int[] {low, high},
                        new int[] {high, low}));
            }
            order.multiply(to - from);
        }
    }

    private void permuteFree(LinkedBlocks linked) {
        Long2ObjectLinkedOpenHashMap<IntArrayList> kinds = new Long2ObjectLinkedOpenHashMap<>();
        for (int b : coloring.open()) {
            if (!linked.contains(b)) {
                kinds.computeIfAbsent(coloring.blockColor(b), key -> new IntArrayList(2)).add(b);
            }
        }
        for (IntArrayList kind : kinds.values()) {
            order.multiply(kind.size());
            for (int i = 0; i < kind.size(); i++) {
                exchangeValues(kind.getInt(i));
                if (i > 0) {
                    generators.add(exchange(kind.getInt(i - 1), kind.getInt(i)));
                }
            }
        }
    }

    /** Exchanges two blocks, a value for a value of the same colour. */
    private Permutation exchange(int a, int b) {
        int[] valuesA = byColor(a);
        int[] valuesB = byColor(b);
        int size = valuesA.length;
        int[] points = new int[2 * size];
        int[] images = new int[2 * size];
        // Blocks and their pairs are in ascending order.
        for (int i = 0; i < size; i++) {
            points[i] = pairs.firstPair(a) + i;
            points[size + i] = pairs.firstPair(b) + i;
            images[valuesA[i] - pairs.firstPair(a)] = valuesB[i];
            images[size + valuesB[i] - pairs.firstPair(b)] = valuesA[i];
        }
        return Permutation.sparse(pairs.pairCount(), points, images);
    }

    /** The pairs of a block, those of one colour together, in an order that depends on colours only. */
    private int[] byColor(int block) {
        int[] values = new int[pairs.valueCount(block)];
        for (int x = 0; x < values.length; x++) {
            values[x] = pairs.firstPair(block) + x;
        }
        IntArrays.mergeSort(values, (p, q) -> Long.compare(coloring.color(p), coloring.color(q)));
        return values;
    }
}
