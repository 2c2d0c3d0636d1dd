package org.orbifold.experiments.domain;

import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** What evidence does to a model. */
public enum EvidenceWay {

    /** The observed variables get their values: the model of the others given these. */
    CONDITION,

    /**
     * As the paper's release does: the observed variables go, with every clause that touches one; values play no role.
     */
    RELEASE;

    /**
     * Observes a share of some variables, chosen without repetition, with fair random values.
     *
     * @param model      the model
     * @param candidates the variables that may be observed
     * @param share      which share of them, from 0 to 1
     * @param random     the source of randomness
     * @return the evidence
     * @throws IllegalArgumentException if the share is out of range
     */
    static Evidence draw(GraphicalModel model, int[] candidates, double share, RandomGenerator random) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of evidence is " + share + "; expected 0 to 1");
        }
        int[] order = candidates.clone();
        int count = (int) Math.round(share * order.length);
        Map<Integer, Integer> values = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            int j = i + random.nextInt(order.length - i);
            int chosen = order[j];
            order[j] = order[i];
            order[i] = chosen;
            values.put(chosen, random.nextInt(model.size(chosen)));
        }
        return Evidence.of(values);
    }

    /** The model that is left; its variables keep their names and order. */
    GraphicalModel apply(GraphicalModel model, Evidence evidence) {
        if (this == CONDITION) {
            ConditionedModel conditioned = model.condition(evidence);
            return conditioned.model();
        }
        // Conditioning on a model without the touched clauses leaves exactly the untouched ones.
        ModelBuilder rest = GraphicalModel.builder();
        model.variables().forEach(v -> rest.variable(v.name(), v.domain()));
        for (Feature feature : model.features()) {
            boolean touched = false;
            for (int v : feature.scope()) {
                touched |= evidence.observes(v);
            }
            if (!touched) {
                rest.add(feature);
            }
        }
        return rest.build().condition(evidence).model();
    }
}
