package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {

    @TempDir
    private Path folder;
    private Path model;

    /** Three people, each with two variables that a block-value symmetry exchanges, and an observed one. */
    @BeforeEach
    void writeModel() throws Exception {
        model = Files.writeString(folder.resolve("people.uai"), """
                MARKOV 7 2 2 2 2 2 2 2 5
                2 0 1 2 2 3 2 4 5 2 0 2 2 4 6
                4 1 2 2 3 4 1 2 2 3 4 1 2 2 3 4 1 1 1 2 4 1 2 2 1
                """);
    }

    @Test
    void writesAPageAndData() throws Exception {
        Path evidence = Files.writeString(folder.resolve("people.uai.evid"), "1 6 1\n");
        Path blocks = Files.writeString(folder.resolve("blocks.txt"), "0 1\n2 3\n\n4 5\n6\n");
        Path out = folder.resolve("out");
        Object[] command = {"compare", model, "--evidence", evidence, "--chains", "gibbs,vv,bv:0.5,aggregate,auto",
            "--partitions", blocks, "--runs", 2, "--seconds", 0.1, "--seed", 3, "--threads", 2, "--out", out};
        Outcome first = Outcome.of(command);
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out().strip()).isEqualTo(out.resolve("index.html").toString());
        assertThat(first.err()).contains("truth: exact", "people.uai, KL after", "bv(α=0.5)");
        assertThat(Files.readString(out.resolve("index.html"))).contains("Chains compared", "Autocorrelation times",
                "The lowest KL at equal time", "ratios to Vanilla", "orbifold compare");
        JsonNode json = new ObjectMapper().readTree(out.resolve("results.json").toFile());
        assertThat(json.at("/figures/0/methods")).hasSize(5);
        assertThat(json.at("/figures/0/methods/0/runs/0/memory/draws").asInt()).isPositive();
        assertThat(json.at("/figures/0/methods/2/discovery/symmetries")).isNotEmpty();
        assertThat(Files.readString(out.resolve("methods.csv"))).contains("autocorrelation_slowest", "bv-0.5");
        String runs = Files.readString(out.resolve("runs.csv"));
        assertThat(Outcome.of(command).exitCode()).isZero();
        assertThat(Files.readString(out.resolve("runs.csv"))).isEqualTo(runs);
    }

    @Test
    void aTruthThatIsGiven() throws Exception {
        Path truth = Files.writeString(folder.resolve("people.MAR"), "MAR\n7" + " 2 0.5 0.5".repeat(7) + "\n");
        Outcome outcome = Outcome.of("compare", model, "--chains", "gibbs", "--truth", truth, "--runs", 2, "--seconds",
                0.05, "--out", folder.resolve("out"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("truth: given in people.MAR");
    }

    @Test
    void mistakes() {
        Path out = folder.resolve("out");
        Outcome.of("compare", model, "--chains", "gibs", "--out", out).isBadInput("unknown chain 'gibs'", "expected");
        Outcome.of("compare", model, "--runs", 1, "--out", out).isBadInput("at least 2");
        Outcome.of("compare", model, "--partitions", "none", "--out", out).isBadInput("--partitions none");
        Outcome.of("compare", folder.resolve("no.uai")).isBadInput("no.uai");
        assertThat(out).doesNotExist();
    }
}
