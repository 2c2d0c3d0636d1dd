package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CensusCommandTest {

    @TempDir
    private Path folder;

    @Test
    void countsKindsAndResumes() throws IOException {
        Path models = Files.createDirectories(folder.resolve("models"));
        Files.writeString(models.resolve("only_1.uai"), "MARKOV 2 2 2 1 2 0 1 4 1 2 3 3\n");
        Files.writeString(models.resolve("swap_1.uai"), "MARKOV 2 2 2 1 2 0 1 4 1 2 2 3\n");
        Files.writeString(models.resolve("swap_1.uai.evid"), "1 0 1\n");
        Files.writeString(models.resolve("wrong.uai"), "MARKOV 2 2\n");
        Path out = folder.resolve("out");
        Outcome first = Outcome.of("census", models, "--out", out);
        assertThat(first.exitCode()).as(first.err()).isZero();
        JsonNode all = new ObjectMapper().readTree(out.resolve("census.json").toFile()).get("withoutEvidence");
        assertThat(all.get("all").toString()).isEqualTo("{\"models\":3,\"notRead\":1,\"unfinished\":0,"
                + "\"variable\":1,\"vvBeyond\":0,\"genuineBv\":1,\"onlyBv\":1}");
        assertThat(all.get("families").get("only").get("onlyBv").asInt()).isEqualTo(1);
        assertThat(Files.readAllLines(out.resolve("census.csv"))).hasSize(5);
        assertThat(Files.readString(out.resolve("index.html"))).contains("genuine BV", "only_1.uai");
        // Nothing is looked at again.
        Outcome second = Outcome.of("census", models, "--out", out);
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        Outcome.of("census", folder.resolve("none")).isBadInput("none: no such folder");
        Outcome.of("census", models, "--families", "(").isBadInput("--families");
    }
}
