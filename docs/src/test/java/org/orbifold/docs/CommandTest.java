package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command in the pages works as printed. Blocks marked {@code sh} are run, blocks marked {@code console} are run
 * and their output compared ({@code ./gradlew :docs:updateGuide} writes what is printed now); what is not run has a
 * reason beside it.
 */
class CommandTest {

    private static final Set<String> LANGUAGES =
            Set.of("sh", "console", "java", "text", "xml", "groovy", "bibtex", "mln", "");
    private static final Pattern GRADLE = Pattern.compile("\\./gradlew((?: +[^\\s`#|]+)+)");
    private static final Pattern OWN_PATH = Pattern.compile(
            "(?<![\\w./-])(?:docs|experiments|first-order|"
            + "graph-automorphisms|heuristics|inference|learning|lifted|markov-logic|mcmc"
                    + "|perm-group|pgm-core|spark|symmetry-detect|gradle|config)/[\\w./-]+");

    static Stream<Page> pages() {
        return Guide.pages().stream();
    }

    static Stream<Page> pagesWithCommands() {
        return pages().filter(page -> !ShellSession.commandsOf(page).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void commandsWorkAsPrinted(Page page) throws Exception {
        List<ShellSession.Command> commands = ShellSession.commandsOf(page);
        List<ShellSession.Outcome> outcomes = ShellSession.run(page, commands);
        StringBuilder failures = new StringBuilder();
        for (int i = 0; i < commands.size(); i++) {
            ShellSession.Command command = commands.get(i);
            ShellSession.Outcome outcome = outcomes.get(i);
            boolean exit = outcome.exitCode() == 0 || command.mayFail() && outcome.exitCode() == 2;
            boolean output = command.shown() == null
                    || PrintedOutput.matches(command.command(), command.shown(), outcome.printed());
            if (!exit || !output) {
                failures.append(page.at(command.block())).append(": ").append(command.command()).append("\nexit code ")
                        .append(outcome.exitCode()).append(", printed\n")
                        .append(String.join("\n", outcome.printed())).append("\n\n");
            }
        }
        assertThat(failures.toString()).as("what does not work as printed").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsAreMarkedSoThatTheyAreRun(Page page) {
        for (Page.Block block : page.blocks()) {
            assertThat(LANGUAGES).as(page.at(block)).contains(block.language());
            if (!block.isShell() && block.lines().stream().anyMatch(line -> line.matches("(\\$ )?orbifold .*"))) {
                fail(page.at(block) + ": mark this block sh or console, so that its commands are run");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void gradleTasksExist(Page page) {
        Set<String> tasks = BuildFacts.taskNames();
        for (int i = 0; i < page.lines().size(); i++) {
            Matcher calls = GRADLE.matcher(page.lines().get(i).replaceAll("([\"']).*?\\1", "QUOTED"));
            while (calls.find()) {
                for (String word : calls.group(1).strip().split(" +")) {
                    String task = word.replaceAll("[,;.)]+$", "");
                    if (!task.matches("-.*|[A-Z].*|experiments")) {
                        assertThat(tasks).as(page.name() + ":" + (i + 1)).contains(task);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void filesExist(Page page) {
        for (int i = 0; i < page.lines().size(); i++) {
            Matcher paths = OWN_PATH.matcher(page.lines().get(i));
            while (paths.find()) {
                String path = paths.group().replaceAll("[./]+$", "");
                if (!path.contains("/build/")) {
                    assertThat(Guide.ROOT.resolve(path)).as(page.name() + ":" + (i + 1)).exists();
                }
            }
        }
    }

    @Test
    void whatIsNotRunIsLittle() {
        long run = pages().flatMap(page -> ShellSession.commandsOf(page).stream()).count();
        long skipped = pages().flatMap(page -> page.blocks().stream())
                .filter(block -> !block.reasonNotToRun().isEmpty()).count();
        assertThat(run).isGreaterThan(4 * skipped);
    }

    @Test
    void theMainCommandsOfTheReadmeAreRunByCi() throws Exception {
        String ci = Files.readString(Guide.ROOT.resolve(".ci/run"));
        assertThat(ci).contains("./gradlew check", "./gradlew reproduce", "installDist", "javadoc");
    }
}
