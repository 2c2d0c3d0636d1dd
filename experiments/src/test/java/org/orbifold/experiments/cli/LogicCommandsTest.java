package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.GraphicalModel;

/** Every command that takes a model takes a Markov logic network, a database and a query, and names ground atoms. */
class LogicCommandsTest {

    @TempDir
    private Path folder;

    private Path model;
    private Path database;

    @BeforeEach
    void writeFiles() throws IOException {
        model = Files.writeString(folder.resolve("m.mln"), """
                person = {Anna, Bob, Carl}
                Friends(person,person)
                Smokes(person)
                person Best(person)
                2 Friends(x,y) ^ Smokes(x) => Smokes(y)
                1 Smokes(Best(x))
                """);
        database = Files.writeString(folder.resolve("m.db"), """
                Friends(Anna,Bob) Friends(Bob,Anna)
                Smokes(Anna)
                Bob = Best(Anna) Anna = Best(Bob)
                """);
    }

    /** Atoms in P(…) are asked for: unlisted ones are unknown, decided ones 0 or 1, values of functions by name. */
    @Test
    void probabilitiesOfAtoms() {
        String[] queries = {"P(Smokes(Bob)=1)", "P(Smokes(Anna))", "P(Smokes(Anna)=0 v Friends(Anna, Carl))",
            "P(Smokes(Bob)=1 | Smokes(Anna))", "P(Best(Carl)=Anna)"};
        List<String> arguments = new ArrayList<>(List.of("exact", model.toString(), "--db", database.toString()));
        for (String query : queries) {
            arguments.addAll(List.of("--query", query));
        }
        List<String> lines = Outcome.of(arguments.toArray()).out().lines().skip(1)
                .map(line -> line.substring(0, line.lastIndexOf(','))).toList();
        double[] expected = byHandAlone();
        assertThat(probability(lines.get(0))).isCloseTo(expected[0], within(1e-12));
        assertThat(probability(lines.get(1))).isEqualTo(1);
        // Carl does not smoke, so that a friendship of Anna's with him violates a formula of weight 2.
        assertThat(probability(lines.get(2))).isCloseTo(1 / (1 + Math.exp(2)), within(1e-12));
        assertThat(probability(lines.get(3))).isCloseTo(expected[0], within(1e-12));
        assertThat(probability(lines.get(4))).isCloseTo(expected[1], within(1e-12));
        assertThat(Outcome.of("exact", model, "--db", database, "--query", "P(Smokes(Bob) | !Smokes(Anna))").err())
                .contains("the condition of the query P(Smokes(Bob) | !Smokes(Anna)) is impossible");
    }

    /** P(Smokes(Bob)) and P(Best(Carl) = Anna), where Carl is not asked for and does not smoke: closed world. */
    private static double[] byHandAlone() {
        double all = 0;
        double bobSmokes = 0;
        double annaIsBest = 0;
        for (int bob = 0; bob < 2; bob++) {
            for (int best = 0; best < 3; best++) {
                double weight = Math.exp(2 * bob + bob + (best == 0 ? 1 : best == 1 ? bob : 0));
                all += weight;
                bobSmokes += bob * weight;
                annaIsBest += best == 0 ? weight : 0;
            }
        }
        return new double[] {bobSmokes / all, annaIsBest / all};
    }

    private static double probability(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
    }

    /** By hand: Bob smokes with weight 2 (friends) + 1 (Anna's best) + 1/3 of Carl's best; Carl by Carl's best only. */
    private static double[] byHand() {
        double[] sums = new double[4];
        for (int bob = 0; bob < 2; bob++) {
            for (int carl = 0; carl < 2; carl++) {
                int[] smokes = {1, bob, carl};
                for (int best = 0; best < 3; best++) {
                    // Friends(Anna,Bob), Friends(Bob,Anna); Best(Anna) = Bob, Best(Bob) = Anna, Best(Carl) = best.
                    double weight = Math.exp(2 * bob + 2 + bob + 1 + smokes[best]);
                    sums[0] += weight;
                    sums[1] += bob * weight;
                    sums[2] += carl * weight;
                    sums[3] += best == 0 ? weight : 0;
                }
            }
        }
        return new double[] {sums[1] / sums[0], sums[2] / sums[0], sums[3] / sums[0]};
    }

    @Test
    void exact() {
        Outcome outcome = Outcome.of("exact", model, "--db", database, "--query", "Smokes,Best");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(1 + 4 + 3);
        assertThat(lines.get(2)).startsWith("Smokes(Bob),1,");
        assertThat(lines.get(5)).startsWith("Best(Carl),Anna,");
        assertThat(probability(lines.get(2))).isCloseTo(byHand()[0], within(1e-13));
        assertThat(probability(lines.get(4))).isCloseTo(byHand()[1], within(1e-13));
        assertThat(probability(lines.get(5))).isCloseTo(byHand()[2], within(1e-13));
        Outcome one = Outcome.of("exact", model, "--db", database, "--query", "Anna = Best(Carl)", "--open", "Smokes");
        assertThat(one.out().lines().toList().get(1)).startsWith("Best(Carl),Anna,");
        Outcome.of("exact", model, "--db", database, "--query", "Anna = Smokes(Bob)")
                .isBadInput("query:1:8: 'Smokes' is a predicate and has no value");
        Outcome.of("exact", model, "--db", database, "--query", "P(Smoke(Bob))").isBadInput("the name of a variable");
    }

