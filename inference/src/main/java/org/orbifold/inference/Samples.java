package org.orbifold.inference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orbifold.pgm.io.Json;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** States drawn from a model. Immutable. */
public final class Samples {

    /** States that a text shows. */
    private static final int SHOWN = 20;

    private final GraphicalModel model;
    private final List<int[]> states;
    private final boolean exact;
    private final double dependence;
    private final List<String> routes;

    Samples(GraphicalModel model, List<int[]> states, boolean exact, double dependence, List<String> routes) {
        this.model = model;
        this.states = List.copyOf(states);
        this.exact = exact;
        this.dependence = dependence;
        this.routes = List.copyOf(routes);
    }

    /**
     * The states.
     *
     * @return values of all variables of the model, the observed ones included; fresh arrays
     */
    public List<int[]> states() {
        return states.stream().map(int[]::clone).toList();
    }

    /**
     * The number of states.
     *
     * @return how many were drawn; fewer than asked for if the time ended
     */
    public int size() {
        return states.size();
    }

    /**
     * A state by indices.
     *
     * @param index the number of a state, from 0
     * @return values of all variables of the model; a fresh array
     */
    public int[] state(int index) {
        return states.get(checked(index)).clone();
    }

    /**
     * A state by names.
     *
     * @param index the number of a state, from 0
     * @return the label of each variable's value, by the variables' indices
     */
    public List<String> labels(int index) {
        int[] state = states.get(checked(index));
        return model.ownVariables().stream().map(v -> v.domain().label(state[v.index()])).toList();
    }

    private int checked(int index) {
        if (index < 0 || index >= states.size()) {
            throw new IndexOutOfBoundsException("state " + index + " of " + states.size() + "; expected 0 to "
                    + (states.size() - 1));
        }
        return index;
    }

    /**
     * Whether they are independent draws from the model's distribution itself.
     *
     * @return false if they come from chains
     */
    public boolean isExact() {
        return exact;
    }

    /**
     * The number of samples of a chain that are worth one independent sample, about.
     *
     * @return the measured autocorrelation time in samples, about 1 where there was time to thin; 0 if they are exact,
     *         infinite if there was no time to measure it
     */
    public double autocorrelation() {
        return dependence;
    }

    /**
     * How they were drawn.
     *
     * @return a line for each stage and each part
     */
    public List<String> routes() {
        return routes;
    }

    /**
     * These states as JSON, on one line; the schema is docs/schema/samples.json.
     *
     * @return whether they are exact, how they were drawn, and the states by labels
     */
    public String toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "samples");
        all.put("exact", exact);
        all.put("autocorrelation", dependence);
        all.put("routes", routes);
        all.put("variables", model.ownVariables().stream().map(Variable::name).toList());
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            rows.add(labels(i));
        }
        all.put("states", rows);
        return Json.text(all);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(states.size()).append(exact ? " independent exact draws"
                : String.format(Locale.ROOT, " states from chains, autocorrelation time %.1f samples", dependence))
                .append('\n').append(String.join(",", model.ownVariables().stream().map(Variable::name).toList()));
        for (int i = 0; i < Math.min(states.size(), SHOWN); i++) {
            text.append('\n').append(String.join(",", labels(i)));
        }
        return text.append(states.size() > SHOWN ? "\n…" : "").toString();
    }
}
