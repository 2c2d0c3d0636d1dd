package org.orbifold.inference.bound;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * An upper bound on the log-weights of all states whose values are in given domains, by shifting weight between a
 * model's tables and its variables: block-coordinate ascent on the dual of the LP relaxation, as full directional arc
 * consistency does (Larrosa and Schiex 2003), in both directions in turn. A variable collects all that its tables have,
 * and gives each table ahead as much as that can pass on: equal shares, as in TRW-S, reach a variable far away in
 * shares of shares.
 *
 * <p>A message moves weight from a table to one of its variables; the tables themselves are not changed. The bound is
 * the sum of the variables' largest beliefs: a {@linkplain #sweep sweep} leaves no table a positive maximum. Every
 * choice of messages gives a bound for every choice of domains, so a search may narrow the domains and go on from the
 * messages that it has. Rounding errors are bounded and added. For one thread at a time.
 */
final class CostShifting {

    /** Bound on the relative rounding error of an addition. */
    private static final double UNIT = 0x1p-52;

    private final int[] sizes;
    /** By variable: where its values begin in the arrays over all values. */
    private final int[] first;
    private final double[] unary;
    private final double constant;
    /** Bound on the rounding error of all that does not depend on messages. */
    private final double fixedError;

    // By table of two or more variables.
    private final int[][] scopes;
    private final int[][] strides;
    private final double[][] entries;
    /** By table and place in its scope: where its message begins. */
    private final int[][] messageAt;

    // By variable: the tables that hold it, its place there, and whether they hold later and earlier variables.
    private final int[][] tablesOf;
    private final int[][] placesOf;
    private final boolean[][] upward;
    private final boolean[][] downward;

    private final Domains now;
    private final double[] beliefs;
    /** By table and place: whether the message is the table's max-marginal, given its other messages. */
    private final boolean[][] fresh;
    private final int[] offsets;
    private final double[] sums;
    private double logBound = Double.POSITIVE_INFINITY;
    /** The table that a variable gives weight first changes from sweep to sweep. */
    private int turn;

    /** What a search changes and restores: the domains of the variables, and the messages. */
    static final class Domains {

        /** By variable, from its first value on: the values that it may have, then the others. */
        private final int[] values;
        private final int[] counts;
        private final double[] messages;
        private double logBound = Double.POSITIVE_INFINITY;

        private Domains(int values, int variables, int messages) {
            this.values = new int[values];
            this.counts = new int[variables];
            this.messages = new double[messages];
        }

        private void copy(Domains other) {
            System.arraycopy(other.values, 0, values, 0, values.length);
            System.arraycopy(other.counts, 0, counts, 0, counts.length);
            System.arraycopy(other.messages, 0, messages, 0, messages.length);
            logBound = other.logBound;
        }
    }

