package org.orbifold.fuzz;

import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.LogPartitionEstimate;
import org.orbifold.mcmc.run.SamplingResult.Verdict;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

/** Marginals and log Z are those of brute force, or as far away as they say. */
final class MarginalsCheck implements Check {

    /** The most that rounding may change an exact probability, or relatively log Z. */
    static final double EXACT = 1e-9;
    /** Chains are run on small models, which they can see all of. */
    private static final int MAX_SAMPLED_STATES = 1 << 9;

    private final boolean sampled;

    MarginalsCheck(boolean sampled) {
        this.sampled = sampled;
    }

    @Override
    public String name() {
        return sampled ? "sampled-marginals" : "marginals";
    }

    @Override
    public boolean isSampled() {
        return sampled;
    }

    @Override
    public int maxStates() {
        return sampled ? MAX_SAMPLED_STATES : RandomModels.MAX_STATES;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        Optional<Truth> truth = Truth.of(c);
        if (truth.isEmpty()) {
            Check.requireRefusal(() -> context.engine().on(c).run().marginals(), c.settings().isSampled());
            return;
        }
        InferenceResult result = context.engine().on(c).run();
        requireDistributions(result.marginals());
        if (result.isExact()) {
            requireEqual(c.model(), result.marginals(), truth.get());
            requireLogPartition(result, truth.get());
        } else if (!c.settings().isSampled()) {
            throw new Mismatch("route", "route " + c.settings().route() + " was sampled:\n" + result.plan());
        } else {
            judge(c, result, truth.get(), context.coverage());
        }
    }

    private static void judge(Case c, InferenceResult result, Truth truth, Coverage coverage) throws Mismatch {
        GraphicalModel free = c.model().condition(c.evidence()).model();
        boolean multimodal = Modes.areSeveral(free);
        Claims claims = new Claims(coverage, "marginals " + c.settings().chain(), multimodal);
        Marginals marginals = truth.marginals();
        if (result.sampled().orElseThrow().sampling().verdict() == Verdict.CONVERGED) {
            int picked = result.sampled().get().variables().get(new Random(c.settings().seed())
                    .nextInt(result.sampled().get().variables().size()));
            claims.count(result.marginals().probability(picked, 0), marginals.probability(picked, 0),
                    result.standardError(picked, 0));
            for (int v = 0; v < marginals.variableCount(); v++) {
                for (int x = 0; x < marginals.size(v); x++) {
                    claims.require("P(" + c.model().variable(v) + "=" + x + "), CONVERGED",
                            result.marginals().probability(v, x), marginals.probability(v, x),
                            result.standardError(v, x));
                }
            }
        }
        for (int v = 0; v < marginals.variableCount(); v++) {
            for (int x = 0; x < marginals.size(v); x++) {
                int variable = v;
                int value = x;
                if (marginals.probability(v, x) == 0 && result.marginals().probability(v, x) > EXACT
                        && !truth.isPossible(state -> state[variable] == value)) {
                    throw new Mismatch("impossible value", "P(" + c.model().variable(v) + "=" + x + ") is "
                            + result.marginals().probability(v, x) + ", but the value is impossible");
                }
            }
        }
        Optional<LogPartitionEstimate> estimate = result.logPartitionEstimate();
        if (estimate.isPresent()) {
            Claims partition = new Claims(coverage, "log-Z", multimodal);
            partition.count(estimate.get().value(), truth.logPartition(), estimate.get().standardError());
            partition.require("log Z", estimate.get().value(), truth.logPartition(), estimate.get().standardError());
        }
    }

    static void requireDistributions(Marginals marginals) throws Mismatch {
        for (int v = 0; v < marginals.variableCount(); v++) {
            double sum = 0;
            for (int x = 0; x < marginals.size(v); x++) {
                sum += marginals.probability(v, x);
            }
            if (!(Math.abs(sum - 1) < EXACT)) {
                throw new Mismatch("sum", "the probabilities of variable " + v + " sum to " + sum);
            }
        }
    }

    static void requireEqual(GraphicalModel model, Marginals found, Truth truth) throws Mismatch {
        Marginals marginals = truth.marginals();
        for (int v = 0; v < marginals.variableCount(); v++) {
            for (int x = 0; x < marginals.size(v); x++) {
                if (!(Math.abs(found.probability(v, x) - marginals.probability(v, x)) < EXACT)) {
                    throw new Mismatch("marginal", String.format(Locale.ROOT, "P(%s=%d) is %.12g, truth %.12g",
                            model.variable(v), x, found.probability(v, x), marginals.probability(v, x)));
                }
            }
        }
    }

    static void requireLogPartition(InferenceResult result, Truth truth) throws Mismatch {
        double found = result.logPartition().orElse(Double.NaN);
        if (!(Math.abs(found - truth.logPartition()) <= EXACT * (1 + Math.abs(truth.logPartition())))) {
            throw new Mismatch("log Z", "log Z is " + found + ", truth " + truth.logPartition());
        }
    }

    @Override
    public String command(Case c) {
        return "infer MODEL " + c.settings().command();
    }
}
