package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.inference.chain.Phase;
import org.orbifold.pgm.time.Budget;

/** The shares of time that the page about the architecture states are those of the program. */
class PhasesTest {

    @ParameterizedTest
    @EnumSource(Phase.class)
    void sharesAreAsStated(Phase phase) throws IOException {
        double seconds = 1e6;
        long percent = Math.round(100 * phase.alone(Budget.ofSeconds(seconds)).secondsLeft() / seconds);
        assertThat(Files.readString(Guide.ROOT.resolve("docs/project/architecture.md")))
                .contains("`" + phase + "` " + percent + "%");
    }
}
