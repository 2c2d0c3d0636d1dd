package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentCommandTest {

    @TempDir
    private Path folder;

    @Test
    void runsAndGoesOn() throws Exception {
        Object[] command = {"experiment", "student-curriculum", "--quick", "--students", 12, "--friends", 3,
                "--evidence",
            0.1, "--runs", 2, "--seconds", 0.1, "--seed", 5, "--threads", 2, "--out", folder};
        Outcome first = Outcome.of(command);
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out().strip()).isEqualTo(folder.resolve("index.html").toString());
        assertThat(first.err()).contains("left", "Student Curriculum, 24 variables");
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("10% evidence", "orbifold experiment student-curriculum --quick --students 12");
        String runs = Files.readString(folder.resolve("runs.csv"));
        assertThat(Outcome.of(command).exitCode()).isZero();
        assertThat(Files.readString(folder.resolve("runs.csv"))).isEqualTo(runs);
    }

    /** A folder like the release's, with a small model of the same shape and made-up results. */
    @Test
    void theReleasesFilesStandBesideOurs() throws Exception {
        StringBuilder vars = new StringBuilder("Vars:0,1,2,3,4,5\n\n");
        for (int v = 0; v < 6; v++) {
            vars.append(v).append("=0,1\n");
        }
        Files.writeString(folder.resolve("job_search_30.clauses"), vars + """

                1.11\t0 0,1 1
                1.92\t0 0,1 0
                1.09\t2 0,3 1
                1.89\t2 0,3 0
                0.1\t4 0,0 0,2 1
                0.1\t5 0,2 0,0 1
                """);
        Files.writeString(folder.resolve("job_search_30.published-gibbs.csv"),
                "0.1,0.2,4500,0.01\n0.2,0.123,9000,0.01\n");
        Outcome outcome = Outcome.of("experiment", "release", "--quick", "--seconds", 0.02, "--runs", 2, "--release",
                folder, "--out", folder.resolve("out"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(Files.readString(folder.resolve("out/index.html")))
                .contains("published: Vanilla", "its own long-run marginals",
                        "Agreement with the published files", "0.123", "closed form");
        assertThat(Files.readString(folder.resolve("out/curves.csv")))
                .contains("published-vanilla,both,0.2,9000,0.123");
        Files.writeString(folder.resolve("job_search_30.published-vv.csv"), "0.1,0.2\n");
        Outcome.of("experiment", "release", "--release", folder, "--out", folder.resolve("out"))
                .isBadInput("published-vv.csv:1", "expected seconds,KL,samples");
    }

    @Test
    void mistakesAreTold() {
        Outcome.of("experiment", "release").isBadInput("--release DIR");
        Outcome.of("experiment", "release", "--release", folder).isBadInput("no model of the release");
        Outcome.of("experiment", "potts", "--release", folder).isBadInput("--release belongs");
        Outcome.of("experiment", "nothing").isBadInput("unknown experiment 'nothing'", "job-search");
        Outcome.of("experiment", "potts", "--runs", 1, "--out", folder).isBadInput("at least 2");
        Outcome.of("experiment", "potts", "--evidence-way", "guess").isBadInput("evidence-way");
    }
}
