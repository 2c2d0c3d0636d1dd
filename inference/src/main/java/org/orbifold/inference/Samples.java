package org.orbifold.inference;

import java.util.List;

/** States drawn from a model. Immutable. */
public final class Samples {

    private final List<int[]> states;
    private final boolean exact;
    private final double dependence;
    private final List<String> lines;

    Samples(List<int[]> states, boolean exact, double dependence, List<String> lines) {
        this.states = List.copyOf(states);
        this.exact = exact;
        this.dependence = dependence;
        this.lines = List.copyOf(lines);
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
    public List<String> lines() {
        return lines;
    }
}
