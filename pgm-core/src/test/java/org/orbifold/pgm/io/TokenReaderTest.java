package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TokenReaderTest {

    private static TokenReader reader(String content) {
        return TestFiles.reader("file", content);
    }

    /** The naive oracle splits the whole text, line by line. */
    private static List<String> naiveTokens(String content) {
        List<String> tokens = new ArrayList<>();
        String[] lines = content.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            for (String token : lines[i].split("[ \t\r\f]+")) {
                if (!token.isEmpty() && !lines[i].startsWith("#")) {
                    tokens.add(i + 1 + " " + token);
                }
            }
        }
        return tokens;
    }

    private static String randomText(RandomGenerator random, int length) {
        String alphabet = "abé#0123  \t\r\n\n";
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            char c = alphabet.charAt(random.nextInt(alphabet.length()));
            text.append(String.valueOf(c).repeat(random.nextInt(10) == 0 ? random.nextInt(60) : 1));
        }
        return text.toString();
    }

    @Property(tries = 500)
    void splitsAsTheNaiveOracleDoes(@ForAll long seed) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        checkAgainstOracle(randomText(random, random.nextInt(300)));
    }

    @Example
    void tokensAndLinesAcrossTheEndsOfTheBuffer() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            checkAgainstOracle(randomText(new SplittableRandom(seed), 200_000));
        }
    }

    private static void checkAgainstOracle(String text) throws IOException {
        List<String> tokens = new ArrayList<>();
        TokenReader in = reader(text);
        in.skipComments("#");
        while (in.next()) {
            tokens.add(in.line() + " " + in.text());
        }
        assertThat(tokens).isEqualTo(naiveTokens(text));
        assertThat(in.next()).isFalse();
        assertThat(in.isEmpty()).isTrue();
    }

    @Property(tries = 1000)
    void wholeNumbersAgreeWithTheLibrary(@ForAll int number) throws IOException {
        for (String text : List.of(Integer.toString(number), "  " + number + "\n")) {
            assertThat(reader(text).nextInt(Integer.MIN_VALUE, Integer.MAX_VALUE, "a number")).isEqualTo(number);
        }
    }

    @Property(tries = 1000)
    void wholeNumbersOutOfRangeAreRefused(@ForAll long number) {
        if (number != (int) number) {
            assertThatExceptionOfType(ModelParseException.class)
                    .isThrownBy(() -> reader("" + number).nextInt(-5, 5, "a digit"))
                    .withMessage("file:1: '" + number + "' is out of range, expected a digit from -5 to 5");
        }
    }

    @Example
    void delimitersEndTokensButAreNotSkipped() throws IOException {
        TokenReader in = reader(" ab , c\td,,e \n f,");
        assertThat(in.next(',')).isTrue();
        assertThat(in.text()).isEqualTo("ab");
        assertThat(in.skip(':')).isFalse();
        assertThat(in.skip(',')).isTrue();
        assertThat(in.nextInLine(',')).isTrue();
        assertThat(in.text()).isEqualTo("c");
        assertThat(in.skip(',')).isFalse();
        assertThat(in.nextInLine(',')).isTrue();
        assertThat(in.text()).isEqualTo("d");
        assertThat(in.skip(',')).isTrue();
        assertThat(in.nextInLine(',')).isTrue();
        assertThat(in.isEmpty()).isTrue();
        assertThat(in.skip(',')).isTrue();
        assertThat(in.nextInLine(',')).isTrue();
        assertThat(in.text()).isEqualTo("e");
        assertThat(in.skip(',')).isFalse();
        assertThat(in.nextInLine(',')).isFalse();
        in.endLine("nothing more");
        assertThat(in.next(',')).isTrue();
        assertThat(in.text()).isEqualTo("f");
        assertThat(in.line()).isEqualTo(2);
        assertThatExceptionOfType(ModelParseException.class).isThrownBy(() -> in.endLine("nothing more"))
                .withMessage("file:2: unexpected ',', expected nothing more");
    }

    @Example
    void commentsBeginAtTheBeginningOfALineOnly() throws IOException {
        TokenReader in = reader("c one\n1 c\n c\nccc\nc");
        in.skipComments("c");
        List<String> tokens = new ArrayList<>();
        while (in.next()) {
            tokens.add(in.line() + in.text());
        }
        assertThat(tokens).containsExactly("21", "2c", "3c");
    }

    @Example
    void rewindsWithinTheFirstBuffer() throws IOException {
        TokenReader in = reader("a\nb");
        assertThat(in.next() && in.next() && !in.next()).isTrue();
        assertThat(in.rewind()).isTrue();
        assertThat(in.next()).isTrue();
        assertThat(in.is("a")).isTrue();
        assertThat(in.line()).isEqualTo(1);
        TokenReader large = reader(" ".repeat(70_000) + "a");
        assertThat(large.next()).isTrue();
        assertThat(large.rewind()).isFalse();
    }

    @Example
    void longTokensAreReadAndTooLongOnesRefused() throws IOException {
        TokenReader in = reader("x".repeat(4096));
        assertThat(in.next()).isTrue();
        assertThat(in.text()).hasSize(4096);
        assertThatExceptionOfType(ModelParseException.class).isThrownBy(() -> reader("\n" + "x".repeat(4097)).next())
                .withMessageStartingWith("file:2: 'xxxx").withMessageContaining("…' is longer than 4096 bytes");
    }

    @Example
    void anEndlessStreamWithoutBlanksIsGivenUpEarly() {
        long[] count = {0};
        TokenReader in = new TokenReader("/dev/zero", new InputStream() {
            @Override
            public int read() {
                return 0;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                count[0] += length;
                return length;
            }
        });
        assertThatExceptionOfType(ModelParseException.class).isThrownBy(() -> ModelFormat.UAI.read(in));
        assertThat(count[0]).isLessThan(1 << 20);
    }

    @Example
    void errorsOfTheDiskArePassedOnAsTheyAre() {
        IOException broken = new IOException("input/output error");
        TokenReader in = new TokenReader("file", new InputStream() {
            @Override
            public int read() throws IOException {
                throw broken;
            }
        });
        assertThatThrownBy(in::next).isSameAs(broken);
    }

    @Example
    void quotedTextIsCutAndMessagesAreOneLine() {
        assertThat(TokenReader.quote("ä".repeat(40))).isEqualTo("'" + "ä".repeat(40) + "'");
        assertThat(TokenReader.quote("😀".repeat(41))).isEqualTo("'" + "😀".repeat(40) + "…'");
        ModelParseException mistake = new ModelParseException("a\u2028b", 7, "bell\u0007 and\rreturn", "none\u202e");
        assertThat(mistake).hasMessage("a\\u2028b:7: bell\\u0007 and\\u000dreturn, expected none\\u202e");
        assertThat(mistake.problem()).isEqualTo("bell\u0007 and\rreturn");
        assertThat(mistake.expected()).isEqualTo("none\u202e");
        assertThat(mistake.file()).isEqualTo("a\u2028b");
        assertThat(mistake.line()).isEqualTo(7);
    }
}
