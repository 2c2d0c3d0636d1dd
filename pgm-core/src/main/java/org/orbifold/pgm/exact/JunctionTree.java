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
    /** Null if some feature alone is too large. */
    private final @Nullable EliminationOrder order;
    private final ExactCost cost;

    private JunctionTree(GraphicalModel model, @Nullable EliminationOrder order, ExactCost cost) {
        this.model = model;
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
        int[] sizes = model.sizes();
        List<int[]> scopes = new ArrayList<>();
        ExactCost widest = new ExactCost(0, 0, 0, true);
        for (Feature feature : model.features()) {
            // A variable with one value joins nothing.
            int[] scope = Arrays.stream(feature.scope()).filter(v -> sizes[v] > 1).toArray();
            double entries = model.assignments(scope);
            if (entries > Math.max(widest.largestTable(), Table.MAX_ENTRIES)) {
                widest = new ExactCost(scope.length - 1, entries, entries * Double.BYTES, true);
            }
            scopes.add(scope);
        }
        // A feature too large for any table settles it, and its scope need not be made a clique of edges.
        return widest.bytes() > 0 ? new JunctionTree(model, null, widest)
                : planned(model, EliminationOrder.find(sizes, scopes));
    }

    private static JunctionTree planned(GraphicalModel model, EliminationOrder order) {
        LOG.debug("junction tree of {} variables: order by {}, {}, largest table {} entries", model.variableCount(),
                order.rule(), order.cost(), order.cost().largestTable());
        return new JunctionTree(model, order, order.cost());
    }

    /**
     * Computes log Z and all marginals, using at most half of the memory that the JVM may have.
     *
     * @param model the model
     * @return the exact result
     * @throws TooLargeException if it needs more memory than that
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public static ExactResult solve(GraphicalModel model) {
        return plan(model).solve(Runtime.getRuntime().maxMemory() / 2);
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
     * Computes log Z and all marginals.
     *
     * @param memoryLimit the most bytes the tables may take
     * @return the exact result
     * @throws TooLargeException if it needs more memory than that
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public ExactResult solve(long memoryLimit) {
        EliminationOrder found = order;
        if (found == null || cost.lowerBound() || cost.bytes() > memoryLimit
                || cost.largestTable() > Table.MAX_ENTRIES) {
            throw new TooLargeException(cost, memoryLimit);
        }
        long start = System.nanoTime();
        // Logarithms would always do, but take 2.6 times as long on grids.
        ExactResult result = new LinearCalibration(model, found).run().or(() -> {
            LOG.debug("the potentials' range is too large for plain numbers: again with logarithms");
            return new LogCalibration(model, found).run();
        }).orElseThrow();
        LOG.debug("calibrated in {} s, log Z = {}", (System.nanoTime() - start) / 1e9, result.logPartition());
        return result;
    }
}
