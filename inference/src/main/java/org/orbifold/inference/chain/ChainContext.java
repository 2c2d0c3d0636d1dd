package org.orbifold.inference.chain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.heuristics.partition.FirstFitPartitions;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Partitions;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * What the chains on one model are made of, each part made once: symmetries, compiled models, starts, covers,
 * temperatures. Makes the {@link ChainPlan} of every {@link ChainKind}. For one thread.
 */
final class ChainContext {

    /** Entries of a table of tree-width-bounded blocks where nothing else is asked for: a draw takes microseconds. */
    static final int TABLE_ENTRIES = 1 << 10;

    /** Covers of tree-width-bounded blocks: four leave few variables uncovered on the models of UAI 2014. */
    private static final int COVERS = 4;
    /** Elimination orders that are tried for one block of all variables. */
    private static final int ORDERS = 4;
    /** States that show which orbits are likely, after as many sweeps of burn-in. */
    private static final int TYPICAL_STATES = 32;

    private final GraphicalModel model;
    /** Sets of variables whose joint conditionals an estimator wants. */
    private final List<int[]> joints;
    private final InferenceOptions options;
    private final Budget budget;
    private final Budget compiling;
    private final double nanos;
    private final CompiledModels compiled = new CompiledModels();
    private final Starts starts;
    private final Map<Integer, Units.Trees> trees = new HashMap<>();
    private @Nullable Symmetries symmetries;
    private Tempering.@Nullable Ladder ladder;
    private @Nullable List<int[]> typicalStates;
    private boolean movesCutOff;

    /**
     * A context.
     *
     * @param model     the target
     * @param joints    scopes of its features whose joint conditionals an estimator wants
     * @param options   what was asked for
     * @param budget    the time for chains, log Z included
     * @param compiling the time for what no chain runs without
     */
    ChainContext(GraphicalModel model, List<int[]> joints, InferenceOptions options, Budget budget,
            Budget compiling) {
        this.compiling = compiling;
        this.model = model;
        this.joints = joints;
        this.options = options;
        this.budget = budget;
        this.nanos = 1e9 * Math.min(budget.secondsLeft(), options.sampling().plannedSeconds());
        this.starts = new Starts(model, options.sampling().seed());
    }

    /**
     * Symmetries that chain and estimator use.
     *
     * @param groups     the best partition first; none if none are used
     * @param incomplete what was cut off; empty if the search was complete
     * @param seconds    the time of the search
     */
    record Symmetries(List<BlockSymmetries> groups, Optional<String> incomplete, double seconds) {

        boolean areTrivial() {
            return groups.stream().allMatch(BlockSymmetries::isTrivial);
        }
    }

    GraphicalModel model() {
        return model;
    }

    InferenceOptions options() {
        return options;
    }

    /** The time for chains in nanoseconds, by which trials are measured; without a limit, the default time. */
    double nanos() {
        return nanos;
    }

    /** The time for chains, log Z included. */
    Budget budget() {
        return budget;
    }

    /** The time in which trials must end. */
    Budget trialTime() {
        return options.chain() == ChainKind.AUTO ? Phase.TRIALS.of(budget)
                : budget.until(Phase.SYMMETRIES_BY_NAME);
    }

    int[] start(int number) {
        return starts.get(number, budget);
    }

    Xoshiro256 random(Streams stream, long index) {
        return stream.of(options.sampling().seed(), index);
    }

    /** The options of a search for symmetries. */
    SymmetryOptions discovery(Budget time) {
        return SymmetryOptions.defaults().withThreads(options.sampling().threads()).withBudget(time);
    }

    private boolean hasMoves() {
        return switch (options.chain()) {
            case ORBITAL, VV, BV, AGGREGATE -> options.alpha().orElse(1) > 0;
            case WIDE, TEMPERED, TEMPERED_WIDE -> options.alpha().orElse(0) > 0;
            case AUTO, GIBBS, BLOCK_GIBBS, NEAR, CLUSTERS, CONTEXTS -> false;
        };
    }

    /** The symmetries that the chain and the estimator asked for use. */
    Symmetries symmetries() {
        Symmetries known = symmetries;
        if (known == null) {
            known = findSymmetries();
            symmetries = known;
        }
        return known;
    }

