package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/** One kind of symmetry, with one partition, as the page shows it. */
final class SymmetryView {

    private static final int LISTED_GENERATORS = 60;
    /** Of a large model, where each is tried on states of many variables. */
    private static final int LISTED_OF_LARGE = 24;
    /** Number of states of the run that are tried to find one that a generator moves. */
    private static final int TRIED_STATES = 12;
    /** Largest number of moved pairs, over all listed generators, on the page. */
    private static final int MOST_MOVED = 40_000;
    private static final int LISTED_CHANGES = 12;

    private final String id;
    private final String title;
    private final BlockSymmetries symmetries;
    private final BlockClasses classes;

    SymmetryView(String id, String title, BlockSymmetries symmetries) {
        this.id = id;
        this.title = title;
        this.symmetries = symmetries;
        this.classes = new BlockClasses(symmetries);
    }

    BlockSymmetries symmetries() {
        return symmetries;
    }

    BlockClasses classes() {
        return classes;
    }

    /** Writes the description of the group. */
    void writeWords(ObjectNode to, double score, String sees) {
        to.put("id", id);
        to.put("title", title);
        to.put("score", Math.round(score * 100) / 100.0);
        to.put("product", GroupWords.product(symmetries));
        to.put("words", GroupWords.sentence(symmetries));
        to.put("log10", symmetries.log10Order());
        symmetries.limitReached().ifPresent(limit -> to.put("limit", limit));
        to.put("sees", sees);
        to.put("blockCount", symmetries.partition().blockCount());
        to.put("generatorCount", symmetries.generators().size());
        ArrayNode list = to.putArray("classes");
        List<List<Integer>> members = classes.members();
        for (int c = 0; c < members.size(); c++) {
            if (!members.get(c).isEmpty()) {
                ObjectNode one = list.addObject();
                int first = members.get(c).get(0);
                one.put("c", c);
                one.put("type", classes.type(first).name().toLowerCase(Locale.ROOT));
                one.put("blocks", members.get(c).size());
                one.put("kind", classes.kind(first));
                one.put("orbits", members.get(c).stream().map(classes.orbits()::orbitOf).distinct().count());
                one.put("large", symmetries.partition().block(first).size() > 1);
            }
        }
    }

    /** Writes which block each variable is in, and the blocks' classes and orbits. */
    void writeBlocks(ObjectNode to, IntUnaryOperator row) {
        ArrayNode blocks = to.putArray("blocks");
        ArrayNode classOf = to.putArray("classOf");
        ArrayNode orbitOf = to.putArray("orbitOf");
        for (int b = 0; b < symmetries.partition().blockCount(); b++) {
            ArrayNode rows = blocks.addArray();
            for (int v : symmetries.partition().block(b).variables()) {
                rows.add(row.applyAsInt(v));
            }
            classOf.add(classes.classOf(b));
            orbitOf.add(classes.orbits().size(classes.orbits().orbitOf(b)));
        }
    }

    /**
     * Writes generators, with a state of the run that each moves, and its log-weight before and after; what they move
     * in the quotient, or all of it if there is none.
     */
    void writeGenerators(ObjectNode to, RecordedRun run, @Nullable Quotient quotient) {
        boolean whole = quotient == null;
        ArrayNode list = to.putArray("generators");
        int moved = 0;
        for (Permutation generator : symmetries.generators()) {
            moved += generator.supportSize();
            if (list.size() == (whole ? LISTED_GENERATORS : LISTED_OF_LARGE) || list.size() > 0 && moved > MOST_MOVED) {
                break;
            }
            ObjectNode one = list.addObject();
            one.put("t", symmetries.describe(generator));
            one.put("k", symmetries.kindOf(generator).ordinal());
            if (quotient == null) {
                ArrayNode map = one.putArray("m");
                generator.forEachMoved((from, image) -> map.add(from).add(image));
            } else {
                ArrayNode nodes = one.putArray("n");
                Arrays.stream(generator.support()).map(symmetries.pairs()::blockOf).map(quotient::nodeOf).distinct()
                        .sorted().forEach(nodes::add);
            }
            demonstrate(generator, run, one);
        }
    }

    private void demonstrate(Permutation generator, RecordedRun run, ObjectNode to) {
        for (int s = 0; s < Math.min(TRIED_STATES, run.steps().size()); s++) {
            RecordedRun.Step step = run.steps().get(s);
            int[] image = symmetries.apply(generator, step.state());
            if (!Arrays.equals(image, step.state())) {
                to.put("s", s);
                to.put("w", step.logWeight());
                to.put("v", symmetries.model().logWeight(image));
                writeChanges(generator, step.state(), image, to.putArray("d"));
                return;
            }
        }
    }

    /** Some of the blocks that change: their values before and after. */
    private void writeChanges(Permutation generator, int[] before, int[] after, ArrayNode to) {
        BlockValuePairs pairs = symmetries.pairs();
        int last = -1;
        for (int pair : generator.support()) {
            int b = pairs.blockOf(pair);
            Block block = symmetries.partition().block(b);
            int x = block.value(symmetries.model(), before);
            int y = block.value(symmetries.model(), after);
            if (b != last && x != y && to.size() < LISTED_CHANGES) {
                to.addArray().add(symmetries.describePair(pairs.firstPair(b) + x))
                        .add(symmetries.describePair(pairs.firstPair(b) + y));
            }
            last = b;
        }
    }
}
