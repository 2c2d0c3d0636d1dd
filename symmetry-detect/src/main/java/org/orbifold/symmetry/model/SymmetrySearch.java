package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds all symmetries of Ĝ.
 *
 * <p>First the pairs are coloured ({@link PairColoring}). Fixed blocks have only exchanges of values inside them. Open
 * blocks that share terms with no other open block are <em>free</em>: their colours say all about them, so that blocks
 * of one colour can be permuted at will, and so can values of one colour. The other open blocks are <em>linked</em>,
 * among them all that hard tables, rigid tables, boxes or formulas touch: they go into a {@link BlockGraph} with what
 * links them, and its automorphisms are searched. The group is the direct product of the three parts.
 *
 * <p>Colours only propose: each generator that rests on them is proved on the terms ({@link TermCertifier}). Should a
 * proof fail, because two hashes are equal by chance or numbers form a chain of small differences, then all open blocks
 * go into the graph with all their terms, which needs no colours.
 */
final class SymmetrySearch {

    private static final Logger LOG = LoggerFactory.getLogger(SymmetrySearch.class);

    private final BlockModel model;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final SymmetryOptions options;
    private final LocalSymmetries local;
    private final PairColoring coloring;
    private final TermCertifier proof;
    private final Budget budget;
    private Optional<String> limit = Optional.empty();

    /**
     * Prepares a search that ends in time.
     *
     * @param model    Ĝ, whose own budget is that of finding
     * @param budget   the time for finding and proving
     */
    SymmetrySearch(BlockModel model, LocalSymmetries local, SymmetryKind kind, SymmetryOptions options,
            Budget budget) {
        this.budget = budget;
        this.model = model;
        this.partition = model.partition();
        this.pairs = model.pairs();
        this.options = options;
        this.local = local;
        this.coloring = PairColoring.of(model, local, kind == SymmetryKind.VARIABLE);
        this.proof = new TermCertifier(model, budget);
    }

    /**
     * The group. All generators are tried on the model's features in the end, but for exchanges inside fixed blocks of
     * the given set, which were tried with another partition.
     */
    BlockSymmetries find(SymmetryKind kind, ModelCertifier certifier, Set<Block> certified) {
        SymmetryFactors factors = new SymmetryFactors(pairs.pairCount());
        for (int b : coloring.exchanging()) {
            if (isTooLate()) {
                break;
            }
            int before = factors.generators().size();
            addInside(b, factors);
            if (certified.add(partition.block(b))) {
                certifier.requireFound(pairs, factors.generators().subList(before, factors.generators().size()));
            }
        }
        factors.addAll(findMoved(certifier));
        return new BlockSymmetries(model.original(), pairs, kind, factors, limit.or(model::pinning),
                model.impossible());
    }

    /** Symmetries that move open blocks; as many as can be found and certified in time. */
    private SymmetryFactors findMoved(ModelCertifier certifier) {
        SymmetryFactors moved = new SymmetryFactors(pairs.pairCount());
        int[] open = coloring.open();
        boolean[] linked = linked(open);
        int[] searched = Arrays.stream(open).filter(b -> linked[b]).toArray();
        LOG.debug("{} blocks, {} of them open, {} of these linked", pairs.blockCount(), open.length, searched.length);
        addFree(open, linked, moved);
        int free = moved.generators().size();
        // A graph with all terms around its blocks is a proof itself.
        int doubtful = addSearched(searched, false, moved) ? moved.generators().size() : free;
        int proved = 0;
        while (proved < doubtful && !isTooLate() && isProved(moved.generators().get(proved))) {
            proved++;
        }
        if (proved < doubtful && !isTooLate()) {
            LOG.debug("colours proposed what is no symmetry: all {} open blocks go into the graph", open.length);
            moved = new SymmetryFactors(pairs.pairCount());
            addSearched(open, true, moved);
            doubtful = 0;
            proved = 0;
        }
        int sound = proved < doubtful ? proved : moved.generators().size();
        int kept = 0;
        for (; kept < sound && !isTooLate(); kept++) {
            certifier.requireFound(pairs, moved.generators().subList(kept, kept + 1));
        }
        return moved.first(kept);
    }