    CostShifting(GraphicalModel model, Budget budget) {
        this.sizes = model.sizes();
        this.first = new int[sizes.length + 1];
        for (int v = 0; v < sizes.length; v++) {
            first[v + 1] = first[v] + sizes[v];
        }
        this.unary = new double[first[sizes.length]];
        double sum = model.factors(budget).constant();
        double size = Math.abs(sum);
        for (WeightedFeature feature : model.factors().wide()) {
            // A feature too wide for a table contributes its largest value.
            double most = Double.isInfinite(feature.weight()) ? 0 : Math.max(0, feature.weight());
            sum += most;
            size += most;
        }
        double error = UNIT * size * (1 + model.factors().wide().size());
        List<Table> all = model.factors().tables();
        List<Table> wider = all.stream().filter(table -> table.arity() > 1).toList();
        for (Table table : all) {
            error += UNIT * magnitude(table) * (1 + table.arity());
            if (table.arity() == 1) {
                System.arraycopy(table.entries(), 0, unary, first[table.variable(0)], table.entryCount());
            }
        }
        this.constant = sum;
        int tables = wider.size();
        this.scopes = new int[tables][];
        this.strides = new int[tables][];
        this.entries = new double[tables][];
        this.messageAt = new int[tables][];
        this.fresh = new boolean[tables][];
        int messages = 0;
        int most = 1;
        for (int t = 0; t < tables; t++) {
            Table table = wider.get(t);
            scopes[t] = table.scope();
            entries[t] = table.entries();
            strides[t] = new int[table.arity()];
            messageAt[t] = new int[table.arity()];
            fresh[t] = new boolean[table.arity()];
            for (int k = 0; k < table.arity(); k++) {
                strides[t][k] = table.stride(k);
                messageAt[t][k] = messages;
                messages += table.size(k);
            }
            most = Math.max(most, table.entryCount());
        }
        this.tablesOf = new int[sizes.length][];
        this.placesOf = new int[sizes.length][];
        this.upward = new boolean[sizes.length][];
        this.downward = new boolean[sizes.length][];
        setNeighbours();
        this.fixedError = error;
        this.beliefs = new double[unary.length];
        this.offsets = new int[most];
        this.sums = new double[most];
        this.now = new Domains(unary.length, sizes.length, messages);
        for (int v = 0; v < sizes.length; v++) {
            now.counts[v] = sizes[v];
            for (int x = 0; x < sizes[v]; x++) {
                now.values[first[v] + x] = x;
            }
        }
    }

    private static double magnitude(Table table) {
        return Arrays.stream(table.entries()).map(Math::abs).filter(Double::isFinite).max().orElse(0);
    }

    private void setNeighbours() {
        int[] degrees = new int[sizes.length];
        for (int[] scope : scopes) {
            for (int v : scope) {
                degrees[v]++;
            }
        }
        for (int v = 0; v < sizes.length; v++) {
            tablesOf[v] = new int[degrees[v]];
            placesOf[v] = new int[degrees[v]];
            upward[v] = new boolean[degrees[v]];
            downward[v] = new boolean[degrees[v]];
        }
        int[] filled = new int[sizes.length];
        for (int t = 0; t < scopes.length; t++) {
            // Scopes are in ascending order.
            for (int k = 0; k < scopes[t].length; k++) {
                int v = scopes[t][k];
                int at = filled[v]++;
                tablesOf[v][at] = t;
                placesOf[v][at] = k;
                upward[v][at] = k < scopes[t].length - 1;
                downward[v][at] = k > 0;
            }
        }
    }

    /** The bytes of a copy of the domains and messages. */
    long bytes() {
        return 8L * now.messages.length + 4L * (unary.length + sizes.length);
    }

    /** A copy of the domains and messages, to be {@linkplain #restore restored}; made in the given one if not null. */
    Domains save(@Nullable Domains into) {
        Domains copy = into == null ? new Domains(unary.length, sizes.length, now.messages.length) : into;
        copy.copy(now);
        copy.logBound = logBound;
        return copy;
    }

    void restore(Domains saved) {
        now.copy(saved);
        logBound = saved.logBound;
        for (boolean[] one : fresh) {
            Arrays.fill(one, false);
        }
    }

    /** No state with values of the domains has a larger log-weight; ∞ before the first sweep. */
    double logBound() {
        return logBound;
    }

    /** How many values a variable may have. */
    int count(int v) {
        return now.counts[v];
    }

    /** The i-th value that a variable may have. */
    int value(int v, int i) {
        return now.values[first[v] + i];
    }

    /** The belief of a value after a sweep: relative to the largest one, a bound on what states with it lose. */
    double belief(int v, int x) {
        return beliefs[first[v] + x];
    }

    boolean allows(int v, int x) {
        for (int i = 0; i < now.counts[v]; i++) {
            if (now.values[first[v] + i] == x) {
                return true;
            }
        }
        return false;
    }

    /** Leaves a variable one value, which it may have. */
    void assign(int v, int x) {
        for (int i = 0; i < now.counts[v]; i++) {
            if (now.values[first[v] + i] == x) {
                swap(v, i, 0);
            }
        }
        now.counts[v] = 1;
        changed(v);
    }

