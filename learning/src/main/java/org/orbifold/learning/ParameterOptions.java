package org.orbifold.learning;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to learn the parameters of a network. Immutable.
 *
 * @param dirichlet   the pseudo-count α of every entry of a conditional probability table; default 0, the counts alone
 * @param prior       the prior of log-linear weights; default none
 * @param tied        whether parameters that a symmetry of the structure maps to each other are one; default false
 * @param fromWeights whether the numbers of the model are the starting point; default they are ignored, but for the
 *                    tables of variables that are never observed
 * @param seconds     the time limit; default no limit
 * @param threads     how many threads may work; default the number of processors
 * @param checkpoint  the file that learning is resumed from if it exists, and that is kept up to date; default none
 * @param checkpointSeconds the least time between two checkpoints; default 10
 */
public record ParameterOptions(double dirichlet, Prior prior, boolean tied, boolean fromWeights, double seconds,
        int threads, Optional<Path> checkpoint, double checkpointSeconds) {

    private static final ParameterOptions DEFAULTS = new ParameterOptions(0, Prior.NONE, false, false,
            Double.POSITIVE_INFINITY, Runtime.getRuntime().availableProcessors(), Optional.empty(), 10);

    /**
     * Checks the values.
     *
     * @param dirichlet   the pseudo-count of every entry
     * @param prior       the prior of log-linear weights
     * @param tied        whether symmetric parameters are one
     * @param fromWeights whether the numbers of the model are the starting point
     * @param seconds     the time limit
     * @param threads     how many threads may work
     * @param checkpoint  the file to resume from
     * @param checkpointSeconds the least time between two checkpoints
     */
    public ParameterOptions {
        if (!(dirichlet >= 0) || dirichlet == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the Dirichlet prior's pseudo-count is " + dirichlet
                    + "; expected a finite number of at least 0");
        } else if (!(seconds > 0)) {
            throw new IllegalArgumentException("the time limit is " + seconds + " s; expected more than 0");
        } else if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads + "; expected at least 1");
        } else if (!(checkpointSeconds >= 0)) {
            throw new IllegalArgumentException("a checkpoint every " + checkpointSeconds + " s; expected 0 or more");
        }
    }

    /**
     * Returns the defaults.
     *
     * @return the default options
     */
    public static ParameterOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns options with another Dirichlet prior.
     *
     * @param pseudoCount what is added to the count of every entry
     * @return the options
     */
    public ParameterOptions withDirichlet(double pseudoCount) {
        return new ParameterOptions(pseudoCount, prior, tied, fromWeights, seconds, threads, checkpoint,
                checkpointSeconds);
    }

    /**
     * Returns options with another prior of log-linear weights.
     *
     * @param value the prior
     * @return the options
     */
    public ParameterOptions withPrior(Prior value) {
        return new ParameterOptions(dirichlet, value, tied, fromWeights, seconds, threads, checkpoint,
                checkpointSeconds);
    }

    /**
     * Returns options in which symmetric parameters are one, or not.
     *
     * @param value whether they are one
     * @return the options
     */
    public ParameterOptions withTied(boolean value) {
        return new ParameterOptions(dirichlet, prior, value, fromWeights, seconds, threads, checkpoint,
                checkpointSeconds);
    }

    /**
     * Returns options in which the numbers of the model are the starting point, or not.
     *
     * @param value whether they are
     * @return the options
     */
    public ParameterOptions withFromWeights(boolean value) {
        return new ParameterOptions(dirichlet, prior, tied, value, seconds, threads, checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another time limit.
     *
     * @param value seconds
     * @return the options
     */
    public ParameterOptions withSeconds(double value) {
        return new ParameterOptions(dirichlet, prior, tied, fromWeights, value, threads, checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with another number of threads; the result does not depend on it.
     *
     * @param value at least 1
     * @return the options
     */
    public ParameterOptions withThreads(int value) {
        return new ParameterOptions(dirichlet, prior, tied, fromWeights, seconds, value, checkpoint, checkpointSeconds);
    }

    /**
     * Returns options with a file that learning is resumed from. Resumed learning ends with the same bits.
     *
     * @param file  the file
     * @param every the least time between two checkpoints in seconds; 0 for one after each step
     * @return the options
     */
    public ParameterOptions withCheckpoint(Path file, double every) {
        return new ParameterOptions(dirichlet, prior, tied, fromWeights, seconds, threads, Optional.of(file), every);
    }
}
