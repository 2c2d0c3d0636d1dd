package org.orbifold.inference;

import java.math.BigInteger;
import java.util.Optional;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * How many states the symmetries of a model make of one. The orbit of a state under a group G has |G| / |Stab| members,
 * and the stabiliser is the symmetry group of the model in which the state is marked: a weight of its own for every
 * variable that has its value there. So both orders come from the same search.
 */
final class StateImages {

    /** A weight that no model has and no sum of others makes. */
    private static final double MARK = 0.763_927_114_053_281_9;

    private StateImages() { }

    /**
     * Counts the images under variable-value symmetries.
     *
     * @param model   a model
     * @param state   a state
     * @param options of the search
     * @return the orbit's size; empty if the search was not complete
     */
    static Optional<BigInteger> count(GraphicalModel model, int[] state, SymmetryOptions options) {
        BlockSymmetries all = SymmetryFinder.of(model, options).variableValue();
        if (!all.isComplete()) {
            return Optional.empty();
        }
        if (all.isTrivial()) {
            return Optional.of(BigInteger.ONE);
        }
        BlockSymmetries kept = SymmetryFinder.of(marked(model, state), options).variableValue();
        if (!kept.isComplete()) {
            return Optional.empty();
        }
        BigInteger[] orbit = all.order().divideAndRemainder(kept.order());
        if (orbit[1].signum() != 0) {
            throw new IllegalStateException("the order " + kept.order() + " of a state's stabiliser does not divide "
                    + all.order());
        }
        return Optional.of(orbit[0]);
    }

    private static GraphicalModel marked(GraphicalModel model, int[] state) {
        ModelBuilder builder = GraphicalModel.builder().constant(model.constant());
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        model.features().forEach(builder::add);
        for (int v = 0; v < state.length; v++) {
            double[] mark = new double[model.size(v)];
            mark[state[v]] = MARK;
            builder.table(new int[] {v}, mark);
        }
        return builder.build();
    }
}
