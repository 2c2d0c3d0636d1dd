package org.orbifold.pgm.model;

import java.util.Arrays;

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

    ConditionedModel(GraphicalModel original, Evidence evidence, GraphicalModel model, int[] fromOriginal) {
        this.original = original;
        this.evidence = evidence;
        this.model = model;
        this.fromOriginal = fromOriginal;
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
        return toOriginal[variable];
    }

    /**
     * Returns the index of an original variable in the conditioned model.
     *
     * @param variable an index in the original model
     * @return its index in the conditioned model, or −1 if it is observed
     */
    public int fromOriginal(int variable) {
        return fromOriginal[variable];
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
