package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The projects in {@code docs/examples} build and run with Maven and with Gradle, against the modules as they are
 * published. The repository is a folder of this build, so that the user's own stays as it is.
 */
@Execution(ExecutionMode.SAME_THREAD)    // They share a repository.
class ConsumerTest {

    static final List<String> EXAMPLES = List.of("permutation-groups", "graph-isomorphism", "inference",
            "engineers-day");

    private static final long MINUTES = 5;
    private static final int TRIES = 3;
    /** Builds of one class are too brief for the best compiler. */
    private static final String BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
    private static final Pattern BROKEN_CONNECTION = Pattern.compile("(?i)could not (transfer|get|head|download)"
            + "|connection (reset|timed out|refused)|read timed out|unknown host|premature end|no route to host");
    private static final Map<String, List<String>> PRINTED = Map.of(
            "permutation-groups", List.of("order 24, transitive true", "fixing corner 0: order 3",
                    "the mirror is a rotation: false", "a random rotation is in the group: true"),
            "graph-isomorphism", List.of("ethanol and dimethyl ether: different",
                    "ethanol written in two ways: the same", "the oxygen of the one is atom 1 of the other",
                    "symmetries of ethanol: 12, of dimethyl ether: 72"),
            "inference", List.of("variable-value symmetries: 1", "block-value symmetries: 64 with 6 blocks",
                    "P(T0 = 1 | J0 = 1): … sampled, … exact", "close: true"),
            "engineers-day", List.of("refused: the model has no variable named 'Alram3'; did you mean 'Alarm3'?",
                    "verdict EXACT", "P(Machine3 = broken) = 0.9184",
                    "JSON begins {\"question\":\"marginals\",\"verdict\":\"EXACT\",\"",
                    "most probable: Machine3 is broken, proved true", "both broken: 0.05074", "cancelled: true",
                    "cancelled in … s",
                    "1000 requests, mean P(Power = low) = 0.4689",
                    "… ms a request, … MB of heap in use afterwards"));

    private static Path copy(String example, String tool) throws IOException {
        Path target = Guide.freshFolder("examples/" + example + "-" + tool);
        Path source = Guide.ROOT.resolve("docs/examples").resolve(example);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(source.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return target;
    }

    /** These programs download what they need; a connection that broke is worth another try, nothing else is. */
    private static List<String> run(Path folder, String... command) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            Outcome outcome = runOnce(folder, command);
            if (outcome.exitCode == 0 || tries == TRIES
                    || outcome.lines.stream().noneMatch(line -> BROKEN_CONNECTION.matcher(line).find())) {
                assertThat(outcome.exitCode).as(String.join(" ", command) + "\n" + String.join("\n", outcome.lines))
                        .isZero();
                return outcome.lines;
            }
        }
    }

    private record Outcome(int exitCode, List<String> lines) { }

    private static Outcome runOnce(Path folder, String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).redirectInput(new File("/dev/null"));
        builder.environment().put("MAVEN_OPTS", BRIEF);
        builder.environment().put("GRADLE_OPTS", BRIEF);
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        return new Outcome(process.exitValue(), Files.readAllLines(output));
    }

    /** What the example itself printed; a tool may say something before it. */
    private static void assertPrinted(String example, List<String> lines) {
        List<String> expected = new ArrayList<>(List.of("…"));
        expected.addAll(PRINTED.get(example));
        // Standard error comes by another pipe, so that its lines may stand anywhere.
        List<String> plain = lines.stream().map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                .filter(line -> !line.startsWith("SLF4J(")).toList();
        assertThat(PrintedOutput.matches(expected, plain)).as(String.join("\n", plain)).isTrue();
    }

    private static boolean onPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static String localRepository() {
        return "-Dmaven.repo.local=" + BuildFacts.repository();
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void buildsWithMaven(String example) throws Exception {
        assumeTrue(onPath("mvn"), "there is no mvn on the PATH: examples not tried with Maven");
        assertPrinted(example,
                run(copy(example, "maven"), "mvn", "-q", "-B", localRepository(), "compile", "exec:java"));
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void buildsWithGradle(String example) throws Exception {
        assumeTrue(Files.isExecutable(BuildFacts.gradle()), "the running Gradle has no program to start");
        Path folder = copy(example, "gradle");
        Files.writeString(folder.resolve("build.gradle"), """

                tasks.create('list') {
                    def jars = sourceSets.main.runtimeClasspath
                    doLast { jars.findAll { it.name.endsWith('.jar') }.each { println 'jar ' + it.name } }
                }
                """, StandardOpenOption.APPEND);
        List<String> lines = run(folder, BuildFacts.gradle().toString(), "-q", localRepository(),
                "-Dorg.gradle.jvmargs=" + BRIEF + " -Xmx512m", "-Dorg.gradle.daemon.idletimeout=30000", "list", "run");
        assertPrinted(example, lines);
        List<String> jars = lines.stream().filter(line -> line.startsWith("jar "))
                .map(line -> line.replaceFirst("jar (.*?)-\\d.*", "$1")).toList();
        assertThat(jars).contains("fastutil-core").doesNotContain("logback-classic");
        if (example.equals("permutation-groups")) {
            assertThat(jars).containsExactlyInAnyOrder("perm-group", "fastutil-core", "slf4j-api", "jspecify");
        }
    }
}
