package org.orbifold.inference;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.inference.InferencePlan.Part;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The most probable state of a question: each component by its route, then put together. */
final class MapRun {

    private static final Logger LOG = LoggerFactory.getLogger(MapRun.class);

    /** The share of the time that exact parts may take, after which they are searched. */
    private static final double SHARE_OF_EXACT = 0.5;
    /** The share of the time in which symmetries are looked for, after the state is found. */
    private static final double SHARE_OF_IMAGES = 0.1;
    /** Models with more variables than this are not searched for symmetries. */
    private static final int MOST_FOR_IMAGES = 20_000;

    private final long began = System.nanoTime();
    private final ConditionedModel given;
    private final InferenceOptions options;
    private final Planner planner;
    private final Simplification simplification;
    private final List<String> lines = new ArrayList<>();

    MapRun(ConditionedModel given, InferenceOptions options, Reuse reuse) {
        this.given = given;
        this.options = options;
        this.planner = new Planner(given, options, true, reuse);
        this.simplification = planner.simplification();
        lines.add("simplify " + simplification);
    }

    private double elapsed() {
        return (System.nanoTime() - began) / 1e9;
    }

    MapResult run() {
        List<Piece> pieces = planner.pieces();
        int[][] states = new int[pieces.size()][];
        double bound = simplification.constant();
        List<Piece> searched = new ArrayList<>();
        for (Piece piece : pieces) {
            Optional<MostProbableState> found = piece.route() == Route.SAMPLE ? Optional.empty() : exact(piece);
            if (found.isPresent()) {
                states[piece.component()] = found.get().state();
                bound += found.get().logWeight();
            } else {
                searched.add(piece);
            }
        }
        LOG.debug("planning and exact parts took {} s", elapsed());
        int all = searched.stream().mapToInt(this::variables).sum();
        int left = all;
        for (Piece piece : searched) {
            double time = (1 - SHARE_OF_IMAGES) * options.plannedSeconds() - elapsed();
            // Whatever happens, a twentieth is left for all of them.
            double own = variables(piece) * Math.max(options.plannedSeconds() / 20 / all, time / left);
            left -= variables(piece);
            MapSearch.Found found = new MapSearch(component(piece), options, own).run();
            states[piece.component()] = found.best().state();
            bound += found.bound();
            lines.add(String.format(Locale.ROOT, "search   %,d variables: wide blocks, restarted from tempered chains; "
                    + "log-weight %.6f, proved at most %.6f", variables(piece), found.best().logWeight(),
                    found.bound()));
        }
        int[] state = simplification.expand(Arrays.asList(states));
        double weight = logWeight(state);
        return new MapResult(state, weight, Math.max(bound, weight), images(state), lines, elapsed());
    }

    private GraphicalModel component(Piece piece) {
        return simplification.components().get(piece.component());
    }

    private int variables(Piece piece) {
        return component(piece).variableCount();
    }

    private int[] free(int[] state) {
        int[] free = new int[given.model().variableCount()];
        Arrays.setAll(free, v -> state[given.toOriginal(v)]);
        return free;
    }

    private double logWeight(int[] state) {
        return given.model().logWeight(free(state));
    }

    /** Empty if it took longer than there is time: then it is searched for. */
    private Optional<MostProbableState> exact(Piece piece) {
        ExactOptions limits = planner.limits();
        boolean timed = options.route() == Route.AUTO && options.sampling().seconds() > 0;
        try {
            double time = Math.max(0.1, SHARE_OF_EXACT * options.sampling().seconds() - elapsed());
            MostProbableState found = piece.solver().maximize(timed ? limits.withBudget(Budget.ofSeconds(time)) : limits);
            lines.add(new Part(piece.route(), variables(piece), piece.operations(),
                    piece.cost() == null ? 0 : piece.cost().bytes(), piece.text()).toString());
            return Optional.of(found);
        } catch (OutOfTimeException e) {
            if (!timed) {
                throw e;
            }
            LOG.info("component {} is searched after all: {}", piece.component(), e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<BigInteger> images(int[] state) {
        if (given.model().variableCount() > MOST_FOR_IMAGES) {
            return Optional.empty();
        }
        return StateImages.count(given.model(), free(state), options.discovery(SHARE_OF_IMAGES));
    }
}
