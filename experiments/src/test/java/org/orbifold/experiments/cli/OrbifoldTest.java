package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

class OrbifoldTest {

    @TempDir
    private Path folder;

    private Path model;

    /** The example of FORMATS.md; its marginals were verified with libDAI. */
    @BeforeEach
    void writeModel() throws IOException {
        model = file("example.uai", """
                MARKOV
                3
                2 2 3
                2
                2 0 1
                2 1 2
                4
                 0.128 0.872 0.920 0.080
                6
                 0.210 0.333 0.457 0.811 0.000 0.189
                """);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    @Test
    void exactWritesCsvAndLogZ() {
        Outcome outcome = Outcome.of("exact", model);
        assertThat(outcome.exitCode()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(8).startsWith("variable,value,probability");
        double[] expected = {0.5, 0.5, 0.524, 0.476, 0.496076, 0.174492, 0.329432};
        for (int i = 0; i < expected.length; i++) {
            assertThat(Double.parseDouble(lines.get(i + 1).split(",")[2])).isCloseTo(expected[i], within(1e-6));
        }
        assertThat(outcome.err()).contains("\nlog Z = 0.69314718");
    }

    @Test
    void exactTakesEvidenceAndWritesMar() throws IOException {
        Path evidence = file("example.uai.evid", "1 1 0\n");
        Path result = folder.resolve("result.MAR");
        Outcome outcome = Outcome.of("exact", model, "--evidence", evidence, "--out", result);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).startsWith("log Z = ");
        assertThat(Double.parseDouble(outcome.out().split("= ")[1])).isCloseTo(Math.log(1.048), within(1e-12));
        assertThat(outcome.err()).contains("exact    2 variables: contraction tree of width 0");
        assertThat(ModelFiles.readMarginals(result).distribution(1)).containsExactly(1, 0);
        assertThat(ModelFiles.readMarginals(result).probability(2, 2)).isCloseTo(0.457, within(1e-12));
    }

    @Test
    void convertKeepsTheDistribution() throws IOException {
        for (String name : List.of("a.fg", "a.clauses", "a.num", "a.uai", "b.uai.gz")) {
            Path out = folder.resolve(name);
            assertThat(Outcome.of("convert", model, out)).isEqualTo(new Outcome(0, "", ""));
            assertThat(ContractionPlan.solve(ModelFiles.read(out)).logPartition())
                    .as(name).isCloseTo(Math.log(2), within(1e-9));
        }
    }

    @Test
    void convertTakesAFormat() throws IOException {
        Path network = file("network.uai", "BAYES\n2\n2 2\n2\n1 0\n2 0 1\n2\n.3 .7\n4\n.1 .9 .4 .6\n");
        Path out = folder.resolve("model.txt");
        assertThat(Outcome.of("convert", network, out, "--format", "uai_bayes").exitCode()).isZero();
        assertThat(out).content().startsWith("BAYES");
        assertThat(Outcome.of("exact", out).err()).contains("\nlog Z = ");
        Outcome.of("convert", model, out, "--format", "uai_bayes").isBadInput("not a Bayesian network");
        Outcome.of("convert", model, out, "--format", "word").isBadInput("--format", "word");
        assertThat(out).content().startsWith("BAYES");
    }

    @Test
    void helpAndVersion() {
        assertThat(Outcome.of("--version").out()).matches("orbifold \\d+\\.\\d+\\.\\d+\\R");
        assertThat(Outcome.of("--help").out()).contains("exact", "convert");
        assertThat(Outcome.of("exact", "--help").out()).contains("--evidence", "--out", "--memory");
        assertThat(Outcome.of("exact", "--help").exitCode()).isZero();
    }

    @Test
    void usersMistakesAreOneLineAndExitTwo() throws IOException {
        Outcome.of().isBadInput("no command given");
        Outcome.of("exakt").isBadInput(
                "unknown command 'exakt', expected one that 'orbifold --help' lists; did you mean 'exact'?");
        Outcome.of("exact").isBadInput("missing argument: 'MODEL'");
        Outcome.of("exact", model, "--colour").isBadInput("unknown option '--colour'", "'orbifold exact --help'");
        Outcome.of("map", model, "--maximise", "A").isBadInput("'--maximise'", "; did you mean '--maximize'?");
        Outcome.of("exact", model, "more").isBadInput("unexpected argument 'more'; 'orbifold exact --help'");
        Outcome.of("exact", model, "--seconds", "ten").isBadInput("--seconds", "'ten' is not a number");
        Outcome.of("sample", model, "--count", "ten").isBadInput("--count", "'ten' is not a whole number");
        Outcome.of("exact", folder.resolve("none.uai")).isBadInput("none.uai: no such file");
        Outcome.of("exact", folder).isBadInput("is a directory");
        Outcome.of("convert", model, folder.resolve("a.doc")).isBadInput(".uai");
        Outcome.of("convert", model, folder.resolve("none/a.uai")).isBadInput("does not exist");
        Outcome.of("exact", model, "--evidence", file("a.evid", "1 1 7")).isBadInput("a.evid:1: ");
        Outcome.of("exact", model, "--evidence", file("b.evid", "2 1 1 2 1")).isBadInput("impossible");
        Outcome.of("exact", model, "--memory", "lots").isBadInput("lots");
    }

    @Test
    void tooLargeIsRefusedWithTheCost() throws IOException {
        StringBuilder clauses = new StringBuilder("60\n\n");
        for (int v = 1; v <= 60; v++) {
            clauses.append(v).append(":2\n");
        }
        for (int i = 1; i <= 60; i++) {
            for (int j = 1; j < i; j++) {
                // Weights differ, so that counting does not answer either.
                clauses.append(i == 2 ? "\n" : "");
                clauses.append("0." + (i * 31 + j * 17) % 97 + "5\t" + i + " 0," + j + " 1\n");
            }
        }
        Outcome.of("exact", file("dense.num", clauses.toString())).isBadInput("too large", "width at least 59",
                "memory limit");
        Outcome.of("exact", model, "--memory", "0").isBadInput("memory limit is 0 B");
    }

    /** Pairs of some variables, with weights that differ. */
    private Path pairs(String name, int variables, IntPredicate linked) throws IOException {
        int[] pairs = IntStream.range(0, variables * variables)
                .filter(p -> p / variables < p % variables && linked.test(p % variables - p / variables)).toArray();
        StringBuilder text = new StringBuilder("MARKOV\n" + variables + "\n" + "2 ".repeat(variables) + "\n"
                + pairs.length);
        for (int pair : pairs) {
            text.append("\n2 ").append(pair / variables).append(' ').append(pair % variables);
        }
        for (int i = 0; i < pairs.length; i++) {
            text.append("\n4 1 1.").append(i % 89).append(" 1.").append(i % 97).append(" 1");
        }
        return file(name, text.toString());
    }

    /** What takes too long is refused with the time to allow, and with a time it ends by the clock. */
    @Test
    void exactRoutesKeepTheTimeAskedFor() throws IOException {
        Path forty = pairs("clique.uai", 40, distance -> true);
        // A grid on a cylinder, 22 wide.
        Path wide = pairs("grid.uai", 484, distance -> distance == 1 || distance == 22);
        String[] refused = {"no time limit is set", "allow that time", "--seconds "};
        String[] late = {"no answer was found: the time limit of", "allow more --seconds"};
        String[][] commands = {{"exact"}, {"exact", "--count"}, {"exact", "--query", "P(0=1, 1=1)"},
            {"infer", "--route", "exact"}, {"infer", "--route", "counting"}, {"map", "--route", "exact"},
            {"sample", "--route", "exact"}};
        for (String[] command : commands) {
            List<Object> all = new ArrayList<>(List.of(command));
            all.add(1, forty);
            Outcome.of(all.toArray()).isBadInput(refused);
            all.set(1, wide);
            all.addAll(List.of("--seconds", "0.2", "--memory", "4000"));
            Outcome.of(all.toArray()).isBadInput(late);
        }
    }

    @Test
    void noTimeIsAskedForAfterAnInterrupt() {
        StringWriter text = new StringWriter();
        Budget cancelled = Budget.unlimited();
        cancelled.cancel();
        try {
            cancelled.check();
        } catch (OutOfTimeException e) {
            Thread.currentThread().interrupt();
            assertThat(Failures.report(new PrintWriter(text), e)).isEqualTo(Orbifold.BAD_INPUT);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(text).hasToString("orbifold: no answer was found: it was cancelled" + System.lineSeparator());
    }

    @Test
    void nothingIsLeftHalfWritten() throws IOException {
        Path out = file("old.csv", "precious");
        Outcome.of("exact", file("bad.uai", "MARKOV\n1\n2\n1\n1 0\n3\n1 1 1\n"), "--out", out).isBadInput("bad.uai:6");
        assertThat(out).hasContent("precious");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(3);
        }
    }
}
