package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.inference.Route;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;

/** Random cases: a model with evidence, queries and options. */
final class RandomCases {

    /** Samples for routes that turn out to be sampled although they were not asked for. */
    private static final int FEW_SAMPLES = 2_000;
    private static final Route[] EXACT = {Route.AUTO, Route.EXACT, Route.COUNTING};

    private final RandomGenerator random;

    RandomCases(RandomGenerator random) {
        this.random = random;
    }

    /** Draws a case; the argument limits the states of its model. */
    Case next(boolean sampled, int maxStates) {
        int bits = Math.max(2, 31 - Integer.numberOfLeadingZeros(maxStates) - random.nextInt(8));
        RandomModels models = new RandomModels(random, 1 << bits);
        GraphicalModel model = models.next();
        Settings settings = sampled ? Settings.sampled(random)
                : Settings.of(Settings.pick(EXACT, random), FEW_SAMPLES, random.nextInt(1_000_000));
        return new Case(model, evidence(model), asked(model, models), settings);
    }

    /** None half of the time; else values of some variables and, sometimes, likelihoods. */
    Evidence evidence(GraphicalModel model) {
        Evidence evidence = Evidence.none();
        if (model.variableCount() == 0 || random.nextBoolean()) {
            return evidence;
        }
        for (int v = 0; v < model.variableCount(); v++) {
            int kind = random.nextInt(8);
            if (kind < 2) {
                evidence = evidence.and(v, random.nextInt(model.size(v)));
            } else if (kind == 2) {
                double[] likelihoods = new double[model.size(v)];
                Arrays.setAll(likelihoods, x -> random.nextInt(6) == 0 ? 0 : random.nextDouble());
                likelihoods[random.nextInt(likelihoods.length)] = 0.5;
                evidence = evidence.withLikelihood(v, likelihoods);
            }
        }
        return evidence;
    }

    private Asked asked(GraphicalModel model, RandomModels models) {
        int n = model.variableCount();
        int[] scope = models.subset(0, n, 1 + random.nextInt(3));
        Formula condition = random.nextBoolean() ? Formula.TRUE
                : models.formula(model.sizes(), models.subset(0, n, 2), 2);
        return new Asked(Arrays.stream(scope).boxed().toList(),
                models.formula(model.sizes(), models.subset(0, n, 3), 2), condition);
    }
}
