package org.orbifold.firstorder;

import java.io.IOException;
import java.util.Optional;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;

/** Compares lifted answers about a network, all marginals and log Z, with those about its ground model. */
public final class LiftedComparison {

    /** The largest difference of log Z, relative where that is above 1, and of probabilities. */
    private static final double TOLERANCE = 1e-9;
    /** How a comparison ended, if no difference was found. */
    public enum Outcome {
        /** Log Z and all marginals agree. */
        COMPARED,
        /** Neither has a possible world. */
        CONTRADICTION,
        /** The network is not lifted. */
        REFUSED,
        /** The lifted answer would take too many operations, by its plan. */
        COSTLY,
        /** The ground model is too wide. */
        WIDE
    }

    private LiftedComparison() { }

    /**
     * Compares.
     *
     * @param theory     the network and the evidence; all predicates are open
     * @param mostLifted operations of the lifted answer up to which it is computed
     * @param mostGround operations of the ground model's contraction tree up to which it is computed
     * @return how it ended
     * @throws IOException    if the text cannot be read
     * @throws AssertionError if the answers differ
     */
    public static Outcome compare(RandomTheories theory, double mostLifted, double mostGround) throws IOException {
        return compare(theory.network(), theory.database(), mostLifted, mostGround);
    }

    /**
     * Compares.
     *
     * @param networkText  the network
     * @param databaseText the evidence; all predicates are open
     * @param mostLifted   operations of the lifted answer up to which it is computed
     * @param mostGround   operations of the ground model's contraction tree up to which it is computed
     * @return how it ended
     * @throws IOException    if the text cannot be read
     * @throws AssertionError if the answers differ
     */
    public static Outcome compare(String networkText, String databaseText, double mostLifted, double mostGround)
            throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(networkText);
        Database database = LogicFiles.parseDatabase(network, databaseText);
        GroundingOptions options = GroundingOptions.defaults().withOpen(network.predicates().stream()
                .map(Predicate::name).toArray(String[]::new));
        LiftedInference question = LiftedInference.on(database, options).withThreads(1);
        LiftedPlan plan = question.plan();
        String text = "\n" + networkText + databaseText;
        if (!plan.lifted()) {
            require(plan.description().contains("logical variables"), "refused: " + plan.description() + text);
            return Outcome.REFUSED;
        } else if (plan.operations() > mostLifted) {
            return Outcome.COSTLY;
        }
        GroundNetwork ground;
        Optional<ExactResult> truth;
        try {
            ground = Grounder.ground(database, options);
            truth = GroundTruth.of(ground.model(), mostGround);
        } catch (ContradictionException e) {
            try {
                double logPartition = question.run().logPartition();
                throw new AssertionError("no world is possible, but log Z is " + logPartition + text, e);
            } catch (ContradictionException same) {
                return Outcome.CONTRADICTION;
            }
        }
        if (truth.isEmpty()) {
            return Outcome.WIDE;
        }
        LiftedResult result = question.run();
        double expected = truth.get().logPartition();
        require(Math.abs(result.logPartition() - expected) <= TOLERANCE * Math.max(1, Math.abs(expected)),
                "log Z is " + result.logPartition() + " instead of " + expected + text);
        for (Predicate predicate : network.predicates()) {
            result.forEachAtom(predicate.name(), (name, probability) -> {
                double right = ground.probability(name, truth.get().marginals());
                require(Math.abs(probability - right) <= TOLERANCE,
                        "P(" + name + ") is " + probability + " instead of " + right + text);
            });
        }
        return Outcome.COMPARED;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }
}
