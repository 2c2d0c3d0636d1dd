package org.orbifold.fuzz;

import java.util.Optional;
import java.util.Random;
import org.orbifold.inference.InferenceResult;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** A model written differently has the same marginals and the same log Z. */
final class RewriteCheck implements Check {

    @Override
    public String name() {
        return "rewritten";
    }

    @Override
    public boolean isSampled() {
        return false;
    }

    @Override
    public int maxStates() {
        return 1 << 12;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        Random random = new Random(c.settings().seed());
        Optional<Truth> truth = Truth.of(c);
        GraphicalModel model = c.model();
        Mapping mapping = Mapping.identity(model);
        StringBuilder ways = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Rewriter way = Settings.pick(Rewriter.values(), random);
            ways.append(way).append(' ');
            Rewritten next = way.rewrite(model, random, context.folder());
            model = next.model();
            mapping = mapping.then(next.mapping());
        }
        Evidence evidence = mapping.apply(c.evidence()).orElseThrow();
        Optional<Truth> other = Truth.of(model, evidence);
        if (truth.isPresent() != other.isPresent()) {
            throw new Mismatch("rewriter", ways + ": possible states before: " + truth.isPresent() + ", after: "
                    + other.isPresent());
        }
        Case rewritten = new Case(model, evidence, Asked.nothing(), c.settings());
        if (truth.isEmpty()) {
            Check.requireRefusal(() -> context.engine().on(rewritten).run().marginals(), false);
            return;
        }
        compare(c.model(), mapping, truth.get(), other.get(), "rewriter", ways.toString());
        InferenceResult result = context.engine().on(rewritten).run();
        MarginalsCheck.requireEqual(model, result.marginals(), other.get());
        MarginalsCheck.requireLogPartition(result, other.get());
    }

    private static void compare(GraphicalModel model, Mapping mapping, Truth before, Truth after, String aspect,
            String ways) throws Mismatch {
        double difference = Math.abs(before.logPartition() - after.logPartition());
        if (!(difference <= MarginalsCheck.EXACT * (1 + Math.abs(before.logPartition())))) {
            throw new Mismatch(aspect, ways + ": log Z is " + after.logPartition() + ", before "
                    + before.logPartition());
        }
        for (int v = 0; v < model.variableCount(); v++) {
            for (int x = 0; x < model.size(v); x++) {
                double was = before.marginals().probability(v, x);
                double is = after.marginals().probability(mapping.variables()[v], mapping.values()[v][x]);
                if (!(Math.abs(was - is) < MarginalsCheck.EXACT)) {
                    throw new Mismatch(aspect, ways + ": P(" + model.variable(v) + "=" + x + ") is " + is
                            + ", before " + was);
                }
            }
        }
    }

    @Override
    public String command(Case c) {
        return "infer MODEL " + c.settings().command();
    }
}
