package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.Problem;

class EqualTimeTest {

    private static final Problem SMALL = JobSearch.generate(4, 0.1, 1).problem("small", 0, EvidenceWay.CONDITION, 1,
            10);

    /** Methods take turns, warm-up rounds are not told of, and all of them find the marginals. */
    @Test
    void everyMethodRunsOncePerSeed() throws IOException {
        List<EqualTime.Run> heard = new ArrayList<>();
        List<EqualTime.Run> runs = new EqualTime(SMALL, 0.1).run(2, 1, heard::add);
        assertThat(heard).isEqualTo(runs);
        assertThat(runs).hasSize(12);
        assertThat(runs.get(0).method()).isEqualTo(EqualTime.BASELINE);
        assertThat(runs.get(6).method()).isEqualTo(EqualTime.BASELINE);
        assertThat(runs.stream().map(EqualTime.Run::method).distinct()).hasSize(6);
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.samples()).isPositive();
            assertThat(run.kl()).isBetween(0.0, 0.05);
            assertThat(run.chain()).isNotEmpty();
        });
    }
}
