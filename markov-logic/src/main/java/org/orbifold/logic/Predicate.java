package org.orbifold.logic;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A predicate: its name and the types of its arguments. A function is a predicate too: its last argument is the value,
 * of which there is exactly one.
 *
 * @param name      its name
 * @param arguments its arguments
 * @param function  whether it is a function, written {@code VALUE = NAME(ARGUMENTS)}
 */
public record Predicate(String name, List<Argument> arguments, boolean function) {

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
     * @param function  whether it is a function
     */
    public Predicate {
        arguments = List.copyOf(arguments);
    }

    /**
     * Makes a predicate that is no function.
     *
     * @param name      its name
     * @param arguments its arguments
     */
    public Predicate(String name, List<Argument> arguments) {
        this(name, arguments, false);
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
     * Returns whether the predicate is the value of a multi-valued variable: exactly one of its atoms is true for each
     * choice of the other arguments.
     *
     * @return whether some argument is declared with {@code !}
     */
    public boolean exactlyOne() {
        return arguments.stream().anyMatch(Argument::exactlyOne);
    }

    /** The type of a function's value. */
    String resultType() {
        return arguments.get(arguments.size() - 1).type();
    }

    /** How many arguments are written in brackets: a function's value is not. */
    int written() {
        return function ? arity() - 1 : arity();
    }

    /** The declaration as a file would have it. */
    @Override
    public String toString() {
        return (function ? resultType() + " " : "") + arguments.subList(0, written()).stream().map(Argument::toString)
                .collect(Collectors.joining(",", name + "(", ")"));
    }
}
