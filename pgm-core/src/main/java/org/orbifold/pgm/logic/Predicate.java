package org.orbifold.pgm.logic;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A predicate: its name and the types of its arguments.
 *
 * @param name      its name
 * @param arguments its arguments
 */
public record Predicate(String name, List<Argument> arguments) {

    /**
     * An argument.
     *
     * @param type       the name of its type
     * @param exactlyOne whether it is declared {@code type!}: of the ground atoms that differ only in such arguments
     *                   exactly one is true
     */
    public record Argument(String type, boolean exactlyOne) {
        @Override
        public String toString() {
            return type + (exactlyOne ? "!" : "");
        }
    }

    /**
     * Copies the arguments.
     *
     * @param name      its name
     * @param arguments its arguments
     */
    public Predicate {
        arguments = List.copyOf(arguments);
    }

    /**
     * Returns the number of arguments.
     *
     * @return the number, possibly 0
     */
    public int arity() {
        return arguments.size();
    }

    /**
     * Tells whether the predicate is the value of a multi-valued variable: exactly one of its atoms is true for each
     * choice of the other arguments.
     *
     * @return whether some argument is declared with {@code !}
     */
    public boolean exactlyOne() {
        return arguments.stream().anyMatch(Argument::exactlyOne);
    }

    @Override
    public String toString() {
        return arguments.stream().map(Argument::toString).collect(Collectors.joining(",", name + "(", ")"));
    }
}
