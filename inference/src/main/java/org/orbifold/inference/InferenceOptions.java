package org.orbifold.inference;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.time.Budget;

/**
 * What {@link Inference} runs: an immutable value.
 *
 * @param route      the way to the answer; by default {@link Route#AUTO}
 * @param memory     the most bytes that tables of exact routes, and of tree-width-bounded blocks, may take; by
 *                   default what {@link ExactOptions} says
 * @param chain      which chain; by default {@link ChainKind#AUTO}
 * @param estimator  which estimator; by default {@link EstimatorKind#AUTO}
 * @param alpha      the probability of an orbit move after each step; empty, the default, for 1 with the chains that
 *                   are defined by moves (orbital, VV, BV, aggregate), and for no moves with the others
 * @param scan       the order in which variables or blocks are drawn; empty, the default, for a random one with chains
 *                   of the paper that were asked for by name, and a systematic one else: errors are then smaller
 * @param extent     which factors a move of BV-MCMC makes random; by default all
 * @param elements   how moves draw the elements of larger factors of a group; by default exactly uniformly
 * @param blockSize  the largest number of variables in a block; by default 2
 * @param partitions the number of partitions, random ones of the paper's heuristic among the candidates; empty, the
 *                   default, for one where the chain uses one, else as many as cover all useful blocks with symmetries
 * @param symmetries what chains move by that use approximate symmetries, clusters or contexts
 * @param tableEntries the most entries of a table of tree-width-bounded blocks; empty, the default, for what trials
 *                   choose
 * @param sampling   how long to run, on how many chains and threads, and the seed
 */
public record InferenceOptions(Route route, long memory, ChainKind chain, EstimatorKind estimator, OptionalDouble alpha,
        Optional<Scan> scan, MoveExtent extent, ElementDraw elements, int blockSize, OptionalInt partitions,
        SymmetryMoveOptions symmetries, OptionalInt tableEntries, SamplingOptions sampling) {

    private static final InferenceOptions DEFAULTS = new InferenceOptions(Route.AUTO,
            ExactOptions.defaults().memoryBytes(), ChainKind.AUTO, EstimatorKind.AUTO, OptionalDouble.empty(),
            Optional.empty(), MoveExtent.ALL, ElementDraw.EXACT, 2, OptionalInt.empty(), SymmetryMoveOptions.defaults(),
            OptionalInt.empty(), SamplingOptions.defaults());

    /**
     * Checks the values.
     *
     * @param route      as above
     * @param memory     as above
     * @param chain      as above
     * @param estimator  as above
     * @param alpha      as above
     * @param scan       as above
     * @param extent     as above
     * @param elements   as above
     * @param blockSize  as above
     * @param partitions as above
     * @param symmetries as above
     * @param tableEntries as above
     * @param sampling   as above
     * @throws IllegalArgumentException if one is out of range
     */
    public InferenceOptions {
        if (!(alpha.orElse(0) >= 0 && alpha.orElse(0) <= 1)) {
            throw new IllegalArgumentException("alpha is " + alpha.getAsDouble()
                    + "; expected a probability from 0 to 1");
        }
        if (memory < 0) {
            throw new IllegalArgumentException("the memory is " + memory + " bytes; expected at least 0");
        }
        if (blockSize < 1) {
            throw new IllegalArgumentException("the block size is " + blockSize + "; expected at least 1");
        }
        if (tableEntries.orElse(2) < 1) {
            throw new IllegalArgumentException("tree-width-bounded blocks with tables of " + tableEntries.getAsInt()
                    + " entries; expected at least 1");
        }
        if (partitions.orElse(1) < 1) {
            throw new IllegalArgumentException("the number of partitions is " + partitions.getAsInt()
                    + "; expected at least 1");
        }
    }

    /**
     * The time that plans and trials are made for.
     *
     * @return the seconds asked for; the default time where only samples or an error are asked for
     */
    public double plannedSeconds() {
        return sampling.seconds() > 0 ? sampling.seconds() : SamplingOptions.defaults().seconds();
    }

    /** The time of a question that begins now; exact routes that were asked for take the time they need. */
    Budget newBudget() {
        boolean limited = sampling.seconds() > 0 && (route == Route.AUTO || route == Route.SAMPLE);
        return limited ? Budget.ofSeconds(sampling.seconds()) : Budget.unlimited();
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static InferenceOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the way to the answer.
     *
     * @param way a route for all parts of the model, or the cheapest for each
     * @return new options
     */
    public InferenceOptions withRoute(Route way) {
        return new InferenceOptions(way, memory, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets how much memory the tables of exact routes may take.
     *
     * @param bytes at least 0
     * @return new options
     */
    public InferenceOptions withMemory(long bytes) {
        return new InferenceOptions(route, bytes, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets the chain.
     *
     * @param kind which chain
     * @return new options
     */
    public InferenceOptions withChain(ChainKind kind) {
        return new InferenceOptions(route, memory, kind, estimator, alpha, scan, extent, elements, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets the estimator.
     *
     * @param kind which estimator
     * @return new options
     */
    public InferenceOptions withEstimator(EstimatorKind kind) {
        return new InferenceOptions(route, memory, chain, kind, alpha, scan, extent, elements, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets α of BV-MCMC and its aggregate.
     *
     * @param probability of an orbit move after a step of the base chain, from 0 to 1
     * @return new options
     */
    public InferenceOptions withAlpha(double probability) {
        return new InferenceOptions(route, memory, chain, estimator, OptionalDouble.of(probability), scan, extent,
                elements, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets the order in which variables or blocks are drawn.
     *
     * @param order random or systematic
     * @return new options
     */
    public InferenceOptions withScan(Scan order) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, Optional.of(order), extent, elements,
                blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets which factors a move of BV-MCMC makes random.
     *
     * @param which all, or those near the block just drawn
     * @return new options
     */
    public InferenceOptions withMoveExtent(MoveExtent which) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, which, elements, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets how moves draw the elements of larger factors of a group.
     *
     * @param way exactly, or by product replacement as in the paper
     * @return new options
     */
    public InferenceOptions withElements(ElementDraw way) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, extent, way, blockSize,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets the largest number of variables in a block.
     *
     * @param variables at least 1
     * @return new options
     */
    public InferenceOptions withBlockSize(int variables) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, extent, elements, variables,
                partitions, symmetries, tableEntries, sampling);
    }

    /**
     * Sets the number of partitions.
     *
     * @param count at least 1
     * @return new options
     */
    public InferenceOptions withPartitions(int count) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, extent, elements, blockSize,
                OptionalInt.of(count), symmetries, tableEntries, sampling);
    }

    /**
     * Sets what chains move by that use approximate symmetries, clusters or contexts.
     *
     * @param how tolerance and context
     * @return new options
     */
    public InferenceOptions withSymmetries(SymmetryMoveOptions how) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, how, tableEntries, sampling);
    }

    /**
     * Sets the most entries of a table of wide blocks.
     *
     * @param most at least 2; more makes blocks wider and their draws slower
     * @return new options
     */
    public InferenceOptions withTableEntries(int most) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, symmetries, OptionalInt.of(most), sampling);
    }

    /**
     * Sets how long to run, on how many chains and threads, and the seed.
     *
     * @param options the options of the run
     * @return new options
     */
    public InferenceOptions withSampling(SamplingOptions options) {
        return new InferenceOptions(route, memory, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, symmetries, tableEntries, options);
    }
}
