package org.orbifold.pgm.io;

import java.io.IOException;

/**
 * Splits a file into words, texts between double quotes, and signs that are tokens by themselves. Comments are
 * {@code //} to the end of the line, and {@code /* … *}{@code /}; formats may have one more mark for the former.
 */
final class SymbolReader {

    /** No comments but the common ones. */
    static final int NO_MARK = -2;

    private final TokenReader in;
    private final String signs;
    private final int commentMark;
    private boolean text;
    private boolean kept;

    SymbolReader(TokenReader in, String signs, int commentMark) {
        this.in = in;
        this.signs = signs;
        this.commentMark = commentMark;
    }

    /** The reader below, which holds the current token. */
    TokenReader in() {
        return in;
    }

    /** Reads the next token; false at the end of the file. */
    boolean next() throws IOException {
        if (kept) {
            kept = false;
            return true;
        }
        text = false;
        while (skipBlank()) {
            int c = in.peek();
            in.beginToken();
            if (c == '"') {
                takeText();
                return true;
            } else if (signs.indexOf(c) >= 0) {
                in.appendByte();
                return true;
            } else if (c != '/') {
                takeWord();
                return true;
            }
            in.appendByte();
            if (in.peek() == '/') {
                skipLine();
            } else if (in.peek() == '*') {
                skipBlock();
            } else {
                takeWord();
                return true;
            }
        }
        in.next();
        return false;
    }

    /** The current token is given once more by the next call. */
    void keep() {
        kept = true;
    }

    private boolean skipBlank() throws IOException {
        int c = in.peek();
        while (TokenReader.isSpace(c) || c == commentMark) {
            if (c == commentMark) {
                skipLine();
            } else {
                in.skipByte();
            }
            c = in.peek();
        }
        return c >= 0;
    }

    private void skipLine() throws IOException {
        for (int c = in.peek(); c >= 0 && c != '\n'; c = in.peek()) {
            in.skipByte();
        }
    }

    private void skipBlock() throws IOException {
        int before = 0;
        in.skipByte();
        for (int c = in.peek(); c >= 0; c = in.peek()) {
            in.skipByte();
            if (before == '*' && c == '/') {
                return;
            }
            before = c;
        }
        throw in.error("a comment that begins here has no end", "'*/'");
    }

    private void takeText() throws IOException {
        text = true;
        in.takeQuoted();
    }

    private void takeWord() throws IOException {
        for (int c = in.peek(); c >= 0 && c != '"' && !TokenReader.isSpace(c) && signs.indexOf(c) < 0; c = in.peek()) {
            in.appendByte();
            // A comment may begin right after a word; a single slash is a letter of it.
            if (c == '/' && (in.peek() == '/' || in.peek() == '*')) {
                in.dropByte();
                if (in.peek() == '/') {
                    skipLine();
                } else {
                    skipBlock();
                }
                return;
            }
        }
    }

    /** Whether the token is this word or sign, and not a text. */
    boolean is(String symbol) {
        return !text && in.is(symbol);
    }

    /** Whether the token is this word in any case. */
    boolean isWord(String word) throws IOException {
        return !text && word.equalsIgnoreCase(in.text());
    }

    /** Reads the next token, which must be this one. */
    void expect(String symbol, String expected) throws IOException {
        in.require(next(), expected);
        if (!is(symbol)) {
            throw unexpected(expected);
        }
    }

    /** Takes the next token if it is this one. */
    boolean accept(String symbol) throws IOException {
        if (next()) {
            if (is(symbol)) {
                return true;
            }
            keep();
        }
        return false;
    }

    /** Reads the next token as a name: a word or a text. */
    String name(String expected) throws IOException {
        in.require(next(), expected);
        return toName(expected);
    }

    /** The current token as a name. */
    String toName(String expected) throws IOException {
        if (in.isEmpty() || isSign()) {
            throw text ? in.error("an empty text", expected) : unexpected(expected);
        }
        return in.text();
    }

    /** Whether the token is a sign. */
    boolean isSign() {
        return !text && signs.indexOf(in.single()) >= 0;
    }

    /** Passes over the rest of a statement, up to its semicolon, whatever stands in brackets in it. */
    void skipStatement(String what) throws IOException {
        int line = in.line();
        while (next()) {
            if (is(";")) {
                return;
            }
        }
        throw in.error(line, what + " has no end", "a ';' after it");
    }

    /** Passes over a block in braces, whose opening one comes next. */
    void skipBlock(String what) throws IOException {
        expect("{", "'{' after " + what);
        int line = in.line();
        for (int depth = 1; depth > 0; ) {
            if (!next()) {
                throw in.error(line, what + " has no end", "a '}' for each '{'");
            }
            depth += is("{") ? 1 : is("}") ? -1 : 0;
        }
    }

    ModelParseException unexpected(String expected) {
        return in.error("unexpected " + in.quoted(), expected);
    }
}
