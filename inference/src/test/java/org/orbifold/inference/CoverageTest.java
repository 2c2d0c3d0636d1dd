package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Claimed errors against true ones, on 300 random small models with rare values and hard conditions, over all chains
 * and estimators.
 *
 * <p>The seeds are fixed, so the test does not fail by chance; only a change of the random streams draws it anew. Six
 * sets of 300 models were run, this one and the five seeds after it: marginals were covered in 97.4% to 98.9% of the
 * cells, log Z in 96.4% to 100% of about 165 estimates each. Claims below a tenth of the error were 0% to 0.94% of the
 * cells, 0.90% here, and none for log Z: they come from a few models in which all chains found the same mode, with up
 * to a dozen cells each. So a new draw fails the bound of 1% in perhaps one of six cases; the other bounds hardly ever.
 */
class CoverageTest {

    private static final int MODELS = 300;
    private static final long SEED = 20261118;
    /** Log-potentials are up to this far from 0: tables whose entries differ little, much, and by a factor of 1e8. */
    private static final double[] SCALES = {1, 1, 4, 9};
    /** True errors below this are rounding. */
    private static final double ROUNDING = 1e-12;

    /** How many claims there are, how many intervals cover, and how many claims are far too small. */
    private static final class Tally {

        private final TreeMap<String, int[]> cells = new TreeMap<>();
        private final List<String> worst = new ArrayList<>();

        void add(String kind, String cell, double estimate, double error, double truth) {
            double off = Math.abs(estimate - truth);
            boolean isExact = off < ROUNDING;
            boolean covers = isExact || off <= 1.96 * error;
            boolean far = !isExact && !(error >= off / 10);
            for (String key : new String[] {kind, "all"}) {
                int[] counts = cells.computeIfAbsent(key, k -> new int[3]);
                counts[0]++;
                counts[1] += covers ? 1 : 0;
                counts[2] += far ? 1 : 0;
            }
            if (far) {
                worst.add(cell + ": " + estimate + " ± " + error + ", true " + truth);
            }
        }

        double covered() {
            int[] all = cells.getOrDefault("all", new int[] {1, 0, 0});
            return (double) all[1] / all[0];
        }

        double far() {
            int[] all = cells.getOrDefault("all", new int[] {1, 0, 0});
            return (double) all[2] / all[0];
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            cells.forEach((kind, counts) -> text.append(String.format("%s %s%n", kind, Arrays.toString(counts))));
            worst.forEach(line -> text.append(line).append(System.lineSeparator()));
            return text.toString();
        }
    }

    private static GraphicalModel model(SplittableRandom random, boolean hard) {
        int n = 2 + random.nextInt(5);
        int[] sizes = random.ints(n, 2, 4).toArray();
        // No zero forbids this state.
        int[] possible = Arrays.stream(sizes).map(random::nextInt).toArray();
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int v = 1; v < n; v++) {
            add(builder, random.nextInt(v), v, sizes, possible, hard, random);
        }
        for (int extra = random.nextInt(3); extra > 0; extra--) {
            int u = random.nextInt(n);
            add(builder, u, (u + 1 + random.nextInt(n - 1)) % n, sizes, possible, hard, random);
        }
        for (int v = 0; v < n; v++) {
            if (random.nextInt(3) == 0) {
                // A rare value, down to one in a million.
                double[] entries = new double[sizes[v]];
                entries[random.nextInt(sizes[v])] = -random.nextDouble() * 6 * Math.log(10);
                builder.table(new int[] {v}, entries);
            }
        }
        return builder.build();
    }

    private static void add(ModelBuilder builder, int u, int v, int[] sizes, int[] possible, boolean hard,
            SplittableRandom random) {
        double scale = SCALES[random.nextInt(SCALES.length)];
        double[] entries = random.doubles((long) sizes[u] * sizes[v]).map(share -> scale * (2 * share - 1)).toArray();
        for (int i = 0; i < entries.length; i++) {
            if (hard && random.nextInt(5) == 0 && i != possible[u] * sizes[v] + possible[v]) {
                entries[i] = Double.NEGATIVE_INFINITY;
            }
        }
        builder.table(new int[] {u, v}, entries);
    }

    private static InferenceOptions options(int i) {
        ChainKind[] chains = ChainKind.values();
        EstimatorKind[] estimators = EstimatorKind.values();
        // Small tables, so that wide blocks do not hold all of a small model; by default they do.
        InferenceOptions options = InferenceOptions.defaults().withRoute(Route.SAMPLE)
                .withSampling(SamplingOptions.defaults().withSamples(3000).withThreads(2).withSeed(i));
        ChainKind chain = chains[i % chains.length];
        return chain == ChainKind.AUTO ? options : options.withTableEntries(6).withChain(chain)
                .withEstimator(estimators[i / chains.length % estimators.length]);
    }

    @Test
    void intervalsCoverTheTruth() throws IOException {
        Tally marginals = new Tally();
        Tally logPartitions = new Tally();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < MODELS; i++) {
            GraphicalModel model = model(random, i % 3 == 0);
            ExactResult truth = BruteForce.solve(model);
            InferenceOptions options = options(i);
            InferenceResult result = Inference.on(model).withOptions(options).run();
            String kind = options.chain() + " " + options.estimator();
            for (int v = 0; v < model.variableCount(); v++) {
                for (int x = 0; x < model.size(v); x++) {
                    marginals.add(kind, i + " " + kind + " " + v + "=" + x, result.marginals().probability(v, x),
                            result.standardError(v, x), truth.marginals().probability(v, x));
                }
            }
            result.logPartitionEstimate().ifPresent(log -> logPartitions.add(kind, kind, log.value(),
                    log.standardError(), truth.logPartition()));
        }
        assertThat(marginals.covered()).as(marginals.toString()).isGreaterThan(0.93);
        assertThat(marginals.far()).as(marginals.toString()).isLessThan(0.01);
        assertThat(logPartitions.covered()).as(logPartitions.toString()).isGreaterThan(0.93);
        assertThat(logPartitions.far()).as(logPartitions.toString()).isLessThan(0.01);
    }
}
