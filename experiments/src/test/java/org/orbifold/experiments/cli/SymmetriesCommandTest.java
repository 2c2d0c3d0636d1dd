package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymmetriesCommandTest {

    @TempDir
    private Path folder;

    private Path model;

    /** Two people of Job Search as the paper's release writes it, without Connected: t=0 decides both clauses. */
    @BeforeEach
    void writeModel() throws IOException {
        model = file("jobs.clauses", """
                Vars:t1,g1,t2,g2
                t1=0,1
                g1=0,1
                t2=0,1
                g2=0,1

                1.5\tt1 0,g1 1
                1.2\tt1 0,g1 0
                1.7\tt2 0,g2 1
                1.1\tt2 0,g2 0
                0.1\tt1 0,t2 1
                """);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static JsonNode json(Outcome outcome) throws IOException {
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines()).hasSize(1);
        return new ObjectMapper().readTree(outcome.out());
    }

    @Test
    void jsonKeepsTheContract() throws IOException {
        JsonNode result = json(Outcome.of("symmetries", model, "--json"));
        assertThat(result.get("kind").asText()).isEqualTo("bv");
        assertThat(result.get("seconds").asDouble()).isPositive();
        JsonNode best = result.get("partitions").get(0);
        assertThat(best.get("blocks").asInt()).isEqualTo(2);
        assertThat(best.get("order").isTextual()).isTrue();
        assertThat(best.get("order").asText()).isEqualTo("4");
        assertThat(best.get("generators").asInt()).isEqualTo(2);
        assertThat(best.get("orbits").asInt()).isEqualTo(6);
        assertThat(best.get("blockVariables").toString()).isEqualTo("[[\"t1\",\"g1\"],[\"t2\",\"g2\"]]");
    }

    @Test
    void variableKindsHaveOnePartition() throws IOException {
        for (String kind : new String[] {"variable", "vv"}) {
            JsonNode result = json(Outcome.of("symmetries", model, "--kind", kind, "--json"));
            assertThat(result.get("kind").asText()).isEqualTo(kind);
            assertThat(result.get("partitions")).hasSize(1);
            assertThat(result.get("partitions").get(0).get("blocks").asInt()).isEqualTo(4);
            assertThat(result.get("partitions").get(0).get("order").asText()).isEqualTo("1");
        }
    }

    @Test
    void partitionsFromAFile() throws IOException {
        Path partitions = file("some.partitions", """
                # two people
                t1 g1
                t2,g2

                t1, t2
                """);
        JsonNode result = json(Outcome.of("symmetries", model, "--partitions", partitions, "--json"));
        assertThat(result.get("partitions")).hasSize(2);
        assertThat(result.get("partitions").get(0).get("order").asText()).isEqualTo("4");
        assertThat(result.get("partitions").get(1).get("blocks").asInt()).isEqualTo(3);
    }

    @Test
    void evidenceChangesTheModel() throws IOException {
        // With t2 observed as 1 person 2 has only g2 left, whose two clauses have different weights.
        Path evidence = file("jobs.evid", "1 2 1\n");
        JsonNode result = json(Outcome.of("symmetries", model, "--evidence", evidence, "--json"));
        assertThat(result.get("partitions").get(0).get("order").asText()).isEqualTo("2");
    }

    @Test
    void textSaysWhatTheGroupDoes() {
        Outcome outcome = Outcome.of("symmetries", model);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("order       4", "{t1,g1}",
                "swaps (t1=0,g1=0) and (t1=0,g1=1) of {t1,g1}");
    }

    @Test
    void sameSeedSameResult() throws IOException {
        JsonNode first = json(Outcome.of("symmetries", model, "--partitions", "3", "--seed", "7", "--json"));
        JsonNode second = json(Outcome.of("symmetries", model, "--partitions", "3", "--seed", "7", "--json"));
        assertThat(first.get("partitions")).isEqualTo(second.get("partitions")).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void mistakesAreTold() throws IOException {
        Outcome.of("symmetries", model, "--block-size", "0").isBadInput("--block-size 0", "at least 1");
        Outcome.of("symmetries", model, "--partitions", "0").isBadInput("--partitions 0");
        Outcome.of("symmetries", model, "--partitions", "99999999999").isBadInput("--partitions 99999999999");
        Outcome.of("symmetries", model, "--partitions", folder.resolve("none")).isBadInput("none: no such file");
        Outcome.of("symmetries", model, "--kind", "value").isBadInput("value");
        Outcome.of("symmetries", model, "--partitions", file("a", "t1 x\n")).isBadInput("a:1: ", "'x'");
        Outcome.of("symmetries", model, "--partitions", file("b", "t1 g1\ng1 t2\n")).isBadInput("b:2: ", "'g1'");
        Outcome.of("symmetries", model, "--partitions", file("c", "\n")).isBadInput("c:1: ", "no block");
    }
}
