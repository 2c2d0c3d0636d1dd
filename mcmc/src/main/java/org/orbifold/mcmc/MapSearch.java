package org.orbifold.mcmc;

import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.JointConditional;
import org.orbifold.pgm.exact.MiniBuckets;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.exact.OutOfTimeException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A search for the most probable state of a model that is too wide for exact routes, with a proved upper bound.
 *
 * <p>A round takes a random wide block, most of the model, and gives it its best values given the rest (max-product, so
 * it never becomes worse); variables in features too wide for tables take their best values one by one. When that has
 * gained nothing for a while, the search goes on from a state of a tempered chain, or from the best state with a wide
 * block drawn at random. Several searches run side by side, each with randomness of its own: with a number of rounds
 * in place of a time the result does not depend on threads.
 */
final class MapSearch {

    private static final Logger LOG = LoggerFactory.getLogger(MapSearch.class);

    private static final long STREAM = -7;
    /** Sizes of the tables of wide blocks: larger ones when smaller ones gain nothing any more. */
    private static final int[] ENTRIES = {1 << 8, 1 << 11, 1 << 14, 1 << 17};
    /** The most entries of all tables of a wide block: 64 MiB. */
    private static final long MOST_ENTRIES = 1 << 23;
    private static final int PATIENCE = 4;
    private static final int SWEEPS = 10;
    private static final int RUNGS = 8;
    private static final double HOT_END = 0.15;
    /** The share of the time for bounds. */
    private static final double SHARE_OF_BOUND = 0.2;
    private static final int FIRST_BOUND = 1 << 6;
    private static final int LARGEST_BOUND = 1 << 22;
    private static final double PROVED = 1e-9;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final long began = System.nanoTime();
    private final double seconds;

    MapSearch(GraphicalModel model, InferenceOptions options, double seconds) {
        this.model = model;
        this.options = options;
        this.seconds = seconds;
    }

    /** A state and the bound proved so far. */
    record Found(MostProbableState best, double bound) { }

    private double elapsed() {
        return (System.nanoTime() - began) * 1e-9;
    }

    private boolean isTimed() {
        return options.sampling().seconds() > 0;
    }

    Found run() {
        double bound = bound();
        int searches = options.sampling().chains();
        // Searches that share a thread share its time.
        double slice = (seconds - elapsed()) / Math.ceil((double) searches / options.sampling().threads());
        Searcher[] all = new Searcher[searches];
        ForkJoinPool pool = new ForkJoinPool(options.sampling().threads());
        try {
            pool.submit(() -> IntStream.range(0, searches).parallel().forEach(i -> {
                all[i] = new Searcher(Xoshiro256.of(options.sampling().seed(), STREAM * 64 - i));
                all[i].run(bound, slice);
            })).join();
        } finally {
            pool.shutdown();
        }
        Searcher best = all[0];
        for (Searcher one : all) {
            best = one.bestWeight > best.bestWeight ? one : best;
        }
        LOG.debug("{} rounds of the best search, log-weight {} of at most {}", best.rounds, best.bestWeight, bound);
        return new Found(new MostProbableState(best.best, best.bestWeight), Math.max(bound, best.bestWeight));
    }

    /** The smallest bound that tables of growing size give; by counted sizes only if there is no time limit. */
    private double bound() {
        double best = Double.POSITIVE_INFINITY;
        double spent = 0;
        for (int entries = FIRST_BOUND; entries <= LARGEST_BOUND; entries *= 8) {
            double left = SHARE_OF_BOUND * seconds - elapsed();
            if (isTimed() ? left < 4 * spent : entries > 1 << 12) {
                break;
            }
            double before = elapsed();
            try {
                best = Math.min(best, MiniBuckets.logBound(model, entries, isTimed() ? Math.max(left, 0.05)
                        : Double.POSITIVE_INFINITY));
            } catch (OutOfTimeException e) {
                break;
            }
            spent = elapsed() - before;
            LOG.debug("mini-buckets of {} entries: bound {} in {} s", entries, best, spent);
        }
        return best;
    }

    /** One search. */
    private final class Searcher {

        private final Xoshiro256 random;
        private final CompiledModel single = CompiledModel.of(model);
        private final double[] probabilities = new double[IntStream.of(model.sizes()).max().orElse(1)];
        private final int[] inWide = model.factors().wide().stream().flatMapToInt(f -> IntStream.of(f.scope()))
                .distinct().sorted().toArray();
        private final JointConditional.On entries = JointConditional.plan(model, new int[0]).on(model);
        private int[] state;
        private double weight;
        private int[] best;
        private double bestWeight = Double.NEGATIVE_INFINITY;
        private int sizes = ENTRIES.length;
        private int size;
        private long rounds;
        private @Nullable Tempering tempering;
        private int[] tempered = {};
        private long temperedTime;
        private boolean fromTempering = true;

        Searcher(Xoshiro256 random) {
            this.random = random;
            this.state = FeasibleStart.find(model, random);
            this.best = state.clone();
            this.weight = model.logWeight(state);
            keep();
        }

        private void keep() {
            if (weight > bestWeight) {
                bestWeight = weight;
                best = state.clone();
            }
        }

        void run(double bound, double slice) {
            double until = elapsed() + slice;
            long most = isTimed() ? Long.MAX_VALUE : options.sampling().samples();
            int idle = 0;
            while (rounds < most && !(isTimed() && elapsed() > until) && bestWeight < bound - PROVED
                    && !Thread.currentThread().isInterrupted()) {
                double before = weight;
                improve();
                idle = weight > before + PROVED ? 0 : idle + 1;
                keep();
                if (idle >= PATIENCE) {
                    idle = 0;
                    if (++size >= sizes) {
                        size = 0;
                        goElsewhere();
                    }
                }
                rounds++;
                LOG.trace("round {} at {} s: {}, best {}", rounds, elapsed(), weight, bestWeight);
            }
        }

        private void improve() {
            JointConditional cover = WideBlocks.randomCover(model, ENTRIES[size], random);
            if (cover.entries() > MOST_ENTRIES && size > 0) {
                sizes = size--;
                return;
            }
            cover.like(entries).maximize(state, random);
            for (int v : inWide) {
                single.conditional(state, v, probabilities);
                int value = state[v];
                for (int x = 0; x < model.size(v); x++) {
                    value = probabilities[x] > probabilities[value] ? x : value;
                }
                state[v] = value;
            }
            weight = model.logWeight(state);
        }

        /** A state of the tempered chain, and the best state with most of it drawn at random, in turn. */
        private void goElsewhere() {
            fromTempering = !fromTempering;
            if (fromTempering) {
                state = nextTempered().clone();
            } else {
                state = best.clone();
                JointConditional.On part = WideBlocks.randomCover(model, ENTRIES[0], random).like(entries);
                if (part.condition(state)) {
                    part.draw(state, random);
                }
            }
            weight = model.logWeight(state);
        }

        private int[] nextTempered() {
            Tempering chain = tempering;
            if (chain == null) {
                double[] lambdas = new double[RUNGS];
                for (int i = 0; i < RUNGS; i++) {
                    lambdas[i] = Math.pow(HOT_END, i / (RUNGS - 1.0));
                }
                chain = new Tempering(Tempering.Ladder.of(model, lambdas),
                        at -> Gibbs.of(CompiledModel.of(at), Scan.SYSTEMATIC), model.variableCount());
                tempered = best.clone();
                tempering = chain;
            }
            long end = temperedTime + (long) SWEEPS * chain.sweep();
            chain.advance(tempered, temperedTime, end, random, ChainListener.NONE);
            temperedTime = end;
            return tempered;
        }
    }
}
