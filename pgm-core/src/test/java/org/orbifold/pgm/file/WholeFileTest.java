package org.orbifold.pgm.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    private static final int LINES = 20_000;

    @TempDir
    Path folder;

    private static Callable<Void> writer(Path path, int number) {
        return () -> {
            for (int round = 0; round < 20; round++) {
                WholeFile.write(path, out -> {
                    for (int i = 0; i < LINES; i++) {
                        out.write(number + "\n");
                    }
                });
            }
            return null;
        };
    }

    /** Whoever reads while others write sees one writer's file from the first line to the last. */
    @Test
    void readersNeverSeeHalfAFile() throws Exception {
        Path path = folder.resolve("shared.txt");
        writer(path, 0).call();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<Void>> writers = new ArrayList<>();
            for (int number = 1; number <= 3; number++) {
                writers.add(threads.submit(writer(path, number)));
            }
            do {
                List<String> lines = Files.readAllLines(path);
                assertThat(lines).hasSize(LINES);
                assertThat(lines.stream().distinct()).hasSize(1);
            } while (!writers.stream().allMatch(Future::isDone));
            for (Future<Void> writer : writers) {
                writer.get();
            }
        } finally {
            threads.shutdownNow();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void otherProgramsMayReadWhatWasWritten() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain.txt"), "x");
        Path whole = folder.resolve("whole.txt");
        WholeFile.write(whole, out -> out.write("x"));
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            assertThat(Files.getPosixFilePermissions(whole)).isEqualTo(Files.getPosixFilePermissions(plain));
        }
    }

    @Test
    void aFileInTheCurrentFolderNeedsNoFolderInItsName() {
        assertThat(Path.of("x.uai").getParent()).isNull();
        assertThatThrownBy(() -> WholeFile.write(Path.of("x.uai"), out -> {
            throw new IOException("stop");
        })).hasMessage("stop");
        assertThat(Files.exists(Path.of("x.uai"))).isFalse();
    }

    @Test
    void anErrorLeavesNothingBehind() throws IOException {
        assertThatThrownBy(() -> WholeFile.write(folder.resolve("a.gz"), out -> {
            out.write("half");
            throw new IllegalStateException("no");
        })).isInstanceOf(IllegalStateException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }
}
