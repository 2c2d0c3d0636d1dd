package org.orbifold.symmetry.model;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.detect.Automorphisms;

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

    private final GraphicalModel model;
    private final SymmetryOptions options;
    private final Interactions form;
    private final boolean quick;
    private final ThreadLocal<ModelCertifier> certifier;
    /** Blocks whose local symmetries were tried on the model before. */
    private final Set<Block> certified = ConcurrentHashMap.newKeySet();
    private volatile LocalSymmetries local;
    private volatile TermIndex terms;

    private SymmetryFinder(GraphicalModel model, SymmetryOptions options) {
        this.model = model;
        this.options = options;
        this.form = Interactions.of(model, options);
        this.quick = options.encoding() == SymmetryOptions.Encoding.LEVEL_SETS && form.isPlain();
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
     * A finder.
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
     * on the number of threads.
     *
     * @param partitions partitions of the model's variables
     * @return their groups, in the same order
     * @throws IllegalArgumentException as {@link #blockValue(BlockPartition)}
     */
    public List<BlockSymmetries> blockValue(List<BlockPartition> partitions) {
        return map(partitions, this::blockValue);
    }

    /**
     * Applies a function to all of a list with as many threads as the options of this finder allow.
     *
     * @param items    any values
     * @param function what to do with each; safe to be called from several threads
     * @param <T>      the values
     * @param <R>      the results
     * @return the results, in the order of the values
     */
    public <T, R> List<R> map(List<T> items, Function<? super T, ? extends R> function) {
        if (options.threads() == 1 || items.size() < 2) {
            return items.stream().<R>map(function).toList();
        }
        // A parallel stream runs in the pool that it is started from, so that the common pool stays out of it.
        ForkJoinPool pool = new ForkJoinPool(options.threads());
        try {
            return pool.submit(() -> items.parallelStream().<R>map(function).toList()).join();
        } finally {
            pool.shutdown();
        }
    }

    /**
     * Whether partitions are searched block by block, with a graph only for blocks that stay alike and linked. It is so
     * for models without hard constraints and features too wide for a table; hundreds of partitions are then no
     * trouble.
     *
     * @return whether {@link #blockValue(BlockPartition)} is that quick
     */
    public boolean isQuick() {
        return quick;
    }

    /**
     * The graph of a partition.
     *
     * @param partition a partition of the model's variables
     * @return the graph whose automorphisms are the block-value symmetries
     */
    public ModelGraph graph(BlockPartition partition) {
        return ModelGraph.of(form, partition, SymmetryKind.BLOCK_VALUE, options);
    }

    /**
     * The symmetries inside single blocks, which need no graph and no partition.
     *
     * @return local symmetries of any block
     */
    public LocalSymmetries local() {
        LocalSymmetries known = local;
        if (known == null) {
            known = new LocalSymmetries(form);
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
        return BlockSymmetries.inside(model, partition, local(), certifier.get(), certified);
    }

    /**
     * Tries a permutation on the model's own features, as is done with every generator found.
     *
     * @param partition   a partition of the model's variables
     * @param permutation a permutation of its block-value pairs, numbered by a {@link BlockValuePairs}
     * @throws IllegalArgumentException that says why, if the permutation is not valid or a random state and its image
     *     have different probabilities
     */
    public void certify(BlockPartition partition, Permutation permutation) {
        certifier.get().require(BlockValuePairs.of(model, partition), permutation);
    }

    /** Cuts the hashes of colours and of scopes to some bits, so that tests see collisions. */
    SymmetryFinder withCutHashes(long colorMask, long scopeMask) {
        SymmetryFinder cut = new SymmetryFinder(model, options);
        cut.terms = new TermIndex(cut.form, colorMask, scopeMask);
        return cut;
    }

    private synchronized TermIndex terms() {
        if (terms == null) {
            terms = new TermIndex(form);
        }
        return terms;
    }

    private BlockPartition singletons() {
        return BlockPartition.singletons(model.variableCount());
    }

    private BlockSymmetries find(BlockPartition partition, SymmetryKind kind) {
        if (kind != SymmetryKind.VARIABLE && isQuick()) {
            try {
                return new BlockSearch(model, terms(), local(), partition, options)
                        .find(kind, certifier.get(), certified);
            } catch (HashCollision collision) {
                return symmetriesOf(ModelGraph.of(form, partition, kind, options), kind);
            }
        }
        ModelGraph graph = ModelGraph.of(form, partition, kind, options);
        return symmetriesOf(graph, kind);
    }

    /**
     * The symmetries that a graph of this model shows, such as {@link ModelGraph#clauses}.
     *
     * @param graph a graph of this model
     * @param kind  what the graph permutes
     * @return the symmetries
     */
    public BlockSymmetries symmetriesOf(ModelGraph graph, SymmetryKind kind) {
        return BlockSymmetries.of(graph, kind, Automorphisms.of(graph.graph(), options.search()), certifier.get());
    }
}
