package org.orbifold.symmetry.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;

/**
 * Finds the symmetries of one model: the front door of this package.
 * <pre>{@code
 * SymmetryFinder finder = SymmetryFinder.of(model);
 * BlockSymmetries symmetries = finder.blockValue(partition);
 * symmetries.generators().forEach(g -> show(symmetries.describe(g)));
 * }</pre>
 *
 * <p>The model's normal form is made once and used for all partitions. For symmetries given evidence, condition the
 * model first ({@link GraphicalModel#condition}). Safe to use from several threads.
 */
public final class SymmetryFinder {

    /** The share of a limited time in which symmetries are found; in the rest they are proved. */
    private static final double FINDING = 0.7;

    private final GraphicalModel model;
    private final SymmetryOptions options;
    private final ZeroSumDecomposition form;
    private final ThreadLocal<ModelCertifier> certifier;
    /** Whether some states are impossible. */
    private final boolean hard;
    /** Blocks whose local symmetries were tried on the model before. */
    private final Set<Block> certified = ConcurrentHashMap.newKeySet();
    private volatile @Nullable LocalSymmetries local;
    private @Nullable TermIndex terms;
    private final Budget budget;

    private SymmetryFinder(GraphicalModel model, SymmetryOptions options) {
        this.model = model;
        this.options = options;
        this.budget = options.budget().separate();
        this.hard = HardClauses.areIn(model);
        this.form = ZeroSumDecomposition.of(model, options, budget);
        this.certifier = ThreadLocal.withInitial(() -> new ModelCertifier(model, options));
    }

    /**
     * A finder with default options.
     *
     * @param model a model
     * @return its finder
     */
    public static SymmetryFinder of(GraphicalModel model) {
        return of(model, SymmetryOptions.defaults());
    }

    /**
     * A finder. A limited time starts now.
     *
     * @param model   a model
     * @param options tolerance, encoding, limits
     * @return its finder
     */
    public static SymmetryFinder of(GraphicalModel model, SymmetryOptions options) {
        return new SymmetryFinder(model, options);
    }

    /**
     * The model.
     *
     * @return the model whose symmetries are found
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * The group of variable symmetries (Niepert 2012), acting on (variable, value) pairs.
     *
     * @return the symmetries that permute variables and keep every value's index
     */
    public BlockSymmetries variable() {
        return find(singletons(), SymmetryKind.VARIABLE);
    }

    /**
     * The group of variable-value symmetries (Anand et al. 2017).
     *
     * @return the symmetries that permute (variable, value) pairs
     */
    public BlockSymmetries variableValue() {
        return find(singletons(), SymmetryKind.VARIABLE_VALUE);
    }

    /**
     * The group of block-value symmetries for a partition.
     *
     * @param partition a partition of the model's variables
     * @return the symmetries that permute block-value pairs
     * @throws IllegalArgumentException if the partition is of another number of variables, or needs tables beyond the
     *     limit of the options
     */
    public BlockSymmetries blockValue(BlockPartition partition) {
        return find(partition, SymmetryKind.BLOCK_VALUE);
    }

    /**
     * The groups of block-value symmetries for several partitions, computed in parallel; the result does not depend
     * on the number of threads. If the time is limited, the first take what they need: better a few whole groups than
     * parts of many.
     *
     * @param partitions partitions of the model's variables
     * @return their groups, in the same order
     * @throws IllegalArgumentException as {@link #blockValue(BlockPartition)}
     */
    public List<BlockSymmetries> blockValue(List<BlockPartition> partitions) {
        try (Workers workers = new Workers(options.threads(), budget)) {
            return workers.map(partitions, this::blockValue);
        }
    }

    /**
     * The options.
     *
     * @return how symmetries are looked for
     */
    public SymmetryOptions options() {
        return options;
    }

    /**
     * The time of this finder. When it is over, all that is asked is answered at once, by the trivial group.
     *
     * @return the budget of the options, as a phase of its own
     */
    public Budget budget() {
        return budget;
    }

    /**
     * Whether the model is zero-sum terms and nothing else: no hard constraints, and no features too wide for a table.
     * Only blocks that stay alike and linked then need a graph, so that hundreds of partitions are no trouble.
     *
     * @return whether colours can say all about most blocks
     */
    public boolean isSoft() {
        return form.isSoft() && !hard;
    }

    /**
     * The symmetries inside single blocks, which need no graph and no partition.
     *
     * @return local symmetries of any block
     */
    public LocalSymmetries local() {
        LocalSymmetries known = local;
        if (known == null) {
            known = new LocalSymmetries(form, hard ? model : null);
            local = known;
        }
        return known;
    }

