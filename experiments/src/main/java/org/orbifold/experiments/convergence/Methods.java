package org.orbifold.experiments.convergence;

import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.heuristics.partition.FirstFitPartitions;
import org.orbifold.inference.ChainChoice.SymmetryUse;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.PreparedInference;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** The methods that are compared. */
public final class Methods {

    /** The identity of {@link #vanilla()}, which others are compared with. */
    public static final String VANILLA = "vanilla";
    /** The identity of {@link #complete()}. */
    public static final String COMPLETE = "complete";
    /** Finding symmetries is a matter of tenths of seconds, however short the runs. */
    static final double FEWEST_SECONDS = 0.5;

    /** What a method asks of the front door; it can be sent to other machines. */
    interface Change extends UnaryOperator<InferenceOptions>, Serializable { }

    /**
     * Vanilla-MCMC: Gibbs sampling and counting.
     *
     * @return the method
     */
    public static Method vanilla() {
        return new Method(VANILLA, "Vanilla", Origin.PAPER, "Gibbs on single variables, counting.",
                (model, seed, seconds) -> {
                    CompiledModel compiled = CompiledModel.of(model);
                    return new Prepared(model, () -> Gibbs.of(compiled, Scan.RANDOM), () -> Estimator.counts(model),
                            List.of(), 0);
                });
    }

    /**
     * Orbital-MCMC: variable symmetries, a move after every step, counting.
     *
     * @return the method
     */
    public static Method orbital() {
        return new Method("orbital", "Orbital (variable)", Origin.PAPER,
                "Gibbs, then a uniform member of the orbit under variable symmetries; counting.",
                (model, seed, seconds) -> orbital(model, SymmetryFinder.of(model).variable()));
    }

    /**
     * VV-MCMC: variable-value symmetries, a move after every step, counting.
     *
     * @return the method
     */
    public static Method variableValue() {
        return new Method("vv", "VV", Origin.PAPER,
                "Gibbs, then a uniform member of the orbit under variable-value symmetries; counting.",
                (model, seed, seconds) -> orbital(model, SymmetryFinder.of(model).variableValue()));
    }

    private static Prepared orbital(GraphicalModel model, BlockSymmetries symmetries) {
        CompiledModel compiled = CompiledModel.of(model);
        OrbitAction action = OrbitAction.of(symmetries);
        return new Prepared(model, () -> BlockValueChain.of(Gibbs.of(compiled, Scan.RANDOM), action, 1),
                () -> Estimator.counts(model), List.of(SymmetryUse.of(symmetries)), 1);
    }

    /**
     * BV-MCMC(α) as the paper's release runs it: its first-fit lists, one of them chosen at each step, each move over
     * the whole orbit, counting.
     *
     * @param alpha the probability of a move
     * @param lists the most lists
     * @return the method
     */
    public static Method blockValue(double alpha, int lists) {
        return new Method("bv-" + alpha, "BV(α=" + alpha + ")", Origin.PAPER,
                "Gibbs, then with probability α a move by one of at most " + lists
                        + " lists, made as the release makes them; counting.",
                (model, seed, seconds) -> moved(model, FirstFitPartitions.ofBinaryPairs(model, lists), alpha));
    }

    /**
     * BV-MCMC(α) with covering partitions and moves near the step: still counting.
     *
     * @param alpha the probability of a move
     * @return the method
     */
    public static Method covering(double alpha) {
        return frontDoor("bv-cover-" + alpha, "+ covering partitions", Origin.OURS,
                "BV(α=" + alpha + ") with partitions that cover every useful block, moves around the variable just "
                        + "drawn; counting.",
                options -> options.withChain(ChainKind.AGGREGATE).withEstimator(EstimatorKind.COUNTS)
                        .withAlpha(alpha).withMoveExtent(MoveExtent.TOUCHED));
    }

    private static Prepared moved(GraphicalModel model, List<BlockPartition> partitions, double alpha) {
        CompiledModel compiled = CompiledModel.of(model);
        List<BlockSymmetries> found = SymmetryFinder.of(model).blockValue(partitions);
        List<OrbitAction> actions = found.stream().map(OrbitAction::of).toList();
        return new Prepared(model, () -> BlockValueChain.of(Gibbs.of(compiled, Scan.RANDOM), actions, alpha,
                MoveExtent.ALL, ElementDraw.EXACT), () -> Estimator.counts(model),
                found.stream().map(SymmetryUse::of).toList(), alpha);
    }

    /**
     * Systematic-scan Gibbs, counting: the gain of the scan.
     *
     * @return the method
     */
    public static Method inTurn() {
        return frontDoor("in-turn", "Systematic Gibbs", Origin.BASELINE,
                "Gibbs on one variable after the other; counting.",
                options -> options.withChain(ChainKind.GIBBS).withScan(Scan.SYSTEMATIC)
                        .withEstimator(EstimatorKind.COUNTS));
    }

    /**
     * The aggregate chain as the front door runs it, counting: what moves bring.
     *
     * @return the method
     */
    public static Method aggregate() {
        return frontDoor("aggregate", "Aggregate", Origin.OURS,
                "The aggregate chain of covering partitions, a move around the variable just drawn after each step of "
                        + "systematic Gibbs; counting.",
                options -> options.withChain(ChainKind.AGGREGATE).withEstimator(EstimatorKind.COUNTS).withAlpha(1)
                        .withMoveExtent(MoveExtent.TOUCHED).withScan(Scan.SYSTEMATIC));
    }

