package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.GraphicalModel;

class CnfReaderTest {

    private static double count(String text) throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.CNF, text);
        return Math.exp(ContractionPlan.of(model).logPartition(ExactOptions.defaults()));
    }

    /** The example of the competitions' format, with the comments, weights and trailers of its dialects. */
    @Test
    void dialects() throws IOException {
        assertThat(count("c a comment\np cnf 3 2\n1 2 3 0\n-1 2\n 0\n")).isCloseTo(5, within(1e-12));
        // (1: 0.3, not 1: 0.8): states 010, 011, 001 weigh 0.8 each, 110, 111 weigh 0.3.
        assertThat(count("c t wmc\np cnf 3 2\nc p weight 1 0.3 0\nc p weight -1 0.8 0\n1 2 3 0\n-1 2 0\n"
                + "c p show 1 2 3 0\n")).isCloseTo(3 * 0.8 + 2 * 0.3, within(1e-12));
        assertThat(count("p cnf 3 2\nw 1 0.3\nw 2 -1\n1 2 3 0\n-1 2 0\n%\n0\n"))
                .isCloseTo(3 * 0.7 + 2 * 0.3, within(1e-12));
        assertThat(count("p cnf 1 0\nw 1 1/4 0\nw -1 2 0\n")).isCloseTo(2.25, within(1e-12));
        assertThat(count("p cnf 2 2\n1 -1 0\n2 2 0\n")).isCloseTo(2, within(1e-12));
        assertThat(count("p cnf 2 1\n0\n")).isZero();
        assertThat(count("p cnf 2 1\n1 0\nc p weight 1 0 0\n")).isZero();
    }

    /** Clauses, comments and lists of shown variables have no longest line; most declared variables occur. */
    @Test
    void longLines() throws IOException {
        String all = IntStream.rangeClosed(1, 3000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        GraphicalModel model = TestFiles.read(ModelFormat.CNF, "c " + "x".repeat(10_000) + "\np cnf 3000 2\n" + all
                + " 0\n1 -2 0\nc p show " + all + " 0\nc \u0001 " + all + "\n");
        assertThat(model.features()).hasSize(2);
        assertThat(model.features().get(0).scope()).hasSize(3000);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("p cnf 3 1\n1 4 0\n", ":2:", "'4'"),
                Arguments.of("1 2 0\n", ":1:", "before the line 'p cnf'"),
                Arguments.of("c t pmc\np cnf 3 1\n1 2 0\nc p show 1 0\n", "projected count", "1 of 3"),
                Arguments.of("p cnf 3 1\n1 2 0\nc p show 1 2 0\n", "projected count", "2 of 3"),
                Arguments.of("p cnf 3 2\n1 2 0\n", "1 clauses", "expected 2"),
                Arguments.of("p cnf 3 1\n1 2\n", "does not end", "0"),
                Arguments.of("p cnf 1 0\nc p weight 1 -0.5 0\n", ":2:", "'-0.5'"),
                Arguments.of("p cnf 1 0\nc p weight 1 3 0\n", "negation has none", "both"),
                Arguments.of("p cnf 400000000 1\n1 0\n", "400000000 variables", "1 occur"),
                Arguments.of("p dnf 1 0\n", ":1:", "p cnf VARIABLES CLAUSES"),
                Arguments.of("c nothing\n", "no line 'p cnf'", "p cnf"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakesAreNamed(String text, String first, String second) {
        assertThatThrownBy(() -> TestFiles.read(ModelFormat.CNF, text)).isInstanceOf(ModelParseException.class)
                .hasMessageContaining(first).hasMessageContaining(second);
    }

    /** Random formulas, counted state by state. */
    @Property(tries = 200, seed = "34006")
    void countsSolutions(@ForAll long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int n = random.nextInt(1, 9);
        int m = random.nextInt(0, 20);
        int[][] clauses = new int[m][];
        StringBuilder text = new StringBuilder("p cnf " + n + " " + m + "\n");
        for (int c = 0; c < m; c++) {
            clauses[c] = random.ints(random.nextInt(1, 5), 1, n + 1).map(v -> random.nextBoolean() ? v : -v)
                    .toArray();
            for (int l : clauses[c]) {
                text.append(l).append(random.nextInt(9) == 0 ? "\n" : " ");
            }
            text.append("0\n");
        }
        int expected = 0;
        for (int state = 0; state < 1 << n; state++) {
            boolean all = true;
            for (int[] clause : clauses) {
                boolean any = false;
                for (int l : clause) {
                    any |= (state >> (Math.abs(l) - 1) & 1) == (l > 0 ? 1 : 0);
                }
                all &= any;
            }
            expected += all ? 1 : 0;
        }
        assertThat(count(text.toString())).isCloseTo(expected, within(1e-9));
    }
}
