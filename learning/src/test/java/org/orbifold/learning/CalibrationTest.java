package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactSampler;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
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

    /**
     * The truth lies within 1.96 standard errors of the learned probability, also with few rows and missing values. The
     * seed is fixed; if intervals cover 95%, 800 independent ones would be below 93% in 0.5% of the runs.
     */
    @ParameterizedTest
    @CsvSource({"2, 0", "10, 0", "40, 0", "40, 0.4"})
    void intervalsOfTablesCoverTheTruth(int count, double missing) {
        Random random = new Random(12);
        int covered = 0;
        int intervals = 0;
        for (int k = 0; k < 400; k++) {
            double[] ones = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
            GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                    .table(new int[] {0}, Math.log(1 - ones[0]), Math.log(ones[0]))
                    .table(new int[] {0, 1}, Math.log(1 - ones[1]), Math.log(ones[1]), Math.log(1 - ones[2]),
                            Math.log(ones[2])).build();
            List<int[]> rows = new ArrayList<>();
            for (int r = 0; r < count; r++) {
                int parent = random.nextDouble() < ones[0] ? 1 : 0;
                int child = random.nextDouble() < ones[1 + parent] ? 1 : 0;
                rows.add(new int[] {random.nextDouble() < missing ? -1 : parent,
                        random.nextDouble() < missing ? -1 : child});
            }
            ParameterResult learned = ParameterLearning.on(model, Observations.of(model, rows))
                    .withOptions(ParameterOptions.defaults().withThreads(1)).run();
            for (int p = 0; p < 2; p++) {
                double error = learned.tables().get(p).errors()[1];
                if (!Double.isNaN(error)) {
                    double found = Math.exp(((Table) learned.model().features().get(p)).entry(1));
                    covered += Math.abs(found - ones[p]) <= 1.96 * error ? 1 : 0;
                    intervals++;
                }
            }
        }
        assertThat(intervals).isGreaterThan(650);
        assertThat(covered / (double) intervals).isGreaterThan(0.93);
    }

    /** One row does not make a value certain, and a family that no row observes has no error. */
    @Test
    void aValueNeverSeenIsNotCertain() {
        double half = Math.log(0.5);
        GraphicalModel model = GraphicalModel.builder().variables(2, 2).table(new int[] {0}, half, half)
                .table(new int[] {0, 1}, half, half, half, half).build();
        ParameterResult learned = ParameterLearning.on(model, Observations.of(model, List.of(new int[] {1, 0},
                new int[] {-1, 0}))).run();
        // Beta(2, 1) has mean 2/3 and variance 1/18; the estimate is 1.
        assertThat(learned.tables().get(1).errors()[2]).isCloseTo(Math.sqrt(1.0 / 18 + 1.0 / 9), within(1e-12));
        assertThat(learned.tables().get(1).errors()[0]).isNaN();
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
