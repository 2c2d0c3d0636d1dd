package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.MalformedFiles;
import org.orbifold.pgm.testing.MalformedNetworks;

/** Each mistake in a file is one line with the file, the line and what was expected, and nothing worse. */
class MalformedFilesTest {

    @TempDir
    Path folder;

    private interface Reader {
        Object read(Path path) throws IOException;
    }

    private void check(String name, String content, int line, String message, Reader reader) throws IOException {
        Path path = folder.resolve(name);
        Files.writeString(path, content, StandardCharsets.UTF_8);
        Throwable thrown = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20),
                () -> catchThrowable(() -> reader.read(path)));
        assertThat(thrown).isInstanceOf(ModelParseException.class);
        ModelParseException mistake = (ModelParseException) thrown;
        assertThat(mistake).hasMessageContaining(message);
        assertThat(mistake.line()).as(mistake.getMessage()).isEqualTo(line);
        assertThat(mistake.file()).isEqualTo(path.toString());
        assertThat(mistake.getMessage()).isEqualTo(ModelParseException.oneLine(
                path + ":" + line + ": " + mistake.problem() + ", expected " + mistake.expected()));
        assertThat(mistake.getMessage().lines()).hasSize(1);
        assertThat(mistake.getMessage().length()).isLessThan(path.toString().length() + 250);
    }

    @ParameterizedTest
    @MethodSource({"org.orbifold.pgm.testing.MalformedFiles#models",
        "org.orbifold.pgm.testing.MalformedNetworks#models"})
    void modelFiles(String name, String content, int line, String message) throws IOException {
        check(name, content, line, message, ModelFiles::read);
    }

    @ParameterizedTest
    @MethodSource({"org.orbifold.pgm.testing.MalformedFiles#evidence",
        "org.orbifold.pgm.testing.MalformedNetworks#evidence"})
    void evidenceFiles(String name, String content, int line, String message) throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3).build();
        check(name, content, line, message, path -> ModelFiles.readEvidence(path, model));
    }

    @ParameterizedTest
    @MethodSource("org.orbifold.pgm.testing.MalformedFiles#marginals")
    void resultFiles(String name, String content, int line, String message) throws IOException {
        check(name, content, line, message, ModelFiles::readMarginals);
    }

    @Test
    void invalidUtf8InANameIsRefused() throws IOException {
        Path path = folder.resolve("m.clauses");
        Files.write(path, new byte[] {'V', 'a', 'r', 's', ':', 'a', (byte) 0xc3, (byte) 0x28, '\n'});
        assertThat(catchThrowable(() -> ModelFiles.read(path))).isInstanceOf(ModelParseException.class)
                .hasMessageContaining(":1: ").hasMessageContaining("is not valid UTF-8, expected text in UTF-8");
    }

    @Test
    void truncatedGzipIsRefusedWithItsLine() throws IOException {
        Path path = folder.resolve("m.uai.gz");
        GraphicalModel model = GraphicalModel.builder().variables(100, 100)
                .table(new int[] {0, 1}, new double[10_000]).build();
        ModelFiles.write(model, path);
        byte[] whole = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(whole, whole.length - 12));
        assertThat(catchThrowable(() -> ModelFiles.read(path))).isInstanceOf(ModelParseException.class)
                .hasMessageContaining("the compressed data is damaged");
    }

    /** The JDK's XML parser passes on what the unpacking says, which names no file. */
    @Test
    void damagedGzipOfXmlIsRefusedWithItsFile() throws IOException {
        Path path = folder.resolve("m.xmlbif.gz");
        ModelFiles.write(GraphicalModel.builder().binary("A", "B").conditional("A").row(0.2, 0.8).end()
                .conditional("B", "A").row("0", 0.3, 0.7).row("1", 0.4, 0.6).end().build(), path);
        byte[] whole = Files.readAllBytes(path);
        int damaged = 0;
        for (int i = 20; i < whole.length - 8; i += 5) {
            byte[] bytes = whole.clone();
            bytes[i] ^= 0x55;
            Files.write(path, bytes);
            Throwable failure = catchThrowable(() -> ModelFiles.read(path));
            assertThat(failure).as("byte %d", i).isInstanceOf(ModelParseException.class).hasMessageContaining(".gz:");
            damaged += failure.getMessage().contains("the compressed data is damaged") ? 1 : 0;
        }
        assertThat(damaged).isPositive();
    }

    @Test
    void theCorpusIsLarge() {
        assertThat(Stream.of(MalformedFiles.models(), MalformedFiles.evidence(), MalformedFiles.marginals())
                .mapToLong(Stream::count).sum()).isGreaterThan(150);
        assertThat(Stream.of(MalformedNetworks.models(), MalformedNetworks.evidence()).mapToLong(Stream::count).sum())
                .isGreaterThan(100);
        assertThat(List.of(ModelFormat.values())).hasSize(14);
    }
}
