package org.orbifold.learning;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * Markov chains on ground networks that go on from their states when the weights change (persistent contrastive
 * divergence, Tieleman 2008): tree-width-bounded block Gibbs. Half of the chains of a world begin with the data, the
 * other half with random possible states. Each sweep gives the counts of its last state, whose covariance is the
 * curvature, and the {@linkplain CountEstimator estimates} of the expected counts.
 *
 * <p>Where there are several estimates of an expected count, each chain takes the one that varies least in the other
 * chains of its world: the choice does not depend on the numbers that are averaged, so there is no bias.
 */
final class PersistentChains {

    /** Chains of each world, and batches of each chain that show how precise its means are. */
    static final int CHAINS = 4;
    static final int BATCHES = 10;
    /** Entries of a table of a block, as in inference, and covers that are drawn systematically. */
    static final int TABLE_ENTRIES = 1 << 10;
    private static final int COVERS = 2;
    /** Sweeps after a change of weights that are not recorded, as a share of those that are. */
    private static final double BURN_IN = 0.2;

    /** A world: its ground network and the blocks that are drawn. */
    private static final class Ground {
        private final GroundFormulas formulas;
        private final WideBlocks blocks;
        private final CountEstimator estimator;
        /** The network with the last weights, for all chains of the world. */
        private transient double @Nullable [] last;
        private transient @Nullable GraphicalModel weighted;

        Ground(GroundFormulas formulas, WideBlocks blocks, CountEstimator estimator) {
            this.formulas = formulas;
            this.blocks = blocks;
            this.estimator = estimator;
        }

        synchronized GraphicalModel weighted(double[] weights) {
            GraphicalModel model = weighted;
            if (model == null || !Arrays.equals(last, weights)) {
                model = WorldScoring.weighted(formulas, weights);
                weighted = model;
                last = weights.clone();
            }
            return model;
        }
    }

    /** A chain on its way. */
    private record Chain(int world, int[] state, Xoshiro256 random) { }

    /** A run of a chain, on any machine. */
    private record Leg(Chain chain, double[] weights, int length) { }

    /** Where a chain ended, and what it recorded. */
    private record Ran(Chain chain, Recorded recorded) { }

    /**
     * Means and covariances of the counts of all worlds.
     *
     * @param means      by instance
     * @param batches    by batch: the means of its counts, all worlds together
     * @param covariance of the counts in one state, row after row
     */
    record Moments(double[] means, double[][] batches, double[] covariance) { }

    private final List<Ground> grounds;
    private final List<Chain> chains = new ArrayList<>();
    private final int parameters;
    private final Spread spread;
    private long sweeps;

    /**
     * Starts chains.
     *
     * @param worlds  their ground networks, with at least one variable each
     * @param weights some weights, none of them 0, to plan with
     * @param seed    the seed
     * @param first   the number of the first world: no two chains of a seed have the same stream
     * @param entries of a table of a block, at most
     */
    PersistentChains(List<GroundFormulas> worlds, double[] weights, long seed, int first, int entries, Spread spread,
            Budget budget) {
        this.parameters = weights.length;
        this.spread = spread;
        List<Ground> all = new ArrayList<>();
        for (int w = 0; w < worlds.size(); w++) {
            GroundFormulas formulas = worlds.get(w);
            GraphicalModel model = WorldScoring.weighted(formulas, weights);
            CountTables tables = CountTables.of(formulas, entries, budget);
            WideBlocks blocks = WideBlocks.withJoints(model, tables.scopes().stream().map(CountTables.Scope::scope)
                    .toList(), entries, COVERS, Streams.COVERS.of(seed, first + w), budget);
            all.add(new Ground(formulas, blocks, new CountEstimator(formulas, tables, blocks,
                    CountOrbits.of(model, tables, budget), parameters)));
            boolean known = Arrays.stream(formulas.data()).allMatch(value -> value >= 0);
            for (int c = 0; c < CHAINS; c++) {
                long number = (long) (first + w) * CHAINS + c;
                int[] state = c % 2 == 0 && known ? formulas.data().clone()
                        : FeasibleStart.find(model, Streams.STARTS.of(seed, number), budget);
                chains.add(new Chain(w, state, Streams.CHAINS.of(seed, number)));
            }
        }
        this.grounds = List.copyOf(all);
    }

    long sweeps() {
        return sweeps;
    }

    /** Writes the states of the chains. */
    void save(DataOutputStream out) throws IOException {
        out.writeLong(sweeps);
        for (Chain chain : chains) {
            for (int value : chain.state) {
                out.writeInt(value);
            }
            chain.random.save(out);
        }
    }

    /** Takes the states that {@link #save} wrote. */
    void load(DataInputStream in) throws IOException {
        sweeps = in.readLong();
        for (Chain chain : chains) {
            for (int v = 0; v < chain.state.length; v++) {
                chain.state[v] = in.readInt();
            }
            chain.random.load(in);
        }
    }

