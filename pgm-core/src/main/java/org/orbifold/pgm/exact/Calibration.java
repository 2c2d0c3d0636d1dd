package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.factor.Factor;
import org.orbifold.pgm.factor.Factors;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ContradictionException;

/**
 * Two passes of messages over the tree of a variable elimination.
 *
 * <p>The clique of a variable v is v with its separator, the later-eliminated neighbours; its parent is the clique of
 * the separator's first variable in the order. Upward, in the order, each clique sums v out and sends the result
 * to its parent; downward each clique receives from its parent what the rest of the tree says about its separator
 * (the parent's belief divided by the message sent up), and yields the marginal of v. A message down overwrites the
 * one sent up, so one table per separator is all that is kept.
 */
final class Calibration {

    /** Below this, a sum of exponentials may have lost terms to underflow and is done again with care. */
    private static final double SAFE_SUM = 1e-250;

    private final int[] sizes;
    private final int[] order;
    private final Clique[] cliques;
    private double logPartition;
    private double[] table = new double[0];
    private double[] exponentials = new double[0];

    Calibration(int[] sizes, EliminationOrder order, Factors factors) {
        this.sizes = sizes;
        this.order = order.order();
        this.cliques = new Clique[sizes.length];
        this.logPartition = factors.constant();
        int[] position = new int[sizes.length];
        for (int i = 0; i < this.order.length; i++) {
            position[this.order[i]] = i;
        }
        for (int v = 0; v < sizes.length; v++) {
            cliques[v] = new Clique(v, order.separator(v), position, sizes);
        }
        for (Clique clique : cliques) {
            if (clique.parent >= 0) {
                cliques[clique.parent].children.add(clique);
            }
        }
        for (Factor factor : factors.tables()) {
            home(factor, position).factors.add(factor);
        }
    }

    /** A factor belongs to the clique of its first variable in the order. */
    private Clique home(Factor factor, int[] position) {
        int first = factor.variable(0);
        for (int k = 1; k < factor.arity(); k++) {
            boolean single = sizes[first] == 1;
            int v = factor.variable(k);
            if (single || sizes[v] > 1 && position[v] < position[first]) {
                first = v;
            }
        }
        return cliques[first];
    }

    ExactResult run() {
        requirePossible(logPartition);
        for (int v : order) {
            sendUp(cliques[v]);
        }
        double[][] marginals = new double[sizes.length][];
        for (int i = order.length - 1; i >= 0; i--) {
            Clique clique = cliques[order[i]];
            marginals[clique.variable] = receiveDown(clique);
        }
        return new ExactResult(logPartition, Marginals.of(marginals));
    }

    /** The product of the clique's factors and of what its children sent, as logarithms, in {@link #table}. */
    private void fill(Clique clique) {
        if (table.length < clique.entries) {
            table = new double[clique.entries];
            exponentials = new double[clique.entries];
        }
        Arrays.fill(table, 0, clique.entries, 0);
        for (Factor factor : clique.factors) {
            clique.broadcast(factor).add(factor.entries(), table);
        }
        for (Clique child : clique.children) {
            clique.broadcast(child).add(child.message, table);
        }
    }

