package org.orbifold.inference;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.orbifold.inference.InferenceResult.SymmetryUse;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.run.ChainParts;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an {@link Inference} samples with: found once, it makes chains and estimators for any number of threads. */
public final class PreparedInference implements ChainParts {

    private static final Logger LOG = LoggerFactory.getLogger(PreparedInference.class);

    /** When so much of the time is gone, no other chains are tried. */
    private static final double LATE = 0.3;
    /** The time for near-symmetries, where a chain was asked for that uses them: half of a group is no use. */
    private static final double SHARE_OF_COARSE = 0.15;
    private static final long BARRIER_STREAM = -5;
    private static final long PARTS_STREAM = -7;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final long began = System.nanoTime();
    private final UsualChain usual;
    /** What runs: the usual chain, or another where a trial says so or it was asked for. */
    private final Candidate chosen;
    /** Why; empty if it was asked for. */
    private final String reason;

    PreparedInference(GraphicalModel model, InferenceOptions options) {
        this.model = model;
        this.options = options;
        this.usual = new UsualChain(model, options);
        Pilot.Decision decision = choose();
        this.chosen = decision.chosen();
        this.reason = decision.reason();
        LOG.info("chain: {} ({}); estimator: {}", chainText(), reason, estimatorText());
    }

    private Pilot.Decision choose() {
        Starts starts = new Starts(model, options.sampling().seed());
        Candidate candidate = usual.candidate();
        if (options.chain().isForParts()) {
            return new Pilot.Decision(partsChain().map(parts -> parts.candidate()).map(one ->
                    options.estimator() == EstimatorKind.AUTO ? one : one.with(candidate)).orElse(candidate), "");
        }
        if (options.chain().isForBarriers()) {
            return new Pilot.Decision(new BarrierChain(options.chain(), model, usual.forBarriers(),
                    options.tableEntries().orElse(BarrierChain.USUAL_ENTRIES), starts,
                    options.plannedSeconds() * 1e9, Xoshiro256.of(options.sampling().seed(), BARRIER_STREAM))
                    .candidate(), "");
        }
        if (options.chain() != ChainKind.AUTO || options.estimator() != EstimatorKind.AUTO) {
            return new Pilot.Decision(candidate, "");
        }
        if (isLate()) {
            return new Pilot.Decision(candidate, "no trial of others: finding symmetries took the time for it");
        }
        Pilot.Decision decision = new Pilot(model, options, usual.forBarriers(), starts, this::isLate)
                .decide(Stream.concat(Stream.of(candidate), usual.withSingleVariables().stream()).toList());
        return new SymmetryChoice(model, options, starts, this::isLate).decide(usual.symmetries().get(0), decision);
    }

    private double secondsGone() {
        return (System.nanoTime() - began) / 1e9;
    }

    private boolean isLate() {
        return options.sampling().seconds() > 0 && secondsGone() > LATE * options.sampling().seconds();
    }

    /** What is left of the time for exact symmetries is for coarse ones, too. */
    private Optional<SymmetryChain> partsChain() {
        double both = options.discovery(UsualChain.SHARE_OF_DISCOVERY + SHARE_OF_COARSE).budget().secondsLeft();
        double seconds = Math.max(options.discovery(SHARE_OF_COARSE).budget().secondsLeft(), both - secondsGone());
        SymmetryChain.Groups groups = options.chain() == ChainKind.CONTEXTS ? SymmetryChain.Groups.NONE
                : SymmetryChain.groups(model, options, usual.symmetries().get(0),
                        options.discovery(1).withBudget(Budget.ofSeconds(seconds)));
        return SymmetryChain.of(options.chain(), model, options, groups,
                Xoshiro256.of(options.sampling().seed(), PARTS_STREAM));
    }

    @Override
    public MarkovChain chain() {
        return chosen.chain();
    }

    @Override
    public Estimator estimator() {
        return chosen.estimator();
    }

    @Override
    public String description() {
        return chainText() + "; " + estimatorText();
    }

    /** The chain in words: which one runs. */
    String chainText() {
        return chosen.name();
    }

    /** Why this chain runs, and what it was chosen over; empty if it was asked for. */
    String reason() {
        return reason;
    }

    /** The estimator in words. */
    String estimatorText() {
        return chosen.estimatorName();
    }

    /**
     * The probability of an orbit move after a step.
     *
     * @return from 0 to 1; for moves at regular times their number per step
     */
    public double alpha() {
        return usual.alpha();
    }

    /**
     * The symmetries in use.
     *
     * @return one entry per partition
     */
    public List<SymmetryUse> symmetries() {
        return usual.symmetries().stream().map(SymmetryUse::of).toList();
    }
}
