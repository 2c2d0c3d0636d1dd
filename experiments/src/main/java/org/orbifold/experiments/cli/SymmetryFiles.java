package org.orbifold.experiments.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.Dimacs;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ModelFormat;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.symmetry.model.BlockModel;
import org.orbifold.symmetry.model.SymmetryGraph;

/** Files with what symmetries are made of: the coloured graph, and Ĝ. */
final class SymmetryFiles {

    /** The most entries of tables over blocks that are written: about half a gigabyte in memory. */
    private static final long MOST_ENTRIES = 1L << 26;
    /** Number of distinguishable colours in a picture. */
    private static final int HUES = 24;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SymmetryFiles() { }

    /** Whether a graph can be written to a file of this name. */
    static boolean isGraph(Path file) {
        return extension(file).matches("dot|gv|json|dimacs|col");
    }

    /** Whether Ĝ can be written to a file of this name. */
    static boolean isModel(Path file) {
        return extension(file).equals("json") || ModelFormat.ofName(file).isPresent();
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
        return plain.substring(plain.lastIndexOf('.') + 1);
    }

    /** Writes a graph as the extension says: Graphviz, JSON, or DIMACS with names in comments. */
    static void writeGraph(SymmetryGraph graph, Path file) throws IOException {
        WholeFile.write(file, out -> {
            switch (extension(file)) {
                case "json" -> writeJson(graph, out);
                case "dot", "gv" -> writeDot(graph, out);
                default -> writeDimacs(graph, out);
            }
        });
    }

    private static void writeDimacs(SymmetryGraph graph, Writer out) throws IOException {
        for (Map.Entry<Integer, String> meaning : graph.meanings().entrySet()) {
            out.write("c colour " + meaning.getKey() + " " + graph.kind(meaning.getKey()) + ": "
                    + meaning.getValue() + "\n");
        }
        for (int v = 0; v < graph.graph().vertexCount(); v++) {
            out.write("c vertex " + (v + 1) + " " + graph.name(v) + "\n");
        }
        Dimacs.write(graph.graph(), out);
    }

    private static void writeDot(SymmetryGraph named, Writer out) throws IOException {
        ColoredGraph graph = named.graph();
        out.write("graph symmetries {\n  node [style=filled];\n");
        List<Integer> colors = List.copyOf(named.meanings().keySet());
        for (int place = 0; place < colors.size(); place++) {
            int color = colors.get(place);
            out.write("  // colour " + color + " " + named.kind(color) + ": " + named.meanings().get(color)
                    + (place < HUES ? "" : " (its hue stands for several colours)") + "\n");
        }
        for (int v = 0; v < graph.vertexCount(); v++) {
            int color = graph.color(v);
            double hue = Collections.binarySearch(colors, color) % HUES / (double) HUES;
            out.write("  " + v + " [label=" + quoted(named.name(v)) + String.format(Locale.ROOT,
                    ", fillcolor=\"%.3f 0.35 0.95\", shape=", hue) + shape(named.kind(color)) + "]; // colour " + color
                    + "\n");
        }
        StringBuilder edges = new StringBuilder();
        graph.forEachEdge((from, to, color, directed) ->
                edges.append("  ").append(from).append(" -- ").append(to).append(";\n"));
        out.write(edges + "}\n");
    }

    private static String shape(String kind) {
        return switch (kind) {
            case "pair" -> "ellipse";
            case "hub" -> "box";
            case "level" -> "hexagon";
            default -> "diamond";
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static void writeJson(SymmetryGraph named, Writer out) throws IOException {
        ColoredGraph graph = named.graph();
        JsonGenerator json = MAPPER.getFactory().createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeArrayFieldStart("colors");
        for (Map.Entry<Integer, String> meaning : named.meanings().entrySet()) {
            json.writeStartObject();
            json.writeNumberField("color", meaning.getKey());
            json.writeStringField("kind", named.kind(meaning.getKey()));
            json.writeStringField("meaning", meaning.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("vertices");
        for (int v = 0; v < graph.vertexCount(); v++) {
            json.writeStartObject();
            json.writeStringField("name", named.name(v));
            json.writeNumberField("color", graph.color(v));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        int[][] ends = new int[graph.edgeCount()][];
        int[] next = {0};
        graph.forEachEdge((from, to, color, directed) -> ends[next[0]++] = new int[] {from, to});
        for (int[] edge : ends) {
            json.writeArray(edge, 0, 2);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.flush();
        out.write("\n");
    }

    /**
     * Writes Ĝ: to JSON with all names; to a format of models, which have no names of joint values, with a CSV of the
     * names beside it.
     */
    static void writeBlockModel(GraphicalModel model, BlockPartition partition, Path file) throws IOException {
        GraphicalModel blocks = BlockModel.of(model, partition).transformed(MOST_ENTRIES);
        if (extension(file).equals("json")) {
            WholeFile.write(file, out -> writeJson(model, partition, blocks, out));
            return;
        }
        ModelFiles.write(blocks, file);
        WholeFile.write(file.resolveSibling(file.getFileName() + ".names.csv"), out -> {
            CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get());
            csv.printRecord("variable", "name", "value", "label");
            for (Variable block : blocks.variables()) {
                for (int x = 0; x < block.size(); x++) {
                    csv.printRecord(block.index(), block.name(), x, block.domain().label(x));
                }
            }
            csv.flush();
        });
    }

    private static void writeJson(GraphicalModel model, BlockPartition partition, GraphicalModel blocks, Writer out)
            throws IOException {
        JsonGenerator json = MAPPER.getFactory().createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeNumberField("constant", blocks.constant());
        json.writeArrayFieldStart("variables");
        for (Variable variable : blocks.variables()) {
            json.writeStartObject();
            json.writeStringField("name", variable.name());
            Block block = partition.block(variable.index());
            json.writeArrayFieldStart("block");
            for (int v : block.variables()) {
                json.writeString(model.variable(v).name());
            }
            json.writeEndArray();
            json.writeArrayFieldStart("values");
            for (int x = 0; x < variable.size(); x++) {
                json.writeString(variable.domain().label(x));
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("tables");
        for (Feature table : blocks.features()) {
            json.writeStartObject();
            json.writeFieldName("scope");
            json.writeArray(table.scope(), 0, table.scope().length);
            json.writeArrayFieldStart("logPotentials");
            for (double log : blocks.table(table).entries()) {
                if (Double.isInfinite(log)) {
                    json.writeNull();
                } else {
                    json.writeNumber(log);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.flush();
        out.write("\n");
    }
}
