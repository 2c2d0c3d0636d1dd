package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** First-order models on the command line that are not grounded. */
class LiftedRouteTest {

    @TempDir
    private Path folder;

    private Path model;

    @BeforeEach
    void write() throws IOException {
        model = network(2000);
    }

    private Path network(int people) throws IOException {
        return Files.writeString(folder.resolve("smokers" + people + ".mln"), IntStream.range(0, people)
                .mapToObj(i -> "P" + i).collect(Collectors.joining(",", "person = {", "}\n")) + """
                Smokes(person)
                Friends(person,person)
                0.001 Friends(x,y) ^ Smokes(x) => Smokes(y)
                -1 Smokes(x)
                """);
    }

    @Test
    void patternsStandForMillionsOfAtoms() {
        Outcome outcome = Outcome.of("infer", model);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("atoms,example,count,probability");
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).startsWith("Smokes(x),Smokes(P0),2000,0.");
        assertThat(lines.get(3)).startsWith("\"Friends(x,y)\",\"Friends(P0,P1)\",3998000,0.");
        assertThat(outcome.err()).contains("lifted           4,002,000 atoms: 2,000 of type person with 2 cells")
                .contains("log Z");
    }

    @Test
    void plansSayHowOrWhyNot() throws IOException {
        assertThat(Outcome.of("plan", model).out()).startsWith("lifted   4,002,000 atoms:");
        assertThat(Outcome.of("plan", model, "--json").out()).contains("\"lifted\":\"2,000 of type person");
        Path transitive = Files.writeString(folder.resolve("t.mln"),
                "person = {A,B,C}\nF(person,person)\n1 F(x,y) ^ F(y,z) => F(x,z)\n");
        assertThat(Outcome.of("plan", transitive).out()).startsWith("not lifted: 3 logical variables in formula "
                + "'F(x,y) ^ F(y,z) => F(x,z)'\nsimplify");
        Outcome refused = Outcome.of("exact", transitive, "--atoms", "patterns");
        refused.isBadInput("--atoms patterns is for models that are not grounded, but this one is: 3 logical");
    }

    /** Four people have 2^20 worlds, but nested counts give each of them 80 states of both signs. */
    @Test
    void nestedCountsOfAFewPeopleAreGrounded() throws IOException {
        Path nested = Files.writeString(folder.resolve("n.mln"), "person = {A,B,C,D}\nP(person)\nR(person,person)\n"
                + "0.3 \\exists_{=2} y (R(x,y) ^ (\\exists_{=1} z R(y,z)))\n0.4 \\exists_{=2} y R(y,x)\n");
        assertThat(Outcome.of("plan", nested, "--route", "exact").out())
                .startsWith("not lifted: 4 of type person with ")
                .contains(" operations, the ground model ").contains("\nexact ");
        assertThat(Outcome.of("exact", nested).exitCode()).isZero();
    }

    /** A theory of a few people with thousands of kinds of elements leaves the time to grounding and chains. */
    @Test
    void plansThatTakeTooLongLeaveTimeForSamples() throws IOException {
        Path nested = Files.writeString(folder.resolve("k.mln"), "person = {A,B,C,D,E}\nQ(person)\nR(person,person)\n"
                + "S(person,person)\n0.7 \\exists_{=1} y (R(x,y) ^ \\exists_{=2} x S(y,x))\n"
                + "0.3 \\exists_{>=2} y (S(x,y) v Q(y))\n\\exists_{<=3} x (\\exists_{=2} y R(x,y)).\n");
        Outcome outcome = Outcome.of("infer", nested, "--seconds", 3);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("\nsamples ").doesNotContain("before any sample");
    }

    /** Small models are listed as before, and both ways give the same numbers. */
    @Test
    void smallModelsHaveTheSameLines() throws IOException {
        Path small = network(3);
        Path db = Files.writeString(folder.resolve("e.db"), "Smokes(P1)\n");
        List<String> lifted = Outcome.of("exact", small, "--db", db, "--open-world").out().lines().toList();
        List<String> ground = Outcome.of("exact", small, "--db", db, "--open-world", "--max-ground", "1000").out()
                .lines().toList();
        assertThat(lifted).hasSameSizeAs(ground);
        for (int i = 1; i < lifted.size(); i++) {
            int comma = lifted.get(i).lastIndexOf(',');
            assertThat(lifted.get(i).substring(0, comma)).isEqualTo(ground.get(i).substring(0, comma));
            assertThat(Double.parseDouble(lifted.get(i).substring(comma + 1))).isCloseTo(
                    Double.parseDouble(ground.get(i).substring(comma + 1)),
                    within(1e-12));
        }
    }

    @Test
    void queriesAreAnsweredWithoutGrounding() throws IOException {
        Outcome large = Outcome.of("infer", model, "--query", "P(Smokes(P1) | Friends(P1,P2), !Smokes(P2))");
        assertThat(large.exitCode()).as(large.err()).isZero();
        Path small = network(3);
        String query = "P(Smokes(P1)=1 | Friends(P1,P2)=1)";
        String lifted = Outcome.of("exact", small, "--query", query).out();
        String ground = Outcome.of("exact", small, "--query", query, "--max-ground", "1000").out();
        assertThat(answer(lifted)).isCloseTo(answer(ground), within(1e-12));
        Outcome atoms = Outcome.of("infer", model, "--query", "Smokes(P7),Friends(P1,P1)");
        assertThat(atoms.out().lines().skip(1).map(line -> line.substring(0, line.lastIndexOf(',')))).containsExactly(
                "Smokes(P7),Smokes(P7),1", "\"Friends(P1,P1)\",\"Friends(P1,P1)\",1");
    }

    private static double answer(String csv) {
        String[] cells = csv.lines().skip(1).findFirst().orElseThrow().split(",");
        return Double.parseDouble(cells[cells.length - 2]);
    }

    @Test
    void countsAreExact() throws IOException {
        Path problem = Files.writeString(folder.resolve("p.wfomcs"),
                "\\forall X: (\\exists Y: (R(X,Y)))\n\ndomain = 20\n");
        Path out = folder.resolve("out.csv");
        Outcome outcome = Outcome.of("exact", problem, "--out", out);
        assertThat(outcome.out()).startsWith("count = " + BigInteger.TWO.pow(20)
                .subtract(BigInteger.ONE).pow(20) + "\nlog Z = ");
        assertThat(Outcome.of("infer", problem).err()).contains("count            ");
        Path parfactors = Files.writeString(folder.resolve("f.fg"),
                "domain Person 4 {}\npredicate p(Person)\np(X) 2 1\n");
        assertThat(Outcome.of("exact", parfactors, "--out", out).out()).startsWith("count = 81\n");
    }
}
