package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactSampler;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.WeightedFeature;

class CalibrationTest {

    private static final int NETWORKS = 40;
    private static final int ROWS = 400;

    /**
     * The truth lies within 1.96 standard errors of the learned weight for at least 93% of the weights of 40 random
     * networks, whose data are drawn exactly. The seed is fixed; with others, 280 weights with intervals that cover 95%
     * would fail this in 7% of the runs.
     */
    @Test
    void intervalsCoverTheTruth() throws IOException {
        Random random = new Random(33);
        int covered = 0;
        int weights = 0;
        for (int k = 0; k < NETWORKS; k++) {
            GraphicalModel truth = network(random);
            ExactSampler sampler = ContractionPlan.of(truth).sampler(ExactOptions.defaults().withThreads(1));
            List<int[]> rows = new ArrayList<>();
            for (int r = 0; r < ROWS; r++) {
                rows.add(sampler.draw(random));
            }
            ParameterResult learned = ParameterLearning.on(truth, Observations.of(truth, rows))
                    .withOptions(ParameterOptions.defaults().withThreads(1)).run();
            for (int f = 0; f < truth.features().size(); f++) {
                double error = Arrays.stream(learned.tables().get(f).errors())
                        .filter(e -> !Double.isNaN(e)).findFirst().orElseThrow();
                double difference = weight(learned.model(), f) - weight(truth, f);
                covered += Math.abs(difference) <= 1.96 * error ? 1 : 0;
                weights++;
            }
        }
        assertThat(weights).isEqualTo(7 * NETWORKS);
        assertThat(covered / (double) weights).isBetween(0.93, 0.99);
    }

    private static double weight(GraphicalModel model, int feature) {
        return ((WeightedFeature) model.features().get(feature)).weight();
    }

    /** A ring of four variables with a chord and two unary features; all weights are identifiable. */
    private static GraphicalModel network(Random random) {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2);
        for (int v = 0; v < 4; v++) {
            builder.clause(random.nextGaussian(), new Literal(v, random.nextInt(2)),
                    new Literal((v + 1) % 4, random.nextInt(2)));
        }
        builder.clause(random.nextGaussian(), new Literal(0, 1), new Literal(2, random.nextInt(2)));
        builder.clause(random.nextGaussian(), new Literal(1, 1));
        builder.clause(random.nextGaussian(), new Literal(3, 1));
        return builder.build();
    }
}
