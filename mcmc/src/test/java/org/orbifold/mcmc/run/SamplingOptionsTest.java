package org.orbifold.mcmc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SamplingOptionsTest {

    private static final SamplingOptions DEFAULTS = SamplingOptions.defaults();

    @Test
    void limitsDoNotDependOnTheirOrder() {
        List<UnaryOperator<SamplingOptions>> limits = List.of(o -> o.withSamples(7), o -> o.withSeconds(3),
                o -> o.withUntilError(0.01));
        for (int first = 0; first < 3; first++) {
            for (int second = 0; second < 3; second++) {
                for (int third = 0; third < 3; third++) {
                    SamplingOptions options = limits.get(third).apply(limits.get(second)
                            .apply(limits.get(first).apply(DEFAULTS)));
                    List<Integer> set = List.of(first, second, third);
                    assertThat(options.samples()).isEqualTo(set.contains(0) ? 7 : Long.MAX_VALUE);
                    assertThat(options.seconds()).isEqualTo(set.contains(1) ? 3 : Double.POSITIVE_INFINITY);
                    assertThat(options.untilError()).isEqualTo(set.contains(2) ? 0.01 : 0);
                }
            }
        }
    }

    @Test
    void theDefaultTimeHoldsWhereNoLimitIsSet() {
        assertThat(DEFAULTS.seconds()).isEqualTo(10);
        assertThat(DEFAULTS.budget().isLimited()).isTrue();
        assertThat(DEFAULTS.withSeconds(Double.POSITIVE_INFINITY).seconds()).isInfinite();
        assertThat(DEFAULTS.withSeconds(Double.POSITIVE_INFINITY).budget().isLimited()).isFalse();
        assertThat(DEFAULTS.withSamples(5).plannedSeconds()).isEqualTo(10);
    }

    /** No limit is a limit that is never reached, and is what it is by default. */
    @Test
    void aLimitIsTakenBack() {
        SamplingOptions limited = DEFAULTS.withSamples(8).withUntilError(0.5);
        assertThat(limited.withSamples(Long.MAX_VALUE).withUntilError(0)).isEqualTo(DEFAULTS)
                .hasSameHashCodeAs(DEFAULTS);
        assertThat(limited).isNotEqualTo(DEFAULTS);
        assertThat(DEFAULTS.withChains(10)).isNotEqualTo(DEFAULTS.withThinning(10));
        assertThat(DEFAULTS.withChains(1).withThinning(10).chains()).isEqualTo(1);
    }

    @Test
    void everySettingIsKeptByTheOthers() {
        SamplingOptions options = DEFAULTS.withBurnIn(3).withThinning(2).withUnit(SampleUnit.STEP).withChains(5)
                .withThreads(6).withSeed(9).withCheckpoint(Path.of("c"), 4).withSamples(8).withSeconds(2)
                .withUntilError(0.5);
        assertThat(options).hasToString("burnIn 3, chains 5, checkpoint c, checkpointSeconds 4.0, "
                + "samples 8, seconds 2.0, seed 9, thinning 2, threads 6, unit STEP, untilError 0.5");
        assertThat(options.checkpointSeconds()).isEqualTo(4);
        assertThat(options.burnIn(10)).isEqualTo(3);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> DEFAULTS.withSamples(0)).hasMessage("the number of samples is 0; expected at least 1");
        assertThatThrownBy(() -> DEFAULTS.withSeconds(Double.NaN)).hasMessageContaining("expected more than 0");
        assertThatThrownBy(() -> DEFAULTS.withUntilError(-1)).hasMessageContaining("expected 0 or more");
        assertThatThrownBy(() -> DEFAULTS.withBurnIn(-1)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> DEFAULTS.withThinning(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> DEFAULTS.withChains(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> DEFAULTS.withThreads(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> DEFAULTS.withCheckpoint(Path.of("c"), -1)).hasMessageContaining("0 or more");
    }
}
