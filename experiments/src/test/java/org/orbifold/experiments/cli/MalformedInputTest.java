package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong with a file, the command line answers with exit code 2 and one line that names file and line. */
class MalformedInputTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource({"org.orbifold.pgm.testing.MalformedFiles#models",
        "org.orbifold.pgm.testing.MalformedNetworks#models"})
    void models(String name, String content, int line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        // One of the files has a line break in its name, which is shown escaped.
        String place = file.toString().replace("\n", "\\u000a") + ":" + line + ": ";
        Outcome.of("exact", file).isBadInput(place, message);
        Outcome.of("convert", file, folder.resolve("out.uai")).isBadInput(place);
    }

    @ParameterizedTest
    @MethodSource({"org.orbifold.pgm.testing.MalformedFiles#evidence",
        "org.orbifold.pgm.testing.MalformedNetworks#evidence"})
    void evidence(String name, String content, int line, String message) throws IOException {
        Path model = Files.writeString(folder.resolve("model.uai"), "MARKOV\n3\n2 2 3\n0\n");
        Path file = Files.writeString(folder.resolve(name), content);
        Outcome.of("exact", model, "--evidence", file).isBadInput(file + ":" + line + ": ", message);
    }
}
