package org.orbifold.pgm.model;

/**
 * The statement "variable = value".
 *
 * @param variable the variable's index
 * @param value    the value's index
 */
public record Literal(int variable, int value) {

    /**
     * Returns the literal "variable = value".
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return the literal
     */
    public static Literal of(int variable, int value) {
        return new Literal(variable, value);
    }

    @Override
    public String toString() {
        return "x" + variable + "=" + value;
    }
}
