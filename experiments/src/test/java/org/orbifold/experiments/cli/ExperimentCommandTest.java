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
            0.1, "--runs", 2, "--seconds", 0.2, "--seed", 5, "--threads", 2, "--out", folder};
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

    @Test
    void mistakesAreTold() {
        Outcome.of("experiment", "nothing").isBadInput("unknown experiment 'nothing'", "job-search");
        Outcome.of("experiment", "potts", "--runs", 1, "--out", folder).isBadInput("at least 2");
        Outcome.of("experiment", "potts", "--evidence-way", "guess").isBadInput("evidence-way");
    }
}
