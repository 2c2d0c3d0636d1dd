package org.orbifold.mcmc;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.Sampling;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The front door: a model in, marginals with error estimates out. An immutable value; start from {@link #on}.
 * <pre>{@code
 * InferenceResult result = Inference.on(model).withEvidence(evidence).run();
 * double p = result.marginals().probability(variable, value);
 * }</pre>
 *
 * <p>By default: BV-MCMC(α) with the best partition, α by itself, on block Gibbs in turn, with block conditionals
 * averaged over orbits; ten seconds, finding the symmetries included.
 */
public final class Inference {

    private static final int DEFAULT_BLOCK_SIZE = 2;

    private final GraphicalModel model;
    private final Evidence evidence;
    private final ChainKind chain;
    private final EstimatorKind estimator;
    private final double alpha;
    /** Null for the automatic choice. */
    private final Scan scan;
    private final MoveExtent extent;
    private final ElementDraw elements;
    private final int blockSize;
    private final int partitions;
    private final SamplingOptions sampling;

    private Inference(GraphicalModel model, Evidence evidence, ChainKind chain, EstimatorKind estimator, double alpha,
            Scan scan, MoveExtent extent, ElementDraw elements, int blockSize, int partitions,
            SamplingOptions sampling) {
        this.model = Objects.requireNonNull(model);
        this.evidence = Objects.requireNonNull(evidence);
        this.chain = Objects.requireNonNull(chain);
        this.estimator = Objects.requireNonNull(estimator);
        this.alpha = alpha;
        this.scan = scan;
        this.extent = Objects.requireNonNull(extent);
        this.elements = Objects.requireNonNull(elements);
        this.blockSize = blockSize;
        this.partitions = partitions;
        this.sampling = Objects.requireNonNull(sampling);
    }

    /**
     * Inference on a model, with the defaults.
     *
     * @param model the model
     * @return an inference to be set up further or run
     */
    public static Inference on(GraphicalModel model) {
        return new Inference(model, Evidence.none(), ChainKind.BV, EstimatorKind.AUTO, Double.NaN,
                null, MoveExtent.ALL, ElementDraw.EXACT, DEFAULT_BLOCK_SIZE, 0, SamplingOptions.defaults());
    }

    /**
     * Sets the evidence.
     *
     * @param observed values of some variables
     * @return a new value
     */
    public Inference withEvidence(Evidence observed) {
        return new Inference(model, observed, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, sampling);
    }

    /**
     * Sets the chain.
     *
     * @param kind which chain
     * @return a new value
     */
    public Inference withChain(ChainKind kind) {
        return new Inference(model, evidence, kind, estimator, alpha, scan, extent, elements, blockSize,
                partitions, sampling);
    }

    /**
     * Sets the estimator.
     *
     * @param kind which estimator
     * @return a new value
     */
    public Inference withEstimator(EstimatorKind kind) {
        return new Inference(model, evidence, chain, kind, alpha, scan, extent, elements, blockSize,
                partitions, sampling);
    }

    /**
     * Sets α of BV-MCMC and its aggregate; by default it is chosen from the cost and benefit of moves.
     *
     * @param probability of an orbit move after a step of the base chain, from 0 to 1
     * @return a new value
     * @throws IllegalArgumentException if it is out of range
     */
    public Inference withAlpha(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("alpha is " + probability + "; expected a probability from 0 to 1");
        }
        return new Inference(model, evidence, chain, estimator, probability, scan, extent, elements, blockSize,
                partitions, sampling);
    }

    /**
     * Sets the order in which variables or blocks are drawn. By default it is random, as in the paper, but they are
     * drawn in turn where α is left open: errors are then several times smaller, and moves come at regular times.
     *
     * @param order random or systematic
     * @return a new value
     */
    public Inference withScan(Scan order) {
        return new Inference(model, evidence, chain, estimator, alpha, Objects.requireNonNull(order), extent, elements,
                blockSize, partitions, sampling);
    }

    /**
     * Sets which factors a move of BV-MCMC makes random.
     *
     * @param which all, or those near the block just drawn
     * @return a new value
     */
    public Inference withMoveExtent(MoveExtent which) {
        return new Inference(model, evidence, chain, estimator, alpha, scan, which, elements, blockSize,
                partitions, sampling);
    }

    /**
     * Sets how moves draw the elements of larger factors of a group: exactly uniformly by default.
     *
     * @param way exactly, or by product replacement as in the paper
     * @return a new value
     */
    public Inference withElements(ElementDraw way) {
        return new Inference(model, evidence, chain, estimator, alpha, scan, extent, way, blockSize,
                partitions, sampling);
    }

    /**
     * Sets the largest number of variables in a block, 2 by default.
     *
     * @param variables at least 1
     * @return a new value
     * @throws IllegalArgumentException if it is below 1
     */
    public Inference withBlockSize(int variables) {
        if (variables < 1) {
            throw new IllegalArgumentException("the block size is " + variables + "; expected at least 1");
        }
        return new Inference(model, evidence, chain, estimator, alpha, scan, extent, elements, variables,
                partitions, sampling);
    }

    /**
     * Sets the number of partitions, random ones of the paper's heuristic among the candidates; by default one for
     * chains that use one, else as many as cover all useful blocks with symmetries.
     *
     * @param count at least 1
     * @return a new value
     * @throws IllegalArgumentException if it is below 1
     */
    public Inference withPartitions(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("the number of partitions is " + count + "; expected at least 1");
        }
        return new Inference(model, evidence, chain, estimator, alpha, scan, extent, elements, blockSize,
                count, sampling);
    }

    /**
     * Sets how long to run, on how many chains and threads, and the seed.
     *
     * @param options the options
     * @return a new value
     */
    public Inference withSampling(SamplingOptions options) {
        return new Inference(model, evidence, chain, estimator, alpha, scan, extent, elements, blockSize,
                partitions, options);
    }

    /**
     * Finds symmetries, partitions and α as {@link #run()} does, and leaves the sampling to the caller.
     *
     * @return the parts for chains on the model given the evidence
     * @throws IllegalArgumentException if the evidence contradicts the model, or no possible state is found
     */
    public InferenceParts prepare() {
        return new Preparation(model.condition(evidence).model(), this);
    }

    /**
     * Runs without reports.
     *
     * @return the result
     * @throws IOException              if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if the evidence contradicts the model, or no possible state is found
     */
    public InferenceResult run() throws IOException {
        return run((seconds, samples, share, now) -> { });
    }

    /**
     * Runs.
     *
     * @param progress hears how it gets on; its marginals are of the variables that are not observed
     * @return the result
     * @throws IOException              if the checkpoint cannot be read or written
     * @throws IllegalArgumentException if the evidence contradicts the model, or no possible state is found
     */
    public InferenceResult run(Progress progress) throws IOException {
        long began = System.nanoTime();
        ConditionedModel conditioned = model.condition(evidence);
        Preparation parts = new Preparation(conditioned.model(), this);
        double discovery = (System.nanoTime() - began) / 1e9;
        SamplingOptions options = sampling;
        if (conditioned.model().variableCount() == 0) {
            options = options.withSamples(1);
        } else if (sampling.seconds() > 0) {
            // The time asked for is the time until the answer. Whatever happens, a twentieth is left for sampling.
            options = options.withSeconds(Math.max(sampling.seconds() / 20, sampling.seconds() - discovery));
        }
        SamplingResult result = Sampling.run(conditioned.model(), parts, options, (seconds, samples, share, now) ->
                progress.report(discovery + seconds, samples, share, now));
        return new InferenceResult(result.marginals().extendTo(conditioned), conditioned, result, parts.chainText(),
                parts.estimatorText(), parts.symmetries(), discovery);
    }

    ChainKind chain() {
        return chain;
    }

    EstimatorKind estimator() {
        return estimator;
    }

    /** Empty for the automatic choice. */
    OptionalDouble alpha() {
        return Double.isNaN(alpha) ? OptionalDouble.empty() : OptionalDouble.of(alpha);
    }

    Optional<Scan> scan() {
        return Optional.ofNullable(scan);
    }

    ElementDraw elements() {
        return elements;
    }

    MoveExtent extent() {
        return extent;
    }

    int blockSize() {
        return blockSize;
    }

    /** 0 for covering partitions. */
    int partitions() {
        return partitions;
    }

    SamplingOptions sampling() {
        return sampling;
    }
}