    /**
     * The subgroup of symmetries inside the blocks of a partition, without a search: block values exchanged while all
     * else stays. Time about linear in the blocks' neighbourhoods, so that hundreds of partitions of large models are
     * no trouble.
     *
     * @param partition a partition of the model's variables
     * @return a subgroup of {@link #blockValue(BlockPartition)}
     */
    public BlockSymmetries insideBlocks(BlockPartition partition) {
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        SymmetryFactors factors = new SymmetryFactors(pairs.pairCount());
        for (int b = 0; b < partition.blockCount() && !budget.isOver(); b++) {
            Block block = partition.block(b);
            if (local().hasSymmetry(block)) {
                int before = factors.generators().size();
                for (int[] values : local().exchangeable(block)) {
                    int first = pairs.firstPair(b);
                    factors.addSymmetricOn(Arrays.stream(values).map(x -> first + x).toArray());
                }
                if (certified.add(block)) {
                    certifier.get().requireFound(pairs, factors.generators().subList(before,
                            factors.generators().size()));
                }
            }
        }
        BlockSymmetries found = new BlockSymmetries(model, pairs, SymmetryKind.BLOCK_VALUE, factors,
                Optional.of("only symmetries inside single blocks were looked for"));
        return hard ? new PossibleSymmetries(model, partition, budget).ofValues(found) : found;
    }

    /**
     * Proves a permutation on all that Ĝ is made of, and tries it on random states on the model's own features. A
     * symmetry of variables in features that are too large to be looked at cannot be proved, and is refused.
     *
     * @param partition   a partition of the model's variables
     * @param permutation a permutation of its block-value pairs, numbered by {@link BlockValuePairs}
     * @throws IllegalArgumentException that says why, if the permutation is not valid or not a symmetry
     */
    public void certify(BlockPartition partition, Permutation permutation) {
        BlockModel blocks = blockModel(partition);
        certifier.get().require(blocks.pairs(), permutation);
        if (!new TermCertifier(blocks, Budget.unlimited()).isSymmetryOfAll(permutation, options.tolerance())) {
            throw new IllegalArgumentException("the permutation is not a symmetry: it does not preserve the terms and "
                    + "constraints over blocks");
        }
    }

    /**
     * The coloured graph whose automorphisms are the symmetries, for people and other programs. The search itself draws
     * only the part of it that colours leave open.
     *
     * @param symmetries what this finder found: with its partition, kind and possible values
     * @return the graph, with names of its vertices and meanings of its colours
     */
    public SymmetryGraph graph(BlockSymmetries symmetries) {
        return SymmetryGraph.of(new BlockModel(model, terms(Budget.unlimited()), symmetries.partition(), options,
                Budget.unlimited(), symmetries.impossible()), symmetries.kind(), options);
    }

    /** Cuts colours to some bits, so that tests see collisions. */
    SymmetryFinder withCutColors(long mask) {
        SymmetryFinder cut = new SymmetryFinder(model, options);
        cut.terms = new TermIndex(cut.form, mask, Budget.unlimited());
        return cut;
    }

    /** Ĝ for a partition. */
    BlockModel blockModel(BlockPartition partition) {
        return new BlockModel(model, terms(Budget.unlimited()), partition, options, Budget.unlimited());
    }

    private synchronized TermIndex terms(Budget limit) {
        TermIndex known = terms;
        if (known == null) {
            known = new TermIndex(form, -1, limit);
            terms = known;
        }
        return known;
    }

    private BlockSymmetries search(BlockPartition partition, SymmetryKind kind, Budget finding, BitSet impossible) {
        BlockModel blocks = new BlockModel(model, terms(finding), partition, options, finding, impossible);
        return new SymmetrySearch(blocks, local(), kind, options, budget).find(kind, certifier.get(), certified);
    }

    private BlockPartition singletons() {
        return BlockPartition.singletons(model.variableCount());
    }

    private BlockSymmetries find(BlockPartition partition, SymmetryKind kind) {
        Budget finding = budget.share(FINDING);
        try {
            finding.check();
            if (!hard) {
                return search(partition, kind, finding, new BitSet());
            }
            return new PossibleSymmetries(model, partition, budget).find(local(),
                    impossible -> search(partition, kind, finding, impossible));
        } catch (OutOfTimeException e) {
            BlockValuePairs pairs = BlockValuePairs.of(model, partition);
            return new BlockSymmetries(model, pairs, kind, new SymmetryFactors(pairs.pairCount()),
                    Optional.of(e.getMessage()));
        }
    }
}
