package org.orbifold.graph;

import java.io.IOException;

/** A graph file that breaks its format; the message starts with {@code FILE:LINE:} and says what was expected. */
public final class GraphFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Characters that are shown of each end of a message: a file may hold words of any length. */
    private static final int HALF_SHOWN = 250;

    /** What the text is called. */
    private final String source;

    /** Counted from 1. */
    private final long line;

    GraphFormatException(String source, long line, String problem) {
        super(source + ":" + line + ": " + shown(problem));
        this.source = source;
        this.line = line;
    }

    /** The text without what would break the line or a terminal, and without the middle if it is long. */
    private static String shown(String text) {
        String plain = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
        return plain.length() <= 2 * HALF_SHOWN ? plain
            : plain.substring(0, HALF_SHOWN) + "…" + plain.substring(plain.length() - HALF_SHOWN);
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
