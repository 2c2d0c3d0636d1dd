package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** map, sample, score and queries from the command line. */
class QuestionCommandsTest {

    private static final String MODEL = "MARKOV\n3\n2 2 3\n2\n2 0 1\n2 1 2\n\n4\n0.128 0.872 0.920 0.080\n6\n"
            + "0.210 0.333 0.457 0.811 0.000 0.189\n";

    @TempDir
    private Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static Outcome good(Object... args) {
        Outcome outcome = Outcome.of(args);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome;
    }

    @Test
    void theMostProbableState() throws IOException {
        Path model = file("m.uai", MODEL);
        Outcome outcome = good("map", model);
        assertThat(outcome.out()).isEqualTo("variable,value\n0,0\n1,1\n2,0\n");
        assertThat(outcome.err()).contains("log-weight       -0.34645", "proved");
        Path out = folder.resolve("m.MAP");
        good("map", model, "--out", out, "--route", "sample", "--rounds", 3);
        assertThat(out).hasContent("MAP\n3 0 1 0");
    }

    /** The best state has 1 = 1; summed over 2, the values 0 = 1 and 1 = 0 weigh the most: 0.92. */
    @Test
    void marginalMap() throws IOException {
        Path model = file("m.uai", MODEL);
        Outcome outcome = good("map", model, "--maximize", "1,0");
        assertThat(outcome.out()).isEqualTo("variable,value\n1,0\n0,1\n");
        assertThat(outcome.err()).contains("1 summed out exactly, 0 left to sum, 2 to maximise",
                "log-weight       -0.08338", "proved: no values are more probable");
        assertThat(good("map", model, "--maximize", "1", "--maximize", "0").out()).isEqualTo(outcome.out());
        Path out = folder.resolve("m.MMAP");
        good("map", model, "--query-file", file("m.query", "2\n1 0\n"), "--out", out);
        assertThat(out).hasContent("MMAP\n2 1 0 0 1");
        // The observed variable has its value.
        assertThat(good("map", model, "--maximize", "0,1", "--evidence", file("m.evid", "1 0 0")).out())
                .isEqualTo("variable,value\n0,0\n1,1\n");
    }

    @Test
    void namesOfAtomsHaveCommas() throws IOException {
        Path model = file("near.mln", "place = {A, B}\nNear(place, place)\n1 Near(x, y)\n");
        assertThat(good("map", model, "--maximize", "Near(A,B),Near(B,A)").out())
                .isEqualTo("variable,value\n\"Near(A,B)\",1\n\"Near(B,A)\",1\n");
    }

    @Test
    void badMarginalMap() throws IOException {
        Path model = file("m.uai", MODEL);
        Path query = file("m.query", "1 2");
        Outcome.of("map", model, "--maximize", "0", "--query-file", query).isBadInput("--maximize and --query-file");
        Outcome.of("map", model, "--maximize", "0,x").isBadInput("'x'");
        Outcome.of("map", model, "--maximize", "0,0").isBadInput("'0' is to be maximised twice");
        Outcome.of("map", model, "--maximize", "0", "--out", folder.resolve("a.MAP")).isBadInput("ends in .MMAP");
        Outcome.of("map", model, "--out", folder.resolve("a.MMAP")).isBadInput("--maximize or --query-file");
        Outcome.of("map", model, "--query-file", file("a.query", "2 0")).isBadInput("a.query:1", "2 variables");
        Outcome.of("map", model, "--query-file", file("b.query", "1 3")).isBadInput("b.query:1", "0 to 2");
        Outcome.of("map", model, "--query-file", file("c.query", "2 1\n1")).isBadInput("c.query:2", "twice");
        Outcome.of("map", model, "--query-file", file("d.query", "1 1 1")).isBadInput("d.query:1", "last query");
        Outcome.of("map", model, "--query-file", file("e.query", "0")).isBadInput("e.query:1", "1 to 3");
    }

    @Test
    void tiesAreExplained() throws IOException {
        Path model = file("rooms.mln", "person = {A, B, C}\nroom = {R1, R2, R3}\nIn(person, room!)\n"
                + "In(p,r) ^ In(q,r) => p = q.\n");
        assertThat(good("map", model).err()).contains("6 symmetric states of equal probability");
    }

    @Test
    void samplesAreScored() throws IOException {
        Path model = file("m.uai", MODEL);
        Path states = folder.resolve("states.csv");
        assertThat(good("sample", model, "--count", 4, "--out", states).err()).contains("independent draws");
        assertThat(Files.readAllLines(states)).hasSize(5).first().isEqualTo("0,1,2");
        Outcome scored = good("score", model, states);
        assertThat(scored.out().lines()).hasSize(5);
        assertThat(scored.err()).contains("log Z            0.69314", "log-likelihood");
        // What has no value is summed out: P(0 = 1) is a half.
        Outcome partial = good("score", model, file("partial.csv", "0,2\n1,\n"));
        assertThat(Double.parseDouble(partial.out().lines().skip(1).findFirst().orElseThrow().split(",")[2]))
                .isCloseTo(Math.log(0.5), within(1e-12));
    }

