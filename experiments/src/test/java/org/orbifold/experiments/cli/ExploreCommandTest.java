package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExploreCommandTest {

    private static final String MODEL = "MARKOV 3 2 2 2 2 2 0 1 2 1 2 4 1 2 2 1 4 1 2 2 1\n";

    @TempDir
    private Path folder;

    private Path model() throws Exception {
        return Files.writeString(folder.resolve("m.uai"), MODEL);
    }

    @Test
    void writesThePageAndSaysWhere() throws Exception {
        Path out = folder.resolve("page");
        Outcome outcome = Outcome.of("explore", model(), "--out", out);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().strip()).isEqualTo(out.resolve("index.html").toString());
        assertThat(Files.readString(out.resolve("index.html"))).contains("\"name\":\"m.uai\"", "\"variableCount\":3");
        assertThat(out).isDirectoryContaining(path -> path.endsWith("index.html"));
    }

    @Test
    void seesEvidence() throws Exception {
        Path out = folder.resolve("page");
        Path evidence = Files.writeString(folder.resolve("m.evid"), "1 1 0");
        assertThat(Outcome.of("explore", model(), "--evidence", evidence, "--out", out).exitCode()).isZero();
        assertThat(Files.readString(out.resolve("index.html"))).contains("\"observed\":1", "\"r\":\"observed\"");
    }

    @Test
    void badInputLeavesNothing() throws Exception {
        Path out = folder.resolve("page");
        Outcome.of("explore", folder.resolve("none.uai"), "--out", out).isBadInput("none.uai");
        Outcome.of("explore", model(), "--block-size", 0, "--out", out).isBadInput("--block-size", "at least 1");
        Path impossible = Files.writeString(folder.resolve("zero.uai"), "MARKOV 1 2 1 1 0 2 0 0\n");
        Outcome.of("explore", impossible, "--out", out).isBadInput("");
        assertThat(out.resolve("index.html")).doesNotExist();
    }
}
