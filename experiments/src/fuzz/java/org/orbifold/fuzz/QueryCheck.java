package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.orbifold.inference.Query;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.WeightedFeature;

/** Joint and conditional probabilities and expectations are those of brute force, or as far away as they say. */
final class QueryCheck implements Check {

    private final boolean sampled;

    QueryCheck(boolean sampled) {
        this.sampled = sampled;
    }

    @Override
    public String name() {
        return sampled ? "sampled-queries" : "queries";
    }

    @Override
    public boolean isSampled() {
        return sampled;
    }

    @Override
    public int maxStates() {
        return sampled ? 1 << 9 : 1 << 12;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        List<Query> queries = new ArrayList<>(c.asked().queries());
        List<Feature> features = c.model().features();
        boolean expectation = !features.isEmpty() && c.settings().seed() % 2 == 0;
        if (expectation) {
            queries.add(Query.expectation(features.get(0)));
        }
        if (queries.isEmpty()) {
            return;
        }
        Optional<Truth> truth = Truth.of(c);
        boolean asks = !c.asked().queries().isEmpty();
        if (truth.isEmpty() || asks && !truth.get().isPossible(c.asked().condition()::holds)) {
            Check.requireRefusal(() -> context.engine().on(c).ask(queries), sampled);
            return;
        }
        List<Query.Answer> answers = context.engine().on(c).ask(queries);
        double condition = truth.get().probability(c.asked().condition()::holds);
        if (condition < Double.MIN_NORMAL) {
            return;
        }
        GraphicalModel free = c.model().condition(c.evidence()).model();
        Claims claims = new Claims(context.coverage(), "queries " + c.settings().chain(),
                sampled && Modes.areSeveral(free));
        int next = 0;
        if (!c.asked().targets().isEmpty()) {
            for (Query.Cell cell : answers.get(next).cells()) {
                double p = truth.get().probability(state -> c.asked().condition().holds(state)
                        && isCell(c.asked().targets(), cell.values(), state)) / condition;
                judge(claims, answers.get(next), cell, p);
            }
            next++;
        }
        if (c.asked().hasEvent()) {
            Query.Cell cell = answers.get(next).cells().get(0);
            double p = truth.get().probability(state -> c.asked().condition().holds(state)
                    && c.asked().event().holds(state)) / condition;
            if (!answers.get(next).exact()) {
                claims.count(cell.value(), p, cell.standardError());
            }
            judge(claims, answers.get(next), cell, p);
            next++;
        }
        if (expectation) {
            Feature feature = features.get(0);
            ToDoubleFunction<int[]> number = feature instanceof WeightedFeature weighted
                    ? state -> weighted.holds(state) ? 1 : 0 : feature::logPotential;
            judge(claims, answers.get(next), answers.get(next).cells().get(0), truth.get().expectation(number));
        }
    }

    private void judge(Claims claims, Query.Answer answer, Query.Cell cell, double truth) throws Mismatch {
        if (!sampled && !answer.exact()) {
            throw new Mismatch("route", answer.query() + " was sampled");
        }
        if (answer.exact() && !(Math.abs(cell.value() - truth) <= MarginalsCheck.EXACT * (1 + Math.abs(truth)))) {
            throw new Mismatch("probability", answer.query() + " " + cell.values() + " is " + cell.value()
                    + ", truth " + truth);
        }
        claims.require(answer.query() + " " + cell.values(), cell.value(), truth, cell.standardError());
    }

    private static boolean isCell(List<Integer> targets, List<Integer> values, int[] state) {
        for (int k = 0; k < targets.size(); k++) {
            if (state[targets.get(k)] != values.get(k)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String command(Case c) {
        return "infer MODEL " + c.settings().command() + CaseText.queries(c)
                + (c.settings().seed() % 2 == 0 && !c.model().features().isEmpty() ? " --query 'E(#0)'" : "");
    }
}
