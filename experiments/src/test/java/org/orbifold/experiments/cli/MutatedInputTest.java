package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.firstorder.ProblemFiles;
import org.orbifold.graph.GraphFiles;
import org.orbifold.group.io.GroupFile;
import org.orbifold.inference.Query;
import org.orbifold.learning.Observations;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.Mutations;

/**
 * Whatever happens to a good file, its reader gives a value or a message of one short line that names file and line.
 * The readers of models have tests of their own ({@code MutatedFilesTest}, {@code MutatedLogicFilesTest}).
 */
class MutatedInputTest {

    private static final List<String> GRAPHS = List.of("c a\np edge 4 4\nn 1 7\ne 1 2\ne 2 3 5\na 3 4\ne 4 1\n",
        "DQc\nD?{\n", ">>graph6<<IheA@GUAo\n", ":Fa@x^\n", "&DI?AO?\n", "n=4 g 0: 1 3; 2: 1 3. f=[0|1:3] x\n",
        "$=1 n=4 d g 1: 2 3; 2: 1 3; 4.\n", "4 4 2\n2\n0 1\n1 2\n2 3\n3 0\n", "0 1\n1 2 3\n# c\n2 0\n");

    private static final List<String> GROUPS = List.of("cube 8 24\n(0,1,2,3)(4,5,6,7)\n3 2 6 7 0 1 5 4\n",
        "Group(\n[ ( 1, 2,\n 3, 4), (1,3) ] ) # a comment (5,6)\n",
        "PermutationGroup< 4 | (1, 2, 3, 4), (1, 3) >; // Magma\n",
        "[Permutation([1, 2, 3, 0]), Permutation([2, 1, 0, 3])]\n",
        "Permutation group acting on a set of cardinality 4\nOrder = 8 = 2^3\n    (1, 2, 3, 4)\n    (1, 3)\n",
        "[ PermList([ 2, 3, 4, 1 ]), (1,3) ]\n", "2 3 4 1\n3 2 1 4\n", "sub<Sym(7) | (1,2), (3,4)>\n");

    private static final List<String> SENTENCES = List.of("""
            \\forall X: (~E(X,X)) &
            \\forall X: (\\forall Y: (E(X,Y) -> E(Y,X))) &
            \\forall X: (\\exists_{=2} Y: (E(X,Y)))

            V = 6
            2.7 1/3 E
            |E| = 12
            """, "\\forall X: (P(X) | ~Q(X)) & \\exists X: (P(X))\nV = {a, b, c}\n1 3 P\nP(a), ~Q(b)\n|P| >= 1\n");

    private static final String NETWORK =
        "2.7 S(X) & F(X,Y) -> S(Y)\nF(X,Y) -> F(Y,X).\n\nperson = 6\n|F| = 4\nS(person0), ~S(person1)\n";

    private static final String FORCLIFT = """
            domain Person 5 {guy, luc}
            predicate friends(Person,Person) 2 1
            predicate smokes(Person)
            predicate q
            !friends(X,Y) v smokes(Y) 1.2 1
            if smokes(X) then q 0.6 else 0.1
            friends(guy,luc)
            """;

    @TempDir
    private Path folder;

    private interface Reader {
        Object read(byte[] bytes) throws IOException;
    }

    private static void check(int cases, long seed, List<String> texts, String place, Reader reader) {
        RandomGenerator random = new SplittableRandom(seed);
        int values = 0;
        for (int i = 0; i < cases; i++) {
            byte[] bytes = Mutations.of(texts.get(i % texts.size()), random);
            try {
                reader.read(bytes);
                values++;
            } catch (IOException | IllegalArgumentException e) {
                String text = new String(bytes, StandardCharsets.UTF_8);
                assertThat(e).as(text).matches(found -> found instanceof IOException
                    || found.getClass() == IllegalArgumentException.class);
                assertThat(e.getMessage()).as(text).matches("(?s)" + place + ".*").hasSizeLessThan(800)
                    .doesNotContain("\n", "\r", "\u0000");
            }
        }
        assertThat(values).isBetween(cases / 100, cases * 9 / 10);
    }

    @Test
    void graphs() {
        check(3000, 1, GRAPHS, "g:\\d+: ", bytes -> GraphFiles.read(new ByteArrayInputStream(bytes), "g"));
    }

    @Test
    void groups() {
        check(3000, 2, GROUPS, "g:\\d+: ", bytes -> GroupFile.read(new ByteArrayInputStream(bytes), "g", false));
        check(500, 3, List.of("+ (0 1)(2 3)\n- 1 0 2 3\n3 2 1 0\n"), "g:\\d+: ",
            bytes -> GroupFile.readPermutations(new ByteArrayInputStream(bytes), "g", 4, false));
    }

    @Test
    void countingProblems() {
        check(1500, 4, SENTENCES, "g:\\d+: ",
            bytes -> ProblemFiles.parseWfomc("g", new String(bytes, StandardCharsets.UTF_8), false));
        check(700, 5, List.of(NETWORK), "g:\\d+: ",
            bytes -> ProblemFiles.parseWfomc("g", new String(bytes, StandardCharsets.UTF_8), true));
        check(700, 6, List.of(FORCLIFT), "g:\\d+: ",
            bytes -> ProblemFiles.parseForclift("g", new String(bytes, StandardCharsets.UTF_8)));
    }

    @Test
    void weightsAndDatabases() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("person = {Anna, Bob}\nFriends(person,person)\nSmokes(person)\n"
            + "Friends(+x,y) v *Smokes(y)\n");
        Path file = folder.resolve("f");
        check(500, 7, List.of("1.5 Friends(Anna,y) v *Smokes(y)\n-0.5 Friends(Bob,y) v !Smokes(y)\n"),
            ".*f:\\d+:\\d+: ", bytes -> LogicFiles.readWeights(Files.write(file, bytes), network));
        check(500, 8, List.of("Friends(Anna,Bob) !Smokes(Anna)\n?Smokes(Bob)\n0.7 Friends(Anna,Anna)\n"),
            ".*f:\\d+:\\d+: ", bytes -> LogicFiles.readDatabase(network, List.of(Files.write(file, bytes))));
    }

    @Test
    void dataAndQueries() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variable("A", Domain.of("yes", "no"))
            .variable("B", Domain.of("low", "mid", "high")).variable("C", Domain.of("t", "f"))
            .table(new int[] {0, 1}, new double[6]).build();
        Path file = folder.resolve("f");
        check(700, 9, List.of("A,B,C\nyes,low,t\nno,\"mid\",f\nyes,,t\n"), ".*f(:\\d+)?: ", bytes -> {
            Observations.csv(model, Files.write(file, bytes)).forEach((row, line) -> { });
            return file;
        });
        check(1500, 10, List.of("P(A=yes, B=low | C=t)", "E(#0)",
            "P(A=yes ^ !B=low v (C=t => A=no) <=> C=f | A=no v B=mid)"), "",
            bytes -> Query.parse(new String(bytes, StandardCharsets.UTF_8), model));
        check(500, 11, List.of("2 0 2\n"), ".*f:\\d+: ",
            bytes -> ModelFiles.readQuery(Files.write(file, bytes), model));
        check(500, 12, List.of("A B\n\nB C # c\n"), ".*f:\\d+: ",
            bytes -> PartitionsFile.read(Files.write(file, bytes), model));
        check(500, 13, List.of("A,B,C\nyes,low,t\nno,\"mid\",f\n"), ".*f", bytes ->
            StatesFile.read(model, Files.write(file, bytes)));
    }
}
