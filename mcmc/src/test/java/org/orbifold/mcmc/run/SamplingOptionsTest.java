package org.orbifold.mcmc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
                    assertThat(options.samples()).isEqualTo(set.contains(0) ? OptionalLong.of(7)
                            : OptionalLong.empty());
                    assertThat(options.seconds()).isEqualTo(set.contains(1) ? OptionalDouble.of(3)
                            : OptionalDouble.empty());
                    assertThat(options.untilError()).isEqualTo(set.contains(2) ? OptionalDouble.of(0.01)
                            : OptionalDouble.empty());
                }
            }
        }
    }

    @Test
    void theDefaultTimeHoldsWhereNoLimitIsSet() {
        assertThat(DEFAULTS.seconds()).hasValue(10);
        assertThat(DEFAULTS.budget().isLimited()).isTrue();
        assertThat(DEFAULTS.withSeconds(Double.POSITIVE_INFINITY).seconds()).isEmpty();
        assertThat(DEFAULTS.withSeconds(Double.POSITIVE_INFINITY).budget().isLimited()).isFalse();
        assertThat(DEFAULTS.withSamples(5).plannedSeconds()).isEqualTo(10);
    }

    @Test
    void everySettingIsKeptByTheOthers() {
        SamplingOptions options = DEFAULTS.withBurnIn(3).withThinning(2).withUnit(SampleUnit.STEP).withChains(5)
                .withThreads(6).withSeed(9).withCheckpoint(Path.of("c"), 4).withSamples(8).withSeconds(2)
                .withUntilError(0.5);
        assertThat(options).hasToString("8 samples, 2.0 s, until error 0.5, burn-in 3, 2 steps per sample, 5 chains, "
                + "6 threads, seed 9, checkpoint c");
        assertThat(options.checkpointSeconds()).isEqualTo(4);
        assertThat(options.burnIn(10)).isEqualTo(3);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> DEFAULTS.withSamples(0)).hasMessage("the number of samples is 0; expected at least 1");
        assertThatThrownBy(() -> DEFAULTS.withSeconds(Double.NaN)).hasMessageContaining("expected more than 0");
        assertThatThrownBy(() -> DEFAULTS.withUntilError(0)).hasMessageContaining("expected more than 0");
        assertThatThrownBy(() -> DEFAULTS.withBurnIn(-1)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> DEFAULTS.withThinning(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> DEFAULTS.withChains(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> DEFAULTS.withThreads(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> DEFAULTS.withCheckpoint(Path.of("c"), -1)).hasMessageContaining("0 or more");
    }
}
