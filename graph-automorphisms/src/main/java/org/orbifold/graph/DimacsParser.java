package org.orbifold.graph;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads DIMACS text byte by byte, without an object per line. */
final class DimacsParser {

    private static final int END = -1;
    private static final long NO_NUMBER = Long.MIN_VALUE;
    private static final int LONGEST_QUOTE = 40;

    private final InputStream in;
    private final String source;
    private final byte[] buffer = new byte[1 << 16];
    private int length;
    private int at;
    private long line = 1;
    private @Nullable ColoredGraphBuilder builder;
    private int vertices;
    private long headerLine;
    private long edgesPromised;
    private long edgesSeen;

    DimacsParser(InputStream in, String source) {
        this.in = in;
        this.source = source;
    }

    ColoredGraph parse() throws IOException {
        try {
            int c = skipBlanks();
            while (c != END) {
                if (c != '\n') {
                    readLine(c);
                }
                if (next() == '\n') {
                    line++;
                }
                c = skipBlanks();
            }
        } catch (EOFException | ZipException e) {
            throw GraphFiles.damaged(e, source, line);
        }
        if (builder == null) {
            throw error("the file has no header, expected a line 'p edge VERTICES EDGES'");
        }
        if (edgesSeen < edgesPromised) {
            throw error("the file ends after " + edgesSeen + " edges, expected the " + edgesPromised
                + " that line " + headerLine + " promises");
        }
        ColoredGraph graph = builder.build();
        if (graph.edgeCount() > edgesPromised) {
            throw error("the file has " + graph.edgeCount() + " different edges, expected at most the " + edgesPromised
                + " that line " + headerLine + " promises");
        }
        return graph;
    }

    private void readLine(int first) throws IOException {
        next();
        int after = peek();
        boolean oneLetter = after == ' ' || after == '\t' || after == '\r' || after == '\n' || after == END;
        if (first == 'c') {
            skipLine();
        } else if ((first == 'e' || first == 'a') && oneLetter) {
            ColoredGraphBuilder graph = requireHeader("an edge");
            int u = vertex("first end of the edge");
            int v = vertex("second end of the edge");
            int end = skipBlanks();
            int color = end == '\n' || end == END ? 0 : color("colour of the edge");
            endOfLine((char) first + " VERTEX VERTEX [COLOUR]");
            if (first == 'e') {
                graph.edge(u, v, color);
            } else {
                graph.arc(u, v, color);
            }
            edgesSeen++;
        } else if (first == 'n' && oneLetter) {
            ColoredGraphBuilder graph = requireHeader("a colour");
            int v = vertex("vertex");
            int color = color("colour");
            endOfLine("n VERTEX COLOUR");
            graph.color(v, color);
        } else if (first == 'p' && oneLetter) {
            readHeader();
        } else {
            throw error("unknown line '" + quote(first) + "', expected c, p, n, e or a");
        }
    }

    private void readHeader() throws IOException {
        if (builder != null) {
            throw error("a second header, expected only the one in line " + headerLine);
        }
        StringBuilder word = new StringBuilder();
        for (int c = skipBlanks(); c > ' ' && word.length() < LONGEST_QUOTE; c = peek()) {
            word.append((char) next());
        }
        if (!word.toString().equals("edge") && !word.toString().equals("col")) {
            throw error("problem kind '" + word + "', expected 'p edge VERTICES EDGES'");
        }
        long n = number("number of vertices");
        edgesPromised = number("number of edges");
        endOfLine("p edge VERTICES EDGES");
        if (n < 0) {
            throw error(n + " vertices, expected 0 or more");
        }
        if (edgesPromised < 0) {
            throw error(edgesPromised + " edges, expected 0 or more");
        }
        vertices = GraphFiles.checkedSize(n, source, line);
        headerLine = line;
        builder = ColoredGraph.builder(vertices);
    }

    private ColoredGraphBuilder requireHeader(String what) throws IOException {
        if (builder == null) {
            throw error(what + " before the header, expected 'p edge VERTICES EDGES' first");
        }
        return builder;
    }

    private int vertex(String what) throws IOException {
        long v = number(what);
        if (v < 1 || v > vertices) {
            throw error("vertex " + v + " is out of range, expected 1 to " + vertices);
        }
        return (int) v - 1;
    }

    private int color(String what) throws IOException {
        long color = number(what);
        if (color < Integer.MIN_VALUE || color > Integer.MAX_VALUE) {
            throw error("colour " + color + " is out of range, expected a 32-bit integer");
        }
        return (int) color;
    }

    private long number(String what) throws IOException {
        int c = skipBlanks();
        boolean negative = c == '-';
        if (negative) {
            next();
            c = peek();
        }
        long value = NO_NUMBER;
        while (c >= '0' && c <= '9') {
            value = Math.min((value == NO_NUMBER ? 0 : value) * 10 + (c - '0'), 1L << 40);
            next();
            c = peek();
        }
        boolean ended = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == END;
        if (value == NO_NUMBER || !ended) {
            throw error("the " + what + " is missing or not a number, expected an integer");
        }
        return negative ? -value : value;
    }

    private void endOfLine(String expected) throws IOException {
        int c = skipBlanks();
        if (c != '\n' && c != END) {
            throw error("'" + quote(next()) + "' after the end of the line's contents, expected only '"
                + expected + "'");
        }
    }

    private String quote(int first) throws IOException {
        StringBuilder text = new StringBuilder();
        int c = first;
        while (c != '\n' && c != END && text.length() < LONGEST_QUOTE) {
            text.append(c < ' ' || c > '~' ? '?' : (char) c);
            c = peek() == '\n' ? '\n' : next();
        }
        return text.toString().trim();
    }

    private GraphFormatException error(String problem) {
        return new GraphFormatException(source, line, problem);
    }

    private int skipBlanks() throws IOException {
        int c = peek();
        while (c == ' ' || c == '\t' || c == '\r') {
            next();
            c = peek();
        }
        return c;
    }

    private void skipLine() throws IOException {
        int c = peek();
        while (c != '\n' && c != END) {
            next();
            c = peek();
        }
    }

    private int peek() throws IOException {
        if (at == length) {
            length = Math.max(0, in.read(buffer));
            at = 0;
            if (length == 0) {
                return END;
            }
        }
        return buffer[at] & 0xFF;
    }

    private int next() throws IOException {
        int c = peek();
        if (c != END) {
            at++;
        }
        return c;
    }
}
