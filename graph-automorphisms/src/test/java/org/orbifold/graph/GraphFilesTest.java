package org.orbifold.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphFilesTest {

    private static List<ColoredGraph> parse(String text) throws IOException {
        return GraphFiles.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "g");
    }

    private static ColoredGraph edges(int n, int... ends) {
        ColoredGraphBuilder b = ColoredGraph.builder(n);
        for (int i = 0; i < ends.length; i += 2) {
            b.edge(ends[i], ends[i + 1]);
        }
        return b.build();
    }

    /** The examples of nauty's formats.txt, and the same graphs in the formats of others. */
    @Test
    void knownFiles() throws IOException {
        ColoredGraph small = edges(5, 0, 2, 0, 4, 1, 3, 3, 4);
        ColoredGraph sparse = edges(7, 0, 1, 0, 2, 1, 2, 5, 6);
        assertThat(parse("DQc\n")).containsExactly(small);
        assertThat(parse(":Fa@x^\n")).containsExactly(sparse);
        assertThat(parse(">>graph6<<DQc\r\nDQc\n\n:Fa@x^")).containsExactly(small, small, sparse);
        assertThat(parse("&DI?AO?\n")).containsExactly(ColoredGraph.builder(5)
            .arc(0, 2).arc(0, 4).arc(3, 1).arc(3, 4).build());
        assertThat(parse("n=5 g 2 4; 3; ; 4. f=[1:3] x")).containsExactly(
            ColoredGraph.builder(5).edge(0, 2).edge(0, 4).edge(1, 3).edge(3, 4).color(0, 1).color(4, 1).build());
        assertThat(parse("At \"a comment\" $=1 n=5 g 1: 3 5; 2: 4; 4: 5. $$ x b q")).containsExactly(small);
        assertThat(parse("5 4 2\n2\n0 2\n0 4\n1 3\n3 4\n")).containsExactly(
            ColoredGraph.builder(5).edge(0, 2).edge(0, 4).edge(1, 3).edge(3, 4).color(2, 1).color(3, 1).color(4, 1)
                .build());
        assertThat(parse("# edges\n0 2\n0,4\n1\t3\n3 4\n")).containsExactly(small);
        assertThat(parse("\uFEFF0 2\n0 4\n1 3\n3 4\n")).containsExactly(small);
        assertThat(parse("p edge 3 4\ne 1 2 5\na 2 3\ne 1 1\nn 3 -4\na 3 2 7\n")).containsExactly(
            ColoredGraph.builder(3).edge(0, 1, 5).arc(1, 2).edge(0, 0).color(2, -4).arc(2, 1, 7).build());
    }

    @Test
    void packedFilesAreUnpacked() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("DQc\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(GraphFiles.read(new ByteArrayInputStream(bytes.toByteArray()), "g")).hasSize(1);
    }

    @Property(tries = 300, seed = "22")
    void everyFormatReadsWhatItWrites(@ForAll @IntRange(max = 40) int n, @ForAll long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (GraphFormat format : GraphFormat.values()) {
            boolean all = format == GraphFormat.DIMACS;
            boolean loops = format != GraphFormat.GRAPH6;
            ColoredGraphBuilder b = ColoredGraph.builder(n);
            int share = 1 + random.nextInt(9);
            for (int u = 0; u < n; u++) {
                int color = format == GraphFormat.SAUCY ? u / 4 : all ? random.nextInt(-3, 3)
                    : format == GraphFormat.DREADNAUT ? u == 0 ? 0 : random.nextInt(2) : 0;
                b.color(u, format == GraphFormat.DREADNAUT && n < 2 ? 0 : color);
                for (int v = 0; v < n; v++) {
                    boolean last = format == GraphFormat.EDGE_LIST && u == n - 1 && v == 0;
                    if (last || random.nextInt(10) > share && (loops || u != v)) {
                        int edgeColor = all || format == GraphFormat.EDGE_LIST ? random.nextInt(3) : 0;
                        if (all && random.nextBoolean()) {
                            b.arc(u, v, edgeColor);
                        } else {
                            b.edge(u, v, edgeColor);
                        }
                    }
                }
            }
            if (format == GraphFormat.DREADNAUT && n > 1) {
                b.color(n - 1, 1);
            }
            if (n > 0 || format != GraphFormat.EDGE_LIST) {
                ColoredGraph graph = b.build();
                StringWriter text = new StringWriter();
                format.write(graph, text);
                assertThat(parse(text.toString())).as(format + ": " + text).containsExactly(graph);
            }
        }
    }

    @Test
    void listsOfEdges() throws IOException {
        ColoredGraph triangle = ColoredGraph.builder(3).edge(0, 1).edge(1, 2).edge(2, 0).build();
        assertThat(parse("0 1 {}\n1 2 {}\n2 0 {}\n")).containsExactly(triangle);
        byte[] fromOne = "1,2\n2,3\n3,1\n".getBytes(StandardCharsets.UTF_8);
        assertThat(GraphFiles.read(new ByteArrayInputStream(fromOne), "g", true)).containsExactly(triangle);
        byte[] fromZero = "0 1\n".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> GraphFiles.read(new ByteArrayInputStream(fromZero), "g", true))
            .hasMessageContaining("vertices from 1");
    }

    @Test
    void refusesWhatAFormatCannotSay() {
        ColoredGraph arc = ColoredGraph.builder(2).arc(0, 1, 3).build();
        for (GraphFormat format : GraphFormat.values()) {
            if (format != GraphFormat.DIMACS) {
                StringWriter text = new StringWriter();
                assertThatThrownBy(() -> format.write(arc, text)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("write DIMACS");
                assertThat(text.toString()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"nodes\": []}  | g:1: the file looks like JSON",
        "<graphml>        | g:1: the file looks like XML",
        "graph { a -- b } | g:1: the file looks like Graphviz",
        "MARKOV           | g:1: the file looks like a UAI model",
        "(1,2)(3,4)       | g:1: the file looks like permutations, which are a group and no graph",
        "hello world      | g:1: the file looks like text that starts 'hello world', expected a graph as DIMACS",
        "0 1/1 -2         | g:2: '[1, -2]' in a list of edges",
        "DQ               | g:1: 1 characters for the edges of 5 vertices, expected 2",
        "n=2 g 1; 5.      | g:1: vertex 5 is out of range, expected 0 to 1",
        "n=2/g 0: x.      | g:2: 'x' in place of a vertex",
        "e 1 2            | g:1: an edge before the header",
    })
    void errorsNameWhatItLooksLike(String text, String message) {
        assertThatThrownBy(() -> parse(text.strip().replace("/", "\n"))).isInstanceOf(GraphFormatException.class)
            .hasMessageContaining(message.strip()).hasMessageContaining("expected");
    }

    @Test
    void foldersAndEmptyFiles(@TempDir Path folder) {
        assertThatThrownBy(() -> GraphFiles.read(folder)).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> parse(" \n")).hasMessageContaining("the file is empty");
    }

    @Test
    void dreadnautOptionsThatChangeNoGraph() throws IOException {
        ColoredGraph path = edges(3, 0, 1, 1, 2);
        for (String text : List.of("d -d n=3 g 1; 2. x", "Ad n=3 g 1; 2. x", "An n=3 g 1; 2. x", "-a -m n=3 g 1; 2.")) {
            assertThat(parse(text)).as(text).containsExactly(path);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "n=4 g 0:1. x @ g 2:3. x ## | the command 'g'",
        "n=3 g 1; 2. _ x            | the command '_'",
        "n=3 g 1; 2. e 0:2. x       | the command 'e'",
        "n=3 g 1; 2. r 2 1 0; x     | the command 'r'",
        "n=3 g 1; 2. R 0 1; x       | the command 'R'",
    })
    void dreadnautCommandsThatChangeTheGraphAreRefused(String text, String message) {
        assertThatThrownBy(() -> parse("\"a comment\"\n" + text)).isInstanceOf(GraphFormatException.class)
            .hasMessageStartingWith("g:2: " + message.strip()).hasMessageContaining("expected");
    }

    /** Three coloured edges have as many numbers as a saucy file of three edges. */
    @Test
    void colouredEdgesAreNoSaucyFile() throws IOException {
        assertThat(parse("4 3 1\n0 1 1\n2 3 1\n")).containsExactly(
            ColoredGraph.builder(5).edge(4, 3, 1).edge(0, 1, 1).edge(2, 3, 1).build());
        assertThat(parse("4 3 1\n0 1\n2 3\n0 3\n")).containsExactly(edges(4, 0, 1, 2, 3, 0, 3));
        assertThat(parse("4 1 3\n1 2\n2 3\n")).containsExactly(
            ColoredGraph.builder(4).color(1, 1).color(2, 2).color(3, 2).edge(2, 3).build());
    }

    @Test
    void longLinesOfNumbers() {
        assertThatThrownBy(() -> parse("0 1\n" + "1 ".repeat(100_000))).isInstanceOf(GraphFormatException.class)
            .hasMessageContaining("in a list of edges");
    }

    @Test
    void damagedPackedFilesAreNamed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("0 1\n1 2\n".getBytes(StandardCharsets.US_ASCII));
        }
        byte[] whole = bytes.toByteArray();
        byte[] changed = whole.clone();
        changed[12] ^= 0x55;
        byte[] unknown = whole.clone();
        unknown[2] = 77;
        for (byte[] damaged : List.of(changed, unknown, Arrays.copyOf(whole, 5), Arrays.copyOf(whole, 14))) {
            assertThatThrownBy(() -> GraphFiles.read(new ByteArrayInputStream(damaged), "g.gz"))
                .isInstanceOf(GraphFormatException.class).hasMessageContaining("g.gz:1: the gzip data is damaged");
        }
        for (byte[] damaged : List.of(unknown, Arrays.copyOf(whole, 5))) {
            assertThatThrownBy(() -> Dimacs.read(new ByteArrayInputStream(damaged), "g.gz"))
                .isInstanceOf(GraphFormatException.class).hasMessageContaining("g.gz:1: the gzip data is damaged");
        }
    }

    @ParameterizedTest
    @EnumSource(GraphFormat.class)
    void theEmptyGraphRoundTrips(GraphFormat format) throws IOException {
        ColoredGraph empty = ColoredGraph.builder(0).build();
        StringWriter out = new StringWriter();
        format.write(empty, out);
        assertThat(parse(out.toString())).as(out.toString()).containsExactly(empty);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3 2 1\n0 1\n1 7\n", "3 2 1\n0 1\n", "5 4 2\n2\n0 2\n0 4\n1 3\n", "4 2 2\n1 2\n0 1\n2 3\n",
        "3 1 1\n", "4 2 3\n2\n1\n0 1\n2 3\n", "4 2 3\n0\n2\n0 1\n2 3\n"})
    void brokenSaucyFilesAreNoListsOfEdges(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(GraphFormatException.class).hasMessageContaining("saucy");
    }

    /** Blanks after an n are read once. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void formatsAreToldApartAtOnce() {
        assertThatThrownBy(() -> parse("n" + " ".repeat(1_000_000) + "g")).isInstanceOf(GraphFormatException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"n=3 g 0:1;1:2|full stop", "n=3 g 0:1;1:2. f=[0:1|is not closed",
        "n=2000000000 g 0:1.|vertices, expected at most", "0 2000000000|vertices, expected at most",
        "p edge 2000000000 0|vertices, expected at most"})
    void cutOffOrTooLarge(String text, String message) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(GraphFormatException.class).hasMessageContaining(message);
    }
}
