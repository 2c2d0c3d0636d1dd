package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.chain.ChainPlan;
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
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;

/** The components that are sampled, as one model; low-width subtrees are optionally eliminated. */
final class SampledPart {

    /** Entries of the tables of eliminated variables, at most: the core's tables stay small enough for fast chains. */
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
     * @param options    with {@link Route#SAMPLE} no variable is eliminated
     * @param budget     the time for eliminating
     */
    SampledPart(List<GraphicalModel> components, int[] chosen, InferenceOptions options, Budget budget) {
        this.components = components;
        for (int c : chosen) {
            for (int v = 0; v < components.get(c).variableCount(); v++) {
                componentOf.add(c);
                variableOf.add(v);
            }
        }
        this.model = chosen.length == 1 ? components.get(chosen[0]) : union(chosen);
        NarrowElimination found = options.route() == Route.SAMPLE ? null : NarrowElimination.of(model, NARROW, budget);
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

    /** The core's variables on which the eliminated ones depend jointly. */
    List<int[]> joints() {
        return fringe == null ? List.of() : fringe.separators().stream().filter(scope -> scope.length > 1).toList();
    }

    /** Whether nothing is left for chains. */
    boolean isSummedOut() {
        return core().variableCount() == 0;
    }

    /** The marginals of a part that is eliminated entirely: its separators are empty and have one state each. */
    Marginals marginals() {
        NarrowElimination all = Objects.requireNonNull(fringe);
        return all.marginals(Marginals.of(new double[0][]), all.separators().stream().map(s -> new double[] {1})
                .toList());
    }

    /**
     * The options for chains on the core, whose variables are numbered otherwise than those of the model that was asked
     * about.
     *
     * @throws IllegalArgumentException if partitions were given that are not of that model
     */
    InferenceOptions ofCore(InferenceOptions options, Simplification simplification) {
        if (!(options.partitions() instanceof Partitions.Given given)) {
            return options;
        }
        given.check(simplification.given().original());
        int[] originals = IntStream.range(0, core().variableCount()).map(this::ofCore)
                .map(v -> simplification.toOriginal(componentOf(v), variableOf(v))).toArray();
        return options.withPartitions(given.list().stream().map(one -> one.restrictedTo(originals)).toList());
    }

    /** The variable of {@link #model()} that a variable of the core is. */
    int ofCore(int variable) {
        return fringe == null ? variable : fringe.toOriginal(variable);
    }

    int componentOf(int variable) {
        return componentOf.getInt(variable);
    }

    int variableOf(int variable) {
        return variableOf.getInt(variable);
    }

    /** Chains on the core with estimators of all variables. */
    ChainParts parts(ChainPlan ofCore) {
        return fringe == null ? ofCore : new WithEliminated(ofCore, fringe, model);
    }

    /** A class of its own, so that it goes to other machines without the components. */
    private record WithEliminated(ChainPlan ofCore, NarrowElimination eliminated, GraphicalModel whole)
            implements ChainParts {

        @Override
        public MarkovChain chain() {
            return ofCore.chain();
        }

        @Override
        public Estimator estimator() {
            return ofCore.estimator(eliminated);
        }

        @Override
        public GraphicalModel estimated(GraphicalModel sampled) {
            return whole;
        }

        @Override
        public String description() {
            return ofCore.description() + "; " + (whole.variableCount() - eliminated.core().variableCount())
                    + " variables eliminated";
        }
    }

    /** A state of the model: eliminated variables are drawn given the core. */
    int[] complete(int[] ofCore, RandomGenerator random) {
        return fringe == null ? ofCore.clone() : fringe.complete(ofCore, random);
    }

    @Override
    public String toString() {
        return isSummedOut() ? "eliminated one by one" : "Markov chains" + (fringe == null ? ""
                : String.format(" on a core of %d; %d are eliminated exactly", core().variableCount(),
                        model.variableCount() - core().variableCount()));
    }
}
