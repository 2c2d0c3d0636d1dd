package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A trial at equal work of the chain that would run otherwise, and of those that move by near-symmetries, by clusters
 * and in contexts. A chain with moves is taken only if it is clearly more precise, so that by mistake not much is lost.
 */
final class SymmetryChoice {

    private static final Logger LOG = LoggerFactory.getLogger(SymmetryChoice.class);

    private static final long STREAM = -6;
    /** The share of the time asked for that the runs of one chain take together, about. */
    private static final double SHARE = 0.008;
    /** The share in which symmetries are looked for. */
    private static final double SHARE_OF_SEARCH = 0.08;
    private static final int RUNS = 4;
    /** The variance must be below this share of that of the incumbent. */
    private static final double CLEARLY = 0.5;
    /** Variances as small as that need no better chain. */
    private static final double SMALL = 1e-5;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final Starts starts;
    private final BooleanSupplier late;

    /**
     * A trial.
     *
     * @param late tells when so much time is gone that nothing else should be tried
     */
    SymmetryChoice(GraphicalModel model, InferenceOptions options, Starts starts, BooleanSupplier late) {
        this.model = model;
        this.starts = starts;
        this.options = options;
        this.late = late;
    }

    /**
     * Tries. Where there are no barriers moves bring nothing, but averages over the orbits of contexts may.
     *
     * @param exact     the exact symmetries of the model
     * @param otherwise the chain that would run otherwise, and why
     * @return the chain to run
     */
    Pilot.Decision decide(BlockSymmetries exact, Pilot.Decision otherwise) {
        if (otherwise.cost() == 0 || late.getAsBoolean()) {
            return otherwise;
        }
        if (!otherwise.barriers()) {
            return best(otherwise, otherwise.cost(), List.of(ChainKind.CONTEXTS), SymmetryChain.Groups.NONE);
        }
        // More runs see more modes; where a sweep takes long, the earlier trial has to do.
        boolean again = Trial.fewestNanos(otherwise.chosen(), RUNS) < SHARE * nanos();
        double incumbent = Math.max(otherwise.cost(), again ? trial(otherwise.chosen()).cost() : 0);
        if (incumbent < SMALL * SHARE * nanos()) {
            return otherwise;
        }
        return best(otherwise, incumbent, List.of(ChainKind.CLUSTERS, ChainKind.NEAR, ChainKind.CONTEXTS),
                SymmetryChain.groups(model, options, exact, options.discovery(SHARE_OF_SEARCH)));
    }

    /** The most precise for its work, of what would run otherwise and some chains with moves. */
    private Pilot.Decision best(Pilot.Decision otherwise, double incumbent, List<ChainKind> kinds,
            SymmetryChain.Groups groups) {
        String usual = otherwise.chosen().name();
        Pilot.Decision best = otherwise;
        double least = CLEARLY * incumbent;
        List<String> tried = new ArrayList<>();
        for (ChainKind kind : kinds) {
            if (late.getAsBoolean()) {
                break;
            }
            Optional<Candidate> found = SymmetryChain.of(kind, model, options, groups,
                    Xoshiro256.of(options.sampling().seed(), STREAM * 8 - kind.ordinal()))
                    .map(SymmetryChain::candidate).filter(one -> Trial.fewestNanos(one, RUNS) <= 2 * SHARE * nanos());
            if (found.isEmpty()) {
                continue;
            }
            double cost = trial(found.get()).cost();
            tried.add(String.format(Locale.ROOT, "%s %.2g", found.get().name(), Math.sqrt(cost / incumbent)));
            if (cost < least) {
                least = cost;
                best = new Pilot.Decision(found.get(), String.format(Locale.ROOT,
                        "its moves pay in a trial; over %s (errors %.1f times as large)", usual,
                        Math.sqrt(incumbent / cost)));
            }
        }
        LOG.debug("errors at equal work, as multiples of those of {}: {}", usual, tried);
        return best;
    }

    private double nanos() {
        return options.plannedSeconds() * 1e9 * Math.min(2, options.sampling().chains());
    }

    private Trial trial(Candidate candidate) {
        return Trial.run(model, candidate, RUNS, SHARE * nanos(), starts::get, options.sampling());
    }
}