    private Symmetries findSymmetries() {
        ChainKind kind = options.chain();
        boolean choosesBlocks = kind == ChainKind.AUTO || kind == ChainKind.BLOCK_GIBBS || kind.isForParts();
        if (!options.estimator().averagesOverOrbits() && !hasMoves() && !choosesBlocks) {
            return new Symmetries(List.of(), Optional.empty(), 0);
        }
        boolean byName = kind != ChainKind.AUTO || options.estimator() == EstimatorKind.ORBIT;
        Budget time = byName ? budget.until(Phase.SYMMETRIES_BY_NAME) : Phase.SYMMETRIES.of(budget);
        SymmetryFinder finder = SymmetryFinder.of(model, discovery(time));
        List<BlockSymmetries> found;
        Optional<String> fewer = Optional.empty();
        boolean singletons = kind == ChainKind.GIBBS && options.estimator() == EstimatorKind.AUTO
                && options.partitions() instanceof Partitions.Automatic;
        if (kind == ChainKind.ORBITAL) {
            found = List.of(finder.variable());
        } else if (kind == ChainKind.VV || kind == ChainKind.CONTEXTS || singletons) {
            found = List.of(finder.variableValue());
        } else if (options.partitions() instanceof Partitions.Given given) {
            found = symmetriesOf(ScoredPartition.bestFirst(finder.blockValue(given.list())));
        } else if (options.partitions() instanceof Partitions.FirstFit lists) {
            List<BlockPartition> made = FirstFitPartitions.ofBinaryPairs(model, lists.most(), finder.budget());
            found = symmetriesOf(ScoredPartition.bestFirst(finder.blockValue(
                    made.isEmpty() ? List.of(singletons()) : made)));
        } else {
            PartitionFinder candidates = PartitionFinder.of(finder, options.blockSize());
            found = symmetriesOf(chosen(candidates));
            fewer = candidates.limitReached();
        }
        Optional<String> cutOff = fewer;
        Optional<String> limit = finder.budget().isOver() ? Optional.of(finder.budget().reason())
                : found.get(0).limitReached().or(() -> cutOff);
        Optional<String> incomplete = limit.map(reason -> "the search for symmetries was cut off: " + reason);
        return new Symmetries(found, incomplete, finder.budget().elapsed());
    }

    private static List<BlockSymmetries> symmetriesOf(List<ScoredPartition> partitions) {
        return partitions.stream().map(ScoredPartition::symmetries).toList();
    }

    private List<ScoredPartition> chosen(PartitionFinder finder) {
        if (options.partitions() instanceof Partitions.Best best) {
            return finder.best(best.count(), random(Streams.PARTITIONS, 0));
        }
        boolean several = options.chain() == ChainKind.AGGREGATE || options.estimator() == EstimatorKind.ORBIT
                && options.chain() != ChainKind.BV && options.chain() != ChainKind.AUTO
                && !options.chain().isForParts();
        return several ? finder.cover() : List.of(finder.strongest());
    }

    /** The partition whose blocks are drawn or averaged over; singletons if no symmetries are used. */
    BlockPartition partition() {
        List<BlockSymmetries> groups = symmetries().groups();
        return groups.isEmpty() ? singletons() : groups.get(0).partition();
    }

    private BlockPartition singletons() {
        return BlockPartition.singletons(model.variableCount());
    }

    /** Compiled at once, so that its time ends it. */
    private Units.Blocks units(BlockPartition partition, Scan scan) {
        compiled.of(model, partition, compiling);
        return new Units.Blocks(model, partition, options.scan().orElse(scan), compiled);
    }

    /** The estimates asked for; averages over trivial orbits are none. */
    Estimates estimates() {
        List<BlockSymmetries> groups = symmetries().groups();
        return switch (options.estimator()) {
            case COUNTS -> Estimates.of(Estimates.Kind.COUNTS);
            case CONDITIONAL -> Estimates.of(Estimates.Kind.CONDITIONALS);
            case ORBIT -> new Estimates(Estimates.Kind.ORBIT_COUNTS, groups,
                    groups.size() > 1 ? typicalStates() : List.of(), Optional.empty());
            case AUTO -> symmetries().areTrivial() ? Estimates.of(Estimates.Kind.CONDITIONALS)
                    : new Estimates(Estimates.Kind.ORBIT_CONDITIONALS, groups, List.of(), Optional.empty());
        };
    }

    private List<int[]> typicalStates() {
        List<int[]> known = typicalStates;
        if (known == null) {
            known = drawTypicalStates();
            typicalStates = known;
        }
        return known;
    }

