package org.orbifold.inference;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbifold.pgm.io.Json;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** A most probable state, or the best one found with what is proved about it. Immutable. */
public final class MapResult {

    /** A weight this close to the bound, relatively, is the largest. */
    private static final double TOLERANCE = 1e-9;

    private final GraphicalModel model;
    private final int[] state;
    private final double logWeight;
    private final double bound;
    private final Optional<BigInteger> images;
    private final List<String> routes;
    private final double seconds;

    MapResult(GraphicalModel model, int[] state, double logWeight, double bound, Optional<BigInteger> images,
            List<String> routes, double seconds) {
        this.model = model;
        this.state = state.clone();
        this.logWeight = logWeight;
        this.bound = bound;
        this.images = images;
        this.routes = List.copyOf(routes);
        this.seconds = seconds;
    }

    /**
     * The state.
     *
     * @return a value for each variable of the model, the observed ones included; a fresh array
     */
    public int[] state() {
        return state.clone();
    }

    /**
     * Its weight.
     *
     * @return the log-weight, with the evidence, not divided by Z; summed over auxiliary variables
     */
    public double logWeight() {
        return logWeight;
    }

    /**
     * What is proved about all states.
     *
     * @return a log-weight that none exceeds; that of the state where it was found exactly
     */
    public double logBound() {
        return bound;
    }

    /**
     * Whether no state is more probable.
     *
     * @return whether the bound is reached
     */
    public boolean isProved() {
        return isProved(logWeight, bound);
    }

    /** By how much log-weights may differ that count as equal. */
    static double tolerance(double logWeight) {
        return TOLERANCE * (1 + Math.abs(logWeight));
    }

    /** Whether a log-weight reaches a bound. */
    static boolean isProved(double logWeight, double bound) {
        return bound - logWeight <= tolerance(logWeight);
    }

    /**
     * How many states are as probable because symmetries of the model make them of this one, itself included.
     *
     * @return the size of its orbit under the variable-value symmetries; empty if they were not all found in time
     */
    public Optional<BigInteger> images() {
        return images;
    }

    /**
     * How it was found.
     *
     * @return a line for each stage and each part
     */
    public List<String> routes() {
        return routes;
    }

    /**
     * The state by names.
     *
     * @return a line {@code variable=value} for each variable that is not auxiliary, as {@code Evidence.of} reads them
     */
    public List<String> lines() {
        return StateText.lines(model, own(), ownValues());
    }

    private int[] own() {
        return model.ownVariables().stream().mapToInt(Variable::index).toArray();
    }

    private int[] ownValues() {
        return Arrays.stream(own()).map(v -> state[v]).toArray();
    }

    /**
     * The value of a variable, by names.
     *
     * @param variable the name of a variable
     * @return the label of its value
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable
     */
    public String value(String variable) {
        Variable named = model.variable(variable);
        return named.domain().label(state[named.index()]);
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
     * @return what is proved, the log-weight and its bound, the state by names, and how it was found
     */
    public String toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "map");
        all.put("proved", isProved());
        all.put("logWeight", logWeight);
        all.put("logBound", bound);
        all.put("symmetricStates", images.map(BigInteger::toString));
        all.put("seconds", seconds);
        all.put("routes", routes);
        all.put("state", StateText.map(model, own(), ownValues()));
        return Json.text(all);
    }

    @Override
    public String toString() {
        return StateText.describe("state", isProved(), logWeight, bound, seconds, lines());
    }
}
