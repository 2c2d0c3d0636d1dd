package org.orbifold.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimacsTest {

    @TempDir
    private Path folder;

    private static ColoredGraph parse(String text) throws IOException {
        return Dimacs.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "g");
    }

    @Test
    void readsColoursCommentsAndBlankLines() throws IOException {
        ColoredGraph g = parse("c hello\n\np edge 3 2\nn 2 -7\r\ne 1 2\n\n  e  2\t3 \nc end é");
        assertThat(g.vertexCount()).isEqualTo(3);
        assertThat(g.edgeCount()).isEqualTo(2);
        assertThat(g.color(1)).isEqualTo(-7);
        assertThat(g.color(0)).isZero();
        assertThat(g.hasEdge(1, 2)).isTrue();
    }

    @Test
    void writesWhatItReads() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            ColoredGraph g = TestGraphs.random(30, 0.2, 4, seed);
            StringWriter text = new StringWriter();
            Dimacs.write(g, text);
            assertThat(parse(text.toString())).isEqualTo(g);
            Path packed = folder.resolve("g" + seed + ".dimacs.gz");
            Dimacs.write(g, packed);
            assertThat(Dimacs.read(packed)).isEqualTo(g);
            Path plain = folder.resolve("g" + seed + ".dimacs");
            Dimacs.write(g, plain);
            assertThat(Files.readString(plain)).isEqualTo(text.toString());
            assertThat(Dimacs.read(plain)).isEqualTo(g);
        }
    }

    @Test
    void mergesEdgesThatAreListedTwice() throws IOException {
        assertThat(parse("p edge 2 1\ne 1 2\ne 2 1\n").edgeCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "p edge 2 1/e 1 3           | g:2: vertex 3 is out of range, expected 1 to 2",
        "p edge 2 1/e 0 1           | g:2: vertex 0 is out of range",
        "p edge 2 1/e 1             | g:2: the second end of the edge is missing or not a number",
        "p edge 2 1/e 1 x           | g:2: the second end of the edge is missing or not a number",
        "p edge 2 1/e 1 2x          | g:2: the second end of the edge is missing or not a number",
        "p edge 2 1/e 1 2 3 4       | g:2: '4' after the end",
        "p edge 2 1/e 1 2 x         | g:2: the colour of the edge is missing or not a number",
        "p edge 2 1/x 1 2           | g:2: unknown line 'x 1 2', expected c, p, n, e or a",
        "p edge 2 1/edge 1 2        | g:2: unknown line 'edge 1 2'",
        "e 1 2                      | g:1: an edge before the header",
        "n 1 2                      | g:1: a colour before the header",
        "p cnf 2 1                  | g:1: problem kind 'cnf', expected 'p edge VERTICES EDGES'",
        "p edge 2                   | g:1: the number of edges is missing",
        "p edge -2 1                | g:1: -2 vertices",
        "p edge 99999999999 1       | g:1: 99999999999 vertices",
        "p edge 2 1/p edge 2 1      | g:2: a second header, expected only the one in line 1",
        "p edge 3 2/e 1 2           | g:2: the file ends after 1 edges, expected the 2 that line 1 promises",
        "p edge 3 1/e 1 2/e 2 3     | g:3: the file has 2 different edges, expected at most the 1",
        "p edge 2 0/n 1 4294967296  | g:2: colour 4294967296 is out of range",
        "c nothing                  | g:1: the file has no header",
    })
    void errorsCarryLineAndExpectation(String text, String message) {
        assertThatThrownBy(() -> parse(text.strip().replace("/", "\n"))).isInstanceOf(GraphFormatException.class)
            .hasMessageContaining(message.strip()).hasMessageContaining("expected");
    }

    @Test
    void exceptionKnowsFileAndLine() {
        assertThatThrownBy(() -> parse("p edge 1 0\nz\n")).isInstanceOfSatisfying(GraphFormatException.class, e -> {
            assertThat(e.source()).isEqualTo("g");
            assertThat(e.line()).isEqualTo(2);
        });
    }

    @Test
    void damagedGzipIsAnErrorOfTheFile() throws IOException {
        Path packed = folder.resolve("g.dimacs.gz");
        Dimacs.write(TestGraphs.complete(50), packed);
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> Dimacs.read(packed)).isInstanceOf(GraphFormatException.class)
            .hasMessageContaining("g.dimacs.gz:").hasMessageContaining("gzip");
    }

    @Test
    void emptyFileHasNoHeader() {
        assertThatThrownBy(() -> parse("")).hasMessageContaining("no header");
    }

    /** As a signed byte 0xFF is -1, which was taken for the end. */
    @Test
    void aByte255IsNotTheEnd() {
        byte[] text = "p edge 2 0\nX\ne 1 2\n".getBytes(StandardCharsets.ISO_8859_1);
        text[11] = (byte) 0xFF;
        assertThatThrownBy(() -> Dimacs.read(new ByteArrayInputStream(text), "g"))
            .isInstanceOf(GraphFormatException.class).hasMessageContaining("g:2: unknown line '?'");
    }
}
