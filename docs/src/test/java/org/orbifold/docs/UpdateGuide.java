package org.orbifold.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Writes into the pages what their sources and commands say now: snippets, and the output of commands where it differs
 * from what is shown. Output with an ellipsis is left to people. Look at the difference before you commit it.
 */
public final class UpdateGuide {

    private UpdateGuide() {
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        for (Page page : Guide.pages()) {
            List<String> lines = new ArrayList<>(page.lines());
            // From the end, so that earlier positions stay what they are.
            List<Edit> edits = new ArrayList<>(snippets(page));
            edits.addAll(outputs(page));
            edits.sort((a, b) -> Integer.compare(b.from(), a.from()));
            for (Edit edit : edits) {
                lines.subList(edit.from(), edit.to()).clear();
                lines.addAll(edit.from(), edit.text());
            }
            if (!lines.equals(page.lines())) {
                Files.writeString(page.file(), String.join("\n", lines) + "\n");
                System.out.println(page.name() + " updated");
            }
        }
    }

    /** Lines from (inclusive) to (exclusive) of a page become others. */
    private record Edit(int from, int to, List<String> text) {
    }

    private static List<Edit> snippets(Page page) {
        List<Edit> edits = new ArrayList<>();
        for (Page.Block block : page.blocks()) {
            Matcher snippet = block.snippet();
            if (snippet.matches()) {
                edits.add(new Edit(block.first(), block.first() + block.lines().size(),
                        Region.of(Guide.ROOT.resolve(snippet.group(1)), snippet.group(2))));
            }
        }
        return edits;
    }

    private static List<Edit> outputs(Page page) throws IOException, InterruptedException {
        List<ShellSession.Command> commands = ShellSession.commandsOf(page);
        if (commands.isEmpty()) {
            return List.of();
        }
        List<ShellSession.Outcome> outcomes = ShellSession.run(page, commands);
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            ShellSession.Command command = commands.get(i);
            List<String> shown = command.shown();
            if (outcomes.get(i).exitCode() == -1) {
                System.out.println(page.at(command.block()) + ": failed, please see to it: "
                        + String.join("\n", outcomes.get(i).printed()));
                return List.of();
            }
            if (shown == null || PrintedOutput.matches(command.command(), shown, outcomes.get(i).printed())) {
                continue;
            }
            if (shown.stream().anyMatch(line -> line.contains("…"))) {
                System.out.println(page.at(command.block()) + ": differs, please see to it:\n"
                        + String.join("\n", outcomes.get(i).printed()));
                continue;
            }
            int from = command.block().first() + command.line() + 1;
            edits.add(new Edit(from, from + shown.size(), outcomes.get(i).printed()));
        }
        return edits;
    }
}
