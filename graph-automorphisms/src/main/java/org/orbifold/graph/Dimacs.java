package org.orbifold.graph;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * Coloured graphs in DIMACS files, as bliss, saucy, Traces' tools and dejavu read them.
 *
 * <p>Lines are {@code c anything}, one {@code p edge VERTICES EDGES} before all others, {@code n VERTEX COLOUR},
 * {@code e VERTEX VERTEX [COLOUR]} and, for arcs, {@code a VERTEX VERTEX [COLOUR]}; vertices are counted from 1 in the
 * file and from 0 in the graph; what has no colour has colour 0. Files are streamed; files that start like gzip are
 * unpacked.
 */
public final class Dimacs {

    private static final int BUFFER = 1 << 16;

    private Dimacs() {
    }

    /**
     * Reads a file, packed or not.
     *
     * @param file a DIMACS file
     * @return its graph
     * @throws GraphFormatException if the text breaks the format; with file and line
     * @throws IOException if the file cannot be read
     */
    public static ColoredGraph read(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file)) {
            return read(raw, file.toString());
        }
    }

    /**
     * Reads a stream, packed or not, to its end.
     *
     * @param in the bytes; not closed
     * @param sourceName what to call them in errors
     * @return the graph
     * @throws GraphFormatException if the text breaks the format
     * @throws IOException if the stream cannot be read
     */
    public static ColoredGraph read(InputStream in, String sourceName) throws IOException {
        try {
            return new DimacsParser(GraphFiles.unpacked(in), sourceName).parse();
        } catch (EOFException | ZipException e) {
            throw GraphFiles.damaged(e, sourceName, 1);
        }
    }

    /**
     * Writes a file; packed if its name ends in {@code .gz}.
     *
     * @param graph the graph
     * @param file where to
     * @throws IOException if the file cannot be written
     */
    public static void write(ColoredGraph graph, Path file) throws IOException {
        try (OutputStream raw = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
             OutputStream out = file.toString().endsWith(".gz") ? new GZIPOutputStream(raw, BUFFER) : raw;
             Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII), BUFFER)) {
            write(graph, writer);
        }
    }

    /**
     * Writes a graph: the header, the colours that are not 0, each edge once in increasing order.
     *
     * @param graph the graph
     * @param out where to; flushed, not closed
     * @throws IOException if writing fails
     */
    public static void write(ColoredGraph graph, Writer out) throws IOException {
        out.write("p edge " + graph.vertexCount() + " " + graph.edgeCount() + "\n");
        for (int v = 0; v < graph.vertexCount(); v++) {
            if (graph.color(v) != 0) {
                out.write("n " + (v + 1) + " " + graph.color(v) + "\n");
            }
        }
        StringBuilder text = new StringBuilder();
        graph.forEachEdge((from, to, color, directed) -> {
            text.append(directed ? "a " : "e ").append(from + 1).append(' ').append(to + 1)
                .append(color == 0 ? "" : " " + color).append('\n');
        });
        out.write(text.toString());
        out.flush();
    }
}
