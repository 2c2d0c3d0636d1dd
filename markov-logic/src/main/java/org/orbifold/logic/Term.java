package org.orbifold.logic;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** An argument of a predicate: a variable, a constant or the value of a function. */
public sealed interface Term {

    /**
     * A variable.
     *
     * @param name        its name, which begins with a lower-case letter
     * @param perConstant whether it is written {@code +x}: each constant in its place makes a formula with a weight
     *                    of its own
     */
    record Variable(String name, boolean perConstant) implements Term {
        @Override
        public String toString() {
            return (perConstant ? "+" : "") + name;
        }
    }

    /**
     * A constant.
     *
     * @param name its name, any text
     */
    record Constant(String name) implements Term {
        @Override
        public String toString() {
            return quoted(name);
        }
    }

    /**
     * The value of a function.
     *
     * @param function  the function's name
     * @param arguments its arguments
     */
    record Application(String function, List<Term> arguments) implements Term {
        /**
         * Copies the arguments.
         *
         * @param function  the function's name
         * @param arguments its arguments
         */
        public Application {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            return Arithmetic.isStep(this) ? Arithmetic.text(this)
                    : arguments.stream().map(Term::toString).collect(Collectors.joining(",", function + "(", ")"));
        }
    }

    /**
     * Returns the value of a function.
     *
     * @param function  the function's name
     * @param arguments its arguments as {@link #of(String)} reads them
     * @return the term
     */
    static Term apply(String function, String... arguments) {
        return new Application(function, Arrays.stream(arguments).map(Term::of).toList());
    }

    /**
     * Reads a term as files write it: {@code x} is a variable, {@code +x} one with a weight per constant; {@code Anna},
     * {@code 7} and {@code "anna"} in quotes are constants.
     *
     * @param text the term
     * @return the term
     */
    static Term of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an argument is empty; expected a variable or a constant");
        } else if (text.length() > 2 && text.startsWith("\"") && text.endsWith("\"")) {
            return new Constant(unquoted(text));
        } else if (text.startsWith("+")) {
            return new Variable(text.substring(1), true);
        }
        return isVariable(text) ? new Variable(text, false) : new Constant(text);
    }

    /**
     * Returns whether a bare word names a variable: a constant begins with a capital letter or a digit.
     *
     * @param word a word, not empty
     * @return whether it is the name of a variable
     */
    static boolean isVariable(String word) {
        int first = word.codePointAt(0);
        return Character.isLowerCase(first) || first == '_';
    }

    /** A constant as a file may have it: in quotes if it would be read as something else. */
    private static String quoted(String name) {
        boolean plain = !isVariable(name) && Naming.isPlain(name);
        return plain ? name : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** The text between quotes, in which a backslash takes the meaning from the next character. */
    private static String unquoted(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 1; i < text.length() - 1; i++) {
            if (text.charAt(i) == '\\' && i + 1 < text.length() - 1) {
                i++;
            }
            plain.append(text.charAt(i));
        }
        return plain.toString();
    }
}
