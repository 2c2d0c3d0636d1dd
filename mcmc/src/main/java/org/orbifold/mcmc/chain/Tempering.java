package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * Parallel tempering: replicas of the model at λ = 1 down to a hot end, where all log-weights are multiplied by λ and
 * hard zeros are soft, each with a chain of its own, and exchanges between neighbours.
 *
 * <p>An exchange is made component by component: the variables on which two replicas disagree fall into connected
 * components (two are connected if a term holds both), and each is exchanged or not by itself, with the probability
 * min(1, e^δ) that its own terms give. Exchanging one is its own inverse and leaves the components as they are, so each
 * is a Metropolis step for the product of both replicas; with one component it is the ordinary exchange.
 *
 * <p>The state that callers see is that of λ = 1. The others belong to the chain, and are saved with it. Each has a
 * generator of its own, so that threads without work may take some of them: in a {@link ForkJoinPool} they do, and
 * nothing of the result depends on it.
 */
public final class Tempering implements MarkovChain {

    /** What a violated zero costs in the hot replicas, before it is multiplied by λ. */
    static final double SOFT_ZERO = 12;

    private final Ladder ladder;
    private final MarkovChain[] chains;
    private final int[][] replicas;
    private final int every;
    private final ReplicaExchange exchange;
    /** For each pair of neighbours, how often exchanges were tried, and with which chances of the largest component. */
    private final long[] tried;
    private final double[] chances;
    private boolean begun;
    /** Where all replicas begin; empty if the hot ones begin anywhere. */
    private int[] start = {};
    /** Generators of the hot replicas; none if all draw from one, so that proofs can follow every choice. */
    private final Xoshiro256[] streams;
    /** Which replica of the beginning each is now, followed along the largest component, and whether it was hot. */
    private final int[] label;
    private final boolean[] wasHot;
    private long roundTrips;

    /** The models of a ladder; immutable, shared by threads. */
    public static final class Ladder {

        private final List<Double> lambdas;
        private final List<GraphicalModel> models;
        /** Made when first needed, for all chains; not sent to other machines. */
        private transient @Nullable LadderTerms terms;

        /**
         * A ladder of models that were heated before.
         *
         * @param lambdas from 1 down
         * @param models  the model at each, as {@link #of} makes them: exchanges look at the first only
         */
        public Ladder(List<Double> lambdas, List<GraphicalModel> models) {
            this.lambdas = List.copyOf(lambdas);
            this.models = List.copyOf(models);
        }

        private synchronized LadderTerms terms() {
            if (terms == null) {
                terms = new LadderTerms(lambdas, models);
            }
            return terms;
        }

        /**
         * What log-weights are multiplied by.
         *
         * @return from 1 down; from above 1 to look for the most probable state
         */
        public List<Double> lambdas() {
            return lambdas;
        }

        /**
         * The models.
         *
         * @return one for each temperature
         */
        public List<GraphicalModel> models() {
            return models;
        }

        /**
         * Makes a ladder.
         *
         * @param model   the model at λ = 1
         * @param lambdas from 1 down
         * @return the models
         * @throws IllegalArgumentException if the numbers do not begin with 1 and fall
         */
        public static Ladder of(GraphicalModel model, double... lambdas) {
            if (lambdas.length == 0 || lambdas[0] != 1) {
                throw wrong(lambdas, "from 1");
            }
            return from(model, lambdas);
        }

        /**
         * Makes a ladder that may begin colder than the model, to look for its most probable state.
         *
         * @param model   the model at λ = 1
         * @param lambdas from any positive number down
         * @return the models; zeros are hard in the first only
         * @throws IllegalArgumentException if the numbers do not fall
         */
        public static Ladder from(GraphicalModel model, double... lambdas) {
            return from(model, Budget.unlimited(), lambdas);
        }

