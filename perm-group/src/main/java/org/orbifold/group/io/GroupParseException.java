package org.orbifold.group.io;

import java.io.IOException;

/** Something in a group file is not what it should be. The message reads {@code FILE:LINE: problem, expected ...}. */
public final class GroupParseException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Characters that are shown of each end of a message: a file may hold words of any length. */
    private static final int HALF_SHOWN = 250;

    /** The name of the file. */
    private final String file;

    /** The line, from 1. */
    private final int line;

    /** The error. */
    private final String problem;

    /** What would be right. */
    private final String expectation;

    /**
     * Describes the mistake.
     *
     * @param file the name of the file
     * @param line the line, from 1
     * @param problem the error
     * @param expectation what was expected instead
     */
    public GroupParseException(String file, int line, String problem, String expectation) {
        super(file + ":" + line + ": " + shown(problem + ", expected " + expectation));
        this.file = file;
        this.line = line;
        this.problem = problem;
        this.expectation = expectation;
    }

    /** The text without what would break the line or a terminal, and without the middle if it is long. */
    private static String shown(String text) {
        String plain = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
        return plain.length() <= 2 * HALF_SHOWN ? plain
            : plain.substring(0, HALF_SHOWN) + "…" + plain.substring(plain.length() - HALF_SHOWN);
    }

    /**
     * The file.
     *
     * @return its name
     */
    public String file() {
        return file;
    }

    /**
     * The line.
     *
     * @return its number, from 1
     */
    public int line() {
        return line;
    }

    /**
     * The error.
     *
     * @return the problem
     */
    public String problem() {
        return problem;
    }

    /**
     * What would be right.
     *
     * @return the expectation
     */
    public String expectation() {
        return expectation;
    }
}