    /** Takes a value from a variable if it may have it; whether one is left. */
    boolean remove(int v, int x) {
        for (int i = 0; i < now.counts[v]; i++) {
            if (now.values[first[v] + i] == x) {
                swap(v, i, --now.counts[v]);
                changed(v);
            }
        }
        return now.counts[v] > 0;
    }

    private void swap(int v, int i, int j) {
        int x = now.values[first[v] + i];
        now.values[first[v] + i] = now.values[first[v] + j];
        now.values[first[v] + j] = x;
    }

    private void changed(int v) {
        for (int t : tablesOf[v]) {
            Arrays.fill(fresh[t], false);
        }
    }

    /**
     * Shifts weight at each variable, from the first to the last and back.
     *
     * @return whether every variable has a value left: hard constraints take values from domains
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time; the next sweep may go on
     */
    boolean sweep(Budget budget) {
        logBound = Double.POSITIVE_INFINITY;
        turn++;
        for (int v = 0; v < sizes.length; v++) {
            budget.check();
            if (!visit(v, upward[v])) {
                return false;
            }
        }
        for (int v = sizes.length - 1; v >= 0; v--) {
            budget.check();
            if (!visit(v, downward[v])) {
                return false;
            }
        }
        sum();
        return true;
    }

    /** Collects what the tables of a variable have, and gives those with variables ahead what they can pass on. */
    private boolean visit(int v, boolean[] ahead) {
        int from = first[v];
        for (int i = 0; i < now.counts[v]; i++) {
            beliefs[from + now.values[from + i]] = unary[from + now.values[from + i]];
        }
        for (int j = 0; j < ahead.length; j++) {
            int t = tablesOf[v][j];
            int k = placesOf[v][j];
            if (!fresh[t][k]) {
                collect(t, k);
                Arrays.fill(fresh[t], false);
                fresh[t][k] = true;
            }
            int at = messageAt[t][k];
            for (int i = 0; i < now.counts[v]; i++) {
                int x = now.values[from + i];
                beliefs[from + x] += now.messages[at + x];
            }
        }
        double most = Double.NEGATIVE_INFINITY;
        for (int i = now.counts[v] - 1; i >= 0; i--) {
            int x = now.values[from + i];
            if (beliefs[from + x] == Double.NEGATIVE_INFINITY) {
                for (int j = 0; j < ahead.length; j++) {
                    now.messages[messageAt[tablesOf[v][j]][placesOf[v][j]] + x] = 0;
                }
                remove(v, x);
            } else {
                most = Math.max(most, beliefs[from + x]);
            }
        }
        if (now.counts[v] == 0) {
            return false;
        }
        for (int i = 0; i < now.counts[v]; i++) {
            beliefs[from + now.values[from + i]] -= most;
        }
        for (int j = 0; j < ahead.length; j++) {
            int at = (j + turn) % ahead.length;
            if (ahead[at]) {
                push(tablesOf[v][at], placesOf[v][at]);
            }
        }
        return true;
    }

