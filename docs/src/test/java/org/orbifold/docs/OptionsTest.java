package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.experiments.cli.Main;

/** The page about the command line knows every option of the program, and no other. */
class OptionsTest {

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*[a-z]");
    private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z][a-z-]+) {2,}\\S");
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

    /** In this JVM: twenty starts of the program would take most of the time. */
    private static String help(String... words) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        assertThat(Main.run(out, out, words)).as(text.toString()).isZero();
        out.flush();
        return text.toString();
    }

    static Set<String> commands() {
        Set<String> commands = COMMAND.matcher(help("--help")).results().map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(commands).contains("infer", "exact", "parts");
        // Neither has options; the second stands in the table on completion.
        commands.removeAll(Set.of("help", "generate-completion"));
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void areThoseOfTheProgram(String command) {
        Set<String> real = options(help(command, "--help"));
        Set<String> common = options(PAGE.substring(0, PAGE.indexOf("\n## ")));
        Set<String> described = options(section("## `orbifold " + command));
        assertThat(real).as("options in the section of " + command).containsAll(described);
        described.addAll(common);
        if (section("## `orbifold " + command).contains("those for the chain")) {
            String infer = section("## `orbifold infer");
            described.addAll(options(infer.substring(infer.indexOf("\nThe chain:"))));
        }
        assertThat(described).as("options of " + command + " that the page describes").containsAll(real);
    }
}
