package org.orbifold.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A search for the most probable state of a model that is too wide for exact routes, with a proved upper bound.
 *
 * <p>A round takes a random tree-width-bounded block, most of the model, and gives it its best values given the rest
 * (max-product, so it never becomes worse); variables in features too wide for tables take their best values one by
 * one. When that has gained nothing for a while, the state is recombined with the best ones found before: what they
 * disagree on is open, the rest given, and max-product finds the best of all mixtures. Then the search goes on from a
 * state of a tempered chain of such blocks, whose coldest replica is colder than the model, or from the best state
 * with a block drawn at random, or from it without the values that the bound excludes. Half of the blocks are taken
 * where the bound leaves a choice: those hold more of what is in doubt. Several searches run side by side, each with
 * randomness of its own, and exchange their best states now and then: with a number of rounds in place of a time the
 * result does not depend on threads. Beside them {@link MapBound} tightens the bound, with the best state's weight.
 */
final class MapSearch {

    private static final Logger LOG = LoggerFactory.getLogger(MapSearch.class);

    /** How often searches exchange their best states. */
    private static final int EPOCHS = 6;
    /** Passes of the bound in each epoch, where there is no time limit; and before the first. */
    private static final long UNTIMED_PASSES = 100;
    /** The share of the gap that the bound must close in an epoch; else the searches have its time in the next ones. */
    private static final double LEAST_CLOSED = 0.02;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final MapBound bound;
    /** Why a search has not begun. */
    private volatile @Nullable OutOfTimeException failure;

    /**
     * Proves a bound.
     *
     * @param model     the model
     * @param options   threads, searches, rounds and seed
     * @param boundTime the time for the bound
     */
    MapSearch(GraphicalModel model, InferenceOptions options, Budget boundTime) {
        this.model = model;
        this.options = options;
        this.bound = new MapBound(model, options, trivial(boundTime));
        bound.tighten(passes(boundTime), boundTime);
    }

    private static long passes(Budget time) {
        return time.isLimited() ? Long.MAX_VALUE / 2 : UNTIMED_PASSES;
    }

    /**
     * What a search found.
     *
     * @param best  a state
     * @param bound proved: no log-weight is above it
     * @param begun false if there was no time to search: the state is where the search would have begun
     */
    record Found(MostProbableState best, double bound, boolean begun) { }

    /**
     * Searches.
     *
     * @param budget ends the search; without a limit, the rounds asked for do
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     * @throws OutOfTimeException if the time is over before a possible one is found
     */
    Found run(Budget budget) {
        int threads = options.sampling().threads();
        // More searches than threads would share their time.
        int searches = budget.isLimited() ? Math.min(threads, options.sampling().chains())
                : options.sampling().chains();
        MapSearcher[] all = new MapSearcher[searches];
        int waits = 0;
        int patience = 1;
        try (Workers workers = new Workers(threads, budget)) {
            for (int epoch = 0; epoch < EPOCHS && (epoch == 0 || !budget.isOver()); epoch++) {
                boolean tightens = !bound.isFinished() && waits == 0;
                Budget own = budget.share(1.0 / (EPOCHS - epoch));
                // The bound has a thread for itself, or half of the only one; the searches share the others.
                double whole = own.secondsLeft();
                double forBound = tightens ? threads > 1 ? whole : whole / 2 : 0;
                double slice = (threads > 1 ? whole : whole - forBound)
                        / Math.ceil((double) searches / Math.max(1, threads - (tightens ? 1 : 0)));
                long rounds = options.sampling().hasSamples() ? share(options.sampling().samples(), epoch)
                        : Long.MAX_VALUE / 2;
                double proved = bound.bound();
                workers.map(searches + 1, task -> {
                    int i = task - 1;
                    if (i < 0) {
                        if (tightens) {
                            bound.tighten(passes(own), own.atMost(forBound));
                        }
                    } else {
                        if (all[i] == null) {
                            all[i] = searcher(i, budget);
                        }
                        if (all[i] != null) {
                            all[i].run(rounds, proved, own.atMost(slice));
                        }
                    }
                    return task;
                });
                List<MapSearcher> begun = Arrays.stream(all).filter(Objects::nonNull).toList();
                List<MostProbableState> elites = Stream.concat(bound.found().stream(),
                        begun.stream().flatMap(one -> one.elites().stream())).toList();
                begun.forEach(one -> one.adopt(elites));
                begun.forEach(one -> bound.know(one.best().logWeight()));
                boolean[][] allowed = bound.allowed();
                begun.forEach(one -> one.guide(allowed));
                double gap = proved - best(all).map(MostProbableState::logWeight).orElse(Double.NEGATIVE_INFINITY);
                waits = !tightens ? Math.max(0, waits - 1)
                        : proved - bound.bound() < LEAST_CLOSED * gap ? patience++ : 0;
                if (bound.isFinished() && best(all).filter(state ->
                        MapResult.isProved(state.logWeight(), bound.bound())).isPresent()) {
                    break;
                }
            }
        }
        MostProbableState best = best(all).orElseGet(() -> late(budget.late()));
        LOG.debug("log-weight {} of at most {}", best.logWeight(), bound.bound());
        return new Found(best, Math.max(bound.bound(), best.logWeight()),
                Arrays.stream(all).anyMatch(Objects::nonNull));
    }

    /** The best state of all searches and of the bound's proof; empty if none has begun. */
    private Optional<MostProbableState> best(MapSearcher[] all) {
        return Stream.concat(Arrays.stream(all).filter(Objects::nonNull).map(MapSearcher::best),
                bound.found().stream()).reduce((a, b) -> b.logWeight() > a.logWeight() ? b : a);
    }

    /** A possible state of a search that has no time to begin, improved if that is possible: parts are no answer. */
    private MostProbableState late(Budget budget) {
        Xoshiro256 random = Streams.MAXIMUM.of(options.sampling().seed(), 0);
        int[] start;
        try {
            start = FeasibleStart.find(model, random, budget);
        } catch (OutOfTimeException e) {
            // The first search was the longer one.
            throw failure == null ? e : failure;
        }
        try {
            return new MapSearcher(model, start.clone(), random, budget).best();
        } catch (OutOfTimeException e) {
            return new MostProbableState(start, model.logWeight(start));
        }
    }

    /** Null if the time is over before a possible state is found. */
    private @Nullable MapSearcher searcher(int number, Budget budget) {
        Xoshiro256 random = Streams.MAXIMUM.of(options.sampling().seed(), number);
        try {
            return new MapSearcher(model, FeasibleStart.find(model, random, budget), random, budget);
        } catch (OutOfTimeException e) {
            failure = e;
            return null;
        }
    }

    /** The rounds of one epoch. */
    private static long share(long rounds, int epoch) {
        return rounds * (epoch + 1) / EPOCHS - rounds * epoch / EPOCHS;
    }

    /** The largest log-potential of a feature, or more. */
    private static double largest(Feature feature) {
        if (feature instanceof Table table) {
            return table.largest();
        }
        double weight = ((WeightedFeature) feature).weight();
        return Double.isInfinite(weight) ? 0 : Math.max(0, weight);
    }

    /** The sum of the maxima of all features, or of the tables that they make. */
    private double trivial(Budget boundTime) {
        double best = model.constant() + model.features().stream().mapToDouble(MapSearch::largest).sum();
        try {
            Factors factors = model.factors(boundTime);
            return Math.min(best, factors.constant()
                    + Stream.concat(factors.tables().stream(), factors.wide().stream()).mapToDouble(MapSearch::largest)
                            .sum());
        } catch (OutOfTimeException e) {
            return best;
        }
    }
}
