package org.orbifold.docs;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the shell blocks of one page, in their order and in one shell, in a folder that looks like a checkout: links to
 * everything in the repository, the installed {@code orbifold} on the PATH, and a {@code gradlew} that only checks that
 * the tasks exist (the build that runs this test has already done what they do, or CI does).
 */
final class ShellSession {

    private static final String MARK = "@@orbifold-guide@@";
    private static final long MINUTES = 5;
    private static final String JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /**
     * A command of a page: a whole {@code sh} block, or one line of a {@code console} block.
     *
     * @param block   where it stands
     * @param line    the index of the command in the block
     * @param command what is run
     * @param shown   what the page says is printed; null if it says nothing
     */
    record Command(Page.Block block, int line, String command, List<String> shown) {

        /** Only a page that shows an error message may fail. */
        boolean mayFail() {
            return shown != null && shown.stream().anyMatch(text -> text.startsWith("orbifold: "));
        }
    }

    /** What a command printed, on both streams; exit code -1 if the shell never came to its end. */
    record Outcome(int exitCode, List<String> printed) {
    }

    private ShellSession() {
    }

    static List<Command> commandsOf(Page page) {
        List<Command> commands = new ArrayList<>();
        for (Page.Block block : page.blocks()) {
            if (!block.isShell() || !block.reasonNotToRun().isEmpty()) {
                continue;
            }
            if (block.language().equals("sh")) {
                commands.add(new Command(block, 0, block.text(), null));
                continue;
            }
            List<String> lines = block.lines();
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith("$ ")) {
                    int end = i + 1;
                    while (end < lines.size() && !lines.get(end).startsWith("$ ")) {
                        end++;
                    }
                    commands.add(new Command(block, i, lines.get(i).substring(2), lines.subList(i + 1, end)));
                }
            }
        }
        return commands;
    }

    /** Runs commands one after the other; outcomes in the same order. */
    static List<Outcome> run(Page page, List<Command> commands) throws IOException, InterruptedException {
        Path folder = checkout(page.name().replace('/', '-').replace(".md", ""));
        // The shell writes gradlew: a file that this process, with its threads, had open might be busy when it is run.
        StringBuilder script = new StringBuilder("cp .gradlew gradlew && chmod +x gradlew\n");
        for (int i = 0; i < commands.size(); i++) {
            Command command = commands.get(i);
            boolean strict = command.shown() == null;
            script.append(strict ? "set -e\n" : "").append(command.command()).append('\n')
                    .append("printf '%s %s %s\\n' '").append(MARK).append("' ").append(i).append(" $?\n")
                    .append(strict ? "set +e\n" : "");
        }
        Path file = Files.writeString(folder.resolve(".script"), script);
        Path output = folder.resolve(".output");
        ProcessBuilder builder = new ProcessBuilder("sh", file.toString()).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(output.toFile()).redirectInput(new File("/dev/null"));
        Map<String, String> environment = builder.environment();
        environment.put("PATH", folder.resolve("experiments/build/install/orbifold/bin") + File.pathSeparator
                + environment.get("PATH"));
        environment.put("JAVA_OPTS", JAVA_OPTIONS);
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return outcomes(Files.readString(output, StandardCharsets.UTF_8).lines().toList(), commands.size());
    }

    private static List<Outcome> outcomes(List<String> output, int count) {
        Map<Integer, Outcome> done = new TreeMap<>();
        List<String> printed = new ArrayList<>();
        for (String line : output) {
            // A command's last line may lack its end.
            int mark = line.indexOf(MARK);
            if (mark < 0) {
                printed.add(line);
                continue;
            }
            if (mark > 0) {
                printed.add(line.substring(0, mark));
            }
            String[] words = line.substring(mark).split(" ");
            done.put(Integer.parseInt(words[1]), new Outcome(Integer.parseInt(words[2]), List.copyOf(printed)));
            printed.clear();
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            outcomes.add(done.getOrDefault(i, new Outcome(-1, List.copyOf(printed))));
        }
        return outcomes;
    }

    private static Path checkout(String name) throws IOException {
        Path folder = Guide.freshFolder(name);
        try (Stream<Path> entries = Files.list(Guide.ROOT)) {
            for (Path entry : entries.toList()) {
                String entryName = entry.getFileName().toString();
                if (!entryName.startsWith(".") && !entryName.equals("gradlew") && !entryName.equals("build")) {
                    Files.createSymbolicLink(folder.resolve(entryName), entry);
                }
            }
        }
        Files.writeString(folder.resolve(".gradlew"), """
                #!/bin/sh
                for word in "$@"; do
                    case $word in
                        -*) ;;
                        *) grep -qxF -- "$word" '%s' || { echo "there is no task $word" >&2; exit 1; } ;;
                    esac
                done
                """.formatted(BuildFacts.TASKS));
        return folder;
    }
}
