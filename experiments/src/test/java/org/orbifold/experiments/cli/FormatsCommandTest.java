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

    /** The same soft evidence on the command line, by name and by number. */
    @Test
    void softEvidenceByName() throws IOException {
        Path model = file("cough.bif", BIF);
        Outcome expected = Outcome.of("exact", model, "--evidence", file("e.evid", "1 0 1\nsoft 1 0.1 0.2 0.4\n"));
        assertThat(Outcome.of("exact", model, "--evidence", file("e.txt", "soft Cough 0.1 0.2 0.4\nSmoker = no\n")))
                .isEqualTo(expected);
        assertThat(Outcome.of("exact", model, "--given", "Smoker=no", "--likelihood", "Cough=0.1,0.2,0.4"))
                .isEqualTo(expected);
        Outcome.of("exact", model, "--likelihood", "Cough=0.1,0.2").isBadInput("'Cough' has 2 likelihoods");
        Outcome.of("exact", model, "--likelihood", "Cough=0.1,x").isBadInput("expected a likelihood for each state");
        Outcome.of("exact", model, "--likelihood", "Cold=0.1,1").isBadInput("no variable named 'Cold'");
    }

    /** Auxiliary variables are summed out, also for the most probable state, and never shown. */
    @Test
    void noisyNodesWithManyParents() throws IOException {
        int parents = 12;
        StringBuilder nodes = new StringBuilder();
        StringBuilder names = new StringBuilder();
        StringBuilder parameters = new StringBuilder();
        double[] prior = new double[parents];
        double[] inhibited = new double[parents];
        for (int k = 0; k < parents; k++) {
            prior[k] = 0.5 - 0.01 * k;
            inhibited[k] = 0.75 + 0.015 * k;
            nodes.append("<cpt id=\"P").append(k).append("\"><state id=\"yes\"/><state id=\"no\"/><probabilities>")
                    .append(prior[k]).append(' ').append(1 - prior[k]).append("</probabilities></cpt>\n");
            names.append("P").append(k).append(' ');
            parameters.append(1 - inhibited[k]).append(' ').append(inhibited[k]).append(" 0 1 ");
        }
        Path model = file("noisy.xdsl", "<smile version=\"1.0\" id=\"n\"><nodes>\n" + nodes + "<noisymax id=\"X\">"
                + "<state id=\"yes\"/><state id=\"no\"/><parents>" + names.toString().strip() + "</parents><strengths>"
                + "0 1 ".repeat(parents).strip() + "</strengths><parameters>" + parameters
                + "0.1 0.9</parameters></noisymax></nodes></smile>\n");
        double effect = 0;
        double most = 0;
        int best = 0;
        for (int state = 0; state < 1 << parents; state++) {
            double weight = 1;
            double none = 0.9;
            for (int k = 0; k < parents; k++) {
                boolean no = (state >> k & 1) == 1;
                weight *= no ? 1 - prior[k] : prior[k];
                none *= no ? 1 : inhibited[k];
            }
            effect += weight * (1 - none);
            if (weight * (1 - none) > most) {
                most = weight * (1 - none);
                best = state;
            }
        }
        Outcome exact = Outcome.of("exact", model);
        assertThat(exact.out().lines().count()).isEqualTo(1 + 2 * (parents + 1));
        String yes = exact.out().lines().filter(line -> line.startsWith("X,yes,")).findFirst().orElseThrow();
        assertThat(Double.parseDouble(yes.substring(6))).isCloseTo(effect, within(1e-12));
        StringBuilder expected = new StringBuilder("variable,value\n");
        for (int k = 0; k < parents; k++) {
            expected.append("P").append(k).append((best >> k & 1) == 1 ? ",no\n" : ",yes\n");
        }
        assertThat(Outcome.of("map", model, "--given", "X=yes", "--seconds", 5).out())
                .isEqualTo(expected + "X,yes\n");
        assertThat(Outcome.of("sample", model, "--count", 2, "--seed", 1).out()).doesNotContain("#")
                .startsWith(names.toString().strip().replace(' ', ',') + ",X\n");
        assertThat(Outcome.of("infer", model, "--json").out()).contains("\"X\"").doesNotContain("X#");
        Path marginals = folder.resolve("n.MAR");
        Outcome.of("exact", model, "--out", marginals);
        assertThat(ModelFiles.readMarginals(marginals).variableCount()).isEqualTo(parents + 1);
    }

    @Test
    void impossibleFactorsOverNoVariableAreNamed() throws IOException {
        Path model = file("none.uai", "MARKOV\n1\n2\n2\n1 0\n0\n2 0.3 0.7\n1 0\n");
        Outcome.of("exact", model).isBadInput("Z is 0: factor 1 (from 0) is over no variable and has the value 0");
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
