package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * The choice of a set of variables whose {@linkplain JointConditional joint conditional distribution} has tables of
 * bounded size: an elimination by the min-fill rule, in which one of the variables of a table that would be too large
 * is cut and stays outside. For use by one thread, once.
 */
public final class Cover {

    /** Weight of random numbers in the rule's key: below any difference that the rule makes. */
    private static final double TIE_BREAK = 1e-6;

    private final Budget budget;
    private final double limit;
    private final boolean[] covered;
    private final boolean[] inside;
    private final EliminationGraph graph;

    /**
     * Prepares a choice.
     *
     * @param model      the model
     * @param partition  blocks of which joint marginals are wanted, where the set holds them
     * @param within     whether each variable may be in the set
     * @param maxEntries the most entries of a table
     * @param covered    whether each variable may rather be cut than others
     * @param random     breaks ties
     * @param budget     the time for the choice
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over, as in the methods below
     */
    public Cover(GraphicalModel model, BlockPartition partition, boolean[] within, int maxEntries, boolean[] covered,
            RandomGenerator random, Budget budget) {
        this.budget = budget;
        // What is left when a variable of two or more values is summed out of such a product has at most that many.
        this.limit = 2.0 * maxEntries;
        this.covered = covered.clone();
        this.inside = within.clone();
        // What is too wide for a table cannot be taken in: its variables stay outside.
        model.factors(budget).wide().forEach(feature -> Arrays.stream(feature.scope()).forEach(v -> inside[v] = false));
        List<int[]> scopes = new ArrayList<>();
        Stream.concat(model.factors().tables().stream().map(Table::scope), partition.blocks().stream()
                .map(Block::variables)).map(scope -> Leaves.free(scope, inside)).filter(scope -> scope.length > 1)
                .forEach(scopes::add);
        double[] ties = random.doubles(inside.length).toArray();
        this.graph = new EliminationGraph(model.sizes(), scopes, (now, v) -> inside[v]
                ? EliminationOrder.minFill(now, v) + TIE_BREAK * ties[v] : Double.POSITIVE_INFINITY, budget);
    }

    /**
     * Chooses all variables.
     *
     * @return an order of their elimination; empty if a table would be too large
     */
    public Optional<int[]> chooseAll() {
        int[] order = choose(true);
        return order.length == inside.length ? Optional.of(order) : Optional.empty();
    }

    /**
     * Chooses a set.
     *
     * @return an order of its elimination
     */
    public int[] choose() {
        return choose(false);
    }

    private int[] choose(boolean all) {
        IntArrayList order = new IntArrayList();
        for (int v = graph.first(); v >= 0; v = graph.first()) {
            budget.check();
            if (graph.entries(v, limit) <= limit) {
                order.add(v);
                graph.eliminate(v);
            } else if (all) {
                break;
            } else {
                graph.cut(heaviest(v));
            }
        }
        return order.toIntArray();
    }

    /** Of a clique that is too large, the variable in most others; one that may rather be cut, if there is. */
    private int heaviest(int v) {
        int best = v;
        for (int u : graph.neighbours(v)) {
            if (covered[u] && !covered[best] || covered[u] == covered[best] && graph.degree(u) > graph.degree(best)) {
                best = u;
            }
        }
        return best;
    }
}
