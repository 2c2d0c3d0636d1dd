package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** The factors of the page; equal tables are there once, so that the page can weigh states by itself. */
final class FactorTables {

    /** Tables with more entries in all are left out: then the page does not weigh. */
    private static final int MOST_ENTRIES = 60_000;

    static void write(ObjectNode to, GraphicalModel model, IntUnaryOperator row) {
        Map<List<Double>, Integer> tables = new LinkedHashMap<>();
        ArrayNode factors = to.putArray("factors");
        long entries = 0;
        boolean weighs = model.factors().wide().isEmpty();
        for (Table table : model.factors().tables()) {
            ObjectNode one = factors.addObject();
            scope(one, table.scope(), row);
            List<Double> content = Arrays.stream(table.entries()).boxed().toList();
            entries += tables.containsKey(content) ? 0 : content.size();
            if (entries <= MOST_ENTRIES) {
                one.put("t", tables.computeIfAbsent(content, key -> tables.size()));
            } else {
                weighs = false;
            }
        }
        for (WeightedFeature wide : model.factors().wide()) {
            scope(factors.addObject(), wide.scope(), row);
        }
        if (weighs) {
            to.put("constant", model.factors().constant());
            ArrayNode all = to.putArray("tables");
            tables.keySet().forEach(content -> {
                ArrayNode values = all.addArray();
                // JSON has no infinity: null stands for a hard zero.
                content.forEach(value -> values.add(Double.isFinite(value) ? value : null));
            });
        }
    }

    private static void scope(ObjectNode to, int[] scope, IntUnaryOperator row) {
        ArrayNode variables = to.putArray("s");
        Arrays.stream(scope).map(row).forEach(variables::add);
    }

    private FactorTables() { }
}
