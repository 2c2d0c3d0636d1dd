package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.PartitionChoice;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chain that runs unless something else is asked for or a trial says so: Gibbs or block Gibbs, with orbit moves
 * where the estimator would see them, and the estimator that the options name. Finds the symmetries that both use.
 * Immutable.
 */
final class UsualChain implements Candidate.Source, BarrierChain.Usual {

    private static final Logger LOG = LoggerFactory.getLogger(UsualChain.class);

    /** Of the time asked for: what symmetries are not found by then are not used. */
    static final double SHARE_OF_DISCOVERY = 0.25;
    private static final long PARTITION_STREAM = -2;
    private static final long PILOT_STREAM = -3;
    private static final int TYPICAL_STATES = 32;
    /** The share of the work that goes into moves as costly as drawing the same blocks anew; cheaper moves get more. */
    private static final double SHARE_OF_MOVES = 0.5;

    private final GraphicalModel model;
    private final InferenceOptions options;
    /** The symmetries that chain and estimator use, the best partition first. */
    private final List<BlockSymmetries> symmetries;
    /** For single variables, or for the blocks that the chain draws. */
    private final CompiledModel compiled;
    /** The groups that the chain moves by; empty if it makes no moves. */
    private final List<OrbitAction> moves;
    /** The number of steps from move to move; 0 if moves come by chance or not at all. */
    private final int every;
    /** States of a short run, which tell the estimator over orbits what is likely. */
    private final List<int[]> typical;

    UsualChain(GraphicalModel model, InferenceOptions options) {
        this.model = model;
        this.options = options;
        this.symmetries = findSymmetries();
        this.compiled = drawsBlocks() ? CompiledModel.of(model, symmetries.get(0).partition())
                : CompiledModel.of(model);
        boolean choose = options.estimator() == EstimatorKind.ORBIT || isAutomatic();
        this.typical = choose && symmetries.size() > 1 ? typicalStates() : List.of();
        this.moves = isAutomatic() ? automaticMoves() : moving().stream().map(OrbitAction::of).toList();
        this.every = moves.isEmpty() || !isAutomatic() ? 0 : stepsBetweenMoves();
    }

    private List<BlockSymmetries> findSymmetries() {
        boolean averages = options.estimator() == EstimatorKind.ORBIT || options.estimator() == EstimatorKind.AUTO;
        ChainKind chain = options.chain();
        if (!chain.usesSymmetries() && !averages && !(chain.isForBarriers() && options.alpha().isPresent())) {
            return List.of();
        }
        SymmetryFinder finder = SymmetryFinder.of(model, options.discovery(SHARE_OF_DISCOVERY));
        List<BlockSymmetries> found;
        if (chain == ChainKind.ORBITAL) {
            found = List.of(finder.variable());
        } else if (chain == ChainKind.VV || chain == ChainKind.CONTEXTS
                || chain == ChainKind.GIBBS && options.estimator() == EstimatorKind.AUTO) {
            found = List.of(finder.variableValue());
        } else {
            found = ofPartitions(PartitionFinder.of(finder, options.blockSize())).stream()
                    .map(ScoredPartition::symmetries).toList();
        }
        found.forEach(one -> LOG.debug("{}", one));
        return found;
    }

    private List<ScoredPartition> ofPartitions(PartitionFinder finder) {
        boolean one = isBv() || options.chain().isForParts() || options.estimator() != EstimatorKind.ORBIT
                && (options.chain().isForBarriers() || options.chain() == ChainKind.BLOCK_GIBBS);
        if (options.partitions().isPresent()) {
            return finder.best(options.partitions().getAsInt(),
                    Xoshiro256.of(options.sampling().seed(), PARTITION_STREAM));
        }
        return one ? List.of(finder.strongest()) : finder.cover();
    }

    /** The usual chain, with the symmetries of one partition. */
    private boolean isBv() {
        return options.chain() == ChainKind.BV || options.chain() == ChainKind.AUTO;
    }

