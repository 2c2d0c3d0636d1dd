package org.orbifold.experiments.domain;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * A model to be sampled, with its truth.
 *
 * @param name  a short name for files
 * @param title what people read
 * @param spec  everything the model depends on, in one line; equal lines mean equal models
 * @param model the model, evidence already put in
 * @param kinds the kind of each variable, such as TakesML
 * @param truth the true marginals
 */
public record Problem(String name, String title, String spec, GraphicalModel model, List<String> kinds, Truth truth) {

    /**
     * A problem.
     *
     * @param name  a short name for files
     * @param title what people read
     * @param spec  everything the model depends on, in one line
     * @param model the model
     * @param kinds the kind of each variable
     * @param truth the true marginals
     * @throws IllegalArgumentException if kinds or truth do not fit the model
     */
    public Problem {
        kinds = List.copyOf(kinds);
        if (kinds.size() != model.variableCount() || truth.marginals().variableCount() != model.variableCount()) {
            throw new IllegalArgumentException("the model has " + model.variableCount() + " variables, but "
                    + kinds.size() + " kinds and " + truth.marginals().variableCount() + " marginals are given");
        }
    }

    /**
     * The kinds of variables, each once, in order of appearance.
     *
     * @return at least one kind unless there are no variables
     */
    public List<String> kindNames() {
        return kinds.stream().distinct().toList();
    }

    /**
     * The kinds of a model whose variables are named like {@code Kind(arguments)}.
     *
     * @param model the model
     * @return the kind of each variable; {@code all} for other names
     */
    public static List<String> kindsOf(GraphicalModel model) {
        String[] kinds = new String[model.variableCount()];
        for (int v = 0; v < kinds.length; v++) {
            String name = model.variable(v).name();
            int open = name.indexOf('(');
            kinds[v] = open < 0 ? "all" : name.substring(0, open);
        }
        return Arrays.asList(kinds);
    }

    /** A problem whose truth a contraction tree finds. */
    static Problem byContraction(String name, String title, String spec, GraphicalModel model) {
        return new Problem(name, title, spec, model, kindsOf(model),
                Truth.exact(ContractionPlan.solve(model).marginals(), "exact, contraction tree"));
    }
}
