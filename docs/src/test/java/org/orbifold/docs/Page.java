package org.orbifold.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown page and its fenced blocks. A comment on the line before a block says what the tests do with it:
 * {@code <!-- snippet: FILE#REGION -->} or {@code <!-- not run: REASON -->}.
 */
record Page(Path file, List<String> lines, List<Block> blocks) {

    private static final Pattern SNIPPET = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->");
    private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: (.+) -->");

    /**
     * A fenced block.
     *
     * @param language the word after the fence, empty if there is none
     * @param marker   the line before the fence
     * @param first    the index of the block's first line in the page
     * @param lines    what stands between the fences
     */
    record Block(String language, String marker, int first, List<String> lines) {

        String text() {
            return String.join("\n", lines);
        }

        /** The region that this block shows, as (file, region). */
        Matcher snippet() {
            return SNIPPET.matcher(marker);
        }

        /** Why this block is not run; empty if it is. */
        String reasonNotToRun() {
            Matcher matcher = NOT_RUN.matcher(marker);
            return matcher.matches() ? matcher.group(1) : "";
        }

        boolean isShell() {
            return language.equals("sh") || language.equals("console");
        }
    }

    static Page read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return new Page(file, lines, blocksOf(file, lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Block> blocksOf(Path file, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int end = i + 1;
                while (end < lines.size() && !lines.get(end).startsWith("```")) {
                    end++;
                }
                if (end == lines.size()) {
                    throw new IllegalStateException(file + ":" + (i + 1) + ": this block does not end");
                }
                String marker = i == 0 ? "" : lines.get(i - 1).strip();
                blocks.add(new Block(lines.get(i).substring(3).strip(), marker, i + 1,
                        List.copyOf(lines.subList(i + 1, end))));
                i = end;
            }
        }
        return List.copyOf(blocks);
    }

    /** The page's name, relative to the repository. */
    String name() {
        return Guide.ROOT.relativize(file).toString();
    }

    /** Where a block begins, for messages. */
    String at(Block block) {
        return name() + ":" + block.first();
    }

    @Override
    public String toString() {
        return name();
    }
}
