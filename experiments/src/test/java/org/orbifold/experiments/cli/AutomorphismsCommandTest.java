package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.Dimacs;
import picocli.CommandLine;

class AutomorphismsCommandTest {

    @TempDir
    private Path folder;

    private static final String SQUARE = "c a square with two colours\np edge 4 4\nn 1 5\nn 3 5\n"
            + "e 1 2\ne 2 3\ne 3 4\ne 4 1\n";

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static JsonNode json(Object... args) throws IOException {
        Outcome outcome = Outcome.of(args);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out().lines()).hasSize(1);
        return new ObjectMapper().readTree(outcome.out());
    }

    @Test
    void jsonHasTheContractsKeys() throws IOException {
        JsonNode result = json("automorphisms", file("square.dimacs", SQUARE), "--json", "--canonical", "--repeat", 3);
        assertThat(result.get("vertices").asInt()).isEqualTo(4);
        assertThat(result.get("edges").asInt()).isEqualTo(4);
        assertThat(result.get("order").isTextual()).isTrue();
        assertThat(result.get("order").asText()).isEqualTo("4");
        assertThat(result.get("generatorCount").asInt()).isEqualTo(2);
        assertThat(result.get("generators").toString()).isIn("[[[0,2]],[[1,3]]]", "[[[1,3]],[[0,2]]]");
        assertThat(result.get("orbitCount").asInt()).isEqualTo(2);
        assertThat(result.get("orbits").toString()).isEqualTo("[[0,2],[1,3]]");
        assertThat(result.get("canonicalLabeling")).hasSize(4);
        assertThat(result.get("seconds").asDouble()).isPositive();
        assertThat(result.get("canonicalHash").asText()).hasSize(64);
        assertThat(result.get("complete").asBoolean()).isTrue();
    }

    @Test
    void relabelledAndPackedFilesGetTheSameHash() throws IOException {
        Path square = file("square.dimacs", SQUARE);
        Path other = folder.resolve("other.dimacs.gz");
        Dimacs.write(Dimacs.read(square).relabel(v -> (v + 1) % 4), other);
        String hash = json("automorphisms", square, "--json", "--canonical").get("canonicalHash").asText();
        assertThat(json("automorphisms", other, "--json", "--canonical").get("canonicalHash").asText()).isEqualTo(hash);
        assertThat(json("automorphisms", square, "--json").get("canonicalHash").isNull()).isTrue();
    }

    @Test
    void textListsGeneratorsWithACap() throws IOException {
        ColoredGraphBuilder b = ColoredGraph.builder(60);
        Path graph = folder.resolve("empty.dimacs");
        Dimacs.write(b.build(), graph);
        String text = Outcome.of("automorphisms", graph).out();
        assertThat(text).contains("generators  59", "(0 1)", "... and 39 more", "8.320987...e81");
        String all = Outcome.of("automorphisms", graph, "--generators").out();
        assertThat(all.lines().filter(line -> line.startsWith("("))).hasSize(59);
    }

    @Test
    void worksOnItsOwn() throws IOException {
        StringWriter out = new StringWriter();
        int code = new CommandLine(new AutomorphismsCommand()).setOut(new PrintWriter(out))
                .execute(file("square.dimacs", SQUARE).toString());
        assertThat(code).isZero();
        assertThat(out.toString()).contains("order       4", "orbits      2");
    }

    @Test
    void badInputIsOneLine() throws IOException {
        Outcome.of("automorphisms", file("bad.dimacs", "p edge 2 1\ne 1 3\n"))
                .isBadInput("bad.dimacs:2:", "vertex 3 is out of range, expected 1 to 2");
        Outcome.of("automorphisms", folder.resolve("none.dimacs")).isBadInput("none.dimacs", "no such file");
        Outcome.of("automorphisms", file("a.dimacs", SQUARE), "--repeat", 0).isBadInput("--repeat 0");
        Outcome.of("automorphisms", file("a.dimacs", SQUARE), "--json", "--generators").isBadInput("--generators");
    }

    @Test
    void aLimitIsReported() throws IOException {
        ColoredGraphBuilder b = ColoredGraph.builder(16);
        for (int v = 0; v < 16; v++) {
            for (int bit = 1; bit < 16; bit *= 2) {
                b.edge(v, v ^ bit);
            }
        }
        Path cube = folder.resolve("cube.dimacs");
        Dimacs.write(b.build(), cube);
        assertThat(json("automorphisms", cube, "--json").get("order").asText()).isEqualTo("384");
        JsonNode cut = json("automorphisms", cube, "--json", "--max-seconds", 0);
        assertThat(cut.get("complete").asBoolean()).isFalse();
        assertThat(cut.get("order").asText()).isEqualTo("1");
        assertThat(Outcome.of("automorphisms", cube, "--max-seconds", 0).out())
                .contains("order       at least 1", "incomplete  the time limit of 0 ms was reached");
        Outcome.of("automorphisms", cube, "--canonical", "--max-seconds", 0).isBadInput("--max-seconds 0.0");
    }

    @Test
    void oneCommandReadsWhatTheOtherPrints() throws IOException {
        Path square = file("square.dimacs", SQUARE);
        Path group = file("square.grp", Outcome.of("automorphisms", square, "--generators").out());
        assertThat(Outcome.of("group", group).out()).contains("degree      4", "order       4", "orbits      2");
        Path fromOne = file("square1.grp", Outcome.of("automorphisms", square, "--generators", "--one-based").out());
        assertThat(Outcome.of("group", fromOne, "--one-based", "--generators").out())
                .contains("order       4", "(1 3)");
        Path again = file("again.grp", Outcome.of("group", group, "--set-stabilizer", "0,2", "--generators").out());
        assertThat(json("group", again, "--json").get("order").asText()).isEqualTo("4");
        assertThat(json("group", again, "--json", "--stabilizer", 1).get("generators").toString())
                .isEqualTo("[[[0,2]]]");
    }

    @Test
    void manyGraphsFallIntoClasses() throws IOException {
        // Two labelings of the path on four vertices, the star, and the path again.
        Path graphs = file("many.g6", ">>graph6<<Ch\nCU\nCs\nCh\n");
        String[] lines = Outcome.of("automorphisms", graphs, "--classes", "--canonical").out().split("\\R");
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).startsWith("1 ").isEqualTo(lines[3]);
        assertThat(lines[4]).startsWith("classes ");
        assertThat(Outcome.of("automorphisms", graphs, "--json").out().lines()).hasSize(4);
        Outcome.of("automorphisms", graphs, "--generators").isBadInput("has 4 graphs, expected one");
        Outcome.of("isomorphic", graphs, graphs).isBadInput("has 4 graphs");
    }

    @Test
    void canonicalGraphsAreEqual() throws IOException {
        Path square = file("square.dimacs", SQUARE);
        Path other = folder.resolve("other.dimacs");
        Dimacs.write(Dimacs.read(square).relabel(v -> (v + 1) % 4), other);
        Path one = folder.resolve("one.dimacs");
        Path two = folder.resolve("two.dimacs.gz");
        Outcome.of("automorphisms", square, "--canonical-graph", one);
        Outcome.of("automorphisms", other, "--canonical-graph", two);
        assertThat(Dimacs.read(one)).isEqualTo(Dimacs.read(two));
        Outcome.of("automorphisms", square, "--canonical-graph", folder.resolve("x.g6")).isBadInput("graph6 has no");
        assertThat(folder.resolve("x.g6")).doesNotExist();
    }

    @Test
    void isomorphicGraphsComeWithTheirMap() throws IOException {
        Path path = file("path.txt", "0 1\n1 2\n2 3\n");
        Path other = file("other.txt", "0 2\n2 1\n1 3\n");
        JsonNode found = json("isomorphic", path, other, "--json");
        assertThat(found.get("isomorphic").asBoolean()).isTrue();
        assertThat(found.get("map").toString()).isIn("[0,2,1,3]", "[3,1,2,0]");
        Outcome fromOne = Outcome.of("isomorphic", file("path1.txt", "1 2\n2 3\n3 4\n"),
                file("other1.txt", "1 3\n3 2\n2 4\n"), "--one-based");
        assertThat(fromOne.out().lines().skip(1)).containsAnyOf("1 3 2 4", "4 2 3 1");
        assertThat(Outcome.of("automorphisms", folder.resolve("path1.txt"), "--one-based", "--generators").out())
                .contains("automorphisms 4 2", "(1 4)(2 3)");
        assertThat(Outcome.of("isomorphic", path, file("star.txt", "0 1\n0 2\n0 3\n")).out())
                .isEqualToIgnoringNewLines("not isomorphic");
        assertThat(json("isomorphic", path, file("five.txt", "0 1 5\n1 2 5\n2 3 5\n"), "--json").get("map").isNull())
                .isTrue();
    }

    @Test
    void filesThatAreNoGraphsSaySo() throws IOException {
        Outcome.of("automorphisms", folder).isBadInput(folder + ": is a folder");
        Outcome.of("automorphisms", file("x.json", "{\"a\": 1}")).isBadInput("looks like JSON", "DIMACS, graph6");
        Path binary = folder.resolve("x.grp");
        Files.write(binary, new byte[] {(byte) 0xC3, (byte) 0x28, 10});
        Outcome.of("group", binary).isBadInput("x.grp:1: the file is not text");
    }

    @Test
    void ordersOfManyGraphsAreLowerBoundsAfterALimit() throws IOException {
        // The 3-cube, twice.
        Path cubes = file("cubes.g6", "Gr`HOk\nGr`HOk\n");
        Outcome outcome = Outcome.of("automorphisms", cubes, "--max-seconds", 0);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines()).hasSize(2).allMatch(line -> line.contains(" order at least "));
        assertThat(Outcome.of("automorphisms", cubes).out().lines())
                .containsOnly("vertices 8 edges 12 order 48");
    }

    /** A second name of the file that was there keeps the old content: the new one was not written over it. */
    @Test
    void canonicalGraphsAreWrittenWhole() throws IOException {
        Path out = file("out.dimacs", "old");
        Path other = Files.createLink(folder.resolve("other"), out);
        assertThat(Outcome.of("automorphisms", file("g.dimacs", SQUARE), "--canonical-graph", out).exitCode()).isZero();
        assertThat(other).hasContent("old");
        assertThat(Dimacs.read(out).edgeCount()).isEqualTo(4);
        Path packed = folder.resolve("out.dimacs.gz");
        assertThat(Outcome.of("automorphisms", out, "--canonical-graph", packed).exitCode()).isZero();
        assertThat(Dimacs.read(packed)).isEqualTo(Dimacs.read(out));
    }

    @Test
    void representativesOfClasses() throws IOException {
        // A path, a triangle with a point, the same path in another order.
        Path graphs = file("three.g6", "CU\nCr\nCh\n");
        Path forms = folder.resolve("forms.g6");
        assertThat(Outcome.of("automorphisms", graphs, "--classes", "--canonical-graph", forms).out())
                .contains("classes     ");
        String all = Outcome.of("automorphisms", graphs, "--classes").out();
        assertThat(all.lines().reduce((a, b) -> b).orElseThrow()).isEqualTo("classes     "
                + Files.readAllLines(forms).size());
        Outcome.of("automorphisms", graphs, "--classes", "--canonical-graph", folder.resolve("forms.dimacs"))
                .isBadInput(".g6");
    }

    @Test
    void stabilizersOfVectorsAndPartitions() throws IOException {
        Path group = file("s4.grp", "s4 4\n(0 1)\n(0 1 2 3)\n");
        assertThat(Outcome.of("group", group, "--vector-stabilizer", "a,b,a,a").out()).contains("order       6\n");
        assertThat(Outcome.of("group", group, "--partition-stabilizer", "0,1|2,3").out()).contains("order       8\n");
        assertThat(Outcome.of("group", group, "--ordered-partition-stabilizer", "1,2|3,4", "--one-based").exitCode())
                .isEqualTo(2);
        assertThat(Outcome.of("group", group, "--ordered-partition-stabilizer", "0,1|2,3").out())
                .contains("order       4\n");
        Outcome.of("group", group, "--partition-stabilizer", "0,x").isBadInput("'x'", "'0,1|2,3'");
        Outcome.of("group", group, "--partition-stabilizer", "0,1|1").isBadInput("1");
        Outcome.of("group", group, "--vector-stabilizer", "a,b").isBadInput("4");
    }
}
