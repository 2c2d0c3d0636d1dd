package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.inference.Samples;
import org.orbifold.pgm.marginal.Marginals;

/** Drawn states are possible; exact draws have the right frequencies. */
final class DrawsCheck implements Check {

    private static final int DRAWS = 200;
    /** Chains that are stuck draw states thousands of sweeps apart. */
    private static final int DRAWS_OF_CHAINS = 10;
    /**
     * Frequencies may be this many standard deviations off, and as many draws more for rare values: a false alarm in
     * less than 1e-8 of the values.
     */
    private static final double DEVIATIONS = 6;

    private final boolean sampled;

    DrawsCheck(boolean sampled) {
        this.sampled = sampled;
    }

    @Override
    public String name() {
        return sampled ? "sampled-draws" : "draws";
    }

    @Override
    public boolean isSampled() {
        return sampled;
    }

    @Override
    public int maxStates() {
        return sampled ? 1 << 9 : 1 << 12;
    }

    private int draws() {
        return sampled ? DRAWS_OF_CHAINS : DRAWS;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        Optional<Truth> truth = Truth.of(c);
        if (truth.isEmpty()) {
            Check.requireRefusal(() -> context.engine().on(c).sample(1, c.settings().seed()).states(), sampled);
            return;
        }
        Samples samples = context.engine().on(c).sample(draws(), c.settings().seed());
        if (samples.states().size() != draws()) {
            throw new Mismatch("count", samples.states().size() + " states, not " + draws());
        } else if (!sampled && !samples.isExact()) {
            throw new Mismatch("route", "route " + c.settings().route() + " drew from chains: " + samples.routes());
        }
        for (int[] state : samples.states()) {
            if (c.model().logWeight(state) == Double.NEGATIVE_INFINITY
                    || c.evidence().likelihoods().entrySet().stream()
                    .anyMatch(soft -> soft.getValue().get(state[soft.getKey()]) == 0)) {
                throw new Mismatch("impossible state", "an impossible state was drawn: "
                        + Arrays.toString(state));
            }
            for (int v : c.evidence().variables()) {
                if (state[v] != c.evidence().value(v)) {
                    throw new Mismatch("evidence", "a state does not agree with the evidence on variable " + v);
                }
            }
        }
        if (samples.isExact()) {
            requireFrequencies(samples.states(), truth.get().marginals());
        }
    }

    private static void requireFrequencies(List<int[]> states, Marginals marginals) throws Mismatch {
        for (int v = 0; v < marginals.variableCount(); v++) {
            int[] counts = new int[marginals.size(v)];
            for (int[] state : states) {
                counts[state[v]]++;
            }
            for (int x = 0; x < counts.length; x++) {
                double p = marginals.probability(v, x);
                double expected = states.size() * p;
                if (Math.abs(counts[x] - expected) > DEVIATIONS * Math.sqrt(expected * (1 - p)) + DEVIATIONS) {
                    throw new Mismatch("frequency", String.format(Locale.ROOT,
                            "variable %d had value %d in %d of %d exact draws, expected %.2f", v, x, counts[x],
                            states.size(), expected));
                }
            }
        }
    }

    @Override
    public String command(Case c) {
        return "sample MODEL --route " + c.settings().route().name().toLowerCase(Locale.ROOT) + " --count " + draws()
                + " --seed " + c.settings().seed();
    }
}
