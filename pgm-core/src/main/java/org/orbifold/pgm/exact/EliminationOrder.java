package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.time.Budget;

/**
 * An order in which to sum variables out, by the min-fill rule: next is the variable whose neighbours lack the fewest
 * edges among themselves; ties go to the smaller table.
 *
 * <p>Missing edges are counted of variables of at most {@value #EXACT_DEGREE} neighbours. When all that remain have
 * more, their smallest degree bounds the treewidth from below, so no order would do, and the search stops there.
 */
final class EliminationOrder {

    private static final int EXACT_DEGREE = 64;
    private static final double HUB = 1e9;
    private static final double TIE_BREAK = 7e-4;
    /** Part of a unit that the last bit of a number below 2 is. */
    private static final double ULP = 0x1p-52;
    /** Far above the rounding of a quotient of logarithms, far below 1. */
    private static final double ROUNDING = 1e-9;

    private final int[] order;
    /** What any order costs at least; null if this one is complete. */
    private final @Nullable ExactCost bound;

    private EliminationOrder(int[] order, @Nullable ExactCost bound) {
        this.order = order;
        this.bound = bound;
    }

    /**
     * Finds an order.
     *
     * @param sizes  the domain sizes
     * @param scopes the variables that appear together
     * @param budget the time for it
     * @return the order
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before the order is complete
     */
    static EliminationOrder find(int[] sizes, List<int[]> scopes, Budget budget) {
        EliminationGraph graph = new EliminationGraph(sizes, scopes, EliminationOrder::minFill, budget);
        IntArrayList order = new IntArrayList(sizes.length);
        int width = 0;
        for (int v = graph.first(); v >= 0; v = graph.first()) {
            width = Math.max(width, graph.degree(v));
            if (graph.degree(v) > EXACT_DEGREE) {
                double table = Math.pow(2, width + 1);
                return new EliminationOrder(order.toIntArray(),
                        new ExactCost(width, table, Double.BYTES * table, table, 0, true));
            }
            order.add(v);
            graph.eliminate(v);
        }
        return new EliminationOrder(order.toIntArray(), null);
    }

    /**
     * Orders all variables: after those of the rule come hubs, those of the fewest neighbours first, which are not
     * joined.
     *
     * @param sizes  the domain sizes
     * @param scopes the variables that appear together
     * @param budget the time for it
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static int[] ofAll(int[] sizes, List<int[]> scopes, Budget budget) {
        EliminationGraph graph = new EliminationGraph(sizes, scopes, EliminationOrder::minFill, budget);
        IntArrayList order = new IntArrayList(sizes.length);
        for (int v = graph.first(); v >= 0; v = graph.first()) {
            order.add(v);
            if (graph.degree(v) > EXACT_DEGREE) {
                graph.cut(v);
            } else {
                graph.eliminate(v);
            }
        }
        return order.toIntArray();
    }

    /**
     * What any contraction tree costs at least: in every subgraph, there is a variable that one product holds with all
     * its neighbours, so the smallest such product is a bound, and the largest of these bounds is found by removing
     * the variable of the smallest one again and again (degeneracy, with domain sizes).
     *
     * @param sizes  the domain sizes
     * @param scopes the variables that appear together
     * @param budget the time for it
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    static ExactCost leastCost(int[] sizes, List<int[]> scopes, Budget budget) {
        EliminationGraph graph = new EliminationGraph(sizes, scopes, EliminationOrder::entries, budget);
        double least = 1;
        for (int v = graph.first(); v >= 0; v = graph.first()) {
            least = Math.max(least, entries(graph, v));
            graph.cut(v);
        }
        int largest = Arrays.stream(sizes).max().orElse(1);
        int variables = largest == 1 ? 1 : (int) Math.ceil(Math.log(least) / Math.log(largest) - ROUNDING);
        // Of two tables that are multiplied, one has at least the root of the product's entries.
        double table = Math.sqrt(least);
        return new ExactCost(variables - 1, table, Double.BYTES * table, ContractionTree.PASSES * least, 0, true);
    }

    private static double entries(EliminationGraph graph, int v) {
        return Math.min(Double.MAX_VALUE, graph.entries(v, Double.MAX_VALUE));
    }

    /** The rule's key. */
    static double minFill(EliminationGraph graph, int v) {
        int degree = graph.degree(v);
        return degree > EXACT_DEGREE ? HUB + degree
                : graph.missing(v) + TIE_BREAK * log2(entries(graph, v));
    }

    /** The binary logarithm of a number from 1, interpolated between powers of two: it grows with the number. */
    private static double log2(double number) {
        return Double.doubleToRawLongBits(number) * ULP - Double.MAX_EXPONENT;
    }

    /** The variables in the order of their elimination. */
    int[] order() {
        return order;
    }

    /** What any order costs at least, if this one is incomplete because no order is cheap. */
    Optional<ExactCost> lowerBound() {
        return Optional.ofNullable(bound);
    }
}
