package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;

/**
 * Markov chains on ground networks that go on from their states when the weights change (persistent contrastive
 * divergence, Tieleman 2008): tree-width-bounded block Gibbs. Half of the chains of a world begin with the data, the
 * other half with random possible states. The counts of formulas are recorded after every sweep.
 */
final class PersistentChains {

    /** Chains of each world, and batches of each chain that show how precise its means are. */
    static final int CHAINS = 4;
    static final int BATCHES = 10;
    /** Entries of a table of a block, and covers that are drawn in turn. */
    private static final int MAX_ENTRIES = 1 << 10;
    private static final int COVERS = 2;
    /** Sweeps after a change of weights that are not recorded, as a share of those that are. */
    private static final double BURN_IN = 0.2;

    /** A world: its ground network and the blocks that are drawn. */
    private record Ground(GroundFormulas formulas, WideBlocks blocks) { }

    private static final class Chain {
        private final Ground ground;
        private final int[] state;
        private final RandomGenerator random;

        Chain(Ground ground, int[] state, RandomGenerator random) {
            this.ground = ground;
            this.state = state;
            this.random = random;
        }
    }

    /**
     * Means and covariances of the counts of all worlds.
     *
     * @param means      by instance
     * @param batches    by batch: the means of its counts, all worlds together
     * @param covariance of the counts in one state, row after row
     */
    record Moments(double[] means, double[][] batches, double[] covariance) { }

    private final List<Ground> grounds = new ArrayList<>();
    private final List<Chain> chains = new ArrayList<>();
    private final int parameters;
    private final int threads;
    private long sweeps;

    /**
     * Starts chains.
     *
     * @param counters the worlds
     * @param weights  some weights, none of them 0, to plan with
     * @param seed     the seed
     */
    PersistentChains(List<FormulaCounter> counters, double[] weights, long seed, int threads, Budget budget) {
        this.parameters = weights.length;
        this.threads = threads;
        for (int w = 0; w < counters.size(); w++) {
            GroundFormulas formulas = counters.get(w).ground();
            GraphicalModel model = WorldScoring.weighted(formulas, weights);
            Ground ground = new Ground(formulas, WideBlocks.of(model, MAX_ENTRIES, COVERS,
                    Streams.COVERS.of(seed, w), budget));
            grounds.add(ground);
            for (int c = 0; c < CHAINS; c++) {
                long number = (long) w * CHAINS + c;
                int[] state = c % 2 == 0 ? formulas.data().clone()
                        : FeasibleStart.find(model, Streams.STARTS.of(seed, number), budget);
                chains.add(new Chain(ground, state, Streams.CHAINS.of(seed, number)));
            }
        }
    }

    long sweeps() {
        return sweeps;
    }

    /** Atoms of all worlds. */
    long variables() {
        return grounds.stream().mapToLong(ground -> ground.formulas.model().variableCount()).sum();
    }

    /**
     * Goes on with other weights.
     *
     * @param weights by instance
     * @param length  recorded sweeps of each chain, at least one for each batch
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    Moments run(double[] weights, int length, Budget budget) {
        List<GraphicalModel> models = grounds.stream()
                .map(ground -> WorldScoring.weighted(ground.formulas, weights)).toList();
        List<Recorded> recorded;
        try (Workers workers = new Workers(threads, budget)) {
            recorded = workers.map(chains.size(), c -> record(chains.get(c), models.get(c / CHAINS), length, budget));
        }
        sweeps += length;
        double[] means = new double[parameters];
        double[][] batches = new double[CHAINS * BATCHES][parameters];
        double[] covariance = new double[parameters * parameters];
        for (int w = 0; w < grounds.size(); w++) {
            Recorded world = new Recorded(parameters);
            for (int c = 0; c < CHAINS; c++) {
                Recorded one = recorded.get(w * CHAINS + c);
                world.add(one);
                for (int b = 0; b < BATCHES; b++) {
                    for (int i = 0; i < parameters; i++) {
                        batches[c * BATCHES + b][i] += one.batches[b][i] + grounds.get(w).formulas.decided()[i];
                    }
                }
            }
            world.addTo(means, grounds.get(w).formulas.decided(), covariance);
        }
        return new Moments(means, batches, covariance);
    }

    /** Sums of the counts and of their products, relative to the first state's so that digits are not lost. */
    private static final class Recorded {
        private final double[] sums;
        private final double[] products;
        private final double[][] batches;
        private double[] origin;
        private double number;

        Recorded(int parameters) {
            this.sums = new double[parameters];
            this.products = new double[parameters * parameters];
            this.batches = new double[BATCHES][parameters];
        }

        void record(double[] counts, int batch, double share) {
            origin = origin == null ? counts.clone() : origin;
            int n = sums.length;
            for (int i = 0; i < n; i++) {
                double x = counts[i] - origin[i];
                sums[i] += x;
                batches[batch][i] += counts[i] * share;
                if (x != 0) {
                    for (int j = 0; j <= i; j++) {
                        products[i * n + j] += x * (counts[j] - origin[j]);
                    }
                }
            }
            number++;
        }

        /** Adds what another chain of the same world recorded. */
        void add(Recorded other) {
            origin = origin == null ? other.origin.clone() : origin;
            int n = sums.length;
            double[] shift = new double[n];
            Arrays.setAll(shift, i -> other.origin[i] - origin[i]);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    products[i * n + j] += other.products[i * n + j] + shift[i] * other.sums[j]
                            + shift[j] * other.sums[i] + other.number * shift[i] * shift[j];
                }
            }
            for (int i = 0; i < n; i++) {
                sums[i] += other.sums[i] + other.number * shift[i];
            }
            number += other.number;
        }

        void addTo(double[] means, double[] decided, double[] covariance) {
            int n = sums.length;
            for (int i = 0; i < n; i++) {
                means[i] += origin[i] + sums[i] / number + decided[i];
                for (int j = 0; j <= i; j++) {
                    double c = (products[i * n + j] - sums[i] * sums[j] / number) / (number - 1);
                    covariance[i * n + j] += c;
                    covariance[j * n + i] += i == j ? 0 : c;
                }
            }
        }
    }

    private Recorded record(Chain chain, GraphicalModel model, int length, Budget budget) {
        MarkovChain kernel = chain.ground.blocks.chain(model);
        int sweep = kernel.sweep();
        long time = 0;
        for (int t = 0; t < BURN_IN * length; t++) {
            budget.check();
            kernel.advance(chain.state, time, time += sweep, chain.random, ChainListener.NONE);
        }
        Recorded recorded = new Recorded(parameters);
        int ofBatch = length / BATCHES;
        double[] counts = new double[parameters];
        for (int t = 0; t < ofBatch * BATCHES; t++) {
            budget.check();
            kernel.advance(chain.state, time, time += sweep, chain.random, ChainListener.NONE);
            count(chain.ground.formulas, chain.state, counts);
            recorded.record(counts, t / ofBatch, 1.0 / ofBatch);
        }
        return recorded;
    }

    private static void count(GroundFormulas formulas, int[] state, double[] counts) {
        Arrays.fill(counts, 0);
        List<Feature> features = formulas.model().features();
        int[] instance = formulas.instance();
        for (int f = 0; f < instance.length; f++) {
            if (instance[f] >= 0 && ((WeightedFeature) features.get(f)).holds(state)) {
                counts[instance[f]]++;
            }
        }
    }
}
