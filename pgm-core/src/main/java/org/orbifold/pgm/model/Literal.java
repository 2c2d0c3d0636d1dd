package org.orbifold.pgm.model;

import java.util.function.Function;

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

    /** Reads NAME=VALUE, with spaces around both ignored; the last '=' counts. */
    static Literal parse(String text, Function<String, Variable> named) {
        int equals = text == null ? -1 : text.lastIndexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException(NearestNames.quoted(text) + " is not a literal; expected NAME=VALUE");
        }
        Variable variable = named.apply(text.substring(0, equals).strip());
        String label = text.substring(equals + 1).strip();
        return new Literal(variable.index(), variable.value(label));
    }

    @Override
    public String toString() {
        return "x" + variable + "=" + value;
    }
}
