package org.orbifold.mcmc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.mcmc.InferenceResult.SymmetryUse;
import org.orbifold.mcmc.chain.BlockConditionals;
import org.orbifold.mcmc.chain.BlockGibbs;
import org.orbifold.mcmc.chain.BlockValue;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
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
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** Finds what an inference needs, once, and makes chains and estimators from it. */
final class Preparation implements InferenceParts {

    private static final long PARTITION_STREAM = -2;
    private static final long PILOT_STREAM = -3;
    private static final int TYPICAL_STATES = 32;

    private final GraphicalModel model;
    private final Inference wanted;
    private final CompiledModel compiled;
    /** The symmetries that chain and estimator use, the best partition first. */
    private final List<OrbitAction> actions = new ArrayList<>();
    private final List<SymmetryUse> uses = new ArrayList<>();
    private final BlockConditionals blocks;
    /** The moves where they are chosen here, and not by a given α. */
    private final AlphaChoice.Moves moves;
    /** States of a short run, which tell the estimator over orbits what is likely. */
    private final List<int[]> typical;

    Preparation(GraphicalModel model, Inference wanted) {
        this.model = model;
        this.wanted = wanted;
        this.compiled = CompiledModel.of(model);
        findSymmetries();
        boolean drawsBlocks = wanted.chain() == ChainKind.BLOCK_GIBBS
                || wanted.estimator() == EstimatorKind.AUTO && wanted.chain().usesPartitions();
        this.blocks = drawsBlocks ? BlockConditionals.of(model, compiled, actions.get(0).values().partition()) : null;
        this.typical = wanted.estimator() == EstimatorKind.ORBIT && actions.size() > 1 ? typicalStates() : List.of();
        this.moves = automatic() ? chooseMoves() : AlphaChoice.Moves.NONE;
    }

    /**
     * Block Gibbs commutes with the symmetries of its own partition, but for the order in which blocks are drawn, so
     * moves by them change next to nothing about how the orbits follow each other (nothing at all if the order is
     * random); and an estimator that averages over these orbits sees nothing else.
     */
    private AlphaChoice.Moves chooseMoves() {
        boolean movesAreUnseen = blocks != null && wanted.estimator() == EstimatorKind.AUTO && moved().size() == 1;
        return movesAreUnseen ? AlphaChoice.Moves.NONE
                : AlphaChoice.choose(model, base(), moved(), wanted.extent(), this::estimator,
                        wanted.sampling().seed());
    }

    private List<int[]> typicalStates() {
        Xoshiro256 random = Xoshiro256.of(wanted.sampling().seed(), PILOT_STREAM);
        int[] state = FeasibleStart.find(model, random);
        MarkovChain gibbs = Gibbs.of(compiled, Scan.SYSTEMATIC);
        List<int[]> states = new ArrayList<>();
        int n = model.variableCount();
        for (int sweep = 0; sweep < 2 * TYPICAL_STATES; sweep++) {
            gibbs.advance(state, (long) sweep * n, (sweep + 1L) * n, random, ChainListener.NONE);
            if (sweep >= TYPICAL_STATES) {
                states.add(state.clone());
            }
        }
        return states;
    }

    private void findSymmetries() {
        boolean averages = wanted.estimator() == EstimatorKind.ORBIT || wanted.estimator() == EstimatorKind.AUTO;
        SymmetryFinder finder = SymmetryFinder.of(model);
        if (wanted.chain() == ChainKind.ORBITAL) {
            add(finder.variable());
        } else if (wanted.chain() == ChainKind.VV || wanted.chain() == ChainKind.GIBBS
                && wanted.estimator() == EstimatorKind.AUTO) {
            add(finder.variableValue());
        } else if (wanted.partitions() == 0 && (wanted.chain() == ChainKind.BV
                || wanted.chain() == ChainKind.BLOCK_GIBBS && wanted.estimator() != EstimatorKind.ORBIT)) {
            add(PartitionFinder.of(finder, wanted.blockSize()).strongest().symmetries());
        } else if (wanted.chain().usesPartitions() || averages) {
            PartitionFinder partitions = PartitionFinder.of(finder, wanted.blockSize());
            List<ScoredPartition> found = wanted.partitions() == 0 ? partitions.cover()
                    : partitions.best(wanted.partitions(), Xoshiro256.of(wanted.sampling().seed(), PARTITION_STREAM));
            found.forEach(partition -> add(partition.symmetries()));
        }
    }