    private void sendUp(Clique clique) {
        fill(clique);
        int size = sizes[clique.variable];
        double[] message = new double[clique.entries / size];
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < message.length; i++) {
            message[i] = logSumExp(table, i * size, size);
            largest = Math.max(largest, message[i]);
        }
        requirePossible(largest);
        for (int i = 0; i < message.length; i++) {
            message[i] -= largest;
        }
        logPartition += largest;
        clique.message = message;
    }

    private static void requirePossible(double largestLogWeight) {
        if (largestLogWeight == Double.NEGATIVE_INFINITY) {
            throw new ContradictionException("the hard constraints contradict each other: no state is possible");
        }
    }

    private static double logSumExp(double[] logs, int from, int count) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = from; i < from + count; i++) {
            max = Math.max(max, logs[i]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return max;
        }
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += Math.exp(logs[i] - max);
        }
        return max + Math.log(sum);
    }

    private double[] receiveDown(Clique clique) {
        int entries = clique.entries;
        int size = sizes[clique.variable];
        fill(clique);
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < entries; i += size) {
            double fromParent = clique.parent >= 0 ? clique.message[i / size] : 0;
            for (int x = 0; x < size; x++) {
                table[i + x] += fromParent;
                max = Math.max(max, table[i + x]);
            }
        }
        double[] marginal = new double[size];
        double sum = 0;
        for (int i = 0; i < entries; i += size) {
            for (int x = 0; x < size; x++) {
                double weight = Math.exp(table[i + x] - max);
                exponentials[i + x] = weight;
                marginal[x] += weight;
                sum += weight;
            }
        }
        for (int x = 0; x < size; x++) {
            marginal[x] /= sum;
        }
        for (Clique child : clique.children) {
            sendDown(clique, child, max);
        }
        return marginal;
    }

    /** Replaces the child's message by this clique's belief about its separator, divided by that message. */
    private void sendDown(Clique clique, Clique child, double max) {
        Broadcast broadcast = clique.broadcast(child);
        double[] up = child.message;
        double[] belief = new double[up.length];
        broadcast.sumInto(exponentials, belief);
        boolean safe = true;
        for (int i = 0; i < belief.length && safe; i++) {
            safe = belief[i] > SAFE_SUM;
            belief[i] = max + Math.log(belief[i]);
        }
        if (!safe) {
            belief = carefulBelief(broadcast, up.length);
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < belief.length; i++) {
            // Where the message is 0 so is the belief, and 0/0 counts as 0.
            belief[i] = belief[i] == Double.NEGATIVE_INFINITY ? belief[i] : belief[i] - up[i];
            largest = Math.max(largest, belief[i]);
        }
        for (int i = 0; i < belief.length; i++) {
            up[i] = belief[i] - largest;
        }
    }

    private double[] carefulBelief(Broadcast broadcast, int length) {
        double[] max = new double[length];
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        broadcast.maxInto(table, max);
        double[] belief = new double[length];
        broadcast.sumExpInto(table, max, belief);
        for (int i = 0; i < length; i++) {
            belief[i] = max[i] == Double.NEGATIVE_INFINITY ? max[i] : max[i] + Math.log(belief[i]);
        }
        return belief;
    }

    /** A variable with its separator. Its table has the variable last, the separator before it, latest first. */
    private static final class Clique {

        final int variable;
        final int parent;
        final int[] scope;
        final int[] scopeSizes;
        final int entries;
        final List<Factor> factors = new ArrayList<>(2);
        final List<Clique> children = new ArrayList<>(2);
        double[] message;

        Clique(int variable, int[] separator, int[] position, int[] sizes) {
            this.variable = variable;
            this.scope = Arrays.copyOf(separator, separator.length + 1);
            scope[separator.length] = variable;
            IntArrays.quickSort(scope, (a, b) -> position[b] - position[a]);
            this.parent = separator.length == 0 ? -1 : scope[scope.length - 2];
            this.scopeSizes = Arrays.stream(scope).map(v -> sizes[v]).toArray();
            this.entries = Arrays.stream(scopeSizes).reduce(1, (a, b) -> a * b);
        }

        Broadcast broadcast(Factor factor) {
            int[] strides = new int[scope.length];
            for (int k = 0; k < factor.arity(); k++) {
                int at = indexOf(factor.variable(k));
                if (at >= 0) {
                    strides[at] = factor.stride(k);
                }
            }
            return new Broadcast(scopeSizes, strides);
        }

        Broadcast broadcast(Clique child) {
            int[] strides = new int[scope.length];
            int stride = 1;
            for (int k = child.scope.length - 2; k >= 0; k--) {
                strides[indexOf(child.scope[k])] = stride;
                stride *= child.scopeSizes[k];
            }
            return new Broadcast(scopeSizes, strides);
        }

        /** −1 for a variable with a single value, which takes no part. */
        private int indexOf(int v) {
            for (int k = 0; k < scope.length; k++) {
                if (scope[k] == v) {
                    return k;
                }
            }
            return -1;
        }
    }
}
