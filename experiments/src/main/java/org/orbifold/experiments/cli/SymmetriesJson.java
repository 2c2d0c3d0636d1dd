package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.experiments.explore.GroupWords;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryKind;

/** Symmetries as JSON. */
final class SymmetriesJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SymmetriesJson() { }

    /** Describes groups; with all generators if they are asked for. */
    static ObjectNode of(String kind, List<BlockSymmetries> found, List<BigInteger> orders, boolean generators) {
        ObjectNode object = MAPPER.createObjectNode();
        object.put("kind", kind);
        ArrayNode list = object.putArray("partitions");
        for (int i = 0; i < found.size(); i++) {
            write(found.get(i), orders.get(i), generators, list.addObject());
        }
        return object;
    }

    private static void write(BlockSymmetries symmetries, BigInteger order, boolean generators, ObjectNode entry) {
        entry.put("blocks", symmetries.partition().blockCount());
        entry.put("order", order.toString());
        entry.put("group", GroupWords.product(symmetries,
                Budget.ofSeconds(GroupWords.USUAL_SECONDS)));
        entry.put("generators", symmetries.generators().size());
        entry.put("orbits", symmetries.orbits().count());
        entry.put("complete", symmetries.isComplete());
        entry.put("impossibleValues", impossible(symmetries));
        entry.put("unknownValues", symmetries.unknownValues());
        Map<SymmetryKind, Integer> kinds = new EnumMap<>(SymmetryKind.class);
        symmetries.generators().forEach(generator -> kinds.merge(symmetries.kindOf(generator), 1, Integer::sum));
        ObjectNode counts = entry.putObject("kinds");
        for (SymmetryKind kind : SymmetryKind.values()) {
            counts.put(name(kind), kinds.getOrDefault(kind, 0));
        }
        ArrayNode blocks = entry.putArray("blockVariables");
        for (Block block : symmetries.partition().blocks()) {
            if (block.size() > 1) {
                ArrayNode names = blocks.addArray();
                for (int v : block.variables()) {
                    names.add(symmetries.model().variable(v).name());
                }
            }
        }
        if (generators) {
            ArrayNode list = entry.putArray("generatorList");
            symmetries.generators().forEach(generator -> write(symmetries, generator, list.addObject()));
        }
    }

    /** How many block values are in no possible state, as far as was looked. */
    static long impossible(BlockSymmetries symmetries) {
        return IntStream.range(0, symmetries.pairs().pairCount()).filter(p -> !symmetries.isPossible(p)).count();
    }

    /** The name of a kind as the command line has it. */
    static String name(SymmetryKind kind) {
        return switch (kind) {
            case VARIABLE -> "variable";
            case VARIABLE_VALUE -> "vv";
            case BLOCK_VALUE -> "bv";
        };
    }

    private static void write(BlockSymmetries symmetries, Permutation generator, ObjectNode to) {
        to.put("kind", name(symmetries.kindOf(generator)));
        ArrayNode list = to.putArray("cycles");
        Cycles cycles = generator.cycles();
        for (int c = 0; c < cycles.count(); c++) {
            // Where impossible values go is of no interest.
            if (!symmetries.isPossible(cycles.point(c, 0))) {
                continue;
            }
            ArrayNode cycle = list.addArray();
            for (int i = 0; i < cycles.length(c); i++) {
                write(symmetries, cycles.point(c, i), cycle.addObject());
            }
        }
        to.put("text", symmetries.describeInFull(generator));
    }

    /** A block-value pair: the value of each variable of the block. */
    private static void write(BlockSymmetries symmetries, int pair, ObjectNode to) {
        Block block = symmetries.partition().block(symmetries.pairs().blockOf(pair));
        int rest = symmetries.pairs().valueOf(pair);
        String[] labels = new String[block.size()];
        for (int k = block.size() - 1; k >= 0; k--) {
            Variable variable = symmetries.model().variable(block.variable(k));
            labels[k] = variable.domain().label(rest % variable.size());
            rest /= variable.size();
        }
        for (int k = 0; k < labels.length; k++) {
            to.put(symmetries.model().variable(block.variable(k)).name(), labels[k]);
        }
    }

    /** States and their images, with log-weights. */
    static ObjectNode images(GraphicalModel model, String generator, List<int[]> states, List<int[]> images) {
        ObjectNode object = MAPPER.createObjectNode();
        object.put("generator", generator);
        ArrayNode list = object.putArray("states");
        for (int i = 0; i < states.size(); i++) {
            ObjectNode one = list.addObject();
            write(model, states.get(i), one.putObject("state"));
            write(model, images.get(i), one.putObject("image"));
            put(one, "logWeight", model.logWeight(states.get(i)));
            put(one, "imageLogWeight", model.logWeight(images.get(i)));
        }
        return object;
    }

    private static void write(GraphicalModel model, int[] state, ObjectNode to) {
        model.variables().forEach(v -> to.put(v.name(), v.domain().label(state[v.index()])));
    }

    /** An impossible state has no log-weight. */
    private static void put(ObjectNode to, String field, double logWeight) {
        if (Double.isInfinite(logWeight)) {
            to.putNull(field);
        } else {
            to.put(field, logWeight);
        }
    }
}
