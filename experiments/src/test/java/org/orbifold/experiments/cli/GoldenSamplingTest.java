package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden values of Markov logic by sampling; FORMATS.md names their sources. The seed is fixed; over seeds, the
 * tolerance is more than five standard errors, so a false alarm has a probability below 1e-6.
 */
class GoldenSamplingTest {

    private static final double TOLERANCE = 0.005;

    @TempDir
    private Path folder;

    private double sampled(String network, String atom) throws IOException {
        Path file = Files.writeString(folder.resolve("golden.mln"), network);
        Outcome outcome = Outcome.of("infer", file, "--query", atom, "--samples", "400000", "--seed", "1");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        String line = outcome.out().lines().filter(row -> row.replace("\"", "").startsWith(atom + ",1,"))
                .findFirst().orElseThrow();
        return Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
    }

    @Test
    void friendsAndSmokers() throws IOException {
        String network = """
                person = {Guy, Nima, Wannes, Jesse, Luc}
                friends(person,person)
                smokes(person)
                2 friends(x,y) ^ smokes(x) => smokes(y)
                """;
        assertThat(sampled(network, "friends(Guy,Nima)")).isCloseTo(0.458048855602448, within(TOLERANCE));
        assertThat(sampled(network, "smokes(Luc)")).isCloseTo(0.5, within(TOLERANCE));
    }

    @Test
    void hardAndSoftUnits() throws IOException {
        assertThat(sampled("i = {A}\no = {B}\nH(i)\nS(o)\nH(x) v S(y).\n", "H(A)"))
                .isCloseTo(2.0 / 3, within(TOLERANCE));
        assertThat(sampled("coin = {A}\nHeads(coin)\n1 Heads(x)\n", "Heads(A)"))
                .isCloseTo(0.7310586, within(TOLERANCE));
    }
}
