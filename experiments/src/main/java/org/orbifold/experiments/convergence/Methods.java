package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.orbifold.experiments.convergence.Method.Origin;
import org.orbifold.heuristics.partition.FirstFitPartitions;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.PartitionSampler;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.mcmc.AlphaChoice;
import org.orbifold.mcmc.Inference;
import org.orbifold.mcmc.InferenceResult.SymmetryUse;
import org.orbifold.mcmc.chain.Aggregate;
import org.orbifold.mcmc.chain.BlockConditionals;
import org.orbifold.mcmc.chain.BlockGibbs;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Orbital;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.estimate.ConditionalEstimator;
import org.orbifold.mcmc.estimate.CountEstimator;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.OrbitConditionalEstimator;
import org.orbifold.mcmc.estimate.OrbitEstimator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
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

    private static final int BLOCK_SIZE = 2;
    private static final long PARTITION_STREAM = 31;

    /**
     * Vanilla-MCMC: Gibbs sampling and counting.
     *
     * @return the method
     */
    public static Method vanilla() {
        return new Method(VANILLA, "Vanilla", Origin.PAPER, "Gibbs on single variables, counting.", false,
                (model, seed, cover) -> {
                    CompiledModel compiled = CompiledModel.of(model);
                    return new Prepared(() -> Gibbs.of(compiled, Scan.RANDOM), () -> new CountEstimator(model),
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
                "Gibbs, then a uniform member of the orbit under variable symmetries; counting.", false,
                (model, seed, cover) -> orbital(model, SymmetryFinder.of(model).variable()));
    }

    /**
     * VV-MCMC: variable-value symmetries, a move after every step, counting.
     *
     * @return the method
     */
    public static Method variableValue() {
        return new Method("vv", "VV", Origin.PAPER,
                "Gibbs, then a uniform member of the orbit under variable-value symmetries; counting.", false,
                (model, seed, cover) -> orbital(model, SymmetryFinder.of(model).variableValue()));
    }

    private static Prepared orbital(GraphicalModel model, BlockSymmetries symmetries) {
        CompiledModel compiled = CompiledModel.of(model);
        OrbitAction action = action(model, symmetries);
        return new Prepared(() -> Orbital.of(Gibbs.of(compiled, Scan.RANDOM), action),
                () -> new CountEstimator(model), List.of(use(symmetries)), 1);
    }

    /**
     * BV-MCMC(α) as the paper's release runs it: its first-fit lists, one of them chosen at each step, each move over
     * the
     * whole orbit, counting.
     *
     * @param alpha the probability of a move
     * @param lists the most lists
     * @return the method
     */
    public static Method blockValue(double alpha, int lists) {
        return new Method("bv-" + alpha, "BV(α=" + alpha + ")", Origin.PAPER,
                "Gibbs, then with probability α a move by one of at most " + lists
                        + " lists, made as the release makes them; counting.", false,
                (model, seed, cover) -> moved(model, FirstFitPartitions.ofBinaryPairs(model, lists), alpha,
                        MoveExtent.ALL));
    }

    /**
     * BV-MCMC(α) with random partitions, as the paper's text has it.
     *
     * @param alpha the probability of a move
     * @param lists the number of partitions
     * @return the method
     */
    public static Method randomPartitions(double alpha, int lists) {
        return new Method("bv-random-" + alpha, "BV(α=" + alpha + "), random partitions", Origin.PAPER,
                "As BV, with " + lists + " partitions drawn as in the paper's pseudo-code.", false, (model, seed,
                        cover) ->
                moved(model, PartitionSampler.of(model, BLOCK_SIZE).sample(lists,
                        Xoshiro256.of(seed, PARTITION_STREAM)), alpha, MoveExtent.ALL));
    }

    /**
     * BV-MCMC(α) with covering partitions and moves near the step: still counting.
     *
     * @param alpha the probability of a move
     * @return the method
     */
    public static Method covering(double alpha) {
        return new Method("bv-cover-" + alpha, "+ covering partitions", Origin.OURS,
                "BV(α=" + alpha + ") with partitions that cover every useful block, moves around the variable just "
                        + "drawn; counting.", true,
                (model, seed, cover) -> moved(model, alpha, MoveExtent.TOUCHED, cover));
    }

    private static Prepared moved(GraphicalModel model, List<BlockPartition> partitions, double alpha,
            MoveExtent extent) {
        return moved(model, alpha, extent, SymmetryFinder.of(model).blockValue(partitions));
    }

    private static Prepared moved(GraphicalModel model, double alpha, MoveExtent extent, List<BlockSymmetries> found) {
        CompiledModel compiled = CompiledModel.of(model);
        List<OrbitAction> actions = found.stream().map(s -> action(model, s)).toList();
        return new Prepared(() -> aggregate(Gibbs.of(compiled, Scan.RANDOM), actions, alpha, extent),
                () -> new CountEstimator(model), found.stream().map(Methods::use).toList(), alpha);
    }

    /**
     * Gibbs with conditional estimates: a baseline without symmetries.
     *
     * @return the method
     */
    public static Method gibbsConditional() {
        return new Method("gibbs-conditional", "Gibbs, conditional estimates", Origin.BASELINE,
                "Gibbs; the conditionals that are drawn from are averaged.", false, (model, seed, cover) -> {
                    CompiledModel compiled = CompiledModel.of(model);
                    return new Prepared(() -> Gibbs.of(compiled, Scan.RANDOM), () -> new ConditionalEstimator(model),
                            List.of(), 0);
                });
    }

    /**
     * Block Gibbs with conditional estimates: a baseline that uses blocks, but no symmetries.
     *
     * @return the method
     */
    public static Method blockConditional() {
        return new Method("block-conditional", "Block Gibbs, conditional estimates", Origin.BASELINE,
                "Gibbs on the blocks of the best partition; their conditionals are averaged.", true,
                (model, seed, cover) -> onBlocks(model, cover, blocks -> new Prepared(
                        () -> BlockGibbs.of(model, blocks.conditionals(), Scan.RANDOM),
                        () -> new ConditionalEstimator(model), List.of(), 0)));
    }

    /**
     * Gibbs with counts averaged over orbits: symmetries without moves.
     *
     * @return the method
     */
    public static Method orbitAveraged() {
        return new Method("gibbs-orbit", "Gibbs, orbit-averaged counts", Origin.OURS,
                "Gibbs without moves; counts are averaged over the orbits of the covering partitions.", true,
                (model, seed, cover) -> {
                    CompiledModel compiled = CompiledModel.of(model);
                    List<OrbitAction> actions = cover.stream().map(s -> action(model, s)).toList();
                    return new Prepared(() -> Gibbs.of(compiled, Scan.RANDOM), () -> new OrbitEstimator(model, actions),
                            cover.stream().map(Methods::use).toList(), 0);
                });
    }

    /**
     * Block Gibbs with conditionals averaged over orbits: both estimators, no moves.
     *
     * @return the method
     */
    public static Method both() {
        return new Method("block-orbit", "Block Gibbs, conditional and orbit-averaged", Origin.OURS,
                "Gibbs on blocks without moves; their conditionals are averaged over orbits.", true,
                (model, seed, cover) -> onBlocks(model, cover, blocks -> new Prepared(
                        () -> BlockGibbs.of(model, blocks.conditionals(), Scan.RANDOM),
                        () -> new OrbitConditionalEstimator(model, blocks.actions().get(0)), blocks.uses(), 0)));
    }

    /**
     * All parts together, as {@link Inference} runs by default: α chooses itself.
     *
     * @return the method
     */
    public static Method complete() {
        return new Method(COMPLETE, "Orbifold (all parts, automatic α)", Origin.OURS,
                "The library's default: block Gibbs, moves with automatic α, conditionals averaged over orbits.", true,
                (model, seed, cover) -> onBlocks(model, cover, blocks -> {
                    OrbitAction best = blocks.actions().get(0);
                    Supplier<MarkovChain> base = () -> BlockGibbs.of(model, blocks.conditionals(), Scan.RANDOM);
                    Supplier<Estimator> estimators = () -> new OrbitConditionalEstimator(model, best);
                    AlphaChoice.Moves moves = AlphaChoice.choose(model, base.get(), List.of(best), MoveExtent.ALL,
                            estimators, seed);
                    return new Prepared(() -> moves.on(base.get(), MoveExtent.ALL, ElementDraw.EXACT), estimators,
                            blocks.uses(), moves.alpha());
                }));
    }

    private static MarkovChain aggregate(MarkovChain base, List<OrbitAction> actions, double alpha, MoveExtent extent) {
        return Aggregate.of(actions.stream().map(action -> BlockValue.of(base, action, alpha, extent)).toList());
    }

    /** The symmetries of partitions that cover every useful block, the best first. */
    static List<BlockSymmetries> cover(GraphicalModel model) {
        List<BlockSymmetries> cover = PartitionFinder.of(model, BLOCK_SIZE).cover().stream()
                .map(ScoredPartition::symmetries).toList();
        cover.forEach(BlockSymmetries::group);
        return cover;
    }

    private record Blocks(BlockConditionals conditionals, List<OrbitAction> actions, List<SymmetryUse> uses) { }

    private static Prepared onBlocks(GraphicalModel model, List<BlockSymmetries> cover, Function<Blocks,
            Prepared> maker) {
        List<OrbitAction> actions = cover.stream().map(s -> action(model, s)).toList();
        return maker.apply(new Blocks(BlockConditionals.of(model, actions.get(0).values().partition()), actions,
                cover.stream().map(Methods::use).toList()));
    }

    private static OrbitAction action(GraphicalModel model, BlockSymmetries symmetries) {
        return OrbitAction.of(model, symmetries.partition(), symmetries.group());
    }

    private static SymmetryUse use(BlockSymmetries symmetries) {
        return new SymmetryUse(symmetries.partition().blockCount(), symmetries.log10Order(),
                symmetries.orbits().count(), symmetries.pairs().pairCount());
    }

    private Methods() { }
}
