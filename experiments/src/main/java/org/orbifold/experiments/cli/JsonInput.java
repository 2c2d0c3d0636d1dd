package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.file.WholeFile;
import picocli.CommandLine.Option;

/** Whether a command answers in JSON. */
final class JsonInput {

    @Option(names = "--json", description = "Answer with one JSON object on one line; its schema is in docs/schema.")
    private boolean json;

    boolean isAsked() {
        return json;
    }

    /** Refuses files of another form; before anything is computed. */
    void requireNoOther(@Nullable Path file, String... endings) {
        for (String ending : endings) {
            if (json && file != null && file.toString().endsWith(ending)) {
                throw new IllegalArgumentException("--json with --out " + file + ": " + ending + " is a form of its "
                        + "own; expected another name, such as answer.json, or no --json");
            }
        }
    }

    /** Writes an object to a file, or to standard output. */
    static void write(String text, @Nullable Path file, PrintWriter standardOutput) throws IOException {
        if (file == null) {
            standardOutput.println(text);
        } else {
            WholeFile.write(file, writer -> writer.write(text + "\n"));
        }
    }
}
