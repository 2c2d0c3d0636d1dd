package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about the command line knows every option of the program, and no other. */
class OptionsTest {

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*[a-z]");
    private static final Set<String> OF_ALL = Set.of("--help", "--version");
    private static final String PAGE =
            String.join("\n", Page.read(Guide.ROOT.resolve("docs/reference/command-line.md")).lines());

    private static Set<String> options(String text) {
        return OPTION.matcher(text).results().map(result -> result.group()).filter(option -> !OF_ALL.contains(option))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String section(String heading) {
        int begin = PAGE.indexOf(heading);
        assertThat(begin).as(heading).isNotNegative();
        int end = PAGE.indexOf("\n## ", begin + 1);
        return PAGE.substring(begin, end < 0 ? PAGE.length() : end);
    }

    private static String help(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static String program() {
        return Guide.ROOT.resolve("experiments/build/install/orbifold/bin/orbifold").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"infer", "exact", "map", "sample", "score", "learn", "convert", "symmetries",
        "automorphisms", "isomorphic", "group", "experiment", "compare"})
    void areThoseOfTheProgram(String command) throws Exception {
        Set<String> real = options(help(program(), command, "--help"));
        Set<String> common = options(PAGE.substring(0, PAGE.indexOf("\n## ")));
        Set<String> described = options(section("## `orbifold " + command));
        assertThat(real).as("options in the section of " + command).containsAll(described);
        described.addAll(common);
        assertThat(described).as("options of " + command + " that the page describes").containsAll(real);
    }

    @Test
    void allCommandsAreDescribed() throws Exception {
        String help = help(program(), "--help");
        Set<String> commands = Pattern.compile("(?m)^  ([a-z]+) {2,}\\S").matcher(help).results()
                .map(result -> result.group(1)).collect(Collectors.toCollection(TreeSet::new));
        assertThat(commands).contains("infer", "exact");
        commands.remove("help");
        commands.forEach(command -> assertThat(PAGE).contains("## `orbifold " + command));
    }
}