        /**
         * Makes a ladder as {@link #from(GraphicalModel, double...)}, in a limited time.
         *
         * @param model   the model at λ = 1
         * @param budget  the time it may take
         * @param lambdas from any positive number down
         * @return the models; zeros are hard in the first only
         * @throws IllegalArgumentException                 if the numbers do not fall
         * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
         */
        public static Ladder from(GraphicalModel model, Budget budget, double... lambdas) {
            for (int i = 0; i < lambdas.length; i++) {
                if (i == 0 ? !(lambdas[0] > 0) : !(lambdas[i] < lambdas[i - 1] && lambdas[i] >= 0)) {
                    throw wrong(lambdas, "from a positive one");
                }
            }
            return new Ladder(Arrays.stream(lambdas).boxed().toList(), IntStream.range(0, lambdas.length)
                    .mapToObj(i -> {
                        budget.check();
                        return i > 0 ? HeatedModel.of(model, lambdas[i], SOFT_ZERO) : lambdas[0] == 1 ? model
                                : HeatedModel.of(model, lambdas[0], Double.POSITIVE_INFINITY);
                    }).toList());
        }

        private static IllegalArgumentException wrong(double[] lambdas, String first) {
            return new IllegalArgumentException("the ladder is " + Arrays.toString(lambdas)
                    + "; expected numbers that fall " + first + " and are not negative");
        }
    }

    /**
     * Makes a chain.
     *
     * @param ladder the replicas' models
     * @param chain  makes the chain of a replica, given its model
     * @param every  steps of the replicas' chains between exchanges; below 1, after each
     */
    public Tempering(Ladder ladder, Function<GraphicalModel, MarkovChain> chain, int every) {
        this(ladder, chain, every, true);
    }

    /** With streams of their own for the replicas, or all from one. */
    Tempering(Ladder ladder, Function<GraphicalModel, MarkovChain> chain, int every, boolean ownStreams) {
        this.ladder = ladder;
        this.streams = new Xoshiro256[ownStreams ? ladder.models.size() : 0];
        this.chains = ladder.models.stream().map(chain).toArray(MarkovChain[]::new);
        this.replicas = new int[chains.length][ladder.models.get(0).variableCount()];
        // A model without variables has sweeps without steps.
        this.every = Math.max(1, every);
        this.exchange = new ReplicaExchange(ladder.terms(), replicas[0].length);
        this.tried = new long[chains.length];
        this.chances = new double[chains.length];
        this.label = IntStream.range(0, chains.length).toArray();
        this.wasHot = new boolean[chains.length];
    }

    @Override
    public int sweep() {
        return chains[0].sweep();
    }

    @Override
    public int period() {
        return Math.multiplyExact(2 * every, chains[0].period());
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (!begun) {
            begin(random);
        }
        for (long t = from; t < to;) {
            long end = Math.min(to, (t / every + 1) * every);
            chains[0].advance(state, t, end, random, listener);
            t = end;
            if (t % every == 0) {
                // The hot replicas catch up all at once, so that cutting a run into pieces changes nothing.
                advanceHot(t, random);
                replicas[0] = state;
                for (int r = chains.length - 1 - (int) (t / every % 2); r > 0; r -= 2) {
                    exchange(r, t - 1, random, listener);
                }
            }
        }
    }

    private void advanceHot(long time, RandomGenerator random) {
        ForkJoinPool pool = ForkJoinTask.getPool();
        if (streams.length > 0 && pool != null && pool.getActiveThreadCount() < pool.getParallelism()) {
            IntStream.range(1, chains.length).parallel().forEach(r ->
                    chains[r].advance(replicas[r], time - every, time, streams[r], ChainListener.NONE));
            return;
        }
        for (int r = 1; r < chains.length; r++) {
            chains[r].advance(replicas[r], time - every, time, streams.length > 0 ? streams[r] : random,
                    ChainListener.NONE);
        }
    }

    /**
     * Lets the hot replicas begin in a state, not anywhere; before the first step.
     *
     * @param state a state; empty to let them begin anywhere
     */
    public void beginAt(int[] state) {
        start = state.clone();
    }

