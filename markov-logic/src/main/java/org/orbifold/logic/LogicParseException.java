package org.orbifold.logic;

import org.orbifold.pgm.io.ModelParseException;

/**
 * A mistake in a Markov logic file. Its message is one line,
 * {@code FILE:LINE:COLUMN: what is wrong, expected …}; {@link #excerpt()} shows the place.
 */
public final class LogicParseException extends ModelParseException {

    private static final long serialVersionUID = 1;

    private static final int SHOWN = 100;

    /** From 1, in code points. */
    private final int column;
    /** The text of the line, without its end. */
    private final String text;

    LogicParseException(String file, int line, int column, String text, String problem, String expected) {
        super(file, line, file + ":" + line + ":" + column, problem, expected);
        this.column = column;
        this.text = text;
    }

    /**
     * Returns the column of the mistake.
     *
     * @return the column, from 1; a character beyond Unicode's first plane counts once
     */
    public int column() {
        return column;
    }

    /**
     * Shows the place: the line of the file, and below it a caret under the mistake.
     *
     * @return two lines; of a long line the part around the mistake
     */
    public String excerpt() {
        int at = text.offsetByCodePoints(0, Math.min(column - 1, text.codePointCount(0, text.length())));
        int from = at <= SHOWN ? 0 : at - SHOWN / 2;
        int to = Math.min(text.length(), from + 2 * SHOWN);
        StringBuilder caret = new StringBuilder();
        // A tab is as wide below as above.
        text.substring(from, at).codePoints().forEach(c -> caret.append(c == '\t' ? '\t' : ' '));
        return text.substring(from, to) + "\n" + caret + "^";
    }
}
