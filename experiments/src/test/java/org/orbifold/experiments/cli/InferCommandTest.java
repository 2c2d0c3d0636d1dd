package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InferCommandTest {

    /** Two people of the paper's Job Search, with equal weights. */
    private static final String MODEL = """
            Vars:T0,G0,T1,G1,C

            T0=0,1
            G0=0,1
            T1=0,1
            G1=0,1
            C=0,1

            1.2\tT0 0,G0 1
            1.7\tT0 0,G0 0
            1.2\tT1 0,G1 1
            1.7\tT1 0,G1 0
            0.5\tC 0,T0 0,T1 1
            """;

    @TempDir
    private Path folder;
    private Path model;
    private Path exact;

    @BeforeEach
    void write() throws IOException {
        model = Files.writeString(folder.resolve("m.clauses"), MODEL);
        exact = folder.resolve("exact.csv");
        assertThat(Outcome.of("exact", model, "--out", exact).exitCode()).isZero();
    }

    private static Map<String, Double> table(String csv) {
        Map<String, Double> table = new HashMap<>();
        csv.lines().skip(1).map(line -> line.split(",")).forEach(
                cells -> table.put(cells[0] + "=" + cells[1], Double.parseDouble(cells[2])));
        return table;
    }

    private void isRight(String csv, double tolerance) throws IOException {
        assertThat(csv).startsWith("variable,value,probability\n");
        Map<String, Double> truth = table(Files.readString(exact));
        Map<String, Double> found = table(csv);
        assertThat(found.keySet()).isEqualTo(truth.keySet());
        truth.forEach((key, p) -> assertThat(found.get(key)).as(key).isCloseTo(p, within(tolerance)));
    }

    /** 200,000 samples and more: errors of about 0.002 by counting, much less otherwise; ten of them are allowed. */
    @ParameterizedTest
    @ValueSource(strings = {"gibbs", "block-gibbs", "orbital", "vv", "bv", "aggregate", "near", "clusters",
        "contexts"})
    void everyChain(String chain) throws IOException {
        for (String estimator : List.of("counts", "conditional", "orbit", "auto")) {
            Outcome outcome = Outcome.of("infer", model, "--chain", chain, "--estimator", estimator, "--samples",
                    100000,
                    "--chains", 2, "--seed", 3);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            isRight(outcome.out(), 0.02);
            assertThat(outcome.err()).contains("largest R-hat", "log-weight", "samples          200,000");
        }
    }

    @Test
    void withoutOptionsButATimeItChooses() throws IOException {
        Outcome outcome = Outcome.of("infer", model, "--seconds", 1);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        isRight(outcome.out(), 1e-12);
        assertThat(outcome.err()).contains("exact ", "contraction tree", "log Z ", "all marginals are exact")
                .doesNotContain("R-hat");
        Outcome sampled = Outcome.of("infer", model, "--seconds", 1, "--route", "sample");
        isRight(sampled.out(), 0.01);
        assertThat(sampled.err()).contains("sample ", "exact draws of all variables at once", "independent",
                "symmetries       10^");
        // On a busy machine the time may end the search for symmetries: then that is said.
        assertThat(sampled.err()).containsAnyOf("conditionals averaged over orbits", "was cut off");
        Outcome counted = Outcome.of("infer", model, "--samples", 1000, "--route", "sample");
        assertThat(counted.err()).contains("conditionals averaged over orbits");
    }

    /** Chains that stay in their modes: that they do comes first. */
    @Test
    void whatHasNotConvergedSaysSoFirst() throws IOException {
        StringBuilder text = new StringBuilder("MARKOV\n12\n" + "2 ".repeat(12) + "\n66\n");
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < i; j++) {
                text.append("2 ").append(j).append(' ').append(i).append('\n');
            }
        }
        text.append("4 100 1 1 100\n".repeat(66));
        Path magnet = Files.writeString(folder.resolve("magnet.uai"), text);
        Outcome stuck = Outcome.of("infer", magnet, "--chain", "gibbs", "--estimator", "conditional", "--samples",
                20000, "--chains", 8);
        assertThat(stuck.err()).startsWith("STUCK            the chains are up to 0.")
                .contains("largest R-hat    over 100");
        assertThat(Outcome.of("infer", magnet).err()).doesNotContain("SLOW", "STUCK");
    }

    @Test
    void aCompetitionIsJudged() throws IOException {
        Path where = Files.createDirectory(folder.resolve("models"));
        Files.writeString(where.resolve("Small_1.uai"), "MARKOV\n2\n2 2\n1\n2 0 1\n4 3 1 1 3\n");
        Files.writeString(where.resolve("Small_1.uai.MAR"), "MAR\n2 2 0.5 0.5 2 0.5 0.5\n");
        Files.writeString(where.resolve("Small_2.uai"), "MARKOV\n2\n2 2\n1\n2 0 1\n4 3 1 1 3\n");
        Files.writeString(where.resolve("Small_2.uai.evid"), "1 0 1\n");
        Files.writeString(where.resolve("Small_2.uai.MAR"), "MAR\n2 2 0 1 2 0.25 0.75\n");
        Outcome outcome = Outcome.of("competition", where, "--seconds", 0.2, "--seeds", 1);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines()).hasSize(9).anyMatch(line -> line.matches("Small_2,auto,1,.*,EXACT,1.000"))
                .anyMatch(line -> line.matches("Small_2,bp,,.*"));
        assertThat(outcome.err()).contains("Small              auto       0.00000");
        // On a busy machine a fifth of a second may be too short to converge.
        boolean converged = outcome.out().lines().anyMatch(line -> line.matches("Small_.,sample,1,.*,CONVERGED,.*"));
        assertThat(outcome.err().contains("95% intervals")).isEqualTo(converged);
        assertThat(Outcome.of("competition", where, "--methods", "bp").out().lines()).hasSize(3);
        // Z = 8, and 4 with the evidence; states of weight 3; with variable 0 maximised, sums of 4.
        Files.writeString(where.resolve("Small_1.uai.PR"), "PR\n0.90309\n");
        Files.writeString(where.resolve("Small_2.uai.PR"), "PR\n0.60206\n");
        Files.writeString(where.resolve("Small_1.uai.MAP"), "MAP\n2 0 1\n");
        Files.writeString(where.resolve("Small_1.uai.MMAP"), "MMAP\n1 0 1\n");
        Files.writeString(where.resolve("Small_1.uai.query"), "1 0\n");
        Outcome sums = Outcome.of("competition", where, "--task", "PR", "--seconds", 1, "--seeds", 1);
        assertThat(sums.out().lines()).as(sums.err()).hasSize(3).anyMatch(line -> line.matches(
                "Small_2,1,.*,1.386294,1.38629.,0.000,100.0,yes"));
        assertThat(sums.err()).contains("all                100.0");
        assertThat(Outcome.of("competition", where, "--task", "MAP", "--seconds", 1, "--seeds", 1).out())
                .containsPattern("Small_1,1,.*,1.098612,0.000000,0.000,100.0,yes");
        // Values by the variables' numbers, which are none in the order of the query.
        Files.writeString(where.resolve("Small_3.uai"), "MARKOV 2 3 2 1 2 0 1 6 1 1 1 1 1 2");
        Files.writeString(where.resolve("Small_3.uai.MMAP"), "MMAP\n2 2 1\n");
        Files.writeString(where.resolve("Small_3.uai.query"), "2 1 0\n");
        assertThat(Outcome.of("competition", where, "--task", "MMAP", "--seconds", 1, "--seeds", 1).out())
                .containsPattern("Small_1,1,.*,1.386294,1.386294,0.000,100.0,yes")
                .containsPattern("Small_3,1,.*,0.693147,0.693147,0.000,100.0,yes");
        Outcome.of("competition", folder, "--only", "Nothing").isBadInput("no file Nothing*.uai.MAR");
    }

    @Test
    void routesCanBeAskedFor() throws IOException {
        Outcome counted = Outcome.of("infer", model, "--route", "counting");
        isRight(counted.out(), 1e-12);
        Outcome plan = Outcome.of("plan", model);
        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(plan.out()).startsWith("simplify ").contains("exact    5 variables: contraction tree of width");
        Outcome json = Outcome.of("plan", model, "--json", "--route", "sample", "--seconds", 3, "--threads", 1);
        assertThat(json.out()).startsWith("{\"exact\":false").contains("\"route\":\"SAMPLE\"", "\"variables\":5");
        Outcome tight = Outcome.of("infer", model, "--route", "exact", "--memory", 0);
        assertThat(tight.exitCode()).isNotZero();
        assertThat(tight.err()).contains("the memory limit is 0 B; raise the limit");
        Outcome.of("infer", model, "--route", "shortest").isBadInput("--route", "shortest");
    }

    @Test
    void everyOption() throws IOException {
        Path out = folder.resolve("out.MAR");
        Path trace = folder.resolve("trace.csv");
        Path checkpoint = folder.resolve("run.checkpoint");
        Path evidence = Files.writeString(folder.resolve("m.evid"), "1 4 1\n");
        Object[] args = {"infer", model, "--evidence", evidence, "--chain", "aggregate", "--alpha", "0.5", "--moves",
            "all", "--block-size", 2, "--partitions", 2, "--estimator", "counts", "--samples", 10000, "--seconds", 6,
            "--burn-in", 10, "--thinning", 2, "--chains", 2, "--threads", 2, "--seed", 7, "--out", out, "--truth",
                    exact,
            "--trace", trace, "--checkpoint", checkpoint, "--checkpoint-seconds", 1, "--product-replacement",
            "--scan", "random"};
        Outcome outcome = Outcome.of(args);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("aggregate BV-MCMC(0.5) over 2 partitions, elements by product "
                + "replacement on Gibbs",
                "KL to the truth");
        assertThat(Files.readString(out)).startsWith("MAR\n5 2 ").endsWith("2 0.0 1.0\n");
        assertThat(Files.readAllLines(trace)).first().isEqualTo("seconds,samples,kl");
        assertThat(Files.readAllLines(trace)).hasSizeGreaterThan(1).last().asString().contains(",20000,");
        assertThat(checkpoint).exists();
        // A second run goes on from the checkpoint, which is the end, to the same result.
        String first = Files.readString(out);
        assertThat(Outcome.of(args).exitCode()).isZero();
        assertThat(Files.readString(out)).isEqualTo(first);
    }

    @Test
    void aReportIsWrittenWhereItIsWanted() throws IOException {
        Path report = folder.resolve("report");
        Outcome outcome = Outcome.of("infer", model, "--samples", 20000, "--seed", 4, "--truth", exact, "--report",
                report);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("report           " + report.resolve("index.html"));
        assertThat(Files.readString(report.resolve("index.html"))).contains("m.clauses", "infer", "--seed 4",
                "KL to the truth", "T0");
        // The same marginals as on standard output, with errors beside them.
        Map<String, Double> printed = table(outcome.out());
        assertThat(table(Files.readString(report.resolve("marginals.csv")))).isEqualTo(printed);
        assertThat(report.resolve("results.json")).exists();
        Path file = Files.writeString(folder.resolve("taken"), "");
        Outcome.of("infer", model, "--samples", 100, "--out", folder.resolve("o.csv"), "--report", file)
                .isBadInput("taken");
    }

    @Test
    void sameSeedSameFileForAnyNumberOfThreads() {
        Object[] args = {"infer", model, "--samples", 20000, "--estimator", "counts", "--threads", 1};
        Object[] others = args.clone();
        others[others.length - 1] = 4;
        assertThat(Outcome.of(args).out()).isEqualTo(Outcome.of(others).out());
    }

    @Test
    void ownPartitions() throws IOException {
        Path own = Files.writeString(folder.resolve("own.txt"), "# people\nT0 G0\nT1 G1\n\nT0,T1\n");
        Outcome outcome = Outcome.of("infer", model, "--partitions", own, "--chain", "aggregate", "--samples", 40000);
        assertThat(outcome.err()).contains("aggregate BV-MCMC(1) over 2 partitions", " on 3 blocks: ");
        isRight(outcome.out(), 0.02);
        // A variable that is observed drops out of its block.
        Outcome given = Outcome.of("infer", model, "--given", "T1=0", "--partitions", own, "--chain", "bv", "--samples",
                1000);
        assertThat(given.err()).contains("BV-MCMC(1) on Gibbs", " on 3 blocks: ");
        assertThat(Outcome.of("plan", model, "--partitions", own, "--chain", "bv").out())
                .contains("chain    BV-MCMC(1)");
        assertThat(Outcome.of("sample", model, "--partitions", own, "--chain", "bv", "--count", 3).err())
                .contains("BV-MCMC(1) on Gibbs");
        Outcome query = Outcome.of("infer", model, "--partitions", own, "--chain", "bv", "--query", "P(T0=1,G0=1)",
                "--samples", 5000);
        assertThat(query.exitCode()).as(query.err()).isZero();
        Path bad = Files.writeString(folder.resolve("bad.txt"), "T0 G0\n# more\nT1 G9\n");
        Outcome.of("infer", model, "--partitions", bad).isBadInput("bad.txt:3: ", "'G9'");
        Files.writeString(bad, "T0 G0\nG0 T1\n");
        Outcome.of("plan", model, "--partitions", bad).isBadInput("bad.txt:2: ", "'G0' stands twice");
        Outcome.of("infer", model, "--partitions", own, "--chain", "vv").isBadInput("own.txt", "use no blocks", "bv");
    }

    @Test
    void aTraceBeginsWithTheFirstSamples() throws IOException {
        Path trace = folder.resolve("trace.csv");
        Outcome outcome = Outcome.of("infer", model, "--preset", "paper", "--samples", 2000, "--truth", exact,
                "--trace", trace);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String[]> rows = Files.readAllLines(trace).stream().skip(1).map(line -> line.split(",")).toList();
        assertThat(rows).extracting(row -> row[1]).contains("1", "10", "13", "100", "1000").endsWith("2000");
        assertThat(rows).extracting(row -> Double.parseDouble(row[2])).allMatch(kl -> kl >= 0);
    }

    @Test
    void thePapersPreset() {
        String line = "paper: chain aggregate, alpha 1.0, elements by product replacement, partitions: first-fit "
                + "lists, at most 100, scan random, estimator counts, burn-in 0, 1 chain, a sample is a step";
        Outcome outcome = Outcome.of("infer", model, "--preset", "paper", "--samples", 5000);
        assertThat(outcome.err()).contains("preset           " + line, "5,000 steps", "estimator        counts",
                "aggregate BV-MCMC(1) over ");
        assertThat(Outcome.of("plan", model, "--preset", "paper").out()).startsWith("preset   " + line);
        assertThat(Outcome.of("plan", model, "--preset", "paper", "--json").out()).contains("\"preset\":\"paper\"");
        // What other options say holds, and is what is printed.
        Outcome vv = Outcome.of("infer", model, "--preset", "paper", "--chain", "vv", "--alpha", "0.02", "--chains", 2,
                "--burn-in", 3, "--samples", 100);
        assertThat(vv.err()).contains("paper: chain vv, alpha 0.02, elements by product replacement, scan random, "
                + "estimator counts, burn-in 3, 2 chains, a sample is a step", "200 steps", "NO MOVES");
        assertThat(Outcome.of("infer", model, "--preset", "paper", "--chain", "gibbs", "--samples", 100).err())
                .contains("paper: chain gibbs, scan random, estimator counts, burn-in 0, 1 chain");
        Outcome.of("infer", model, "--preset", "best").isBadInput("--preset", "best");
    }

    @Test
    void badInputIsOneLine() throws IOException {
        Outcome.of("infer", model, "--chain", "metropolis").isBadInput("--chain", "block-gibbs", "metropolis");
        Outcome.of("infer", model, "--alpha", "2").isBadInput("alpha", "from 0 to 1");
        Outcome.of("infer", model, "--alpha", "much").isBadInput("--alpha much", "or auto");
        Outcome.of("infer", model, "--partitions", "1.5").isBadInput("--partitions 1.5", "or cover");
        Outcome.of("infer", model, "--partitions", "some").isBadInput("--partitions some");
        Outcome.of("infer", model, "--samples", "0").isBadInput("samples", "at least 1");
        Outcome.of("infer", model, "--seconds", "-1").isBadInput("more than 0");
        Outcome.of("infer", model, "--estimator", "best").isBadInput("--estimator", "best");
        Outcome.of("infer", model, "--trace", folder.resolve("t.csv")).isBadInput("--trace needs --truth");
        Outcome.of("infer", folder.resolve("none.uai")).isBadInput("none.uai", "no such file");
        Path truth = Files.writeString(folder.resolve("bad.csv"), "variable,value,probability\nT0,2,0.5\n");
        Outcome.of("infer", model, "--truth", truth).isBadInput("bad.csv:2", "no value '2'");
        Files.writeString(truth, "a,b\n1,2\n");
        Outcome.of("infer", model, "--truth", truth).isBadInput("bad.csv:1", "variable,value,probability");
        Path hard = Files.writeString(folder.resolve("hard.clauses"),
                "Vars:a,b\n\na=0,1\nb=0,1\n\ninf\ta 0\ninf\ta 1,b 0\ninf\tb 1\n");
        Outcome.of("infer", hard, "--samples", 10).isBadInput("no state is possible", "always b=1");
    }
}