    private void add(BlockSymmetries symmetries) {
        actions.add(OrbitAction.of(symmetries));
        uses.add(new SymmetryUse(symmetries.partition().blockCount(), symmetries.log10Order(),
                symmetries.orbits().count(), symmetries.pairs().pairCount()));
    }

    private List<OrbitAction> moved() {
        return wanted.chain() == ChainKind.AGGREGATE ? actions : actions.subList(0, 1);
    }

    /** With moves at regular times, variables and blocks take their turns too; all else is random, as in the paper. */
    private MarkovChain base() {
        return blocks != null ? BlockGibbs.of(model, blocks, scan()) : Gibbs.of(compiled, scan());
    }

    private Scan scan() {
        return wanted.scan().orElse(automatic() ? Scan.SYSTEMATIC : Scan.RANDOM);
    }

    private boolean automatic() {
        return wanted.alpha().isEmpty()
                && (wanted.chain() == ChainKind.BV || wanted.chain() == ChainKind.AGGREGATE);
    }

    @Override
    public MarkovChain chain() {
        MarkovChain base = base();
        return switch (wanted.chain()) {
            case GIBBS, BLOCK_GIBBS -> base;
            case ORBITAL, VV -> Orbital.of(base, actions.get(0), wanted.elements());
            case BV, AGGREGATE -> moving(base);
        };
    }

    private MarkovChain moving(MarkovChain base) {
        if (wanted.alpha().isPresent()) {
            return BlockValue.of(base, moved(), wanted.alpha().getAsDouble(), wanted.extent(), wanted.elements());
        }
        return moves.on(base, wanted.extent(), wanted.elements());
    }

    @Override
    public Estimator estimator() {
        return switch (wanted.estimator()) {
            case COUNTS -> new CountEstimator(model);
            case CONDITIONAL -> new ConditionalEstimator(model);
            case ORBIT -> new OrbitEstimator(model, actions, typical);
            case AUTO -> new OrbitConditionalEstimator(model, actions.get(0));
        };
    }

    @Override
    public String description() {
        return chainText() + "; " + estimatorText();
    }

    String chainText() {
        String base = (scan() == Scan.SYSTEMATIC ? "systematic " : "") + (blocks != null ? "block Gibbs" : "Gibbs");
        return switch (wanted.chain()) {
            case GIBBS, BLOCK_GIBBS -> base;
            case ORBITAL -> "variable symmetries on " + base + elementText();
            case VV -> "variable-value symmetries on " + base + elementText();
            case BV, AGGREGATE -> movesText() + " on " + base + extentText();
        };
    }

    private String movesText() {
        String alpha = wanted.alpha().isPresent() ? String.valueOf(wanted.alpha().getAsDouble())
                : moves.every() == 0 ? "0" : moves.together() + "/" + moves.every();
        int partitions = wanted.alpha().isPresent() ? moved().size() : moves.parts().size();
        return "BV-MCMC(" + alpha + ")" + (partitions > 1 ? " of " + partitions + " partitions" : "");
    }

    private String extentText() {
        if (moves.every() == 0 && wanted.alpha().orElse(0) == 0) {
            return ": moves do not pay";
        }
        return ", moves " + wanted.extent().name().toLowerCase(Locale.ROOT)
                + (moves.every() > 0 ? " at regular times" : "") + elementText();
    }

    private String elementText() {
        return wanted.elements() == ElementDraw.EXACT ? "" : " by product replacement";
    }

    String estimatorText() {
        return switch (wanted.estimator()) {
            case COUNTS -> "counts";
            case CONDITIONAL -> "conditionals";
            case ORBIT -> "counts averaged over orbits";
            case AUTO -> (blocks == null ? "conditionals" : "block conditionals") + " averaged over orbits";
        };
    }

    @Override
    public double alpha() {
        boolean canMove = wanted.chain() == ChainKind.BV || wanted.chain() == ChainKind.AGGREGATE;
        return !canMove ? 0 : wanted.alpha().orElseGet(moves::alpha);
    }

    @Override
    public List<SymmetryUse> symmetries() {
        return List.copyOf(uses);
    }
}
