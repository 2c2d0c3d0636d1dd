package org.orbifold.inference;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.MiniBuckets;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A search for the most probable state of a model that is too wide for exact routes, with a proved upper bound.
 *
 * <p>A round takes a random wide block, most of the model, and gives it its best values given the rest (max-product, so
 * it never becomes worse); variables in features too wide for tables take their best values one by one. When that has
 * gained nothing for a while, the state is recombined with the best ones found before: what they disagree on is open,
 * the rest given, and max-product finds the best of all mixtures. Then the search goes on from a state of a tempered
 * chain of wide blocks, whose coldest replica is colder than the model, or from the best state with a wide block drawn
 * at random. Several searches run side by side, each with randomness of its own, and tell each other their best states
 * now and then: with a number of rounds in place of a time the result does not depend on threads.
 */
final class MapSearch {

    private static final Logger LOG = LoggerFactory.getLogger(MapSearch.class);

    private static final long STREAM = -7;
    /** How often searches tell each other their best states. */
    private static final int EPOCHS = 6;
    /** The share of the time for bounds. */
    private static final double SHARE_OF_BOUND = 0.2;
    private static final int FIRST_BOUND = 1 << 6;
    private static final int LARGEST_BOUND = 1 << 22;

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

    /** Time ends it if no rounds are asked for: errors, for which marginals may be sampled on and on, are none here. */
    private boolean isTimed() {
        return options.sampling().seconds() > 0 || options.sampling().samples() == 0;
    }

    Found run() {
        double bound = bound();
        int threads = options.sampling().threads();
        // In a large model there is enough to do for one search per thread.
        int searches = isTimed() && model.variableCount() > MapSearcher.REGION
                ? Math.min(threads, options.sampling().chains()) : options.sampling().chains();
        MapSearcher[] all = new MapSearcher[searches];
        try (Workers workers = new Workers(threads)) {
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                // Searches that share a thread share its time.
                double slice = (seconds - elapsed()) / (EPOCHS - epoch) / Math.ceil((double) searches / threads);
                long asked = options.sampling().samples();
                long rounds = asked == 0 ? Long.MAX_VALUE / 2 : share(asked, epoch);
                workers.run(() -> {
                    IntStream.range(0, searches).parallel().forEach(i -> {
                        double until = elapsed() + slice;
                        if (all[i] == null) {
                            Xoshiro256 random = Xoshiro256.of(options.sampling().seed(), STREAM * 64 - i);
                            all[i] = new MapSearcher(model, FeasibleStart.find(model, random), random);
                        }
                        all[i].run(rounds, bound, () -> workers.isStopped() || isTimed() && elapsed() > until);
                    });
                    return null;
                });
                List<MostProbableState> elites = Arrays.stream(all).flatMap(one -> one.elites().stream()).toList();
                Arrays.stream(all).forEach(one -> one.adopt(elites));
            }
        }
        MostProbableState best = all[0].best();
        for (MapSearcher one : all) {
            best = one.best().logWeight() > best.logWeight() ? one.best() : best;
        }
        LOG.debug("{} rounds of the first search, log-weight {} of at most {}", all[0].rounds(), best.logWeight(),
                bound);
        return new Found(best, Math.max(bound, best.logWeight()));
    }

    /** The rounds of one epoch. */
    private static long share(long rounds, int epoch) {
        return rounds * (epoch + 1) / EPOCHS - rounds * epoch / EPOCHS;
    }

    /**
     * The smallest bound that the maxima of all features and tables of growing size give; by counted sizes only if
     * there is no time limit.
     */
    private double bound() {
        double best = model.factors().constant();
        for (Table table : model.factors().tables()) {
            best += Arrays.stream(table.entries()).max().orElse(0);
        }
        for (WeightedFeature feature : model.factors().wide()) {
            best += Double.isInfinite(feature.weight()) ? 0 : Math.max(0, feature.weight());
        }
        double spent = 0;
        for (int entries = FIRST_BOUND; entries <= LARGEST_BOUND; entries *= 8) {
            double left = SHARE_OF_BOUND * seconds - elapsed();
            if (isTimed() ? left < 4 * spent : entries > 1 << 12) {
                break;
            }
            double before = elapsed();
            try {
                best = Math.min(best, MiniBuckets.logBound(model, entries, isTimed()
                        ? Budget.ofSeconds(Math.max(left, 0.05)) : Budget.unlimited()));
            } catch (OutOfTimeException e) {
                break;
            }
            spent = elapsed() - before;
            LOG.debug("mini-buckets of {} entries: bound {} in {} s", entries, best, spent);
        }
        return best;
    }
}
