package org.orbifold.fuzz;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** What brute force says about a model given evidence. Immutable. */
final class Truth {

    private final ConditionedModel given;
    private final ExactResult result;

    private Truth(ConditionedModel given, ExactResult result) {
        this.given = given;
        this.result = result;
    }

    /** Empty if no state is possible. */
    static Optional<Truth> of(GraphicalModel model, Evidence evidence) {
        try {
            ConditionedModel given = model.condition(evidence);
            return Optional.of(new Truth(given, BruteForce.solve(given.model())));
        } catch (ContradictionException e) {
            return Optional.empty();
        }
    }

    static Optional<Truth> of(Case c) {
        return of(c.model(), c.evidence());
    }

    double logPartition() {
        return result.logPartition();
    }

    /** Marginals of all variables of the original model. */
    Marginals marginals() {
        return result.marginals().extendTo(given);
    }

    /** The states of the original model that agree with the evidence, with their log-weights. */
    void forEachState(StateConsumer consumer) {
        int[] state = new int[given.model().variableCount()];
        do {
            consumer.accept(given.expand(state), given.model().logWeight(state));
        } while (next(given.model(), state));
    }

    /** Gets states one by one. */
    interface StateConsumer {
        void accept(int[] state, double logWeight);
    }

    /** The expectation of a number, over possible states. */
    double expectation(ToDoubleFunction<int[]> number) {
        double[] sum = new double[1];
        forEachState((state, log) -> sum[0] += log == Double.NEGATIVE_INFINITY ? 0
                : Math.exp(log - logPartition()) * number.applyAsDouble(state));
        return sum[0];
    }

    double probability(Predicate<int[]> event) {
        return expectation(state -> event.test(state) ? 1 : 0);
    }

    /** Whether a possible state is in the event, however improbable. */
    boolean isPossible(Predicate<int[]> event) {
        boolean[] found = new boolean[1];
        forEachState((state, log) -> found[0] |= log > Double.NEGATIVE_INFINITY && event.test(state));
        return found[0];
    }

    double largestLogWeight() {
        double[] most = {Double.NEGATIVE_INFINITY};
        forEachState((state, log) -> most[0] = Math.max(most[0], log));
        return most[0];
    }

    /** Steps to the next state; false, with the first state again, after the last one. */
    static boolean next(GraphicalModel model, int[] state) {
        for (int v = state.length - 1; v >= 0; v--) {
            if (++state[v] < model.size(v)) {
                return true;
            }
            state[v] = 0;
        }
        return false;
    }
}