    private boolean drawsBlocks() {
        return options.chain() == ChainKind.BLOCK_GIBBS || options.chain().usesPartitions()
                && (options.estimator() == EstimatorKind.AUTO || options.chain().isForParts());
    }

    /** Whether moves come as this class decides, and not by a given α. */
    private boolean isAutomatic() {
        return options.alpha().isEmpty()
                && (isBv() || options.chain() == ChainKind.AGGREGATE);
    }

    /** The symmetries that the chain moves by. */
    private List<BlockSymmetries> moving() {
        return switch (options.chain()) {
            case GIBBS, BLOCK_GIBBS, NEAR, CLUSTERS, CONTEXTS -> List.of();
            case WIDE, TEMPERED, TEMPERED_WIDE -> options.alpha().orElse(0) > 0 ? symmetries.subList(0, 1) : List.of();
            case AUTO, ORBITAL, VV, BV -> symmetries.subList(0, 1);
            case AGGREGATE -> symmetries;
        };
    }

    /** Of several partitions each variable is moved by the one that serves it best, so that none is moved twice. */
    private List<OrbitAction> automaticMoves() {
        if (areMovesUnseen()) {
            return List.of();
        }
        List<BlockSymmetries> all = moving();
        int[] best = PartitionChoice.best(all, model.variableCount(), typical);
        return IntStream.range(0, all.size()).mapToObj(k -> OrbitAction.of(all.get(k), block ->
                options.extent() != MoveExtent.ALL || IntStream.of(all.get(k).partition().block(block).variables())
                        .anyMatch(v -> best[v] == k))).filter(action -> action.cost() > 0).toList();
    }

    /**
     * Block Gibbs commutes with the symmetries of its own partition, but for the order in which blocks are drawn, so
     * moves by them change next to nothing about how the orbits follow each other (nothing at all if the order is
     * random); and an estimator that averages over these orbits sees nothing else.
     */
    private boolean areMovesUnseen() {
        return drawsBlocks() && options.estimator() == EstimatorKind.AUTO
                && (isBv() || symmetries.size() == 1);
    }

