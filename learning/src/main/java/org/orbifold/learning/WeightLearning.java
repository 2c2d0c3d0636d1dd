package org.orbifold.learning;

import java.util.List;
import org.orbifold.logic.Database;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.mcmc.run.Machines;

/**
 * Learns the weights of a Markov logic network from databases. Immutable.
 *
 * <p>Learned are the weights of formulas that have none, one for each {@code +} instance. Each database is a world of
 * its own; atoms that it does not list are false, those with {@code ?} are missing and summed out. The gradient of the
 * log-likelihood is the true counts of the formulas less the expected ones, both exact.
 * <pre>{@code
 * LearningResult result = WeightLearning.on(network, List.of(database)).run();
 * result.formulas().get(0).weight();
 * }</pre>
 */
public final class WeightLearning {

    private final MarkovLogic network;
    private final List<Database> databases;
    private final LearningOptions options;

    private WeightLearning(MarkovLogic network, List<Database> databases, LearningOptions options) {
        this.network = network;
        this.databases = databases;
        this.options = options;
    }

    /**
     * Asks for weights.
     *
     * @param network   the network
     * @param databases its worlds, at least one
     * @return the question, with default options
     */
    public static WeightLearning on(MarkovLogic network, List<Database> databases) {
        if (databases.isEmpty()) {
            throw new IllegalArgumentException("there is no database; expected at least one world to learn from");
        }
        return new WeightLearning(network, List.copyOf(databases), LearningOptions.defaults());
    }

    /**
     * The same question with other options.
     *
     * @param value the options
     * @return a new question
     */
    public WeightLearning withOptions(LearningOptions value) {
        return new WeightLearning(network, databases, value);
    }

    /**
     * Learns.
     *
     * @return the weights
     * @throws IllegalArgumentException if there is nothing to learn, or the objective cannot be computed exactly
     * @throws org.orbifold.pgm.model.ContradictionException if a database violates a hard formula
     */
    public LearningResult run() {
        return run((iteration, objective, gradientNorm) -> { });
    }

    /**
     * Learns, and reports each step.
     *
     * @param progress receives the steps
     * @return the weights; not converged if the time was over before
     * @throws IllegalArgumentException if there is nothing to learn, or the objective cannot be computed exactly
     * @throws org.orbifold.pgm.model.ContradictionException if a database violates a hard formula
     */
    public LearningResult run(LearningProgress progress) {
        try (Spread spread = Spread.threads(options.threads())) {
            return new LearningRun(network, databases, options, progress, spread).learn();
        }
    }

    /**
     * Learns on other machines: the components of log Z of all worlds and the chains are spread over them. The result
     * is that of {@link #run()}, bit for bit, unless time ends it.
     *
     * @param progress receives the steps
     * @param machines the machines
     * @return the weights; not converged if the time was over before
     * @throws IllegalArgumentException if there is nothing to learn, or the objective cannot be computed exactly
     * @throws org.orbifold.pgm.model.ContradictionException if a database violates a hard formula
     * @throws org.orbifold.mcmc.run.MachineFailure if the machines fail
     */
    public LearningResult run(LearningProgress progress, Machines machines) {
        try (Spread spread = Spread.over(machines)) {
            return new LearningRun(network, databases, options, progress, spread).learn();
        }
    }
}
