package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.io.ModelFiles;

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
    void generatorsAreData() throws IOException {
        JsonNode best = json(Outcome.of("symmetries", model, "--json", "--generators")).get("partitions").get(0);
        assertThat(best.get("kinds").toString()).isEqualTo("{\"variable\":0,\"vv\":0,\"bv\":2}");
        JsonNode first = best.get("generatorList").get(0);
        assertThat(best.get("generatorList")).hasSize(2);
        assertThat(first.get("kind").asText()).isEqualTo("bv");
        assertThat(first.get("cycles").toString())
                .isEqualTo("[[{\"t1\":\"0\",\"g1\":\"0\"},{\"t1\":\"0\",\"g1\":\"1\"}]]");
        assertThat(first.get("text").asText()).startsWith("swaps (t1=0,g1=0)");
        assertThat(json(Outcome.of("symmetries", model, "--json")).get("partitions").get(0)
                .has("generatorList")).isFalse();
    }

    @Test
    void aGeneratorIsApplied() throws IOException {
        Path states = file("states.csv", "t1,g1,t2,g2\n0,0,1,1\n1,0,0,0\n");
        Outcome image = Outcome.of("symmetries", model, "--apply", "1", "--state", states);
        assertThat(image.out()).isEqualTo("t1,g1,t2,g2\n0,1,1,1\n1,0,0,0\n");
        JsonNode both = json(Outcome.of("symmetries", model, "--apply", "2", "--state", states, "--json"));
        for (JsonNode state : both.get("states")) {
            assertThat(state.get("logWeight").asDouble()).isEqualTo(state.get("imageLogWeight").asDouble());
        }
        assertThat(both.get("states").get(1).get("image").get("g2").asText()).isEqualTo("1");
        Path evidence = file("jobs.evid", "1 2 1\n");
        assertThat(Outcome.of("symmetries", model, "--evidence", evidence, "--apply", "1", "--state", states,
                "--json").err()).contains("'t2' has another value than the evidence");
        Path some = file("some.csv", "t1,g1,g2\n0,0,1\n");
        assertThat(Outcome.of("symmetries", model, "--evidence", evidence, "--apply", "1", "--state", some).out())
                .isEqualTo("t1,g1,t2,g2\n0,1,1,1\n");
    }

    @Test
    void theGraphHasTheGroup() throws IOException {
        Path graph = folder.resolve("g.dimacs");
        JsonNode found = json(Outcome.of("symmetries", model, "--graph", graph, "--json"));
        assertThat(json(Outcome.of("automorphisms", graph, "--json")).get("order"))
                .isEqualTo(found.get("partitions").get(0).get("order"));
        assertThat(Files.readString(graph)).contains("c vertex 1 (t1=0,g1=0)", "c colour ");
        Path named = folder.resolve("g.json");
        Path drawn = folder.resolve("g.dot");
        Outcome.of("symmetries", model, "--graph", named);
        Outcome.of("symmetries", model, "--graph", drawn, "--kind", "variable");
        JsonNode object = new ObjectMapper().readTree(named.toFile());
        assertThat(object.get("vertices").get(1).get("name").asText()).isEqualTo("(t1=0,g1=1)");
        assertThat(object.get("edges").size()).isPositive();
        assertThat(object.get("colors").findValuesAsText("kind")).contains("pair", "hub");
        assertThat(Files.readString(drawn)).startsWith("graph symmetries {").contains("label=\"(t1=0)\"")
                .endsWith("}\n");
    }

    @Test
    void theBlockModelIsTheSameDistribution() throws IOException {
        Path blocks = folder.resolve("blocks.uai");
        Outcome.of("symmetries", model, "--block-model", blocks);
        assertThat(BruteForce.solve(ModelFiles.read(blocks)).logPartition())
                .isCloseTo(BruteForce.solve(ModelFiles.read(model)).logPartition(), Offset.offset(1e-9));
        assertThat(Files.readString(folder.resolve("blocks.uai.names.csv")))
                .startsWith("variable,name,value,label\n0,\"(t1,g1)\",0,\"(0,0)\"\n");
        Path named = folder.resolve("blocks.json");
        Outcome.of("symmetries", model, "--block-model", named);
        JsonNode object = new ObjectMapper().readTree(named.toFile());
        assertThat(object.get("variables").get(1).toString()).isEqualTo("{\"name\":\"(t2,g2)\","
                + "\"block\":[\"t2\",\"g2\"],\"values\":[\"(0,0)\",\"(0,1)\",\"(1,0)\",\"(1,1)\"]}");
    }

    @Test
    void mistakesAboutFilesAreTold() throws IOException {
        Path states = file("states.csv", "t1,g1,t2\n0,0,1\n");
        Outcome.of("symmetries", model, "--apply", "1").isBadInput("--state FILE");
        Outcome.of("symmetries", model, "--state", states).isBadInput("--apply K");
        Outcome.of("symmetries", model, "--apply", "3", "--state", states).isBadInput("--apply 3", "2 generators");
        Outcome.of("symmetries", model, "--apply", "1", "--state", states).isBadInput("no value", "'g2'");
        Outcome.of("symmetries", model, "--graph", folder.resolve("g.png")).isBadInput("--graph", ".dot");
        Outcome.of("symmetries", model, "--block-model", folder.resolve("g.png")).isBadInput("--block-model", ".json");
        Outcome.of("symmetries", model, "--partition", "9").isBadInput("--partition 9");
    }

    @Test
    void mistakesAreTold() throws IOException {
        Outcome.of("symmetries", model, "--block-size", "0").isBadInput("--block-size", "at least 1", "auto");
        Outcome.of("symmetries", model, "--block-size", "two").isBadInput("--block-size", "'two'");
        Outcome.of("symmetries", model, "--partitions", "0").isBadInput("--partitions 0");
        Outcome.of("symmetries", model, "--partitions", "99999999999").isBadInput("--partitions 99999999999");
        Outcome.of("symmetries", model, "--partitions", folder.resolve("none")).isBadInput("none: no such file");
        Outcome.of("symmetries", model, "--kind", "value").isBadInput("value");
        Outcome.of("symmetries", model, "--partitions", file("a", "t1 x\n")).isBadInput("a:1: ", "'x'");
        Outcome.of("symmetries", model, "--partitions", file("b", "t1 g1\ng1 t2\n")).isBadInput("b:2: ", "'g1'");
        Outcome.of("symmetries", model, "--partitions", file("c", "\n")).isBadInput("c:1: ", "no block");
    }
}
