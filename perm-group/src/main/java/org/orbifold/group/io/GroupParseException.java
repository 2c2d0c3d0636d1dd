package org.orbifold.group.io;

import java.io.IOException;

/** Something in a group file is not what it should be. The message reads {@code FILE:LINE: problem, expected ...}. */
public final class GroupParseException extends IOException {

    private static final long serialVersionUID = 1L;

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
        super(file + ":" + line + ": " + problem + ", expected " + expectation);
        this.file = file;
        this.line = line;
        this.problem = problem;
        this.expectation = expectation;
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
