package org.orbifold.mcmc.chain;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * The exchange between two neighbours of a ladder, component by component: see {@link Tempering}. Scratch space for one
 * thread; allocates nothing while it runs.
 *
 * <p>Half of the time of tempered Gibbs goes through here, so the scopes of all tables lie in one array, and a table is
 * indexed once for both of its temperatures.
 */
final class ReplicaExchange {

    /** The variables of the tables, table after table, and what each adds to the index of an entry. */
    private final int[] variables;
    private final int[] strides;
    private final int[] firstOf;
    /** The tables of each replica, and the features that have none, in the same order. */
    private final Table[][] tables;
    private final Feature[][] wide;
    private final int[][] wideScopes;

    private final UnionFind components;
    /** The terms that two replicas see differently: what an exchange brings them, and a variable that differs. */
    private final double[] gainOfTerm;
    private final int[] variableOfTerm;
    private int terms;
    /** The variables on which the replicas differ. */
    private final int[] different;
    private int differences;
    private final double[] gain;
    private final boolean[] isDecided;
    private final boolean[] isAccepted;

    ReplicaExchange(List<GraphicalModel> models) {
        GraphicalModel model = models.get(0);
        this.tables = models.stream().map(one -> one.factors().tables().toArray(Table[]::new)).toArray(Table[][]::new);
        this.wide = models.stream().map(one -> one.factors().wide().toArray(Feature[]::new)).toArray(Feature[][]::new);
        this.wideScopes = Arrays.stream(wide[0]).map(Feature::scope).toArray(int[][]::new);
        this.firstOf = new int[tables[0].length + 1];
        for (int f = 0; f < tables[0].length; f++) {
            firstOf[f + 1] = firstOf[f] + tables[0][f].arity();
        }
        this.variables = Arrays.stream(tables[0]).flatMapToInt(table -> Arrays.stream(table.scope())).toArray();
        this.strides = Arrays.stream(tables[0]).flatMapToInt(table -> IntStream.range(0, table.arity())
                .map(table::stride)).toArray();
        this.components = new UnionFind(model.variableCount());
        this.gainOfTerm = new double[tables[0].length + wideScopes.length];
        this.variableOfTerm = new int[gainOfTerm.length];
        this.different = new int[model.variableCount()];
        this.gain = new double[different.length];
        this.isDecided = new boolean[different.length];
        this.isAccepted = new boolean[different.length];
    }

    /** About the work of one exchange, in reads of memory. */
    static double work(GraphicalModel model) {
        return model.variableCount() + model.factors().tables().stream().mapToDouble(table -> 2 + 3 * table.arity())
                .sum() + model.factors().wide().stream().mapToDouble(feature -> 8 * feature.scope().length).sum();
    }

    /** Finds the components on which replica r and its colder neighbour differ, and what exchanging each brings. */
    void compare(int r, int[] cold, int[] hot) {
        differences = 0;
        for (int v = 0; v < cold.length; v++) {
            if (cold[v] != hot[v]) {
                different[differences++] = v;
                gain[v] = 0;
                isDecided[v] = false;
            }
        }
        components.clear();
        terms = 0;
        compareTables(tables[r - 1], tables[r], cold, hot);
        for (int f = 0; f < wideScopes.length; f++) {
            int first = joined(wideScopes[f], cold, hot);
            if (first >= 0) {
                add(first, wide[r - 1][f].logPotential(cold), wide[r - 1][f].logPotential(hot),
                        wide[r][f].logPotential(cold), wide[r][f].logPotential(hot));
            }
        }
        for (int i = 0; i < terms; i++) {
            gain[components.find(variableOfTerm[i])] += gainOfTerm[i];
        }
    }

    private void compareTables(Table[] ofCold, Table[] ofHot, int[] cold, int[] hot) {
        int k = 0;
        for (int f = 0; f < ofCold.length; f++) {
            int first = -1;
            int coldIndex = 0;
            int hotIndex = 0;
            for (; k < firstOf[f + 1]; k++) {
                int v = variables[k];
                int ofColdState = cold[v];
                int ofHotState = hot[v];
                coldIndex += ofColdState * strides[k];
                hotIndex += ofHotState * strides[k];
                if (ofColdState != ofHotState) {
                    if (first < 0) {
                        first = v;
                    } else {
                        components.union(first, v);
                    }
                }
            }
            if (first >= 0) {
                add(first, ofCold[f].entry(coldIndex), ofCold[f].entry(hotIndex), ofHot[f].entry(coldIndex),
                        ofHot[f].entry(hotIndex));
            }
        }
    }

    /** Joins the variables of a scope on which the states differ; returns the first of them, −1 if there is none. */
    private int joined(int[] scope, int[] cold, int[] hot) {
        int first = -1;
        for (int v : scope) {
            if (cold[v] != hot[v]) {
                if (first < 0) {
                    first = v;
                } else {
                    components.union(first, v);
                }
            }
        }
        return first;
    }

    /** On what they agree the two are alike, so exchanging the component exchanges the whole term. */
    private void add(int variable, double coldNow, double coldThen, double hotThen, double hotNow) {
        variableOfTerm[terms] = variable;
        gainOfTerm[terms++] = difference(coldThen, coldNow) + difference(hotThen, hotNow);
    }

    /** −∞ if the state after it is impossible. */
    private static double difference(double after, double before) {
        return after == Double.NEGATIVE_INFINITY ? after : after - before;
    }

    /** Decides for each component; tells whether the largest is exchanged, or there is none. */
    boolean decide(RandomGenerator random) {
        int largest = -1;
        for (int i = 0; i < differences; i++) {
            int root = components.find(different[i]);
            if (!isDecided[root]) {
                isDecided[root] = true;
                isAccepted[root] = gain[root] >= 0 || random.nextDouble() < Math.exp(gain[root]);
                largest = largest < 0 || components.sizeOf(root) > components.sizeOf(largest) ? root : largest;
            }
        }
        return largest < 0 || isAccepted[largest];
    }

    /** Exchanges what was accepted, and tells the changes of the colder state. */
    void apply(int[] cold, int[] hot, long time, ChainListener listener) {
        for (int i = 0; i < differences; i++) {
            int v = different[i];
            if (isAccepted[components.find(v)]) {
                int value = cold[v];
                cold[v] = hot[v];
                hot[v] = value;
                listener.changed(time, v, value, cold[v]);
            }
        }
    }
}