    private boolean isTooLate() {
        if (budget.isOver()) {
            limit = Optional.of(budget.reason());
            return true;
        }
        return false;
    }

    /** Exchanges of values that are proved without colours. */
    private void addInside(int block, SymmetryFactors factors) {
        for (int[] values : local.exchangeable(partition.block(block))) {
            int[] exchanged = Arrays.stream(values).map(x -> pairs.pair(block, x)).toArray();
            if (coloring.isAlike(exchanged[0], exchanged[1])) {
                factors.addSymmetricOn(exchanged);
            }
        }
    }

    /** Whether a generator is a symmetry; false also if the time is over before that is known. */
    private boolean isProved(Permutation generator) {
        for (int pair : generator.support()) {
            if (coloring.firstClass(pair) != coloring.firstClass(generator.image(pair))) {
                return false;
            }
        }
        try {
            return proof.isSymmetry(generator);
        } catch (OutOfTimeException e) {
            return false;
        }
    }

    /** Which open blocks share a term with another one, or are touched by what was not coloured. */
    private boolean[] linked(int[] open) {
        boolean[] linked = new boolean[pairs.blockCount()];
        for (int b : open) {
            model.time().check();
            for (BlockTerm term : model.around(b)) {
                linked[b] |= openCount(term.table().blocks()) > 1;
            }
        }
        Consumer<int[]> link = blocks -> {
            for (int b : blocks) {
                linked[b] = !coloring.isFixed(b);
            }
        };
        model.masks().forEach(table -> link.accept(table.blocks()));
        model.rigid().forEach(table -> link.accept(table.blocks()));
        model.boxes().forEach(box -> link.accept(model.blocksOf(box.variables())));
        model.formulas().forEach(formula -> link.accept(model.blocksOf(formula.variables())));
        return linked;
    }

    private int openCount(int[] blocks) {
        int count = 0;
        for (int b : blocks) {
            count += coloring.isFixed(b) ? 0 : 1;
        }
        return count;
    }

    private void addFree(int[] open, boolean[] linked, SymmetryFactors moved) {
        Long2ObjectLinkedOpenHashMap<List<int[]>> kinds = new Long2ObjectLinkedOpenHashMap<>();
        for (int b : open) {
            if (!linked[b]) {
                kinds.computeIfAbsent(coloring.blockColor(b), color -> new ArrayList<>(2)).add(byColor(b));
            }
        }
        for (List<int[]> kind : kinds.values()) {
            List<int[]> exchangeable = kind.stream().flatMap(tile -> valuesOfOneColor(tile).stream()).toList();
            if (kind.size() == 1) {
                exchangeable.forEach(moved::addSymmetricOn);
            } else if (exchangeable.isEmpty()) {
                moved.addSymmetric(kind.toArray(int[][]::new));
            } else {
                // Blocks and the values inside them: not a product of symmetric groups, but put together of such.
                SymmetryFactors parts = new SymmetryFactors(pairs.pairCount());
                exchangeable.forEach(parts::addSymmetricOn);
                parts.addSymmetric(kind.toArray(int[][]::new));
                moved.addGenerated(parts.generators(), parts::order, parts.log10Order(), true);
            }
        }
    }

    /** The pairs of a block, those of one colour together, in an order that depends on colours only. */
    private int[] byColor(int block) {
        int[] values = new int[pairs.valueCount(block)];
        Arrays.setAll(values, x -> pairs.pair(block, x));
        IntArrays.mergeSort(values, (p, q) -> coloring.color(p) != coloring.color(q)
                ? Long.compare(coloring.color(p), coloring.color(q))
                : Long.compare(coloring.firstClass(p), coloring.firstClass(q)));
        return values;
    }

