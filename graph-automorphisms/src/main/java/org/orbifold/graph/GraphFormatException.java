package org.orbifold.graph;

import java.io.IOException;

/** A graph file that breaks its format; the message starts with {@code FILE:LINE:} and says what was expected. */
public final class GraphFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What the text is called. */
    private final String source;

    /** Counted from 1. */
    private final long line;

    GraphFormatException(String source, long line, String problem) {
        super(source + ":" + line + ": " + problem);
        this.source = source;
        this.line = line;
    }

    /**
     * Where the text came from.
     *
     * @return the name of the file, or what the caller named the source
     */
    public String source() {
        return source;
    }

    /**
     * The line of the problem.
     *
     * @return the line, counted from 1
     */
    public long line() {
        return line;
    }
}