    /**
     * Moves at regular times get as much work as the steps if they are cheap, less if they cost as much as steps that
     * draw the same blocks: then they help only where there are modes, which few moves join as well.
     */
    private int stepsBetweenMoves() {
        double step = base().work();
        double move = moves.stream().mapToDouble(OrbitAction::cost).average().orElseThrow();
        double blocks = moves.stream().mapToDouble(OrbitAction::movedBlocks).average().orElseThrow();
        double share = Math.min(1, SHARE_OF_MOVES * step * blocks / move);
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE / moves.size(), move / (share * step)));
    }

    private List<int[]> typicalStates() {
        Xoshiro256 random = Xoshiro256.of(options.sampling().seed(), PILOT_STREAM);
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

    /** With moves at regular times, variables and blocks take their turns too; all else is random, as in the paper. */
    private Scan scan() {
        return options.scan().orElse(isAutomatic() || options.chain().isForParts() ? Scan.SYSTEMATIC : Scan.RANDOM);
    }

    private String order() {
        return scan() == Scan.SYSTEMATIC ? "systematic " : "";
    }

    private Gibbs base() {
        return Gibbs.of(compiled, scan());
    }

    @Override
    public MarkovChain chain() {
        return withMoves(base());
    }

    @Override
    public MarkovChain withMoves(MarkovChain base) {
        if (moves.isEmpty()) {
            return base;
        }
        return every > 0 ? BlockValueChain.regular(base, moves, every, options.extent(), options.elements())
                : BlockValueChain.of(base, moves, alpha(), options.extent(), options.elements());
    }

    @Override
    public Estimator estimator() {
        return switch (options.estimator()) {
            case COUNTS -> Estimator.counts(model);
            case CONDITIONAL -> Estimator.conditionals(model);
            case ORBIT -> Estimator.orbitCounts(model, symmetries, typical);
            case AUTO -> Estimator.orbitConditionals(model, symmetries.get(0));
        };
    }

    Candidate candidate() {
        return new Candidate(text(), estimatorText(), this, nanosOfSweep(base()));
    }

    /** Where the chain draws blocks and makes no moves, the same with single variables. */
    Optional<Candidate> withSingleVariables() {
        if (compiled.unitCount() == model.variableCount() || !moves.isEmpty()) {
            return Optional.empty();
        }
        CompiledModel single = CompiledModel.of(model);
        return Optional.of(new Candidate(order() + "Gibbs", "conditionals averaged over orbits",
                new Candidate.Source() {
                    @Override
                    public MarkovChain chain() {
                        return Gibbs.of(single, scan());
                    }

                    @Override
                    public Estimator estimator() {
                        return UsualChain.this.estimator();
                    }
                }, nanosOfSweep(Gibbs.of(single, scan()))));
    }

    /** What chains for barriers take from this one. */
    BarrierChain.Setup forBarriers() {
        BlockPartition partition = symmetries.isEmpty() ? BlockPartition.singletons(model.variableCount())
                : symmetries.get(0).partition();
        return new BarrierChain.Setup(partition, moves.isEmpty() ? "" : ", orbit moves with probability " + alpha(),
                estimatorText(), this);
    }

    /** About how long a sweep takes, in nanoseconds, by counting. */
    private double nanosOfSweep(Gibbs gibbs) {
        return BarrierChain.READ * gibbs.work() * Math.max(1, model.variableCount());
    }

    /** The symmetries in use, one entry per partition. */
    List<BlockSymmetries> symmetries() {
        return symmetries;
    }

    /** The probability of an orbit move after a step; for moves at regular times their number per step. */
    double alpha() {
        return switch (options.chain()) {
            case GIBBS, BLOCK_GIBBS, NEAR, CLUSTERS, CONTEXTS -> 0;
            case ORBITAL, VV -> 1;
            case WIDE, TEMPERED, TEMPERED_WIDE, AUTO, BV, AGGREGATE -> options.alpha()
                    .orElse(every > 0 ? 1.0 / every : 0);
        };
    }

    private String text() {
        String base = order() + (drawsBlocks() ? "block Gibbs" : "Gibbs");
        String elements = options.elements() == ElementDraw.EXACT ? "" : " by product replacement";
        return switch (options.chain()) {
            case GIBBS, BLOCK_GIBBS -> base;
            case NEAR -> base + ", no moves: no near-symmetries pay";
            case CLUSTERS -> base + ", no cluster moves: no involutions were found that move sites together";
            case CONTEXTS -> base + ", no moves: no variable is a hub; name some with --context";
            case ORBITAL -> "variable symmetries on " + base + elements;
            case VV -> "variable-value symmetries on " + base + elements;
            case AUTO, BV, AGGREGATE, WIDE, TEMPERED, TEMPERED_WIDE -> moves.isEmpty()
                    ? base + ", no orbit moves: " + whyNoMoves()
                    : "BV-MCMC(" + (every > 0 ? "1/" + every : alpha()) + ")"
                            + (moves.size() > 1 ? " of " + moves.size() + " partitions" : "") + " on " + base
                            + ", moves " + options.extent().name().toLowerCase(Locale.ROOT)
                            + (every > 0 ? " at regular times" : "") + elements;
        };
    }

    private String whyNoMoves() {
        boolean found = symmetries.stream().anyMatch(group -> !group.isTrivial());
        return found && areMovesUnseen() ? "the estimator averages over the orbits" : "there are no symmetries";
    }

    private String estimatorText() {
        return switch (options.estimator()) {
            case COUNTS -> "counts";
            case CONDITIONAL -> "conditionals";
            case ORBIT -> "counts averaged over orbits";
            case AUTO -> (drawsBlocks() ? "block conditionals" : "conditionals") + " averaged over orbits";
        };
    }
}