    /** The runs of two or more values of one colour. */
    private List<int[]> valuesOfOneColor(int[] sorted) {
        List<int[]> runs = new ArrayList<>();
        for (int from = 0, to = 0; from < sorted.length; from = to) {
            while (to < sorted.length && coloring.isAlike(sorted[to], sorted[from])) {
                to++;
            }
            if (to - from > 1) {
                runs.add(Arrays.copyOfRange(sorted, from, to));
            }
        }
        return runs;
    }

    /**
     * Searches the graph of some open blocks.
     *
     * @param all whether terms with no other open block are in the graph too; else the colours stand for them
     * @return whether colours stand for some term
     */
    private boolean addSearched(int[] blocks, boolean all, SymmetryFactors moved) {
        try {
            return blocks.length > 0 && search(blocks, all, moved);
        } catch (OutOfTimeException e) {
            limit = Optional.of(e.getMessage());
            return false;
        }
    }

    private boolean search(int[] blocks, boolean all, SymmetryFactors moved) {
        boolean byColors = false;
        List<BlockTable> terms = new ArrayList<>();
        for (int b : blocks) {
            model.time().check();
            for (BlockTerm term : model.around(b)) {
                int[] scope = term.table().blocks();
                if (!all && openCount(scope) == 1) {
                    byColors = true;
                } else if (firstOpen(scope) == b) {
                    terms.add(term.table());
                }
            }
        }
        List<BlockTable> masks = model.masks().stream().filter(table -> firstOpen(table.blocks()) >= 0).toList();
        List<BlockTable> rigid = model.rigid().stream().filter(table -> firstOpen(table.blocks()) >= 0).toList();
        List<Box> boxes = model.boxes().stream()
                .filter(box -> firstOpen(model.blocksOf(box.variables())) >= 0).toList();
        List<WideFormula> formulas = model.formulas().stream()
                .filter(formula -> firstOpen(model.blocksOf(formula.variables())) >= 0).toList();
        IntRBTreeSet touched = new IntRBTreeSet(blocks);
        List.of(terms, masks, rigid).forEach(tables -> tables.forEach(
                table -> touched.addAll(IntArrayList.wrap(table.blocks()))));
        boxes.forEach(box -> touched.addAll(IntArrayList.wrap(model.blocksOf(box.variables()))));
        formulas.forEach(formula -> touched.addAll(IntArrayList.wrap(model.blocksOf(formula.variables()))));
        int[] vertices = touched.toIntArray();
        BlockGraph graph = new BlockGraph(model, vertices, classes(vertices), options);
        graph.addTerms(terms);
        graph.addMasks(masks);
        graph.addRigid(rigid);
        graph.addBoxes(boxes);
        graph.addFormulas(formulas);
        Automorphisms found = Automorphisms.of(graph.graph(),
                options.search().orCancelledBy(model.time()::isOver));
        limit = found.limitReached().map(reached -> model.time().isOver() ? model.time().reason() : reached);
        moved.addGenerated(found.generators().stream().map(graph::onPairs).toList(), found::order,
                found.log10Order(), found.limitReached().isEmpty());
        return byColors;
    }

    /** The first open block of a scope, or −1. */
    private int firstOpen(int[] scope) {
        for (int b : scope) {
            if (!coloring.isFixed(b)) {
                return b;
            }
        }
        return -1;
    }

    /** Classes of the pairs of some blocks: those of fixed blocks all differ, others are by colour. */
    private int[] classes(int[] blocks) {
        Object2IntOpenHashMap<PairClass> known = new Object2IntOpenHashMap<>();
        IntArrayList result = new IntArrayList();
        int next = 0;
        for (int b : blocks) {
            for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                int own = next++;
                result.add(coloring.isFixed(b) ? own : known.computeIfAbsent(
                        new PairClass(coloring.firstClass(p), coloring.color(p)), key -> own));
            }
        }
        return result.toIntArray();
    }

    private record PairClass(long first, long color) { }
}
