package org.orbifold.mcmc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SamplingTest.Parts;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

class GridPointsTest {

    private static final GraphicalModel MODEL = SamplingTest.MODEL;
    private static final Progress SILENT = (seconds, samples, share, now) -> { };

    private static SamplingOptions options(long samples) {
        return SamplingOptions.defaults().withUnit(SampleUnit.STEP).withSamples(samples).withChains(3).withSeed(5)
                .withBurnIn(100);
    }

    /** The points of a curve: samples of all chains, and the estimates there. */
    private static final class Points implements Progress {

        private final List<Long> samples = new ArrayList<>();
        private final List<Marginals> estimates = new ArrayList<>();

        @Override
        public void report(double seconds, long count, double share, Now now) { }

        @Override
        public boolean wantsGridPoints() {
            return true;
        }

        @Override
        public void gridPoint(double seconds, long count, Now now) {
            samples.add(count);
            estimates.add(now.marginals());
        }
    }

    @Test
    void curvesAreReadFromTheFirstSampleOn() throws IOException {
        Points points = new Points();
        SamplingResult result = Sampling.run(MODEL, new Parts(false), options(5000).withThreads(2), points);
        // Three chains wait for each other; seconds of the grid may add points between these.
        assertThat(points.samples).isSorted().doesNotHaveDuplicates().contains(3L, 6L, 9L, 12L, 15L, 18L, 24L, 30L, 39L,
                48L, 60L, 75L, 96L, 300L, 3000L, 15_000L).endsWith(15_000L);
        // What is read at a point is what a run of that many samples gives, and reading changes nothing.
        for (long perChain : new long[] {10, 100}) {
            assertThat(points.estimates.get(points.samples.indexOf(3 * perChain)))
                    .isEqualTo(Sampling.run(MODEL, new Parts(false), options(perChain), SILENT).marginals());
        }
        assertThat(result.marginals()).isEqualTo(Sampling.run(MODEL, new Parts(false), options(5000), SILENT)
                .marginals());
        SamplingOptions precise = options(5000).withUntilError(0.05);
        assertThat(Sampling.run(MODEL, new Parts(true), precise, new Points()).samples())
                .isEqualTo(Sampling.run(MODEL, new Parts(true), precise, SILENT).samples());
    }

    @Test
    void theGridHasTenPointsInEachFactorOfTen() {
        long point = 0;
        List<Long> all = new ArrayList<>();
        while (point < 100_000) {
            point = GridPoints.samplesAfter(point);
            all.add(point);
        }
        assertThat(all).startsWith(1L, 2L, 3L, 4L, 5L, 6L, 8L, 10L, 13L, 16L, 20L).contains(100L, 1000L, 10_000L)
                .filteredOn(one -> one > 10_000).hasSize(10);
        GridPoints grid = new GridPoints();
        assertThat(grid.reach(0, 0.01)).as("nothing to show yet").isFalse();
        assertThat(grid.nextSeconds()).isGreaterThan(0.01).isLessThan(0.013);
        assertThat(grid.reach(1, 0.01)).isTrue();
        assertThat(grid.reach(1, 0.01)).isFalse();
        assertThat(grid.reach(1, 0.02)).isTrue();
        assertThat(grid.reach(7, 0.02)).isTrue();
        assertThat(grid.nextSamples()).isEqualTo(8);
    }
}
