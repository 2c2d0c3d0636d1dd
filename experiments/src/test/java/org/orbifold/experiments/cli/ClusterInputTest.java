package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without Spark on the class path, as it is in all modules but one. */
class ClusterInputTest {

    private static void requireHowToGetIt(Outcome outcome) {
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).singleElement().asString().contains("needs Apache Spark", ":spark:sparkHome",
                "spark-submit", "docs/tasks/cluster.md");
    }

    @Test
    void saysHowToGetSpark(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("m.uai"), "MARKOV 2 2 2 1 2 0 1 4 1 2 2 1");
        Path partitions = Files.writeString(folder.resolve("p.txt"), "0 1\n");

        requireHowToGetIt(Outcome.of("infer", model, "--spark", "local[*]"));
        requireHowToGetIt(Outcome.of("symmetries", model, "--partitions", partitions, "--spark", "local[*]"));
        requireHowToGetIt(Outcome.of("experiment", "control", "--quick", "--out", folder.resolve("r"), "--spark",
                "yarn"));
        requireHowToGetIt(Outcome.of("infer", "hdfs://host/m.uai"));
    }

    @Test
    void onlyWhatCanBeSpreadIsSpread(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("m.uai"), "MARKOV 2 2 2 1 2 0 1 4 1 2 2 1");

        assertThat(Outcome.of("infer", model, "--query", "P(0=1)", "--spark", "local").err())
                .contains("--spark is for marginals");
        assertThat(Outcome.of("symmetries", model, "--spark", "local").err()).contains("expected --partitions FILE");
    }
}