    /**
     * Goes on with other weights.
     *
     * @param weights by instance
     * @param length  recorded sweeps of each chain, at least one for each batch
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    Moments run(double[] weights, int length, Budget budget) {
        List<Ran> ran = spread.map(grounds, chains.stream().map(chain -> new Leg(chain, weights, length)).toList(),
                PersistentChains::record, budget);
        sweeps += length;
        double[] means = new double[parameters];
        double[][] batches = new double[CHAINS * BATCHES][parameters];
        double[] covariance = new double[parameters * parameters];
        for (int w = 0; w < grounds.size(); w++) {
            double[] decided = grounds.get(w).formulas.decided();
            List<Recorded> world = new ArrayList<>();
            for (Ran one : ran.subList(w * CHAINS, (w + 1) * CHAINS)) {
                chains.set(w * CHAINS + world.size(), one.chain);
                world.add(one.recorded);
            }
            Recorded all = new Recorded(parameters, 0);
            world.forEach(all::add);
            all.addCovariance(covariance);
            for (int c = 0; c < CHAINS; c++) {
                int[] least = steadiest(world, c);
                for (int b = 0; b < BATCHES; b++) {
                    double[] batch = batches[c * BATCHES + b];
                    for (int i = 0; i < parameters; i++) {
                        double mean = world.get(c).batches[b][least[i] * parameters + i] + decided[i];
                        batch[i] += mean;
                        means[i] += mean / (CHAINS * BATCHES);
                    }
                }
            }
        }
        return new Moments(means, batches, covariance);
    }

    /** By parameter: the estimate whose batches vary least in all chains of a world but one. */
    private int[] steadiest(List<Recorded> world, int but) {
        int estimates = world.get(but).batches[0].length / parameters;
        int[] least = new int[parameters];
        for (int i = 0; i < parameters && estimates > 1; i++) {
            double smallest = Double.POSITIVE_INFINITY;
            for (int d = 0; d < estimates; d++) {
                int at = d * parameters + i;
                double[] values = IntStream.range(0, CHAINS).filter(c -> c != but).boxed()
                        .flatMapToDouble(c -> Arrays.stream(world.get(c).batches).mapToDouble(batch -> batch[at]))
                        .toArray();
                double mean = Arrays.stream(values).average().orElse(0);
                double spread = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
                if (spread < smallest) {
                    smallest = spread;
                    least[i] = d;
                }
            }
        }
        return least;
    }

    /**
     * What a chain recorded: sums of the counts of states and of their products, relative to the first state's so that
     * digits are not lost; and by batch the means of all estimates.
     */
    private static final class Recorded {
        private final double[] sums;
        private final double[] products;
        private final double[][] batches;
        private double[] origin;
        private double number;

        Recorded(int parameters, int estimates) {
            this.sums = new double[parameters];
            this.products = new double[parameters * parameters];
            this.batches = new double[BATCHES][estimates * parameters];
        }

        void record(double[] counts, double[] estimates, int batch, double share) {
            for (int i = 0; i < estimates.length; i++) {
                batches[batch][i] += estimates[i] * share;
            }
            origin = origin == null ? counts.clone() : origin;
            int n = sums.length;
            for (int i = 0; i < n; i++) {
                double x = counts[i] - origin[i];
                sums[i] += x;
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

        void addCovariance(double[] covariance) {
            int n = sums.length;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    double c = (products[i * n + j] - sums[i] * sums[j] / number) / (number - 1);
                    covariance[i * n + j] += c;
                    covariance[j * n + i] += i == j ? 0 : c;
                }
            }
        }
    }

    private static Ran record(List<Ground> grounds, Leg leg, Budget budget) {
        Chain chain = leg.chain;
        Ground ground = grounds.get(chain.world);
        MarkovChain kernel = ground.blocks.chain(ground.weighted(leg.weights));
        int sweep = kernel.sweep();
        long time = 0;
        for (int t = 0; t < BURN_IN * leg.length; t++) {
            budget.check();
            kernel.advance(chain.state, time, time += sweep, chain.random, ChainListener.NONE);
        }
        Recorded recorded = new Recorded(leg.weights.length, ground.estimator.estimates());
        CountEstimator.Listener listener = ground.estimator.listener(chain.state);
        int ofBatch = leg.length / BATCHES;
        double[] counts = new double[leg.weights.length];
        for (int t = 0; t < ofBatch * BATCHES; t++) {
            budget.check();
            listener.reset();
            kernel.advance(chain.state, time, time += sweep, chain.random, listener);
            ground.estimator.count(chain.state, counts);
            recorded.record(counts, listener.sweep(), t / ofBatch, 1.0 / ofBatch);
        }
        return new Ran(chain, recorded);
    }
}
