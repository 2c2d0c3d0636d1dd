package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Broken graphs and groups: exit code 2 and one line that names the file, for each of some 80. */
class MalformedGroupsAndGraphsTest {

    @TempDir
    private Path folder;

    static Stream<String> graphs() {
        return Stream.of("", " \n\n", "\u0000\u0001", "hello", "[1, 2]", "{\"nodes\": []}", "<graphml/>",
            "graph G { a -- b; }", "digraph { a -> b }", "MARKOV\n1\n2\n0\n", "(0 1)(2 3)",
            // DIMACS
            "p\n", "p edge\n", "p edge x 3\n", "p edge 3\n", "p edge 3 1\n", "p edge 3 1\ne 1\n",
            "p edge 3 1\ne 1 4\n",
            "p edge 3 1\ne 0 1\n", "p edge 3 1\ne 1 2 3 4\n", "p edge 3 1\nx 1 2\n", "p edge -3 1\n",
            "p edge 3 2\ne 1 2\n", "p edge 3 1\np edge 3 1\ne 1 2\n", "e 1 2\n", "p edge 2000000000 0\n",
            "p edge 3 1\nn 4 1\ne 1 2\n", "p cnf 3 1\n1 2 0\n", "p edge 3 99999999999999999999\n",
            // lists of edges and saucy
            "0\n", "0 1 2 3\n", "-1 2\n", "0 1\n1 -2\n", "0 1\n2\n", "0 99999999999\n", "0 2000000000\n",
            "3 2 1\n0 1\n",
            "3 2 1\n0 1\n1 7\n", "4 2 3\n2\n1\n0 1\n2 3\n", "3 1 1\n", "1 2 x\n", "0 1\nabc\n",
            // graph6, sparse6, digraph6
            "D", "DQ", "DQcc", ":", "&DI", "~", "~~", ">>graph6<<", "DQc\nD\n", "~??", ":~~~~~~~~\n",
            // dreadnaut
            "n=3 g 0:1;1:2", "n=3 g 0:3.", "n=3 g 0:1;1:2. f=[0|1", "n=3 g 0:1.\ng 1:2.", "n=x g 0:1.",
            "n=2000000000 g 0:1.", "n=3 g 0:1.\ne", "n=3 g 0:a.", "n=3 g 0;1;2;0 1.");
    }

    static Stream<String> groups() {
        return Stream.of("", "\n", "\u0000", "nonsense", "MathieuGroup(11)", "Group([(1,2),(3,4)", "Group((1,2),(3,4",
            "[2,1,3", "Group([(1,2)]))", "(1,2](3,4)", "x 3\n(0 1", "x 3\n0 1\n", "x 3\n0 0 1\n", "x 3\n(0 1)(1 2)\n",
            "x 3\n(0 3)\n", "x 3\n0 1 2 3\n", "x -1\n", "x y\n", "x 3 0\n(0 1)\n", "x 3 4\n(0 1)\n",
            "x 2000000000\n(0 1)\n",
            "(1,2000000000)", "(1,99999999999)", "[1,1,2]", "[1,2,5]", "PermList([1,2,2])", "1 2 3\n1 2\n", "0 1 1\n",
            "Permutation(0, 0)", "x 3\n(a b)\n", "PermutationGroup<3 | (1,2>", "PermutationGroup<3 | (1,2)(2,3)>",
            "PermutationGroup<10 | (1,2)", "PermutationGroup<3 | (1,7)>", "sub<Sym(3) | [2,1,3,4]>",
            "Permutation group acting on a set of cardinality 2\nOrder = 2\n (1, 3)\n",
            "Permutation group acting on a set of cardinality 3\nOrder = 6\n (1, 3)\n");
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void graph(String content) throws IOException {
        Path file = Files.write(folder.resolve("g"), content.getBytes(StandardCharsets.ISO_8859_1));
        Outcome.of("automorphisms", file).isBadInput(file.toString());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void group(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("g"), content);
        Outcome.of("group", file).isBadInput(file.toString());
    }

    @Test
    void magma() throws IOException {
        Path file = Files.writeString(folder.resolve("g"), "PermutationGroup<10 | (1,2)>\n");
        assertThat(Outcome.of("group", file).out()).contains("degree      10", "order       2");
        Path first = Files.writeString(folder.resolve("h"), "Permutation group G acting on a set of cardinality 10\n"
            + "Order = 3\n    (1, 2, 3)\n");
        assertThat(Outcome.of("group", first).out()).contains("degree      10", "order       3");
        Path sub = Files.writeString(folder.resolve("s"), "sub<Sym(7) | (1,2), (3,4)>\n");
        assertThat(Outcome.of("group", sub).out()).contains("degree      7", "order       4");
    }
}
