package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.marginal.Marginals;

class MarginalsFilesTest {

    private static final Marginals EXPECTED = Marginals.of(
            new double[][] {{0.5, 0.5}, {0.524, 0.476}, {0.496076, 0.174492, 0.329432}});
    private static final String ANSWER = "3 2 0.5 0.5 2 0.524 0.476 3 0.496076 0.174492 0.329432\n";
    private static final String WORSE = "3 2 0.4 0.6 2 0.5 0.5 3 0.5 0.25 0.25\n";

    @ParameterizedTest
    @ValueSource(strings = {
        "MAR\n" + ANSWER,
        "MAR\n1\n" + ANSWER,
        "MAR\r\n" + ANSWER,
        "MAR\n3\n2 0.5 0.5\n2 0.524 0.476\n3 0.496076 0.174492 0.329432\n",
        "MAR\n-BEGIN-\n1\n" + ANSWER,
        "MAR\n1\n" + WORSE + "-BEGIN-\n1\n" + ANSWER,
        "MAR\n" + WORSE + "-BEGIN-\n" + WORSE + "-BEGIN-\n" + ANSWER,
        "MAR\n" + WORSE + "MAR\n" + ANSWER,
        "PR\n0.693147 (2.0)\nSTATUS\ntrue: finished\nMAR\n" + ANSWER,
        "MAR\n" + ANSWER + "PR\n0.3010\n",
        "MAR\n" + ANSWER + "MPE\n3 0 1 0\n-BEGIN-\n3 0 0 0\n", "MAR\n" + ANSWER + "MAP\n3 0 1 0\n",
    })
    void allDialectsSayTheSame(String text) throws IOException {
        assertThat(TestFiles.marginals(text)).isEqualTo(EXPECTED);
    }

    @Test
    void certainVariablesDoNotConfuseTheDialects() throws IOException {
        Marginals certain = Marginals.of(new double[][] {{1, 0}, {1}, {0, 1}});
        for (String text : new String[] {"3 2 1 0 1 1 2 0 1\n", "1\n3 2 1 0 1 1 2 0 1\n", "3\n2 1 0\n1 1\n2 0 1\n"}) {
            assertThat(TestFiles.marginals("MAR\n" + text)).isEqualTo(certain);
        }
    }

    @Test
    void noVariables() throws IOException {
        assertThat(TestFiles.marginals("MAR\n0\n").variableCount()).isZero();
        assertThat(TestFiles.marginals("MAR\n1\n0\n").variableCount()).isZero();
    }
}