    /**
     * Gives a table as much of a variable's belief as raises what the table can pass on: with less of it, some joint
     * value of the other variables would have a larger maximum than with all of it.
     */
    private void push(int t, int k) {
        int v = scopes[t][k];
        int from = first[v];
        int n = now.counts[v];
        boolean any = false;
        for (int i = 0; i < n; i++) {
            any |= beliefs[from + now.values[from + i]] < 0;
        }
        if (!any) {
            return;
        }
        int count = others(t, k);
        double[] table = entries[t];
        int stride = strides[t][k];
        int at = messageAt[t][k];
        // The other messages are in both sides of each comparison.
        for (int c = 0; c < count; c++) {
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < n; i++) {
                int x = now.values[from + i];
                double one = table[x * stride + offsets[c]] - now.messages[at + x] + beliefs[from + x];
                most = one > most ? one : most;
            }
            sums[c] = most;
        }
        boolean changed = false;
        for (int i = 0; i < n; i++) {
            int x = now.values[from + i];
            double message = now.messages[at + x];
            double given = 0;
            for (int c = 0; c < count && beliefs[from + x] < 0; c++) {
                double entry = table[x * stride + offsets[c]];
                double needed = entry == Double.NEGATIVE_INFINITY ? 0 : sums[c] - (entry - message);
                given = needed < given ? needed : given;
            }
            if (given < 0) {
                given = Math.max(given, beliefs[from + x]);
                now.messages[at + x] = message - given;
                beliefs[from + x] -= given;
                changed = true;
            }
        }
        if (changed) {
            Arrays.fill(fresh[t], false);
        }
    }

    /** A message becomes the max-marginal of its table without the other messages. */
    private void collect(int t, int k) {
        int v = scopes[t][k];
        int count = others(t, k);
        int from = first[v];
        double[] table = entries[t];
        for (int i = 0; i < now.counts[v]; i++) {
            int x = now.values[from + i];
            int base = x * strides[t][k];
            double most = Double.NEGATIVE_INFINITY;
            for (int c = 0; c < count; c++) {
                double one = table[base + offsets[c]] - sums[c];
                most = one > most ? one : most;
            }
            now.messages[messageAt[t][k] + x] = most;
        }
    }

    /** Lists the joint values of a table's other variables: where they stand, and the sum of their messages. */
    private int others(int t, int k) {
        int count = 1;
        offsets[0] = 0;
        sums[0] = 0;
        for (int j = 0; j < scopes[t].length; j++) {
            if (j != k) {
                count = expand(scopes[t][j], strides[t][j], messageAt[t][j], count);
            }
        }
        return count;
    }

    /** Multiplies the joint values listed by the values of another variable; the number listed then. */
    private int expand(int v, int stride, int at, int count) {
        int from = first[v];
        for (int i = now.counts[v] - 1; i >= 0; i--) {
            int x = now.values[from + i];
            double message = now.messages[at + x];
            for (int c = 0; c < count; c++) {
                offsets[i * count + c] = offsets[c] + x * stride;
                sums[i * count + c] = sums[c] + message;
            }
        }
        return count * now.counts[v];
    }

    /** The bound by the messages as they are, after a sweep. */
    private void sum() {
        double sum = constant;
        double sizesOfSums = Math.abs(sum);
        double error = fixedError;
        for (int v = 0; v < sizes.length; v++) {
            int from = first[v];
            for (int i = 0; i < now.counts[v]; i++) {
                beliefs[from + now.values[from + i]] = unary[from + now.values[from + i]];
            }
            for (int j = 0; j < tablesOf[v].length; j++) {
                int t = tablesOf[v][j];
                int at = messageAt[t][placesOf[v][j]];
                double size = 0;
                for (int i = 0; i < now.counts[v]; i++) {
                    int x = now.values[from + i];
                    beliefs[from + x] += now.messages[at + x];
                    size = Math.max(size, Math.abs(now.messages[at + x]));
                }
                // In the sum at the variable, and in the table's own maximum, which is 0 but for rounding.
                error += UNIT * size * (2 + tablesOf[v].length + scopes[t].length);
            }
            double most = most(v);
            sum += most;
            sizesOfSums += Math.abs(most);
        }
        logBound = Math.nextUp(sum + 2 * (error + UNIT * sizesOfSums * (1 + sizes.length)));
    }

    private double most(int v) {
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < now.counts[v]; i++) {
            most = Math.max(most, beliefs[first[v] + now.values[first[v] + i]]);
        }
        return most;
    }

    /** After a sweep, takes the values that no state of some log-weight has; how many. */
    int exclude(double logWeight) {
        int removed = 0;
        for (int v = 0; v < sizes.length; v++) {
            double most = most(v);
            for (int i = now.counts[v] - 1; i >= 0; i--) {
                int x = now.values[first[v] + i];
                if (logBound - most + beliefs[first[v] + x] < logWeight) {
                    remove(v, x);
                    removed++;
                }
            }
        }
        return removed;
    }
}
