package org.orbifold.fuzz;

import java.util.Optional;
import java.util.Random;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;

/** A chain of changes of evidence gives the answers of fresh runs. */
final class ReuseCheck implements Check {

    private static final int CHANGES = 4;

    @Override
    public String name() {
        return "reuse";
    }

    @Override
    public boolean isSampled() {
        return false;
    }

    @Override
    public int maxStates() {
        return 1 << 10;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        RandomCases random = new RandomCases(new Random(c.settings().seed()));
        Inference inference = context.engine().on(c.model()).withOptions(c.settings().options());
        Evidence evidence = c.evidence();
        for (int i = 0; i < CHANGES; i++) {
            Optional<Truth> truth = Truth.of(c.model(), evidence);
            try {
                inference = inference.withEvidence(evidence);
                InferenceResult result = inference.run();
                if (truth.isEmpty()) {
                    throw new Mismatch("contradiction", "change " + i + ": no state is possible given " + evidence
                            + ", but there are marginals");
                }
                MarginalsCheck.requireEqual(c.model(), result.marginals(), truth.get());
                MarginalsCheck.requireLogPartition(result, truth.get());
                double best = truth.get().largestLogWeight();
                double found = inference.mostProbable().logWeight();
                if (!(Math.abs(found - best) <= MarginalsCheck.EXACT * (1 + Math.abs(best)))) {
                    throw new Mismatch("maximum", "change " + i + ": log-weight " + found + " given " + evidence
                            + ", truth " + best);
                }
            } catch (ContradictionException e) {
                if (truth.isPresent()) {
                    throw e;
                }
            }
            evidence = random.evidence(c.model());
        }
    }
}
