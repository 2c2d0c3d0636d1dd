package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How states are chosen from the root of a contraction tree down, once its tables are known: at each node the variables
 * that it summed out, given those that are chosen already. With sums this is backward sampling, with maxima the way
 * back of max-product. Immutable.
 */
final class Descent {

    /** From the root down: the nodes at which variables are chosen. */
    private final List<Choice> choices = new ArrayList<>();
    private final int mostValues;
    private final int[] sizes;

    /** The variables to choose at a node, and where the entries of its factors are. */
    private record Choice(int[] variables, int count, Factor first, @Nullable Factor second) { }

    /** A table that depends on chosen and on given variables. */
    private record Factor(int node, boolean whole, TableMath.Given given, int[] offsets) { }

    Descent(ContractionProgram program) {
        ContractionTree tree = program.tree();
        this.sizes = tree.sizes();
        for (int node = tree.nodeCount() - 1; node >= 0; node--) {
            int[] open = tree.scope(node);
            int[] all = program.isLeaf(node) ? program.wholeOrder(node) : tree.product(node);
            int[] chosen = TableMath.filtered(all, open, false);
            if (chosen.length > 0) {
                int count = TableMath.entries(sizes, chosen);
                choices.add(program.isLeaf(node) ? new Choice(chosen, count, factor(node, true, all, chosen), null)
                        : new Choice(chosen, count,
                                factor(tree.left(node), false, program.order(tree.left(node)), chosen),
                                factor(tree.right(node), false, program.order(tree.right(node)), chosen)));
            }
        }
        this.mostValues = choices.stream().mapToInt(Choice::count).max().orElse(1);
    }

    private Factor factor(int node, boolean whole, int[] order, int[] chosen) {
        int[] given = TableMath.filtered(order, chosen, false);
        return new Factor(node, whole, TableMath.Given.of(sizes, given, order),
                TableMath.offsets(sizes, chosen, order));
    }

    /** An array for the weights of a choice. */
    double[] newScratch() {
        return new double[mostValues];
    }

    /**
     * Completes a state of the largest weight; the tables are maxima.
     *
     * @param random chooses among equal ones; null for the first
     */
    void maximize(UpwardPass tables, int[] state, @Nullable RandomGenerator random) {
        for (Choice choice : choices) {
            TableMath.assign(sizes, choice.variables, largest(choice, tables, state, random), state);
        }
    }

    /** Completes a state with a probability in proportion to its weight; the tables are sums. */
    void draw(UpwardPass tables, int[] state, RandomGenerator random, double[] scratch) {
        for (Choice choice : choices) {
            TableMath.assign(sizes, choice.variables, drawn(choice, tables, state, random, scratch), state);
        }
    }

    private static ScaledTable table(Factor factor, UpwardPass tables) {
        return factor.whole ? tables.whole(factor.node) : tables.table(factor.node);
    }

    private static int largest(Choice choice, UpwardPass tables, int[] state, @Nullable RandomGenerator random) {
        double[] first = table(choice.first, tables).entries();
        int from = choice.first.given.place(state);
        double[] second = choice.second == null ? first : table(choice.second, tables).entries();
        int from2 = choice.second == null ? 0 : choice.second.given.place(state);
        int best = 0;
        int ties = 1;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < choice.count; i++) {
            double weight = first[from + choice.first.offsets[i]]
                    + (choice.second == null ? 0 : second[from2 + choice.second.offsets[i]]);
            if (weight > most) {
                most = weight;
                best = i;
                ties = 1;
            } else if (weight == most && random != null && random.nextInt(++ties) == 0) {
                best = i;
            }
        }
        return best;
    }

    private static int drawn(Choice choice, UpwardPass tables, int[] state, RandomGenerator random,
            double[] weights) {
        boolean logs = table(choice.first, tables).areLogs()
                || choice.second != null && table(choice.second, tables).areLogs();
        int count = choice.count;
        Arrays.fill(weights, 0, count, logs ? 0 : 1);
        include(choice.first, tables, state, weights, count, logs);
        if (choice.second != null) {
            include(choice.second, tables, state, weights, count, logs);
        }
        if (logs) {
            double max = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                max = Math.max(max, weights[i]);
            }
            for (int i = 0; i < count; i++) {
                weights[i] = Math.exp(weights[i] - max);
            }
        }
        return TableMath.drawn(weights, 0, count, random.nextDouble());
    }

    /** Multiplies weights by a factor's entries, or adds logarithms. */
    private static void include(Factor factor, UpwardPass tables, int[] state, double[] weights, int count,
            boolean logs) {
        ScaledTable table = table(factor, tables);
        double[] entries = table.entries();
        int from = factor.given.place(state);
        for (int i = 0; i < count; i++) {
            double entry = entries[from + factor.offsets[i]];
            if (logs) {
                weights[i] += table.areLogs() ? entry : Math.log(entry);
            } else {
                weights[i] *= entry;
            }
        }
    }
}
