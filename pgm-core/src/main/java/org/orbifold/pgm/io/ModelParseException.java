package org.orbifold.pgm.io;

import java.io.IOException;

/**
 * A mistake in a file. Its message is one line, {@code FILE:LINE: what is wrong, what was expected}; where the reader
 * knows the column, {@code FILE:LINE:COLUMN: …}.
 */
public class ModelParseException extends IOException {

    private static final long serialVersionUID = 1;

    /** Characters of each half of a message: a file may hold names of any length. */
    private static final int MOST_SHOWN = 300;

    /** The file as the user named it. */
    private final String file;
    /** From 1. */
    private final int line;
    /** The error. */
    private final String problem;
    /** What was expected. */
    private final String expected;

    /**
     * Makes an exception.
     *
     * @param file     the file as the user named it
     * @param line     where the mistake is, from 1
     * @param problem  the error there
     * @param expected what was expected instead
     */
    public ModelParseException(String file, int line, String problem, String expected) {
        this(file, line, file + ":" + line, problem, expected);
    }

    /**
     * Makes an exception that names its place more precisely than by the line.
     *
     * @param file     the file as the user named it
     * @param line     where the mistake is, from 1
     * @param place    file, line and what else there is to say about the place
     * @param problem  the error there
     * @param expected what was expected instead
     */
    protected ModelParseException(String file, int line, String place, String problem, String expected) {
        super(oneLine(place + ": " + cut(problem) + ", expected " + cut(expected)));
        this.file = file;
        this.line = line;
        this.problem = problem;
        this.expected = expected;
    }

    /**
     * Returns the file.
     *
     * @return its name as the user gave it
     */
    public final String file() {
        return file;
    }

    /**
     * Returns the line of the mistake.
     *
     * @return the line, from 1
     */
    public final int line() {
        return line;
    }

    /**
     * Returns the error.
     *
     * @return a phrase without the file and the line
     */
    public final String problem() {
        return problem;
    }

    /**
     * Returns what was expected.
     *
     * @return a phrase
     */
    public final String expected() {
        return expected;
    }

    private static String cut(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }

    /** Escapes what would break the line, hide in it or turn a terminal's state. */
    static String oneLine(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (Character.getType(c)) {
                case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE -> safe.append(String.format("\\u%04x", c));
                default -> safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }
}