    /** 20,000 samples of the best estimator: errors of 0.02 would be many standard errors. */
    @Test
    void infer() {
        Outcome outcome = Outcome.of("infer", model, "--db", database, "--query", "Smokes", "--query", "Best(Carl)",
                "--samples", 20_000, "--chains", 1, "--seconds", 60, "--seed", 5);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(1 + 4 + 3);
        assertThat(lines.get(2)).startsWith("Smokes(Bob),1,");
        assertThat(probability(lines.get(2))).isCloseTo(byHand()[0], within(0.02));
        assertThat(lines.get(5)).startsWith("Best(Carl),Anna,");
        assertThat(probability(lines.get(5))).isCloseTo(byHand()[2], within(0.02));
    }

    private static List<String> orders(Outcome outcome) throws IOException {
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> orders = new ArrayList<>();
        new ObjectMapper().readTree(outcome.out()).get("partitions")
                .forEach(partition -> orders.add(partition.get("order").asText()));
        return orders;
    }

    @Test
    void blocksOfAtomsWithSeveralArguments() throws IOException {
        Path network = Files.writeString(folder.resolve("pairs.mln"), """
                person = {Anna, Bob}
                Friends(person,person)
                1.5 Friends(x,y) => Friends(y,x)
                """);
        Path blocks = Files.writeString(folder.resolve("pairs.txt"),
                "Friends(Anna,Bob) Friends(Bob,Anna)\nFriends(Anna,Anna), Friends(Bob,Bob)\n");
        assertThat(orders(Outcome.of("symmetries", network, "--partitions", blocks, "--json"))).hasSize(1);
        Files.writeString(blocks, "Friends(Anna,Carl)\n");
        Outcome.of("symmetries", network, "--partitions", blocks).isBadInput("named 'Friends(Anna,Carl)'");
    }

    /**
     * Four friends in a ring: the symmetries of the square, 8; exchanging smokers and others turns each clause into
     * that of the opposite direction, 16. A weight on smoking leaves the 8, and an observed smoker one reflection.
     */
    @Test
    void symmetriesOfARingOfFriends() throws IOException {
        Path ring = Files.writeString(folder.resolve("ring.mln"), """
                person = {Anna, Bob, Carl, Dora}
                Friends(person,person)
                Smokes(person)
                1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
                """);
        Path friends = Files.writeString(folder.resolve("ring.db"), """
                Friends(Anna,Bob) Friends(Bob,Carl) Friends(Carl,Dora) Friends(Dora,Anna)
                Friends(Bob,Anna) Friends(Carl,Bob) Friends(Dora,Carl) Friends(Anna,Dora)
                """);
        assertThat(orders(Outcome.of("symmetries", ring, "--db", friends, "--kind", "variable", "--json")))
                .containsExactly("8");
        assertThat(orders(Outcome.of("symmetries", ring, "--db", friends, "--kind", "vv", "--json")))
                .containsExactly("16");
        Path weighted = Files.writeString(folder.resolve("weighted.mln"),
                Files.readString(ring) + "0.3 Smokes(x)\n");
        assertThat(orders(Outcome.of("symmetries", weighted, "--db", friends, "--kind", "vv", "--json")))
                .containsExactly("8");
        Path smoker = Files.writeString(folder.resolve("smoker.db"), Files.readString(friends) + "Smokes(Anna)\n");
        assertThat(orders(Outcome.of("symmetries", ring, "--db", smoker, "--query", "Smokes", "--kind", "vv",
                "--json"))).containsExactly("2");
    }

    /**
     * P ^ Q for two constants: the pairs may be exchanged, and so may the sides of each, 8. Three of the four values of
     * a pair have the same weight, so that blocks have 3!² · 2 = 72 symmetries.
     */
    @Test
    void symmetriesOfPairs() throws IOException {
        Path pairs = Files.writeString(folder.resolve("pairs.mln"), "t = {A, B}\nP(t)\nQ(t)\n1 P(x) ^ Q(x)\n");
        for (String kind : List.of("variable", "vv")) {
            assertThat(orders(Outcome.of("symmetries", pairs, "--kind", kind, "--json"))).containsExactly("8");
        }
        // The cover has single variables as its last partition.
        assertThat(orders(Outcome.of("symmetries", pairs, "--json"))).containsExactly("72", "8");
        Path blocks = Files.writeString(folder.resolve("pairs.partitions"), "P(A) Q(A)\nP(B) Q(B)\n");
        assertThat(orders(Outcome.of("symmetries", pairs, "--partitions", blocks, "--json"))).containsExactly("72");
        assertThat(Outcome.of("symmetries", pairs).out()).contains("{P(A),Q(A)} {P(B),Q(B)}")
                .containsPattern("order +72\n");
    }

    /** Bob, Carl and whom Carl likes best differ in everything: nothing but the identity. */
    @Test
    void symmetriesOfAnAsymmetricNetwork() throws IOException {
        for (String kind : List.of("variable", "vv")) {
            assertThat(orders(Outcome.of("symmetries", model, "--db", database, "--query", "Smokes", "--kind", kind,
                    "--json"))).containsExactly("1");
        }
        Outcome.of("symmetries", model, "--db", folder.resolve("none.db")).isBadInput("none.db: no such file");
    }

    @Test
    void convert() throws IOException {
        Path out = folder.resolve("m.uai");
        assertThat(Outcome.of("convert", model, out, "--db", database, "--query", "Smokes"))
                .isEqualTo(new Outcome(0, "", ""));
        GraphicalModel read = ModelFiles.read(out);
        assertThat(read.sizes()).containsExactly(2, 2, 3);
        assertThat(ContractionPlan.solve(read).marginals().probability(0, 1)).isCloseTo(byHand()[0], within(1e-12));
    }
}
