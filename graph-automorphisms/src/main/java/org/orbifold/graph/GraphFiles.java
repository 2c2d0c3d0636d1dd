package org.orbifold.graph;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads graphs in any {@link GraphFormat}, and digraph6; which one is seen from the text. Packed files (gzip) are
 * unpacked, a UTF-8 mark at the start is skipped. graph6 and sparse6 files may hold many graphs, all others hold one.
 */
public final class GraphFiles {

    private static final int BUFFER = 1 << 16;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;
    private static final String ACCEPTED = "expected a graph as DIMACS, graph6, sparse6, digraph6, dreadnaut, saucy "
        + "or a list of edges";

    /** Vertices of a file: with a few words for each, more do not fit into the memory of most machines. */
    static final int MOST_VERTICES = 100_000_000;
    /** Memory for a vertex without edges while a graph is built. */
    private static final int BYTES_PER_VERTEX = 32;

    private GraphFiles() {
    }

    /** Refuses numbers of vertices that a slip of the pen makes. */
    static int checkedSize(long vertices, String source, long line) throws GraphFormatException {
        long most = Math.min(MOST_VERTICES, Runtime.getRuntime().maxMemory() / BYTES_PER_VERTEX);
        if (vertices > most) {
            throw new GraphFormatException(source, line, vertices + " vertices, expected at most " + most
                + (most < MOST_VERTICES ? " in a heap of this size (-Xmx)" : ""));
        }
        return (int) vertices;
    }

    /**
     * Reads a file.
     *
     * @param file a file in any of the formats
     * @return its graphs, one or more
     * @throws GraphFormatException if the text fits no format or breaks its own; with file and line
     * @throws IOException if the file cannot be read
     */
    public static List<ColoredGraph> read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new GraphFormatException(file.toString(), 1, "is a folder, expected a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString());
        }
    }

    /**
     * Reads a stream to its end.
     *
     * @param in the bytes; not closed
     * @param source what to call them in errors
     * @return the graphs, one or more
     * @throws GraphFormatException if the text fits no format or breaks its own
     * @throws IOException if the stream cannot be read
     */
    public static List<ColoredGraph> read(InputStream in, String source) throws IOException {
        return read(in, source, false);
    }

    /**
     * Reads a stream to its end.
     *
     * @param in the bytes; not closed
     * @param source what to call them in errors
     * @param oneBased whether lists of edges count vertices from 1; the other formats say themselves where they begin
     * @return the graphs, one or more
     * @throws GraphFormatException if the text fits no format or breaks its own
     * @throws IOException if the stream cannot be read
     */
    public static List<ColoredGraph> read(InputStream in, String source, boolean oneBased) throws IOException {
        String all;
        try {
            InputStream text = unpacked(in);
            text.mark(BUFFER);
            String start = new String(text.readNBytes(BUFFER / 2), StandardCharsets.ISO_8859_1).stripLeading();
            text.reset();
            if (isDimacs(start)) {
                return List.of(new DimacsParser(text, source).parse());
            }
            all = new String(text.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (EOFException | ZipException e) {
            throw damaged(e, source, 1);
        }
        return parse(all, source, oneBased ? 1 : 0);
    }

    static GraphFormatException damaged(IOException e, String source, long line) {
        return new GraphFormatException(source, line, "the gzip data is damaged (" + e.getMessage()
            + "), expected a whole .gz file");
    }

    /** The bytes, unpacked if they are packed, without a mark at the start. */
    static InputStream unpacked(InputStream in) throws IOException {
        InputStream marked = new BufferedInputStream(in, BUFFER);
        marked.mark(2);
        boolean packed = marked.read() == GZIP_FIRST && marked.read() == GZIP_SECOND;
        marked.reset();
        InputStream text = packed ? new BufferedInputStream(new GZIPInputStream(marked, BUFFER), BUFFER) : marked;
        text.mark(3);
        if (text.read() != 0xEF || text.read() != 0xBB || text.read() != 0xBF) {
            text.reset();
        }
        return text;
    }

    private static boolean isDimacs(String start) {
        return start.matches("(?s)(c|c\\s.*|p\\s.*|[nea]\\s+\\d.*)");
    }

    private static List<ColoredGraph> parse(String text, String source, int firstVertex) throws GraphFormatException {
        if (text.isBlank()) {
            throw new GraphFormatException(source, 1, "the file is empty, " + ACCEPTED);
        }
        ColoredGraph numbers = NumberLists.read(text, source, firstVertex);
        if (numbers != null) {
            return List.of(numbers);
        }
        if (Dreadnaut.fits(text)) {
            return List.of(Dreadnaut.read(text, source));
        }
        String first = text.strip().lines().findFirst().orElse("");
        if (known(first) == null && (first.startsWith(">>") || first.matches("[:&]?[?-~]+"))) {
            return lines(text, source);
        }
        throw new GraphFormatException(source, 1, "the file looks like " + looksLike(first) + ", " + ACCEPTED);
    }

    private static List<ColoredGraph> lines(String text, String source) throws GraphFormatException {
        List<ColoredGraph> graphs = new ArrayList<>();
        long number = 0;
        for (String raw : text.split("\n", -1)) {
            number++;
            String line = raw.strip().replaceFirst("^>>(di)?(graph6|sparse6)<<", "");
            if (line.isEmpty()) {
                continue;
            }
            graphs.add(line.startsWith(":") ? Sparse6.read(line, source, number) : Graph6.read(line, source, number));
        }
        if (graphs.isEmpty()) {
            throw new GraphFormatException(source, 1, "the file has no graph, expected one per line");
        }
        return graphs;
    }

    private static String looksLike(String first) {
        String known = known(first);
        return known != null ? known
            : "text that starts '" + first.substring(0, Math.min(first.length(), 40)).replaceAll("[^ -~]", "?") + "'";
    }

    private static @Nullable String known(String first) {
        if (first.matches("[\\[{].*[\" ,].*")) {
            return "JSON";
        }
        if (first.startsWith("<")) {
            return "XML (GraphML or GEXF)";
        }
        if (first.matches("(strict )?(di)?graph\\b.*")) {
            return "Graphviz";
        }
        if (first.matches("(MARKOV|BAYES)\\b.*")) {
            return "a UAI model";
        }
        return first.contains("(") ? "permutations, which are a group and no graph" : null;
    }
}
