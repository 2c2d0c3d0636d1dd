package org.orbifold.inference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.pgm.io.Json;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The most probable joint value of some variables, the others summed out (marginal MAP), or the best one found with
 * what is proved about it. Immutable.
 */
public final class MarginalMapResult {

    private final GraphicalModel model;
    private final int[] variables;
    private final int[] values;
    private final double logWeight;
    private final double bound;
    private final List<String> routes;
    private final double seconds;

    MarginalMapResult(GraphicalModel model, int[] variables, int[] values, double logWeight, double bound,
            List<String> routes, double seconds) {
        this.model = model;
        this.variables = variables.clone();
        this.values = values.clone();
        this.logWeight = logWeight;
        this.bound = bound;
        this.routes = List.copyOf(routes);
        this.seconds = seconds;
    }

    /**
     * The maximised variables.
     *
     * @return their numbers, as they were asked for; a fresh array
     */
    public int[] variables() {
        return variables.clone();
    }

    /**
     * Their values.
     *
     * @return a value for each of them, that of the evidence if it is observed; a fresh array
     */
    public int[] values() {
        return values.clone();
    }

    /**
     * The weight of these values: the sum over all states of the model with them.
     *
     * @return its logarithm, with the evidence, not divided by Z; computed exactly, so at most the largest one
     */
    public double logWeight() {
        return logWeight;
    }

    /**
     * What is proved about all values.
     *
     * @return a log-weight that none exceeds
     */
    public double logBound() {
        return bound;
    }

    /**
     * Whether no values are more probable.
     *
     * @return whether the bound is reached
     */
    public boolean isProved() {
        return MapResult.isProved(logWeight, bound);
    }

    /**
     * How they were found.
     *
     * @return a line for each stage
     */
    public List<String> routes() {
        return routes;
    }

    /**
     * The values by names.
     *
     * @return a line {@code variable=value} for each maximised variable, as {@code Evidence.of} reads them
     */
    public List<String> lines() {
        return StateText.lines(model, variables, values);
    }

    /**
     * The value of a variable, by names.
     *
     * @param variable the name of a variable that was maximised
     * @return the label of its value
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable; or if it was
     *                                  summed out
     */
    public String value(String variable) {
        int index = model.variable(variable).index();
        for (int i = 0; i < variables.length; i++) {
            if (variables[i] == index) {
                return model.variable(index).domain().label(values[i]);
            }
        }
        throw new IllegalArgumentException("variable '" + variable + "' was summed out; expected one of those that "
                + "were maximised");
    }

    /**
     * How long it took.
     *
     * @return seconds, planning included
     */
    public double seconds() {
        return seconds;
    }

    /**
     * This result as JSON, on one line; the schema is docs/schema/map.json.
     *
     * @return what is proved, the log-weight and its bound, the values by names, and how they were found
     */
    public String toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "marginal-map");
        all.put("proved", isProved());
        all.put("logWeight", logWeight);
        all.put("logBound", bound);
        all.put("seconds", seconds);
        all.put("routes", routes);
        all.put("state", StateText.map(model, variables, values));
        return Json.text(all);
    }

    @Override
    public String toString() {
        return StateText.describe("joint value", isProved(), logWeight, bound, seconds, lines());
    }
}
