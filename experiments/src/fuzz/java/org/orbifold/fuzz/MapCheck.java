package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.inference.MapResult;

/** The most probable state is one, its weight is right, and what is said to be proved is true. */
final class MapCheck implements Check {

    private static final double RELATIVE = 1e-9;
    /** States within this of the best, relatively, may be images of it. */
    private static final double ALIKE = 1e-6;

    private final boolean sampled;

    MapCheck(boolean sampled) {
        this.sampled = sampled;
    }

    @Override
    public String name() {
        return sampled ? "searched-map" : "map";
    }

    @Override
    public boolean isSampled() {
        return sampled;
    }

    @Override
    public int maxStates() {
        return RandomModels.MAX_STATES;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        Case shorter = sampled ? c.withSettings(c.settings().withSamples(20)) : c;
        Optional<Truth> truth = Truth.of(c);
        if (truth.isEmpty()) {
            Check.requireRefusal(() -> context.engine().on(shorter).mostProbable().logWeight(), sampled);
            return;
        }
        MapResult result = context.engine().on(shorter).mostProbable();
        double best = truth.get().largestLogWeight();
        double slack = RELATIVE * (1 + Math.abs(best));
        for (int v : c.evidence().variables()) {
            if (result.state()[v] != c.evidence().value(v)) {
                throw new Mismatch("evidence", "the state does not agree with the evidence on variable " + v);
            }
        }
        double[] weight = {Double.NEGATIVE_INFINITY};
        long[] alike = new long[1];
        truth.get().forEachState((state, log) -> {
            weight[0] = Arrays.equals(state, result.state()) ? log : weight[0];
            alike[0] += Math.abs(log - result.logWeight()) <= ALIKE * (1 + Math.abs(best)) ? 1 : 0;
        });
        if (!(Math.abs(weight[0] - result.logWeight()) <= slack)) {
            throw new Mismatch("weight", "the state's log-weight is " + weight[0] + ", not " + result.logWeight());
        } else if (result.logBound() < best - slack) {
            throw new Mismatch("bound", "the bound is " + result.logBound() + ", but a state has " + best);
        } else if (!sampled && !(result.logWeight() >= best - slack)) {
            throw new Mismatch("maximum", "log-weight " + result.logWeight() + ", but a state has " + best);
        } else if (!sampled && !result.isProved()) {
            throw new Mismatch("proof", "an exact route proves nothing: " + result.routes());
        } else if (result.images().isPresent() && result.images().get().longValue() > alike[0]) {
            throw new Mismatch("images", result.images().get() + " images, but only " + alike[0]
                    + " states of that weight");
        }
    }

    @Override
    public String command(Case c) {
        return "map MODEL --route " + c.settings().route().name().toLowerCase(Locale.ROOT)
                + (sampled ? " --rounds 20 --seed " + c.settings().seed() : "");
    }
}