    /** The hot replicas begin anywhere: nothing is forbidden there. */
    private void begin(RandomGenerator random) {
        Arrays.setAll(streams, r -> Xoshiro256.of(random.nextLong(), r));
        for (int r = 1; r < replicas.length; r++) {
            for (int v = 0; v < replicas[r].length; v++) {
                int size = ladder.models.get(0).size(v);
                replicas[r][v] = start.length > 0 ? start[v] : size == 1 ? 0 : random.nextInt(size);
            }
        }
        begun = true;
    }

    private void exchange(int r, long time, RandomGenerator random, ChainListener listener) {
        exchange.exchange(r, replicas[r - 1], replicas[r], random, time, r == 1 ? listener : ChainListener.NONE);
        tried[r]++;
        chances[r] += exchange.chanceOfLargest();
        if (exchange.largestWent()) {
            follow(r);
        }
    }

    /** The largest component has gone from one replica to the next. */
    private void follow(int r) {
        int other = label[r];
        label[r] = label[r - 1];
        label[r - 1] = other;
        if (r == label.length - 1) {
            wasHot[label[r]] = true;
        }
        if (r == 1 && wasHot[label[0]]) {
            wasHot[label[0]] = false;
            roundTrips++;
        }
    }

    /** Followed along the largest component of each exchange; rejection rates are those since {@link #forgetRates}. */
    @Override
    public Optional<RoundTrips> roundTrips() {
        double[] rejections = IntStream.range(1, chains.length).mapToDouble(r -> 1 - exchangeRate(r)).toArray();
        // Every second pair in each round.
        double rounds = Arrays.stream(tried).sum() * 2.0 / Math.max(1, chains.length - 1);
        return Optional.of(new RoundTrips(roundTrips, rounds * RoundTrips.rate(rejections),
                Arrays.stream(rejections).sum()));
    }

    /**
     * The probability with which the largest component of disagreement is exchanged, on average since the last call of
     * {@link #forgetRates}.
     *
     * @param pair a pair of neighbours, from 1: the replicas pair − 1 and pair
     * @return from 0 to 1; 1 if none was tried
     */
    public double exchangeRate(int pair) {
        return tried[pair] == 0 ? 1 : chances[pair] / tried[pair];
    }

    /**
     * About the work of an exchange between two neighbours: in reads of memory.
     *
     * @param model the model
     * @return a count, the same on every machine
     */
    public static double workOfExchange(GraphicalModel model) {
        return ReplicaExchange.work(model);
    }

    /**
     * The state of a replica, after the last exchange.
     *
     * @param rung its place in the ladder; 0 is the state that callers have
     * @return only to be read, and only until the next step
     */
    public int[] replica(int rung) {
        return replicas[rung];
    }

    /** Counts exchanges anew. */
    public void forgetRates() {
        Arrays.fill(tried, 0);
        Arrays.fill(chances, 0);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeBoolean(begun);
        for (int r = 1; r < replicas.length; r++) {
            for (int value : replicas[r]) {
                out.writeInt(value);
            }
            chains[r].save(out);
            if (begun && streams.length > 0) {
                streams[r].save(out);
            }
            out.writeInt(label[r]);
            out.writeBoolean(wasHot[r]);
        }
        chains[0].save(out);
        out.writeInt(label[0]);
        out.writeBoolean(wasHot[0]);
        out.writeLong(roundTrips);
        for (int r = 1; r < replicas.length; r++) {
            out.writeLong(tried[r]);
            out.writeDouble(chances[r]);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        begun = in.readBoolean();
        for (int r = 1; r < replicas.length; r++) {
            for (int v = 0; v < replicas[r].length; v++) {
                replicas[r][v] = in.readInt();
            }
            chains[r].load(in);
            if (begun && streams.length > 0) {
                streams[r] = new Xoshiro256(1, 2, 3, 4);
                streams[r].load(in);
            }
            label[r] = in.readInt();
            wasHot[r] = in.readBoolean();
        }
        chains[0].load(in);
        label[0] = in.readInt();
        wasHot[0] = in.readBoolean();
        roundTrips = in.readLong();
        for (int r = 1; r < replicas.length; r++) {
            tried[r] = in.readLong();
            chances[r] = in.readDouble();
        }
    }
}
