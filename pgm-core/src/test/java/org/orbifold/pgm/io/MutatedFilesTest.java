package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.pgm.model.GraphicalModel;

/** Whatever happens to the bytes of a good file, the reader gives a model or a message, and nothing else. */
class MutatedFilesTest {

    private static final ModelFormat[] FORMATS =
        {ModelFormat.UAI, ModelFormat.CLAUSES, ModelFormat.NUM, ModelFormat.FG};
    private static final String[] TOKENS = {"-1", "0", "2000000000", "99999999999", "1e999", "NaN", "inf", "\n", "\t",
        ",", ":", "=", "c", "#", "MAR", "-BEGIN-", "\u0000", "é"};

    private interface Parser {
        void parse(TokenReader in) throws IOException;
    }

    private static byte[] mutate(byte[] bytes, RandomGenerator random) {
        byte[] result = bytes;
        for (int i = random.nextInt(4); i >= 0; i--) {
            int from = random.nextInt(result.length + 1);
            int to = Math.min(result.length, from + random.nextInt(4));
            byte[] middle = switch (random.nextInt(4)) {
                case 0 -> new byte[0];
                case 1 -> new byte[] {(byte) random.nextInt()};
                case 2 -> (" " + TOKENS[random.nextInt(TOKENS.length)] + " ").getBytes(StandardCharsets.UTF_8);
                default -> Arrays.copyOfRange(result, 0, random.nextInt(result.length + 1));
            };
            byte[] next = Arrays.copyOf(result, from + middle.length + result.length - to);
            System.arraycopy(middle, 0, next, from, middle.length);
            System.arraycopy(result, to, next, from + middle.length, result.length - to);
            result = random.nextInt(10) == 0 ? Arrays.copyOf(next, random.nextInt(next.length + 1)) : next;
        }
        return result;
    }

    private static void check(String content, RandomGenerator random, Parser parser) throws IOException {
        byte[] bytes = mutate(content.getBytes(StandardCharsets.UTF_8), random);
        try (TokenReader in = new TokenReader("file", new ByteArrayInputStream(bytes))) {
            parser.parse(in);
        } catch (ModelParseException e) {
            long lines = new String(bytes, StandardCharsets.ISO_8859_1).chars().filter(c -> c == '\n' || c == '\r')
                    .count() + 1;
            assertThat((long) e.line()).isBetween(1L, lines);
            assertThat(e.getMessage()).startsWith("file:" + e.line() + ": ").contains(", expected ")
                    .doesNotContain("\n", "\r", "\u0000").hasSizeLessThan(400);
        }
    }

    @Property(tries = 6000)
    void models(@ForAll long seed, @ForAll @IntRange(max = 3) int format) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = RandomFileModels.any(random, false);
        check(TestFiles.write(FORMATS[format], model), random,
                in -> (random.nextBoolean() ? ModelFormat.sniff(in) : FORMATS[format]).read(in));
    }

    @Property(tries = 3000)
    void networks(@ForAll long seed, @ForAll @IntRange(max = 4) int kind) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = RandomNetworkFiles.any(random, false);
        ModelFormat format = new ModelFormat[] {ModelFormat.BIF, ModelFormat.XMLBIF, ModelFormat.HUGIN,
            ModelFormat.DSL, ModelFormat.XDSL}[kind];
        String content = switch (kind) {
            case 2 -> RandomNetworkFiles.hugin(model);
            case 3 -> RandomNetworkFiles.dsl(model);
            case 4 -> RandomNetworkFiles.xdsl(model);
            default -> TestFiles.write(format, model);
        };
        check(content, random, in -> (random.nextBoolean() ? ModelFormat.sniff(in) : format).read(in));
    }

    @Property(tries = 1000)
    void evidence(@ForAll long seed) throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3).build();
        check("1\n2 1 0 2 1\n", new SplittableRandom(seed), in -> new EvidenceReader(in, model).readAll());
    }

    @Property(tries = 1000)
    void marginals(@ForAll long seed) throws IOException {
        check("MAR\n1\n2 2 0.5 0.5 2 0.1 0.9\n", new SplittableRandom(seed), in -> new MarginalsReader(in).read());
    }
}
