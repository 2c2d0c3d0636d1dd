package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * An upper bound on the log-weight of every state, by mini-bucket elimination (Dechter and Rish 2003): variables are
 * eliminated by maxima; where their tables together would be too large, they are divided into groups that are
 * maximised each by itself, which can only give more. Before that the groups' maxima for each value of the variable are
 * made equal (Ihler et al. 2012), which takes much of that back.
 *
 * <p>Cost: about as many tables of the given size as there are variables, one after the other.
 */
public final class MiniBuckets {

    private final GraphicalModel model;
    private final int maxEntries;
    private final Budget budget;
    private final List<@Nullable Live> tables = new ArrayList<>();
    private final IntArrayList[] incident;
    private double bound;

    private record Live(int[] scope, double[] logs) { }

    private MiniBuckets(GraphicalModel model, int maxEntries, Budget budget) {
        this.model = model;
        this.maxEntries = maxEntries;
        this.budget = budget;
        this.incident = new IntArrayList[model.variableCount()];
        Arrays.setAll(incident, v -> new IntArrayList(4));
        this.bound = model.factors().constant();
        model.factors().tables().forEach(table -> add(table.scope(), table.entries()));
        for (WeightedFeature feature : model.factors().wide()) {
            // Too wide for a table: at most it contributes the better of holding and not.
            bound += Double.isInfinite(feature.weight()) ? 0 : Math.max(0, feature.weight());
        }
    }

    /**
     * Computes a bound.
     *
     * @param model      a model
     * @param maxEntries the most entries of a table; the model's own may be larger
     * @param budget     the time it may take
     * @return no state's log-weight is larger; −∞ if it proves that no state is possible
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static double logBound(GraphicalModel model, int maxEntries, Budget budget) {
        return new MiniBuckets(model, maxEntries, budget).run();
    }

    private void add(int[] scope, double[] logs) {
        for (int v : scope) {
            incident[v].add(tables.size());
        }
        tables.add(new Live(scope, logs));
    }

    private double run() {
        SmallestFirst queue = new SmallestFirst(incident.length);
        for (int v = 0; v < incident.length; v++) {
            budget.check();
            queue.offer(v, size(v));
        }
        for (int v = queue.poll(); v >= 0; v = queue.poll()) {
            budget.check();
            for (int u : eliminate(v)) {
                budget.check();
                queue.offer(u, size(u));
            }
        }
        return bound;
    }

    private int[] scopesOf(int v) {
        IntLinkedOpenHashSet around = new IntLinkedOpenHashSet();
        incident[v].removeIf(t -> tables.get(t) == null);
        for (int t : incident[v]) {
            for (int u : tables.get(t).scope) {
                if (u != v) {
                    around.add(u);
                }
            }
        }
        return around.toIntArray();
    }

    /** A measure of the table that the elimination of a variable would make, were it not divided. */
    private int size(int v) {
        double logs = Math.log(model.size(v));
        for (int u : scopesOf(v)) {
            logs += Math.log(model.size(u));
        }
        return (int) Math.min(Integer.MAX_VALUE - 1, 1000 * logs);
    }

    private int[] eliminate(int v) {
        int[] around = scopesOf(v);
        List<Live> own = new ArrayList<>();
        for (int t : incident[v]) {
            own.add(tables.get(t));
            tables.set(t, null);
        }
        incident[v].clear();
        own.sort(Comparator.comparingInt((Live table) -> -table.logs.length));
        List<Live> groups = group(own, v);
        if (groups.size() > 1) {
            match(groups, v);
        }
        for (Live group : groups) {
            sendOn(group, v);
        }
        return around;
    }

    /** First fit: a table joins the first group that stays small enough. */
    private List<Live> group(List<Live> own, int v) {
        List<List<Live>> members = new ArrayList<>();
        List<int[]> scopes = new ArrayList<>();
        for (Live table : own) {
            budget.check();
            int at = 0;
            while (at < scopes.size() && entries(union(scopes.get(at), table.scope)) > maxEntries) {
                at++;
            }
            if (at == scopes.size()) {
                members.add(new ArrayList<>());
                scopes.add(table.scope);
            } else {
                scopes.set(at, union(scopes.get(at), table.scope));
            }
            members.get(at).add(table);
        }
        List<Live> groups = new ArrayList<>();
        for (int g = 0; g < members.size(); g++) {
            // The variable last: its values stand side by side.
            int[] scope = union(Arrays.stream(scopes.get(g)).filter(u -> u != v).toArray(), new int[] {v});
            double[] logs = new double[TableMath.entries(model, scope)];
            for (Live table : members.get(g)) {
                budget.check();
                TableMath.over(model, scope, table.scope).add(table.logs, 0, logs, 0, logs.length);
            }
            groups.add(new Live(scope, logs));
        }
        return groups;
    }

    private double entries(int[] scope) {
        return model.assignments(scope);
    }

    private static int[] union(int[] a, int[] b) {
        IntArrayList all = new IntArrayList(a);
        for (int v : b) {
            if (!all.contains(v)) {
                all.add(v);
            }
        }
        return all.toIntArray();
    }

    /** Shifts weight between groups such that their maxima for each value of the variable are equal. */
    private void match(List<Live> groups, int v) {
        int size = model.size(v);
        double[][] maxima = new double[groups.size()][size];
        double[] mean = new double[size];
        for (int g = 0; g < maxima.length; g++) {
            Arrays.fill(maxima[g], Double.NEGATIVE_INFINITY);
            double[] logs = groups.get(g).logs;
            for (int i = 0; i < logs.length; i++) {
                maxima[g][i % size] = Math.max(maxima[g][i % size], logs[i]);
            }
            for (int x = 0; x < size; x++) {
                mean[x] += maxima[g][x] / maxima.length;
            }
        }
        for (int g = 0; g < maxima.length; g++) {
            double[] logs = groups.get(g).logs;
            for (int i = 0; i < logs.length; i++) {
                int x = i % size;
                // A value that one group forbids is forbidden.
                logs[i] = mean[x] == Double.NEGATIVE_INFINITY ? mean[x] : logs[i] + mean[x] - maxima[g][x];
            }
        }
    }

    private void sendOn(Live group, int v) {
        int size = model.size(v);
        double[] message = new double[group.logs.length / size];
        for (int r = 0, at = 0; r < message.length; r++) {
            double max = Double.NEGATIVE_INFINITY;
            for (int end = at + size; at < end; at++) {
                max = Math.max(max, group.logs[at]);
            }
            message[r] = max;
        }
        if (group.scope.length == 1) {
            bound += message[0];
        } else {
            add(Arrays.copyOf(group.scope, group.scope.length - 1), message);
        }
    }
}
