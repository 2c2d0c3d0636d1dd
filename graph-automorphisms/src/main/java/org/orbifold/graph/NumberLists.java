package org.orbifold.graph;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats that are nothing but numbers: saucy's, and lists of edges. Lines that start with # or % are comments. */
final class NumberLists {

    private static final int SAUCY_HEADER = 3;

    /** Possessive: what may be given back is kept on the stack, which a long line overflows. */
    private static final Pattern NUMBERS = Pattern.compile("-?\\d{1,10}+(?:[\\s,]++-?\\d{1,10}+)*+");

    /** Starts the lists that are written here: three numbers alone may be a saucy file. */
    private static final String EDGES = "# VERTEX VERTEX [COLOUR]\n";

    private NumberLists() {
    }

    /** The graph, or null if the text has anything but numbers; in a list of edges the first vertex has this number. */
    static @Nullable ColoredGraph read(String text, String source, int first) throws GraphFormatException {
        List<int[]> rows = new ArrayList<>();
        List<Long> lines = new ArrayList<>();
        long number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String whole = line.strip();
            // networkx ends its lines so.
            String trimmed = whole.endsWith("{}") ? whole.substring(0, whole.length() - 2).stripTrailing() : whole;
            if (trimmed.isEmpty() || trimmed.startsWith("#") || trimmed.startsWith("%")) {
                continue;
            }
            if (!NUMBERS.matcher(trimmed).matches()) {
                return null;
            }
            try {
                rows.add(Arrays.stream(trimmed.split("[\\s,]+")).mapToInt(Integer::parseInt).toArray());
            } catch (NumberFormatException e) {
                throw new GraphFormatException(source, number, "a number in '" + trimmed
                    + "' is too large, expected 32-bit integers");
            }
            lines.add(number);
        }
        boolean marked = text.startsWith(EDGES);
        if (rows.isEmpty()) {
            return marked ? ColoredGraph.builder(0).build() : null;
        }
        if (!marked && isSaucy(rows)) {
            GraphFiles.checkedSize(rows.get(0)[0], source, lines.get(0));
            return saucy(rows, lines, source);
        }
        if (!marked && rows.get(0).length == SAUCY_HEADER
                && rows.stream().skip(1).allMatch(row -> row.length < SAUCY_HEADER)) {
            throw new GraphFormatException(source, lines.get(0), "three numbers begin the file, but what "
                + "follows does not fit a saucy header, expected VERTICES EDGES CELLS, the first vertex of each cell "
                + "but one, and EDGES lines of two vertices; or '" + EDGES.strip() + "' as the first line of a list "
                + "of edges");
        }
        return edges(rows, lines, source, first);
    }

    /**
     * A header of three numbers, and just as many numbers after it as it promises, all of them vertices, with a line
     * for each edge: three numbers in a line are an edge with a colour.
     */
    private static boolean isSaucy(List<int[]> rows) {
        int[] header = rows.get(0);
        long rest = rows.stream().skip(1).mapToLong(row -> row.length).sum();
        return header.length == SAUCY_HEADER && header[1] >= 0 && header[2] >= 0 && header[2] <= Math.max(1, header[0])
            && rest == 2L * header[1] + Math.max(0, header[2] - 1) && header[1] < rows.size()
            && rows.subList(rows.size() - header[1], rows.size()).stream().allMatch(row -> row.length == 2)
            && rows.stream().skip(1).flatMapToInt(Arrays::stream).allMatch(x -> x >= 0 && x < header[0]);
    }

    private static ColoredGraph saucy(List<int[]> rows, List<Long> lines, String source) throws GraphFormatException {
        int[] header = rows.get(0);
        int n = header[0];
        int[] numbers = rows.stream().skip(1).flatMapToInt(Arrays::stream).toArray();
        int cells = Math.max(0, header[2] - 1);
        ColoredGraphBuilder builder = ColoredGraph.builder(n);
        for (int c = 0; c < cells; c++) {
            int end = c + 1 < cells ? numbers[c + 1] : n;
            if (numbers[c] < 1 || end <= numbers[c]) {
                throw new GraphFormatException(source, lines.get(1), "the cells of saucy's colouring begin at "
                    + Arrays.toString(Arrays.copyOf(numbers, cells)) + ", expected ascending vertices from 1");
            }
            for (int v = numbers[c]; v < end; v++) {
                builder.color(v, c + 1);
            }
        }
        for (int i = cells; i < numbers.length; i += 2) {
            builder.edge(numbers[i], numbers[i + 1]);
        }
        return builder.build();
    }

    private static ColoredGraph edges(List<int[]> rows, List<Long> lines, String source, int first)
            throws GraphFormatException {
        int largest = -1;
        for (int i = 0; i < rows.size(); i++) {
            int[] row = rows.get(i);
            if (row.length < 2 || row.length > 3 || row[0] < first || row[1] < first) {
                throw new GraphFormatException(source, lines.get(i), "'" + Arrays.toString(row)
                    + "' in a list of edges, expected VERTEX VERTEX [COLOUR], vertices from " + first);
            }
            largest = Math.max(largest, Math.max(row[0], row[1]));
        }
        GraphFiles.checkedSize(largest + 1L - first, source, 1);
        ColoredGraphBuilder builder = ColoredGraph.builder(largest + 1 - first);
        rows.forEach(row -> builder.edge(row[0] - first, row[1] - first, row.length == 2 ? 0 : row[2]));
        return builder.build();
    }

    static void writeSaucy(ColoredGraph graph, Writer out) throws IOException {
        int n = graph.vertexCount();
        StringBuilder starts = new StringBuilder();
        int cells = 1;
        for (int v = 1; v < n; v++) {
            GraphFormat.require(graph.color(v) >= graph.color(v - 1), "saucy", "colours in another order than that of "
                + "the vertices");
            if (graph.color(v) != graph.color(v - 1)) {
                cells++;
                starts.append(v).append('\n');
            }
        }
        StringBuilder edges = new StringBuilder();
        graph.forEachEdge((from, to, color, directed) -> {
            GraphFormat.require(color == 0 && !directed, "saucy", "arcs and edge colours");
            edges.append(from).append(' ').append(to).append('\n');
        });
        out.write(n + " " + graph.edgeCount() + " " + cells + "\n" + starts + edges);
    }

    static void writeEdges(ColoredGraph graph, Writer out) throws IOException {
        int n = graph.vertexCount();
        GraphFormat.require(n == 0 || graph.degree(n - 1) > 0 || graph.hasEdge(n - 1, n - 1), "a list of edges",
            "isolated last vertex");
        GraphFormat.require(GraphFormat.hasOneColor(graph), "a list of edges", "vertex colours");
        StringBuilder edges = new StringBuilder(EDGES);
        graph.forEachEdge((from, to, color, directed) -> {
            GraphFormat.require(!directed, "a list of edges", "arcs");
            edges.append(from).append(' ').append(to).append(color == 0 ? "" : " " + color).append('\n');
        });
        out.write(edges.toString());
    }
}
