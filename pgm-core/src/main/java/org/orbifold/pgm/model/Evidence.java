package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Map;

/** What has been observed: a value for some of the variables. Immutable. */
public final class Evidence {

    private static final Evidence NONE = new Evidence(new Int2IntLinkedOpenHashMap());

    private final Int2IntMap observed;

    private Evidence(Int2IntLinkedOpenHashMap observed) {
        observed.defaultReturnValue(-1);
        this.observed = observed;
    }

    /**
     * Returns the evidence that observes nothing.
     *
     * @return no evidence
     */
    public static Evidence none() {
        return NONE;
    }

    /**
     * Returns the evidence "variable = value".
     *
     * @param variable the variable's index
     * @param value    its value
     * @return the evidence
     */
    public static Evidence of(int variable, int value) {
        return NONE.and(variable, value);
    }

    /**
     * Returns evidence from a map.
     *
     * @param values values by variable index
     * @return the evidence
     */
    public static Evidence of(Map<Integer, Integer> values) {
        Int2IntLinkedOpenHashMap observed = new Int2IntLinkedOpenHashMap();
        values.forEach((variable, value) -> put(observed, variable, value));
        return new Evidence(observed);
    }

    /**
     * Returns this evidence with one more observation. For many, use {@link #of(Map)}.
     *
     * @param variable the variable's index
     * @param value    its value
     * @return the evidence
     * @throws IllegalArgumentException if the variable is observed already with another value
     */
    public Evidence and(int variable, int value) {
        Int2IntLinkedOpenHashMap more = new Int2IntLinkedOpenHashMap(observed);
        more.defaultReturnValue(-1);
        int before = put(more, variable, value);
        if (before != -1 && before != value) {
            throw new IllegalArgumentException(
                    "variable " + variable + " is observed twice, as " + before + " and as " + value);
        }
        return new Evidence(more);
    }

    private static int put(Int2IntLinkedOpenHashMap observed, int variable, int value) {
        if (variable < 0 || value < 0) {
            throw new IllegalArgumentException("evidence " + variable + " = " + value
                    + " is negative; expected a variable index and a value index");
        }
        return observed.put(variable, value);
    }

    /**
     * Returns the number of observed variables.
     *
     * @return the number
     */
    public int size() {
        return observed.size();
    }

    /**
     * Tells whether nothing is observed.
     *
     * @return whether nothing is
     */
    public boolean isEmpty() {
        return observed.isEmpty();
    }

    /**
     * Tells whether a variable is observed.
     *
     * @param variable the variable's index
     * @return whether it is
     */
    public boolean observes(int variable) {
        return observed.containsKey(variable);
    }

    /**
     * Returns the observed value of a variable.
     *
     * @param variable the variable's index
     * @return its value, or −1 if it is not observed
     */
    public int value(int variable) {
        return observed.get(variable);
    }

    /**
     * Returns the observed variables.
     *
     * @return a fresh array, ascending
     */
    public int[] variables() {
        int[] variables = observed.keySet().toIntArray();
        IntArrays.quickSort(variables);
        return variables;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Evidence that && observed.equals(that.observed);
    }

    @Override
    public int hashCode() {
        return observed.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int variable : variables()) {
            text.append(text.length() > 1 ? ", " : "").append(variable).append('=').append(value(variable));
        }
        return text.append('}').toString();
    }
}