    /**
     * Gibbs with conditional estimates: a baseline without symmetries.
     *
     * @return the method
     */
    public static Method gibbsConditional() {
        return frontDoor("gibbs-conditional", "Gibbs, conditional", Origin.BASELINE,
                "Gibbs; the conditionals that are drawn from are averaged.",
                options -> options.withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.CONDITIONAL));
    }

    /**
     * Systematic Gibbs with conditional estimates: the strongest baseline that knows nothing of blocks or symmetries.
     *
     * @return the method
     */
    public static Method inTurnConditional() {
        return frontDoor("in-turn-conditional", "Systematic Gibbs, conditional", Origin.BASELINE,
                "Gibbs on one variable after the other; the conditionals that are drawn from are averaged.",
                options -> options.withChain(ChainKind.GIBBS).withScan(Scan.SYSTEMATIC)
                        .withEstimator(EstimatorKind.CONDITIONAL));
    }

    /**
     * Block Gibbs with conditional estimates: a baseline that uses blocks, but symmetries only to choose them.
     *
     * @return the method
     */
    public static Method blockConditional() {
        return frontDoor("block-conditional", "Block Gibbs, conditional", Origin.BASELINE,
                "Gibbs on one block of the best partition after the other; their conditionals are averaged.",
                options -> options.withChain(ChainKind.BLOCK_GIBBS).withScan(Scan.SYSTEMATIC)
                        .withEstimator(EstimatorKind.CONDITIONAL));
    }

    /**
     * Gibbs with counts averaged over orbits: symmetries without moves.
     *
     * @return the method
     */
    public static Method orbitAveraged() {
        return frontDoor("gibbs-orbit", "Gibbs, orbit-averaged counts", Origin.OURS,
                "Gibbs without moves; counts are averaged over the orbits of the covering partitions.",
                options -> options.withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.ORBIT));
    }

    /**
     * Exact block-value symmetries with the paper's α, with conditional estimates.
     *
     * @return the method
     */
    public static Method blockMoves() {
        return frontDoor("moves-conditional", "BV moves, conditional", Origin.BASELINE,
                "Systematic Gibbs, moves by exact block-value symmetries with α = 0.02; conditionals are averaged.",
                options -> options.withChain(ChainKind.BV).withEstimator(EstimatorKind.CONDITIONAL).withAlpha(0.02)
                        .withScan(Scan.SYSTEMATIC));
    }

    /**
     * Approximate symmetries on block Gibbs.
     *
     * @return the method
     */
    public static Method near() {
        return part("near", "Approximate symmetries", "Block Gibbs with approximate symmetries as proposals; "
                + "conditionals are "
                + "averaged.", ChainKind.NEAR);
    }

    /**
     * Clusters on block Gibbs.
     *
     * @return the method
     */
    public static Method clusters() {
        return part("clusters", "Clusters", "Block Gibbs with cluster moves; conditionals are averaged.",
                ChainKind.CLUSTERS);
    }

    /**
     * Contexts on Gibbs, averages within contexts.
     *
     * @return the method
     */
    public static Method contexts() {
        return frontDoor("contexts", "Contexts", Origin.OURS, "Systematic Gibbs with moves by the symmetries of the "
                + "present context; conditionals are averaged over its orbits.",
                options -> options.withChain(ChainKind.CONTEXTS));
    }

    /** Conditionals are not averaged over orbits, so that the chain alone is seen. */
    private static Method part(String id, String label, String description, ChainKind kind) {
        return frontDoor(id, label, Origin.OURS, description,
                options -> options.withChain(kind).withEstimator(EstimatorKind.CONDITIONAL));
    }

    /**
     * All parts together: the chain that {@link Inference} samples with by default.
     *
     * @return the method
     */
    public static Method complete() {
        return frontDoor(COMPLETE, "Orbifold (default)", Origin.OURS,
                "What 'orbifold infer' samples with: the chain that trials choose; conditionals averaged over orbits.",
                options -> options);
    }

    /** A method that is a choice of options of the library's front door, and prepared by it. */
    private static Method frontDoor(String id, String label, Origin origin, String description, Change options) {
        return frontDoor(id, label, origin, description, FEWEST_SECONDS, options);
    }

    /** The same with at least a given number of seconds to find symmetries in, however short the runs. */
    static Method frontDoor(String id, String label, Origin origin, String description, double least, Change options) {
        return new Method(id, label, origin, description, (model, seed, seconds) -> {
            InferenceOptions asked = options.apply(InferenceOptions.defaults()).withSampling(SamplingOptions.defaults()
                    .withSeed(seed).withThreads(1).withSeconds(Math.max(least, seconds)));
            // A chain that is asked for by name draws all variables, as 'orbifold infer --chain' does.
            PreparedInference parts = Inference.on(model).withOptions(asked.chain() == ChainKind.AUTO ? asked
                    : asked.withRoute(Route.SAMPLE)).prepare();
            return new Prepared(parts.sampledModel(), parts.estimated(parts.sampledModel()), parts::marginals,
                    parts::chain, parts::estimator, parts.choice().symmetries(), asked.alpha().orElse(0));
        });
    }

    private Methods() { }
}
