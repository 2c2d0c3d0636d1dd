package org.orbifold.mcmc.chain;

import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** A model at another temperature: all log-weights times λ, and hard zeros made soft. */
final class HeatedModel {

    private HeatedModel() { }

    /**
     * The model with log-weights times λ. Its tables have the scopes of {@code model.factors()}, in the same order.
     *
     * @param model  the model
     * @param lambda 0 or more; at 1 and with infinite softness it is the model itself
     * @param zero   what a hard zero costs at λ = 1; infinite to keep it hard
     * @return the model at that temperature
     */
    static GraphicalModel of(GraphicalModel model, double lambda, double zero) {
        ModelBuilder builder = GraphicalModel.builder();
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        for (Table table : model.factors().tables()) {
            double[] logs = table.entries();
            for (int i = 0; i < logs.length; i++) {
                logs[i] = lambda * softened(logs[i], zero);
            }
            builder.table(table.scope(), logs);
        }
        for (WeightedFeature feature : model.factors().wide()) {
            double weight = Double.isInfinite(feature.weight()) ? Math.signum(feature.weight()) * lambda * zero
                    : lambda * feature.weight();
            builder.add(feature.withWeight(weight));
        }
        return builder.build();
    }

    /** A log-weight at λ = 1 where zeros are soft. */
    static double softened(double log, double zero) {
        return log == Double.NEGATIVE_INFINITY ? -zero : log;
    }
}