    private List<int[]> drawTypicalStates() {
        Xoshiro256 random = random(Streams.TYPICAL_STATES, 0);
        int[] state = start(0);
        MarkovChain gibbs = units(singletons(), Scan.SYSTEMATIC).chain(model);
        List<int[]> states = new ArrayList<>();
        for (long sweep = 0, n = gibbs.sweep(); sweep < 2 * TYPICAL_STATES && !budget.isOver(); sweep++) {
            gibbs.advance(state, sweep * n, (sweep + 1) * n, random, ChainListener.NONE);
            if (sweep >= TYPICAL_STATES) {
                states.add(state.clone());
            }
        }
        return states;
    }

    private Moves orbitMoves() {
        List<BlockSymmetries> groups = symmetries().groups();
        if (!hasMoves() || symmetries().areTrivial()) {
            return Moves.NONE;
        }
        List<BlockSymmetries> moving = options.chain() == ChainKind.AGGREGATE ? groups : groups.subList(0, 1);
        String name = switch (options.chain()) {
            case ORBITAL -> "orbital MCMC";
            case VV -> "VV-MCMC";
            case AGGREGATE -> "aggregate BV-MCMC";
            default -> "BV-MCMC";
        };
        Budget time = trialTime();
        try {
            return new Moves.Orbits(name, moving.stream().map(one -> OrbitAction.of(one, block -> true, time)).toList(),
                    options.alpha().orElse(1), options.extent(), options.elements());
        } catch (OutOfTimeException e) {
            movesCutOff = true;
            return Moves.NONE;
        }
    }

    /** Whether a chain asked for by name has no moves because the time for setting them up was over. */
    boolean areMovesCutOff() {
        return movesCutOff;
    }

    /** Gibbs on single variables, in the order asked for. */
    ChainPlan gibbs(Scan scan) {
        return new ChainPlan(model, units(singletons(), scan), null, Moves.NONE, estimates());
    }

    /** Gibbs on the blocks of the best partition. */
    ChainPlan blockGibbs(Scan scan) {
        return new ChainPlan(model, units(partition(), scan), null, Moves.NONE, estimates());
    }

    /** The chain that a kind names; empty if what it moves by was not found. */
    Optional<ChainPlan> named() {
        ChainKind kind = options.chain();
        Tempering.Ladder temperatures = kind == ChainKind.TEMPERED || kind == ChainKind.TEMPERED_WIDE ? ladder() : null;
        return switch (kind) {
            case AUTO -> Optional.of(blockGibbs(Scan.SYSTEMATIC));
            case BLOCK_GIBBS -> Optional.of(blockGibbs(Scan.RANDOM));
            case GIBBS, ORBITAL, VV, BV, AGGREGATE -> Optional.of(new ChainPlan(model,
                    units(singletons(), Scan.RANDOM), null, orbitMoves(), estimates()));
            case TEMPERED -> Optional.of(new ChainPlan(model, units(singletons(), Scan.SYSTEMATIC), temperatures,
                    orbitMoves(), estimates()));
            case WIDE, TEMPERED_WIDE -> Optional.of(new ChainPlan(model,
                    trees(options.tableEntries().orElse(TABLE_ENTRIES)), temperatures, orbitMoves(), estimates()));
            case NEAR, CLUSTERS, CONTEXTS -> partial(kind);
        };
    }

    private Optional<ChainPlan> partial(ChainKind kind) {
        Budget time = trialTime();
        Optional<ChainPlan> found = new PartialSymmetries(this, time).plan(kind);
        movesCutOff = found.isEmpty() && time.isOver();
        return found;
    }

    /** Tree-width-bounded blocks with tables of at most some entries. */
    Units.Trees trees(int maxEntries) {
        return trees.computeIfAbsent(maxEntries, entries -> new Units.Trees(model, WideBlocks.withJoints(model,
                partition(), joints, entries, COVERS, random(Streams.COVERS, entries), budget), entries));
    }

    /** One block of all variables, if tables of at most some entries allow it. */
    Optional<Units.Trees> whole(int maxEntries, Budget time) {
        return WideBlocks.whole(model, partition(), joints, maxEntries, ORDERS, random(Streams.COVERS, 0), time)
                .map(one -> new Units.Trees(model, one, maxEntries));
    }

    /** The adapted temperatures. */
    Tempering.Ladder ladder() {
        Tempering.Ladder known = ladder;
        if (known == null) {
            known = Temperatures.adapted(gibbs(Scan.SYSTEMATIC), start(0), nanos, random(Streams.TEMPERATURES, 0),
                    trialTime());
            ladder = known;
        }
        return known;
    }
}
