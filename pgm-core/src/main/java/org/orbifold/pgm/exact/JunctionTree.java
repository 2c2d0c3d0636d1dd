package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact inference by sum-product on a junction tree: log Z and all marginals in one calibration.
 *
 * <p>The tree is that of variable elimination in the cheapest of several orders (min-fill first), one clique per
 * variable. Tables hold plain numbers where the range of the potentials proves that nothing can underflow,
 * and logarithms otherwise; hard zeros are exact in both. Only the messages are kept; a clique's own table
 * exists while it is worked on.
 *
 * <p>Cost: O(Σ entries of the cliques) time, twice; the memory is {@link #cost()}, known before anything is computed.
 */
public final class JunctionTree {

    private static final Logger LOG = LoggerFactory.getLogger(JunctionTree.class);

    private final GraphicalModel model;
    /** Whose joint probabilities are asked for. */
    private final List<int[]> asked;
    /** Null if some feature alone is too large. */
    private final @Nullable EliminationOrder order;
    private final ExactCost cost;

    private JunctionTree(GraphicalModel model, List<int[]> asked, @Nullable EliminationOrder order, ExactCost cost) {
        this.model = model;
        this.asked = asked;
        this.order = order;
        this.cost = cost;
    }

    /**
     * Plans the computation.
     *
     * @param model the model
     * @return the plan, whose cost is known
     */
    public static JunctionTree plan(GraphicalModel model) {
        return plan(model, List.of());
    }

    /**
     * Plans the computation, with the joint probabilities of some variables beside the marginals.
     *
     * @param model the model
     * @param asked scopes whose joint probabilities are wanted, each without repetitions; as if features held them
     * @return the plan, whose cost is known
     */
    public static JunctionTree plan(GraphicalModel model, List<int[]> asked) {
        int[] sizes = model.sizes();
        List<int[]> copies = asked.stream().map(int[]::clone).toList();
        List<int[]> scopes = new ArrayList<>();
        model.features().forEach(feature -> scopes.add(feature.scope()));
        scopes.addAll(copies);
        ExactCost widest = new ExactCost(0, 0, 0, 0, 0, true);
        // A variable with one value joins nothing.
        scopes.replaceAll(scope -> Arrays.stream(scope).filter(v -> sizes[v] > 1).toArray());
        for (int[] scope : scopes) {
            double entries = model.assignments(scope);
            if (entries > Math.max(widest.largestTable(), Table.MAX_ENTRIES)) {
                widest = new ExactCost(scope.length - 1, entries, entries * Double.BYTES, entries, 0, true);
            }
        }
        // A scope too large for any table settles it, and need not be made a clique of edges.
        return widest.bytes() > 0 ? new JunctionTree(model, copies, null, widest)
                : planned(model, copies, EliminationOrder.find(sizes, scopes));
    }

    private static JunctionTree planned(GraphicalModel model, List<int[]> asked, EliminationOrder order) {
        double others = asked.stream().mapToDouble(model::assignments).sum();
        for (Feature feature : model.features()) {
            // Its entries in other numbers; what is no table yet makes a small one.
            others += feature instanceof Table table ? table.entryCount() : 0;
        }
        ExactCost tables = order.cost();
        ExactCost cost = new ExactCost(tables.width(), tables.largestTable(), tables.bytes() + others * Double.BYTES,
                tables.operations(), 0, tables.lowerBound());
        LOG.debug("junction tree of {} variables: order by {}, {}, largest table {} entries", model.variableCount(),
                order.rule(), cost, cost.largestTable());
        return new JunctionTree(model, asked, order, cost);
    }

    /**
     * Computes log Z and all marginals, with {@linkplain ExactOptions#defaults() default options}.
     *
     * @param model the model
     * @return the exact result
     * @throws TooLargeException if it needs more memory than that
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public static ExactResult solve(GraphicalModel model) {
        return plan(model).solve(ExactOptions.defaults());
    }

    /**
     * Returns what the computation costs.
     *
     * @return the cost
     */
    public ExactCost cost() {
        return cost;
    }

    /**
     * Computes log Z, all marginals and the joint probabilities asked for.
     *
     * @param options what it may use
     * @return the exact result
     * @throws TooLargeException  if it needs more memory than that; before any work is done
     * @throws OutOfTimeException if it is not done in time
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public ExactResult solve(ExactOptions options) {
        EliminationOrder found = order;
        if (found == null || cost.lowerBound() || cost.bytes() > options.memoryBytes()
                || cost.largestTable() > Table.MAX_ENTRIES) {
            throw new TooLargeException(cost, options.memoryBytes());
        }
        long start = System.nanoTime();
        try (Workers workers = new Workers(options.threads(), new Deadline(options.seconds()))) {
            // Logarithms would always do, but take several times as long.
            ExactResult result = new LinearCalibration(model, found, asked, workers).run().or(() -> {
                LOG.debug("the potentials' range is too large for plain numbers: again with logarithms");
                return new LogCalibration(model, found, asked, workers).run();
            }).orElseThrow();
            LOG.debug("calibrated in {} s, log Z = {}", (System.nanoTime() - start) / 1e9, result.logPartition());
            return result;
        }
    }
}
