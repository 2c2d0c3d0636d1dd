package org.orbifold.graph;

import java.io.IOException;
import java.io.Writer;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What graphs need of nauty's dreadnaut: {@code n=}, {@code g} with rows that end in {@code ;} and a full stop at the
 * end, {@code f=[cells]}, {@code $} for the number of the first vertex, {@code d} and {@code -d} for directed and
 * undirected graphs, and comments in quotes or after {@code !}. Cells become colours 0, 1, ... Commands that make
 * another graph of the one that was given are refused.
 */
final class Dreadnaut {

    private static final Pattern TOKEN = Pattern.compile("\\d+|[a-zA-Z+\\-$=:;.,|\\[\\]]|\\S");

    private final Matcher tokens;
    private final String text;
    private final String source;
    private String token = "";
    private int firstVertex;
    private boolean directed;
    private ColoredGraphBuilder builder;
    private int n = -1;
    private boolean given;

    private Dreadnaut(String text, String source) {
        this.text = text;
        this.source = source;
        tokens = TOKEN.matcher(text);
        builder = ColoredGraph.builder(0);
    }

    static boolean fits(String text) {
        return Pattern.compile("\\bn\\s*+(?:=\\s*+)?\\d").matcher(text).find()
            && Pattern.compile("\\bg\\b").matcher(text).find();
    }

    static ColoredGraph read(String raw, String source) throws GraphFormatException {
        String text = raw.replaceAll("!(?=[^\\n]*)[^\\n]*", "").replaceAll("\"[^\"]*\"", "");
        return new Dreadnaut(text, source).parse();
    }

    private ColoredGraph parse() throws GraphFormatException {
        advance();
        while (!token.isEmpty()) {
            switch (token) {
                case "n" -> {
                    advance();
                    skip("=");
                    n = GraphFiles.checkedSize(number("the number of vertices"), source, 1);
                    builder = ColoredGraph.builder(n);
                }
                case "$" -> {
                    advance();
                    skip("=");
                    firstVertex = token.equals("$") ? 0 : number("the number of the first vertex");
                    skip("$");
                }
                case "d" -> {
                    directed = true;
                    advance();
                }
                case "-" -> {
                    advance();
                    if (token.equals("d")) {
                        directed = false;
                        advance();
                    }
                }
                case "A" -> {
                    // The letter is the name of a program: An, As, At, Ad.
                    advance();
                    advance();
                }
                case "g" -> {
                    if (given) {
                        throw another("which replaces the graph");
                    }
                    given = true;
                    edges();
                }
                case "_", "e", "r", "R", "j", "s", "%" -> throw another("which makes another graph");
                case "f" -> cells();
                // Ways of working and of printing, which change no graph.
                default -> advance();
            }
        }
        if (n < 0) {
            throw error("the file has no n=, expected dreadnaut: n=VERTICES g ... .");
        }
        return builder.build();
    }

    private GraphFormatException another(String effect) {
        return error("the command '" + token + "', " + effect + ", expected one graph that nothing changes: n=VERTICES "
            + "g ... .");
    }

    private void edges() throws GraphFormatException {
        advance();
        int row = 0;
        while (!token.isEmpty() && !token.equals(".")) {
            if (token.equals(";")) {
                row++;
                advance();
            } else if (token.equals(",")) {
                advance();
            } else {
                int v = vertex();
                if (token.equals(":")) {
                    row = v;
                    advance();
                } else if (row >= n) {
                    throw error("a row after that of the last vertex, expected a full stop");
                } else if (directed) {
                    builder.arc(row, v);
                } else {
                    builder.edge(row, v);
                }
            }
        }
        if (token.isEmpty() && row < n) {
            throw error("the list of edges is not closed, expected a full stop");
        }
        advance();
    }

    private void cells() throws GraphFormatException {
        if (n < 0) {
            throw error("cells before the number of vertices, expected n=VERTICES first");
        }
        advance();
        skip("=");
        if (!token.equals("[")) {
            // f=3 fixes a vertex: it gets a cell of its own.
            for (int v = 0; v < n; v++) {
                builder.color(v, 1);
            }
            builder.color(vertex(), 0);
            return;
        }
        advance();
        boolean[] named = new boolean[n];
        int cell = 0;
        int last = -1;
        while (!token.isEmpty() && !token.equals("]")) {
            if (token.equals("|")) {
                cell++;
                advance();
            } else if (token.equals(",")) {
                advance();
            } else if (token.equals(":") && last >= 0) {
                advance();
                int end = vertex();
                for (int v = last; v <= end; v++) {
                    builder.color(v, cell);
                    named[v] = true;
                }
            } else {
                last = vertex();
                builder.color(last, cell);
                named[last] = true;
            }
        }
        if (token.isEmpty()) {
            throw error("the list of cells is not closed, expected ']'");
        }
        advance();
        for (int v = 0; v < n; v++) {
            if (!named[v]) {
                builder.color(v, cell + 1);
            }
        }
    }

    private int vertex() throws GraphFormatException {
        int v = number("a vertex") - firstVertex;
        if (v < 0 || v >= n) {
            throw error("vertex " + (v + firstVertex) + " is out of range, expected " + firstVertex + " to "
                + (firstVertex + n - 1));
        }
        return v;
    }

    private int number(String what) throws GraphFormatException {
        try {
            int value = Integer.parseInt(token);
            advance();
            return value;
        } catch (NumberFormatException e) {
            throw error("'" + token + "' in place of " + what + ", expected an integer");
        }
    }

    private void skip(String expected) {
        if (token.equals(expected)) {
            advance();
        }
    }

    private void advance() {
        token = tokens.find() ? tokens.group() : "";
    }

    private GraphFormatException error(String problem) {
        int at = token.isEmpty() ? text.length() : tokens.start();
        return new GraphFormatException(source, 1 + text.substring(0, at).chars().filter(c -> c == '\n').count(),
            problem);
    }

    static void write(ColoredGraph graph, Writer out) throws IOException {
        boolean[] isDirected = {false};
        boolean[] possible = {true};
        graph.forEachEdge((from, to, color, arc) -> {
            possible[0] &= color == 0;
            isDirected[0] |= arc;
        });
        GraphFormat.require(possible[0], "dreadnaut", "edge colours");
        int n = graph.vertexCount();
        out.write("n=" + n + " $=0 " + (isDirected[0] ? "d " : "") + "g\n");
        for (int v = 0; v < n; v++) {
            StringBuilder row = new StringBuilder().append(v).append(':');
            if (graph.hasEdge(v, v)) {
                row.append(' ').append(v);
            }
            for (int i = 0; i < graph.degree(v); i++) {
                int w = graph.neighbour(v, i);
                if (isDirected[0] ? graph.colorsOfArcs(v, w).length > 0 : v < w) {
                    row.append(' ').append(w);
                }
            }
            out.write(row + (v + 1 < n ? ";\n" : ""));
        }
        out.write(".\n");
        if (!GraphFormat.hasOneColor(graph)) {
            TreeMap<Integer, StringBuilder> cells = new TreeMap<>();
            for (int v = 0; v < n; v++) {
                StringBuilder cell = cells.computeIfAbsent(graph.color(v), color -> new StringBuilder());
                cell.append(cell.length() == 0 ? "" : ",").append(v);
            }
            out.write("f=[" + String.join("|", cells.values()) + "]\n");
        }
    }
}
