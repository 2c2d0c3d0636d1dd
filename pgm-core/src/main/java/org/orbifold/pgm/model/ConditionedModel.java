package org.orbifold.pgm.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A model given evidence, and how its variables correspond to those of the original.
 *
 * <p>The free variables keep their order and names.
 */
public final class ConditionedModel {

    private final GraphicalModel original;
    private final Evidence evidence;
    private final GraphicalModel model;
    private final int[] toOriginal;
    private final int[] fromOriginal;
    /** Null if the features are the original's. */
    private final int @Nullable [] featureOrigins;

    ConditionedModel(GraphicalModel original, Evidence evidence, GraphicalModel model, int[] fromOriginal,
            int @Nullable [] featureOrigins) {
        this.original = original;
        this.evidence = evidence;
        this.model = model;
        this.fromOriginal = fromOriginal;
        this.featureOrigins = featureOrigins;
        this.toOriginal = new int[model.variableCount()];
        for (int v = 0; v < fromOriginal.length; v++) {
            if (fromOriginal[v] >= 0) {
                toOriginal[fromOriginal[v]] = v;
            }
        }
    }

    /**
     * Returns the model that was conditioned.
     *
     * @return the original model
     */
    public GraphicalModel original() {
        return original;
    }

    /**
     * Returns the evidence.
     *
     * @return the evidence, in terms of the original model
     */
    public Evidence evidence() {
        return evidence;
    }

    /**
     * Returns the model over the free variables.
     *
     * @return the conditioned model
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * Returns the original index of a free variable.
     *
     * @param variable an index in the conditioned model
     * @return its index in the original model
     */
    public int toOriginal(int variable) {
        return toOriginal[model.variable(variable).index()];
    }

    /**
     * Returns the index of an original variable in the conditioned model.
     *
     * @param variable an index in the original model
     * @return its index in the conditioned model, or −1 if it is observed
     */
    public int fromOriginal(int variable) {
        return fromOriginal[original.variable(variable).index()];
    }

    /**
     * Returns what a feature of the conditioned model was before the evidence was put in.
     *
     * @param feature the feature's place in the conditioned model
     * @return the feature of the original model
     */
    public Feature originalFeature(int feature) {
        int origin = featureOrigins == null ? feature : featureOrigins[feature];
        // Negative for soft evidence on a variable.
        return origin >= 0 ? original.features().get(origin)
                : Conditioning.table(original, -1 - origin, evidence.logLikelihoods().get(-1 - origin));
    }

    /**
     * Returns the original model's state that agrees with the evidence and a state of the free variables.
     *
     * @param free a state of the conditioned model
     * @return a fresh state of the original model
     */
    public int[] expand(int[] free) {
        int[] state = new int[fromOriginal.length];
        Arrays.setAll(state, v -> fromOriginal[v] < 0 ? evidence.value(v) : free[fromOriginal[v]]);
        return state;
    }
}
