package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.io.ModelFiles;

/** The formats that people have, as the command line takes and gives them. */
class FormatsCommandTest {

    private static final String BIF = """
            network unknown {
            }
            variable Smoker {
              type discrete [ 2 ] { yes, no };
            }
            variable Cough {
              type discrete [ 3 ] { none, some, much };
            }
            probability ( Smoker ) {
              table 0.25, 0.75;
            }
            probability ( Cough | Smoker ) {
              (yes) 0.3, 0.4, 0.3;
              (no) 0.8, 0.15, 0.05;
            }
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    @Test
    void statesKeepTheirNames() throws IOException {
        Path model = file("cough.bif", BIF);
        Path seen = file("seen.txt", "Cough = much\n");
        String expected = Outcome.of("exact", model, "--given", "Cough=much").out();
        assertThat(expected).contains("Smoker,yes,0.66666").contains("Cough,much,1.0");
        assertThat(Outcome.of("exact", model, "--evidence", seen).out()).isEqualTo(expected);
        Outcome.of("exact", model, "--given", "Cough=green").isBadInput("'Cough' has no value 'green'", "none,some");
        Outcome.of("exact", model, "--given", "Fever=yes").isBadInput("no variable named 'Fever'");
    }

    @Test
    void filesAreRecognisedByTheirBeginning() throws IOException {
        Path unknown = file("cough.txt", BIF);
        Path xml = folder.resolve("cough.xmlbif");
        assertThat(Outcome.of("convert", unknown, xml)).isEqualTo(new Outcome(0, "", ""));
        Path renamed = Files.copy(xml, folder.resolve("cough.model"));
        assertThat(ModelFiles.read(renamed)).isEqualTo(ModelFiles.read(unknown));
        Outcome.of("exact", file("letter.txt", "Dear Sir,\n")).isBadInput("'Dear' begins no known kind", "'<smile'");
    }

    @Test
    void normaliseIsAnOption() throws IOException {
        Path model = file("cough.bif", BIF.replace("0.3, 0.4, 0.3", "3, 4, 3"));
        Outcome.of("exact", model).isBadInput("given Smoker=yes sum to 10.0", "normalised rows");
        assertThat(Outcome.of("exact", model, "--normalise", "--given", "Cough=much").out()).contains("yes,0.66666");
        Outcome.of("exact", file("m.uai", "MARKOV 1 2 0\n"), "--normalise").isBadInput("Bayesian networks");
    }

    @Test
    void impossibleModelsAreWrittenAndExplained() throws IOException {
        Path model = file("none.uai", "# nothing\nMARKOV\n1\n2\n2\n0\n1 0\n1\n0.0\n2\n1 2\n");
        Path copy = folder.resolve("copy.uai");
        assertThat(Outcome.of("convert", model, copy).exitCode()).isZero();
        Outcome.of("exact", model).isBadInput("Z is 0");
        Outcome.of("exact", copy).isBadInput("Z is 0");
    }

    @Test
    void logZInTheCompetitionsFormat() throws IOException {
        Path model = file("m.uai", "MARKOV 1 2 1 1 0 2 30 70\n");
        Path out = folder.resolve("m.PR");
        assertThat(Outcome.of("exact", model, "--out", out).exitCode()).isZero();
        assertThat(Files.readAllLines(out).get(0)).isEqualTo("PR");
        assertThat(Double.parseDouble(Files.readAllLines(out).get(1))).isCloseTo(2, within(1e-12));
        assertThat(Outcome.of("infer", model, "--out", out).exitCode()).isZero();
    }

    @Test
    void nothingUnknownIsAWeight() throws IOException {
        Path model = file("m.uai", "MARKOV 1 2 1 1 0 2 30 70\n");
        for (String command : new String[] {"exact", "infer"}) {
            Outcome outcome = Outcome.of(command, model, "--given", "0=1");
            assertThat(outcome.err()).contains("nothing is unknown", "4.24849524204935").doesNotContain("NaN");
        }
    }

    @Test
    void variableSymmetriesArePermutationsOfVariables() throws IOException {
        Path model = file("m.mln", "person = {A, B, C}\nVotes(person)\n0.5 Votes(x) ^ Votes(y)\n");
        Outcome names = Outcome.of("symmetries", model, "--kind", "variable");
        assertThat(names.out()).contains("  (Votes(A) Votes(B))").doesNotContain("swaps");
        Path many = file("many.mln", "n = {1,...,40}\nV(n)\nW(n,n)\n0.5 W(x,y) ^ V(x) => V(y)\n");
        Outcome cut = Outcome.of("symmetries", many, "--kind", "variable");
        assertThat(cut.out()).contains("more (--generators prints all)");
        Outcome full = Outcome.of("symmetries", many, "--kind", "variable", "--generators");
        assertThat(full.out()).doesNotContain("more cycles", "…");
        assertThat(full.out().lines().count()).isGreaterThan(cut.out().lines().count() + 20);
    }

    @Test
    void openWorldAndItsWarning() throws IOException {
        Path model = file("m.mln", "p = {A, B}\nS(p)\nR(p)\n1 S(x) <=> R(x)\n");
        Path database = file("m.db", "S(A)\n0.3 R(B)\n");
        assertThat(Outcome.of("exact", model, "--db", database, "--open-world").out()).contains("S(B),1,", "R(B),1,");
        assertThat(Outcome.of("exact", model, "--db", database).out()).doesNotContain("S(B)");
        assertThat(Outcome.of("exact", model, "--db", database, "--query", "R(x)").out()).contains("R(A),1,");
    }

    @Test
    void completionForShells() {
        assertThat(Outcome.of("generate-completion").out()).contains("complete -F").contains("symmetries");
    }
}