    @Test
    void mistakesInStatesHaveAPlace() throws IOException {
        Path model = file("m.uai", MODEL);
        for (String text : new String[] {"", "0,1,2\n", "0,9\n0,0\n", "0,0\n1,1\n", "0,1\n0,5\n", "0,1\n0\n"}) {
            Outcome outcome = Outcome.of("score", model, file("bad.csv", text));
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).contains("bad.csv").containsAnyOf("expected", "its values are");
        }
    }

    @Test
    void queriesOfAnyModel() throws IOException {
        Path model = file("m.uai", MODEL);
        Outcome outcome = good("exact", model, "--query", "P(1)", "--query", "P(0=1|1=0)", "--query", "P(2=0 v 0=1)");
        assertThat(outcome.out().lines().toList()).hasSize(5).first().isEqualTo("query,values,answer,error");
        assertThat(outcome.out()).contains("P(1),1=0,0.524", "P(0=1|1=0),,0.877");
        Outcome wrong = Outcome.of("infer", model, "--query", "P(7)");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("query 'P(7)'", "expected");
    }

    /** Likelihoods 0.3 and 0.9 of variable 1: by Bayes' rule from its marginal 0.524, 0.476. */
    @Test
    void softEvidence() throws IOException {
        Path model = file("m.uai", MODEL);
        String out = good("exact", model, "--evidence", file("m.evid", "0\nsoft 1 0.3 0.9\n")).out();
        double expected = 0.524 * 0.3 / (0.524 * 0.3 + 0.476 * 0.9);
        assertThat(Double.parseDouble(out.lines().filter(line -> line.startsWith("1,0,")).findFirst().orElseThrow()
                .substring(4))).isCloseTo(expected, within(1e-12));
        for (String text : new String[] {"0\nsoft", "0\nsoft 9 1 1", "0\nsoft 1 1", "0\nsoft 1 0 0", "0\nsoft 1 -1 2",
            "0\nsoft 1 1 2\n3"}) {
            Outcome wrong = Outcome.of("exact", model, "--evidence", file("bad.evid", text));
            assertThat(wrong.exitCode()).as(text).isEqualTo(2);
            assertThat(wrong.err()).contains("bad.evid:").contains("expected");
        }
    }

    @Test
    void competitionFiles() throws IOException {
        Path model = file("m.uai", MODEL);
        Path out = folder.resolve("m.PR");
        good("exact", model, "--out", out);
        assertThat(Double.parseDouble(Files.readAllLines(out).get(1)))
                .isCloseTo(Math.log10(2), within(1e-12));
    }

    /** What only infer and exact answer is not passed over in silence elsewhere. */
    @Test
    void probabilitiesAreRefusedWhereTheyAreNotAnswered() throws IOException {
        Path model = file("m.uai", MODEL);
        Path states = file("s.csv", "0,1,2\n0,0,0\n");
        Path out = folder.resolve("out.uai");
        Path logic = file("m.mln", "person = {A, B}\nSmokes(person)\n1 Smokes(x)\n");
        for (String query : new String[] {"P(0=1)", "P(typo)", "E(#0)"}) {
            Outcome.of("map", model, "--query", query).isBadInput("--query '" + query + "'", "expected", "exact");
            Outcome.of("sample", model, "--query", query).isBadInput("--query '" + query + "'");
            Outcome.of("score", model, states, "--query", query).isBadInput("--query '" + query + "'");
            Outcome.of("plan", model, "--query", query).isBadInput("--query '" + query + "'");
            Outcome.of("symmetries", model, "--query", query).isBadInput("--query '" + query + "'");
            Outcome.of("convert", model, out, "--query", query).isBadInput("--query '" + query + "'");
            Outcome.of("explore", model, "--query", query, "--out", folder.resolve("page"))
                    .isBadInput("--query '" + query + "'");
        }
        Outcome.of("map", logic, "--query", "P(Smokes(A))").isBadInput("--query 'P(Smokes(A))'");
        assertThat(out).doesNotExist();
    }

    @Test
    void answersGoWithNoReportTruthOrUaiFile() throws IOException {
        Path model = file("m.uai", MODEL);
        Path truth = folder.resolve("truth.csv");
        good("exact", model, "--out", truth);
        Path report = folder.resolve("report");
        Outcome.of("infer", model, "--query", "P(0=1)", "--report", report).isBadInput("--report", "--query");
        assertThat(report).doesNotExist();
        Outcome.of("infer", model, "--query", "P(0=1)", "--truth", truth).isBadInput("--truth", "--query");
        for (String command : new String[] {"infer", "exact"}) {
            for (String name : new String[] {"x.MAR", "x.PR"}) {
                Path out = folder.resolve(name);
                Outcome.of(command, model, "--query", "P(0=1)", "--out", out).isBadInput(name, "CSV", "expected");
                assertThat(out).doesNotExist();
            }
        }
    }

    /** In a file of one column an empty line is a state without a value, and between others nothing. */
    @Test
    void emptyLinesOfStates() throws IOException {
        Path model = file("m.uai", MODEL);
        assertThat(good("score", model, file("one.csv", "0\n1\n\n0\n")).out().lines()).hasSize(4);
        assertThat(good("score", model, file("two.csv", "\n0,1\n1,0\n\n0,0\n\n")).out().lines()).hasSize(3);
    }
}
