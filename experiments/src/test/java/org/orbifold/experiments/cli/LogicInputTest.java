package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.io.ModelFiles;

/** Markov logic on the command line. */
class LogicInputTest {

    @TempDir
    private Path folder;

    private Path model;

    /** The network of FORMATS.md with its known values. */
    @BeforeEach
    void writeModel() throws IOException {
        model = file("smokers.mln", """
                person = {Guy, Nima, Wannes, Jesse, Luc}
                friends(person,person)
                smokes(person)
                2 friends(x,y) ^ smokes(x) => smokes(y)
                """);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static double probability(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
    }

    @Test
    void exactNamesGroundAtoms() {
        Outcome outcome = Outcome.of("exact", model);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(1 + 2 * 30);
        assertThat(lines.get(4)).startsWith("\"friends(Guy,Nima)\",1,");
        assertThat(probability(lines.get(4))).isCloseTo(0.458048855602448, within(1e-13));
        assertThat(Double.parseDouble(outcome.err().split("= ")[1])).isCloseTo(68.639088107192, within(1e-11));
    }

    @Test
    void aQuerySelectsTheOutput() throws IOException {
        Path out = folder.resolve("out.csv");
        Outcome outcome = Outcome.of("exact", model, "--query", "friends(Guy,Nima),smokes", "--out", out);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(Files.readAllLines(out)).hasSize(1 + 2 * 6);
        assertThat(Files.readAllLines(out).get(1)).startsWith("smokes(Guy),0,");
        assertThat(Files.readAllLines(out).get(11)).startsWith("\"friends(Guy,Nima)\",0,");
        Path mar = folder.resolve("out.MAR");
        assertThat(Outcome.of("exact", model, "--query", "smokes", "--out", mar).exitCode()).isZero();
        assertThat(ModelFiles.readMarginals(mar).variableCount()).isEqualTo(30);
    }

    @Test
    void databasesDecide() throws IOException {
        Path first = file("a.db", "friends(Guy,Nima)\n");
        Path second = file("b.db", "smokes(Guy)\n");
        Outcome outcome = Outcome.of("exact", model, "--db", first, "--db", second,
                "--query", "smokes(Nima)", "--query", "smokes(Guy)");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(5).contains("smokes(Guy),0,0.0", "smokes(Guy),1,1.0");
        // One clause of weight 2 is left: smokes(Nima).
        assertThat(probability(lines.get(2))).isCloseTo(1 / (1 + Math.exp(-2)), within(1e-14));
        Outcome open = Outcome.of("exact", model, "--db", first, "--db", second, "--open", "smokes,friends");
        assertThat(open.out().lines()).hasSize(1 + 2 * 28);
        Outcome closed = Outcome.of("exact", model, "--db", second, "--closed", "friends");
        assertThat(closed.out().lines()).hasSize(1);
    }

    @Test
    void exactlyOneVariablesListConstants() throws IOException {
        Path grades = file("g.mln", "g = {A, B, C}\nGrade(s,g!)\nClever(s)\n1 Clever(s) => Grade(s,A)\n");
        Path database = file("g.db", "Clever(Ann)\n");
        List<String> lines = Outcome.of("exact", grades, "--db", database).out().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).startsWith("\"Grade(Ann,g!)\",A,");
        assertThat(probability(lines.get(1))).isCloseTo(Math.E / (Math.E + 2), within(1e-14));
        List<String> one = Outcome.of("exact", grades, "--db", database, "--query", "Grade(Ann,B)").out().lines()
                .toList();
        assertThat(one).hasSize(2).contains(lines.get(2));
    }

