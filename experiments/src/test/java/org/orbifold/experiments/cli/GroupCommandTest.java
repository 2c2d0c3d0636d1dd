package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.group.io.GroupParseException;
import picocli.CommandLine;

class GroupCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private Exception failure;

    private int run(String... args) {
        return new CommandLine(new GroupCommand()).setOut(new PrintWriter(out))
                .setExecutionExceptionHandler((e, line, result) -> {
                    failure = e;
                    return 2;
                })
                .setParameterExceptionHandler((e, ignored) -> {
                    failure = e;
                    return 2;
                }).execute(args);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void jsonIsOneObjectOnOneLine() throws IOException {
        String group = file("d4.grp", "square 5 8\n1 2 3 0 4\n(1 3)\n");
        String members = file("d4.members", "+ (0 2)\n- (0 1)\n(0 1)(2 3)\n- 2 3 0 1 4\n");
        assertThat(run(group, "--contains", members, "--repeat", "3", "--json")).isZero();
        assertThat(out.toString().strip().lines()).hasSize(1);
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.fieldNames()).toIterable()
                .containsExactly("degree", "order", "orbitSizes", "orbits", "transitive", "transitivity", "primitive",
                        "blocks", "base", "generatorCount", "generators", "seconds", "cpuSeconds", "members");
        assertThat(json.get("degree").intValue()).isEqualTo(5);
        assertThat(json.get("order").textValue()).isEqualTo("8");
        assertThat(json.get("orbitSizes").toString()).isEqualTo("[4,1]");
        assertThat(json.get("transitive").booleanValue()).isFalse();
        assertThat(json.get("seconds").doubleValue()).isPositive();
        // The signs are somebody's expectation; the answers are computed.
        assertThat(json.get("members").toString()).isEqualTo("[true,false,true,true]");
    }

    @Test
    void textShowsOrderOrbitsAndBase() throws IOException {
        String group = file("s3.grp", "# a comment\ns3 3\n\n(0 1)\n(0 1 2)\n");
        assertThat(run(group)).isZero();
        assertThat(out.toString())
                .contains("order       6", "orbits      1, 1 of size 3", "transitive  yes", "base        ");
    }

    @Test
    void aWrongClaimIsAnError() throws IOException {
        String group = file("wrong.grp", "# claims too much\nc2 2 3\n(0 1)\n");
        assertThat(run(group)).isEqualTo(2);
        assertThat(failure).isInstanceOf(GroupParseException.class)
                .hasMessage(group + ":2: the header claims order 3, expected the order of the group, 2, or no order");
    }

    @Test
    void aBadLineIsNamed() throws IOException {
        assertThat(run(file("bad.grp", "x 3\n0 1 1\n"))).isEqualTo(2);
        assertThat(failure).hasMessageContaining("bad.grp:2: point 1 is repeated").hasMessageContaining(", expected ");
    }

    @Test
    void repeatMustBePositive() throws IOException {
        assertThat(run(file("c2.grp", "c2 2\n(0 1)\n"), "--repeat", "0")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--repeat 0: expected at least 1");
    }

    @Test
    void subgroupsElementsAndStructure() throws IOException {
        String group = file("s4.gap", "Group([ (1,2,3,4), (1,2) ])");
        assertThat(run(group, "--json", "--structure", "--random", "3", "--seed", "5", "--elements")).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("transitivity").intValue()).isEqualTo(4);
        assertThat(json.get("primitive").booleanValue()).isTrue();
        assertThat(json.get("derivedSeries").toString()).isEqualTo("[\"24\",\"12\",\"4\",\"1\"]");
        assertThat(json.get("solvable").booleanValue()).isTrue();
        assertThat(json.get("abelian").booleanValue()).isFalse();
        assertThat(json.get("centre").textValue()).isEqualTo("1");
        assertThat(json.get("random")).hasSize(3);
        assertThat(json.get("elements")).hasSize(24);
        out.getBuffer().setLength(0);
        assertThat(run(group, "--set-stabilizer", "0,1", "--structure")).isZero();
        assertThat(out.toString()).contains("order       4", "abelian     yes", "centre      of order 4");
        out.getBuffer().setLength(0);
        String square = file("d4.gap", "Group([ (1,2,3,4), (1,3) ])");
        assertThat(run(group, "--intersect", square)).isZero();
        assertThat(out.toString()).contains("order       8", "transitive  yes, blocks of 2 points");
        assertThat(run(group, "--stabilizer", "9")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--stabilizer names point 9, expected 0 to 3");
    }

    /** The second group moves more points than the first: members are extended as the groups are. */
    @Test
    void membersOfAnIntersectionOfGreaterDegree() throws IOException {
        String small = file("a.gap", "Group([(1,2,3)])");
        String large = file("b.gap", "Group([(1,2,3),(4,5)])");
        assertThat(run(small, "--intersect", large, "--contains", file("m.txt", "(0 1 2)\n(0 1)\n"))).isZero();
        assertThat(out.toString()).contains("member 1    yes", "member 2    no");
    }

    @Test
    void tooManyElementsAreRefusedBeforeAnythingIsPrinted() throws IOException {
        assertThat(run(file("s9.grp", "s9 9\n(0 1)\n(0 1 2 3 4 5 6 7 8)\n"), "--elements")).isEqualTo(2);
        assertThat(failure).hasMessageContaining("--elements: the group has 362880 elements");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aGroupOnOnePointIsNotPrimitive() throws IOException {
        assertThat(run(file("one.grp", "one 1\n()\n"))).isZero();
        assertThat(out.toString()).contains("transitive  yes").doesNotContain("primitive");
    }
}
