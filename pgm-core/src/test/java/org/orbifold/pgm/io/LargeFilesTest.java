package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.model.GraphicalModel;

/** Files of some megabytes, made as they are read, so that only the reader's own memory counts. */
class LargeFilesTest {

    private static final int FEATURES = 200_000;
    private static final int VARIABLES = 1000;

    /** A stream of the bytes of many strings, none of which is kept. */
    private static final class Parts extends InputStream {
        private final Iterator<String> parts;
        private byte[] part = new byte[0];
        private int next;

        Parts(Stream<String> parts) {
            this.parts = parts.iterator();
        }

        @Override
        public int read() {
            while (next == part.length) {
                if (!parts.hasNext()) {
                    return -1;
                }
                part = parts.next().getBytes(StandardCharsets.UTF_8);
                next = 0;
            }
            return part[next++];
        }
    }

    private static Stream<String> repeat(int count, IntFunction<String> part) {
        return IntStream.range(0, count).mapToObj(part);
    }

    private static GraphicalModel read(ModelFormat format, Stream<?>... parts) throws IOException {
        Stream<String> all = Stream.of(parts).flatMap(part -> part.map(Object::toString));
        return format.read(new TokenReader("large", new Parts(all)));
    }

    private static int first(int feature) {
        return feature % VARIABLES;
    }

    private static int second(int feature) {
        return (feature + 1 + feature / VARIABLES) % VARIABLES;
    }

    private static void check(GraphicalModel model, double expected) {
        assertThat(model.variableCount()).isEqualTo(VARIABLES);
        assertThat(model.features()).hasSize(FEATURES);
        assertThat(model.features().get(FEATURES - 1).scope())
                .containsExactly(first(FEATURES - 1), second(FEATURES - 1));
        assertThat(model.features().get(77_777).logPotential(new int[VARIABLES])).isEqualTo(expected);
    }

    @Test
    void uai() throws IOException {
        check(read(ModelFormat.UAI, Stream.of("MARKOV " + VARIABLES), repeat(VARIABLES, v -> " 2"),
                Stream.of("\n" + FEATURES + "\n"), repeat(FEATURES, f -> "2 " + first(f) + " " + second(f) + "\n"),
                repeat(FEATURES, f -> "4\n" + f + " 0.25 0.5 0\n")), Math.log(77_777));
    }

    @Test
    void clauses() throws IOException {
        check(read(ModelFormat.CLAUSES, Stream.of("Vars:"), repeat(VARIABLES, v -> (v > 0 ? ",v" : "v") + v),
                Stream.of("\n\n"), repeat(VARIABLES, v -> "v" + v + "=no,yes\n"), Stream.of("\n"),
                repeat(FEATURES, f -> f + ".5\tv" + first(f) + " no,v" + second(f) + " yes\n")), 77_777.5);
    }

    @Test
    void numberedClauses() throws IOException {
        check(read(ModelFormat.NUM, Stream.of(VARIABLES + "\n\n"), repeat(VARIABLES, v -> v + 1 + ":2\n"),
                repeat(FEATURES, f -> f + ".5\t" + (first(f) + 1) + " 0," + (second(f) + 1) + " 1,\n")), 77_777.5);
    }

    @Test
    void factorGraphs() throws IOException {
        check(read(ModelFormat.FG, Stream.of(FEATURES + "\n"),
                repeat(FEATURES, f -> "\n2\n" + first(f) + " " + second(f) + "\n2 2\n2\n3 1\n0 " + f + "\n")),
                Math.log(77_777));
    }

    /** Two billion claimed, nothing there: a reader that believes the claim would need gigabytes. */
    @Test
    void claimsAreNotBelieved() {
        String[] claims = {"MARKOV 2000000000", "MARKOV 1 2000000000 1 1 0 2000000000",
            "MARKOV 1 2 2000000000", "MARKOV 2 40000 40000 1 2 0 1 1600000000"};
        for (String claim : claims) {
            assertThatExceptionOfType(ModelParseException.class).isThrownBy(
                    () -> read(ModelFormat.UAI, Stream.of(claim), repeat(100_000, i -> " 1")));
        }
        assertThatExceptionOfType(ModelParseException.class).isThrownBy(
                () -> read(ModelFormat.FG, Stream.of("1 2000000000 "), repeat(100_000, i -> i + " ")));
        assertThatExceptionOfType(ModelParseException.class).isThrownBy(
                () -> read(ModelFormat.NUM, Stream.of("2000000000\n"), repeat(100_000, i -> i + 1 + ":2\n")));
    }

    @Test
    void aPackedFileIsUnpackedAsItIsRead(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("m.uai.gz");
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
            out.write("MARKOV 1 2\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 200; i++) {
                out.write(blanks);
            }
            out.write("1 1 0 2 0.5 0.5".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Files.size(path)).isLessThan(1 << 20);
        assertThat(ModelFiles.read(path).features()).hasSize(1);
    }
}
