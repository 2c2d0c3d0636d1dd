package org.orbifold.learning;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How to learn weights. Immutable.
 *
 * @param objective   what is maximised; default {@link LearningObjective#AUTO}
 * @param query       names of the predicates that are modelled, the others are given; default all, but for those that
 *                    the network declares with a star
 * @param prior       the prior of the weights; default none
 * @param fromWeights whether the weights that the network gives are starting points; default they stay as they are
 * @param seconds     the time limit; default no limit
 * @param threads     how many threads may work; default the number of processors
 * @param maxGround   the most ground features and variables; default 10 million
 * @param seed        of the chains, where gradients are sampled; default 1
 * @param tied        whether weights that a symmetry of the structure maps to each other are one; default false
 * @param checkpoint  the file that learning is resumed from if it exists, and that is kept up to date; default none
 * @param checkpointSeconds the least time between two checkpoints; default 10
 */
public record LearningOptions(LearningObjective objective, List<String> query, Prior prior, boolean fromWeights,
        double seconds, int threads, long maxGround, long seed, boolean tied, Optional<Path> checkpoint,
        double checkpointSeconds) {

    private static final LearningOptions DEFAULTS = new LearningOptions(LearningObjective.AUTO, List.of(), Prior.NONE,
            false, Double.POSITIVE_INFINITY, Runtime.getRuntime().availableProcessors(), 10_000_000, 1, false,
            Optional.empty(), 10);

    /**
     * Checks the values and copies the query.
     *
     * @param objective   what is maximised
     * @param query       names of the predicates that are modelled
     * @param prior       the prior of the weights
     * @param fromWeights whether given weights are starting points
     * @param seconds     the time limit
     * @param threads     how many threads may work
     * @param maxGround   the most ground features
     * @param seed        of the chains
     * @param tied        whether symmetric weights are one
     * @param checkpoint  the file to resume from
     * @param checkpointSeconds the least time between two checkpoints
     */
    public LearningOptions {
        query = List.copyOf(query);
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("the time limit is " + seconds + " s; expected more than 0");
        } else if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads + "; expected at least 1");
        } else if (maxGround < 1) {
            throw new IllegalArgumentException("the limit of ground features is " + maxGround + "; expected 1 or more");
        } else if (!(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("a checkpoint every " + checkpointSeconds + " s; expected 0 or more");
        } else if (objective == LearningObjective.CONDITIONAL && query.isEmpty()) {
            throw new IllegalArgumentException("the conditional likelihood needs a query; expected the predicates "
                    + "whose atoms are to be predicted");
        }
    }

    /**
     * Returns the defaults.
     *
     * @return the default options
     */
    public static LearningOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns options with another objective.
     *
     * @param value what is maximised
     * @return the options
     */
    public LearningOptions withObjective(LearningObjective value) {
        return new LearningOptions(value, query, prior, fromWeights, seconds, threads, maxGround, seed, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with other modelled predicates.
     *
     * @param predicates their names
     * @return the options
     */
    public LearningOptions withQuery(String... predicates) {
        return new LearningOptions(objective, List.of(predicates), prior, fromWeights, seconds, threads,
                maxGround, seed, tied, checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another prior.
     *
     * @param value the prior
     * @return the options
     */
    public LearningOptions withPrior(Prior value) {
        return new LearningOptions(objective, query, value, fromWeights, seconds, threads, maxGround, seed, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options in which given weights are starting points, or stay as they are.
     *
     * @param value whether they are starting points
     * @return the options
     */
    public LearningOptions withFromWeights(boolean value) {
        return new LearningOptions(objective, query, prior, value, seconds, threads, maxGround, seed, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another time limit.
     *
     * @param value seconds
     * @return the options
     */
    public LearningOptions withSeconds(double value) {
        return new LearningOptions(objective, query, prior, fromWeights, value, threads, maxGround, seed, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another number of threads; the result does not depend on it.
     *
     * @param value at least 1
     * @return the options
     */
    public LearningOptions withThreads(int value) {
        return new LearningOptions(objective, query, prior, fromWeights, seconds, value, maxGround, seed, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another limit of ground features.
     *
     * @param value the most ground features and variables
     * @return the options
     */
    public LearningOptions withMaxGround(long value) {
        return new LearningOptions(objective, query, prior, fromWeights, seconds, threads, value, seed, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another seed; it matters only where gradients are sampled.
     *
     * @param value the seed
     * @return the options
     */
    public LearningOptions withSeed(long value) {
        return new LearningOptions(objective, query, prior, fromWeights, seconds, threads, maxGround, value, tied,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options in which weights that a symmetry of the structure maps to each other are one, or not. The
     * structure is the network grounded over all constants, without data and learned weights.
     *
     * @param value whether they are one
     * @return the options
     */
    public LearningOptions withTied(boolean value) {
        return new LearningOptions(objective, query, prior, fromWeights, seconds, threads, maxGround, seed, value,
                checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with a file that learning is resumed from. Resumed learning ends with the same bits.
     *
     * @param file  the file
     * @param every the least time between two checkpoints in seconds; 0 for one after each step
     * @return the options
     */
    public LearningOptions withCheckpoint(Path file, double every) {
        return new LearningOptions(objective, query, prior, fromWeights, seconds, threads, maxGround, seed, tied,
                Optional.of(file), every);
    }
}
