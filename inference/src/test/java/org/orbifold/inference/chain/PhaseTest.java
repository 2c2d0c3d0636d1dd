package org.orbifold.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.pgm.time.Budget;

class PhaseTest {

    @ParameterizedTest
    @EnumSource
    void sharesSumToOne(Phase.Of list) {
        assertThat(Arrays.stream(Phase.values()).filter(phase -> phase.list() == list).mapToDouble(Phase::share).sum())
                .isCloseTo(1, within(1e-12));
        assertThat(Arrays.stream(Phase.values()).filter(phase -> phase.list() == list).mapToDouble(Phase::end).max()
                .orElseThrow()).isCloseTo(1, within(1e-12));
    }

    @Test
    void whatOnePhaseLeavesGoesToTheNext() {
        Budget whole = Budget.ofSeconds(1000);
        assertThat(Phase.PLAN.of(whole).secondsLeft()).isCloseTo(250, within(5.0));
        assertThat(Phase.EXACT.of(whole).secondsLeft()).as("nothing was used for the plan").isCloseTo(750, within(5.0));
        assertThat(Phase.TIES.of(whole).secondsLeft()).isCloseTo(1000, within(5.0));
        assertThat(Phase.TIES.alone(whole).secondsLeft()).isCloseTo(80, within(5.0));
        assertThat(Phase.PLAN.of(Budget.unlimited()).isLimited()).isFalse();
    }

    @Test
    void aPhaseThatBeginsLateHasItsPartOfTheRest() {
        Budget whole = Budget.ofSeconds(1000);
        assertThat(Phase.SAMPLES.orLater(whole).secondsLeft()).as("on time").isCloseTo(850, within(5.0));
        assertThat(Phase.DRAWS.orLater(whole).secondsLeft()).as("the last").isCloseTo(1000, within(5.0));
        assertThat(Phase.SYMMETRIES.orLater(whole).secondsLeft()).as("the first").isCloseTo(250, within(5.0));
        assertThat(Phase.SAMPLES.orLater(Budget.unlimited()).isLimited()).isFalse();
    }
}