    @Test
    void semanticsWeightsAndLimits() throws IOException {
        Path small = file("s.mln", "t = {A, B}\nP(t)\nQ(t)\n2 P(x) ^ (Q(x) v P(B))\n");
        assertThat(Outcome.of("exact", small, "--semantics", "alchemy-cnf").err())
                .isNotEqualTo(Outcome.of("exact", small, "--semantics", "formula").err());
        assertThat(Outcome.of("exact", small, "--semantics", "formula").err())
                .isEqualTo(Outcome.of("exact", small).err());
        Outcome.of("exact", small, "--semantics", "cnf").isBadInput("expected formula or alchemy-cnf");
        Path plus = file("p.mln", "t = {A, B}\nP(t)\nP(+x) v P(x)\n");
        Outcome.of("exact", plus).isBadInput("p.mln:3:1: the formula 'P(+x) v P(x)' has no weight");
        Path weights = file("p.weights", "1 P(A) v P(A)\n2 P(B) v P(B)\n");
        List<String> lines = Outcome.of("exact", plus, "--weights", weights).out().lines().toList();
        assertThat(probability(lines.get(2))).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-14));
        assertThat(probability(lines.get(4))).isCloseTo(1 / (1 + Math.exp(-2)), within(1e-14));
        Outcome drawn = Outcome.of("exact", plus, "--weight-seed", 3, "--weight-range", "1:2:0.01");
        assertThat(drawn.exitCode()).as(drawn.err()).isZero();
        assertThat(probability(drawn.out().lines().toList().get(2))).isBetween(0.731, 0.881);
        assertThat(Outcome.of("exact", plus, "--weight-seed", 3, "--weight-range", "1:2:0.01")).isEqualTo(drawn);
        Outcome.of("exact", plus, "--weight-seed", 3, "--weight-range", "1").isBadInput("LOW:HIGH");
        Outcome.of("exact", plus, "--weight-seed", 3, "--weights", weights).isBadInput("exclude each other");
        Outcome.of("exact", plus, "--weight-range", "1:2").isBadInput("without --weight-seed");
        Outcome.of("exact", model, "--max-ground", 24).isBadInput(
                "too large: at most 25 ground features, the limit is 24",
                "25 of '2.0 friends(x,y) ^ smokes(x) => smokes(y)'");
        Outcome.of("exact", model, "--max-ground", 26).isBadInput("30 variables", "25 of friends(person,person)");
    }

    @Test
    void lowerCaseConstants() throws IOException {
        Path lower = file("lower.mln", "person = {guy, nima, wannes, jesse, luc}\nfriends(person,person)\n"
                + "smokes(person)\n2 friends(X,Y) ^ smokes(X) => smokes(Y)\n");
        Outcome outcome = Outcome.of("exact", lower, "--constants", "lower");
        assertThat(outcome.out()).contains("\"friends(guy,nima)\",1,0.45804885560");
        Path marked = file("marked.mln", "person = {guy, Nima, wannes, jesse, luc}\nfriends(person,person)\n"
                + "smokes(person)\n2 friends(?x,?y) ^ smokes(?x) => smokes(?y)\n");
        assertThat(Outcome.of("exact", marked, "--constants", "any").out())
                .contains("\"friends(guy,Nima)\",1,0.45804885560");
        // As with capitals.
        assertThat(Outcome.of("exact", model, "--db", file("u.db", "smokes(Guy)"), "--query", "P(smokes(Nima))").out())
                .contains("smokes(Nima)=1,0.24371139483");
        assertThat(Outcome.of("exact", lower, "--constants", "lower", "--db", file("l.db", "smokes(guy)"), "--query",
                "P(smokes(nima))").out()).contains("smokes(nima)=1,0.24371139483");
        Outcome.of("exact", model, "--constants", "lower").isBadInput("smokers.mln:1:11: 'Guy' is a variable");
        Outcome.of("exact", model, "--constants", "small").isBadInput("expected upper, lower or any");
    }

    /** A predicate with a star is opened by name even where --open-world leaves it closed; lists have commas. */
    @Test
    void openAndClosedByName() throws IOException {
        Path starred = file("star.mln", "t = {A, B}\n*P(t)\nQ(t)\nR(t)\n1.5 P(x) => Q(x) v R(x)\n");
        assertThat(Outcome.of("exact", starred, "--open-world").out()).doesNotContain("P(A)").contains("Q(A)");
        assertThat(Outcome.of("exact", starred, "--open-world", "--open", "P").out()).contains("P(A)", "Q(A)", "R(A)");
        assertThat(Outcome.of("exact", starred, "--open-world", "--closed", "Q,R", "--open", "P").out())
                .contains("P(A)").doesNotContain("Q(A)", "R(A)");
        assertThat(Outcome.of("exact", starred, "--open", "P", "--closed", "Q,R").out())
                .contains("P(A)").doesNotContain("Q(A)", "R(A)");
    }

    @Test
    void domainsGrowOnRequest() throws IOException {
        Path more = file("more.db", "smokes(Carl)");
        Outcome.of("exact", model, "--db", more).isBadInput("'Carl' is no constant of type person");
        assertThat(Outcome.of("exact", model, "--db", more, "--extend-domains", "--open-world").out())
                .contains("friends(Carl,Guy)");
    }

    /** Without a database no message speaks of one. */
    @Test
    void messagesWithoutADatabase() throws IOException {
        Outcome.of("exact", file("h.mln", "t={A}\nP(t)\nQ(t)\nP(x) v Q(x).\n"), "--closed", "P,Q", "--max-ground", 9)
                .isBadInput("what is known violates the hard formula 'P(x) v Q(x)' for x = A");
        Outcome.of("exact", model, "--query", "smokes(Carl)", "--max-ground", 99)
                .isBadInput("names 'Carl', which is no person; expected one of Guy, Nima, Wannes, Jesse, Luc");
        Outcome.of("exact", file("c.mln", "t={A}\nP(t)\nP(x) : Q(x)\n"))
                .isBadInput("c.mln:3:6: unexpected ':'", "as in RockIt's 1.5: P(x) v Q(x)");
    }

    @Test
    void convertWritesGroundModels() throws IOException {
        for (String name : List.of("a.uai", "a.fg", "a.num", "a.clauses")) {
            Path out = folder.resolve(name);
            assertThat(Outcome.of("convert", model, out)).as(name).isEqualTo(new Outcome(0, "", ""));
            assertThat(ContractionPlan.solve(ModelFiles.read(out)).logPartition()).as(name)
                    .isCloseTo(68.639088107192, within(1e-9));
        }
        assertThat(ModelFiles.read(folder.resolve("a.clauses")).variables()).extracting("name")
                .contains("friends(Guy,Guy)");
    }

    @Test
    void usersMistakesAreOneLine() throws IOException {
        Outcome.of("exact", file("bad.mln", "P(t)\n1 P(x) => \n")).isBadInput("bad.mln:2:10: ", "expected an atom");
        Outcome.of("exact", model, "--db", file("bad.db", "smokes(Carl)")).isBadInput("bad.db:1:8: 'Carl' is no");
        Outcome.of("exact", model, "--db", folder.resolve("none.db")).isBadInput("none.db: no such file");
        Outcome.of("exact", model, "--query", "smoke").isBadInput("there is no predicate 'smoke'");
        Outcome.of("exact", model, "--evidence", file("e.evid", "0")).isBadInput("expected --db FILE");
        Outcome.of("exact", file("m.num", "1\n\n1:2\n\n1\t1 0\n"), "--query", "smokes").isBadInput("need a .mln file");
        Outcome.of("exact", model, "--max-ground", 0).isBadInput("limit of ground features is 0; expected at least 1");
        Outcome.of("exact", file("h.mln", "t={A}\nP(t)\nQ(t)\nP(x) => Q(x).\n"), "--db",
                file("h.db", "P(A) !Q(A)")).isBadInput("violates the hard formula 'P(x) => Q(x)' for x = A");
    }
}
