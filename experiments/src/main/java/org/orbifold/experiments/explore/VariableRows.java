package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Variable;

/** The variables of the page: name, domain, marginal, error, route and evidence. */
final class VariableRows {

    private static final double DIGITS = 1e6;

    private final ConditionedModel given;
    private final Answers answers;

    VariableRows(ConditionedModel given, Answers answers) {
        this.given = given;
        this.answers = answers;
    }

    void write(ObjectNode to, int[] shown) {
        Map<List<String>, Integer> domains = new LinkedHashMap<>();
        ArrayNode list = to.putArray("variables");
        for (int v : shown) {
            Variable variable = given.original().variable(v);
            ObjectNode one = list.addObject();
            one.put("n", variable.name());
            List<String> labels = labels(variable.domain());
            one.put("d", domains.computeIfAbsent(labels, key -> domains.size()));
            ArrayNode p = one.putArray("p");
            double error = 0;
            for (int x = 0; x < variable.size(); x++) {
                p.add(Math.round(answers.marginals().probability(v, x) * DIGITS) / DIGITS);
                error = Math.max(error, answers.standardError(v, x));
            }
            if (Double.isNaN(error)) {
                one.putNull("e");
            } else {
                one.put("e", Float.parseFloat(String.format(java.util.Locale.ROOT, "%.2g", error)));
            }
            if (given.evidence().observes(v)) {
                one.put("o", given.evidence().value(v));
                one.put("r", "observed");
            } else {
                one.put("r", answers.route(v));
            }
        }
        ArrayNode names = to.putArray("domains");
        domains.keySet().forEach(labels -> {
            ArrayNode domain = names.addArray();
            labels.forEach(domain::add);
        });
    }

    private static List<String> labels(Domain domain) {
        return IntStream.range(0, domain.size()).mapToObj(domain::label).toList();
    }
}
