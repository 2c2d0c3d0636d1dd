package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.run.ChainParts;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/** The components that are sampled, as one model; what hangs on it by narrow parts is summed out if that is wanted. */
final class SampledPart {

    /** Tables of the fringe have at most so many entries: the core's tables stay small enough for fast chains. */
    private static final int NARROW = 1 << 4;

    private final List<GraphicalModel> components;
    private final GraphicalModel model;
    private final IntArrayList componentOf = new IntArrayList();
    private final IntArrayList variableOf = new IntArrayList();
    private final @Nullable NarrowElimination fringe;

    /**
     * Joins components.
     *
     * @param components all components
     * @param chosen     which of them are sampled, at least one
     * @param narrow     whether to sum out what is narrow
     */
    SampledPart(List<GraphicalModel> components, int[] chosen, boolean narrow) {
        this.components = components;
        for (int c : chosen) {
            for (int v = 0; v < components.get(c).variableCount(); v++) {
                componentOf.add(c);
                variableOf.add(v);
            }
        }
        this.model = chosen.length == 1 ? components.get(chosen[0]) : union(chosen);
        NarrowElimination found = narrow ? NarrowElimination.of(model, NARROW, Budget.unlimited()) : null;
        this.fringe = found == null || found.core().variableCount() == model.variableCount() ? null : found;
    }

    private GraphicalModel union(int[] chosen) {
        ModelBuilder builder = GraphicalModel.builder();
        for (int c : chosen) {
            GraphicalModel part = components.get(c);
            int first = builder.variableCount();
            part.variables().forEach(v -> builder.variable(v.name(), v.domain()));
            for (Feature feature : part.features()) {
                if (feature instanceof Table table) {
                    int[] scope = table.scope();
                    for (int k = 0; k < scope.length; k++) {
                        scope[k] += first;
                    }
                    builder.table(scope, table.entries());
                } else {
                    builder.add(((WeightedFeature) feature).renumbered(v -> v + first));
                }
            }
            builder.constant(part.constant());
        }
        return builder.build();
    }

    /** The variables whose marginals are estimated. */
    GraphicalModel model() {
        return model;
    }

    /** The variables that chains draw. */
    GraphicalModel core() {
        return fringe == null ? model : fringe.core();
    }

    /** Whether nothing is left for chains. */
    boolean isSummedOut() {
        return core().variableCount() == 0;
    }

    /** The marginals of what is summed out wholly: then separators have no variables, and one state each. */
    Marginals marginals() {
        NarrowElimination all = Objects.requireNonNull(fringe);
        return all.marginals(Marginals.of(new double[0][]), all.separators().stream().map(s -> new double[] {1})
                .toList());
    }

    int componentOf(int variable) {
        return componentOf.getInt(variable);
    }

    int variableOf(int variable) {
        return variableOf.getInt(variable);
    }

    /** Chains and estimators on the core made such that they estimate all variables. */
    ChainParts parts(PreparedInference ofCore) {
        return fringe == null ? ofCore : new WithFringe(ofCore, fringe, model);
    }

    /** A class of its own, so that it goes to other machines without the components. */
    private record WithFringe(PreparedInference ofCore, NarrowElimination fringe, GraphicalModel whole)
            implements ChainParts {

        @Override
        public MarkovChain chain() {
            return ofCore.chain();
        }

        @Override
        public Estimator estimator() {
            return Estimator.withFringe(fringe, ofCore.estimator());
        }

        @Override
        public GraphicalModel estimated(GraphicalModel sampled) {
            return whole;
        }

        @Override
        public String description() {
            return ofCore.description() + "; " + (whole.variableCount() - fringe.core().variableCount())
                    + " variables summed out";
        }
    }

    /** A state of the model: what was summed out is drawn given the core. */
    int[] complete(int[] ofCore, RandomGenerator random) {
        return fringe == null ? ofCore.clone() : fringe.complete(ofCore, random);
    }

    private int summedOut() {
        return model.variableCount() - core().variableCount();
    }

    @Override
    public String toString() {
        return isSummedOut() ? "summed out one by one" : "Markov chains" + (fringe == null ? ""
                : String.format(" on a core of %d; %d are summed out exactly", core().variableCount(), summedOut()));
    }
}
