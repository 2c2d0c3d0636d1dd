package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.experiments.convergence.Comparison;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.experiments.report.Manifest;
import org.orbifold.experiments.report.Report;
import org.orbifold.pgm.model.GraphicalModel;

/** Chains compared from Java: the example of {@code docs/results/evaluation.md}. */
class OwnComparisonTest {

    @Test
    void comparesFromJava(@TempDir Path folder) throws Exception {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C", "D").clause(1.1, "A=0", "B=1")
                .clause(0.4, "A=0", "B=0").clause(1.1, "C=0", "D=1").clause(0.4, "C=0", "D=0").build();
        // region compare
        Settings settings = new Settings(2, 0.05, 1, 2, 0.01);
        Figure.Result result = Comparison.on(model).withTitle("My model").withChains("gibbs", "bv:0.02", "auto")
                .withSettings(settings).run(folder.resolve("runs"));
        Report.writeComparison(folder, result, Manifest.of(List.of("from Java"), settings));
        // end region
        assertThat(result.results()).hasSize(3);
        assertThat(folder.resolve("index.html")).content().contains("My model");
    }
}
