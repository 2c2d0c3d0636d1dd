package org.orbifold.pgm.simplify;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * Generalised arc consistency on hard zeros: a value without support in some feature (an assignment of the feature's
 * other variables to live values that it allows) is excluded, until nothing changes.
 *
 * <p>Clauses and conjunctions are consistent by unit propagation. A formula is looked at while its live assignments are
 * few, else passed over: exclusions are always right, but may not be complete.
 *
 * <p>Cost: a feature is looked at again when one of its variables loses a value; a look ends as soon as every value has
 * its support.
 */
final class ZeroPropagation {

    /** Most live assignments of a formula that is looked at: one takes far longer than an entry of a table. */
    private static final double MAX_FORMULA_ASSIGNMENTS = 1 << 12;
    /** Assignments between two looks at the clock: about a millisecond. */
    private static final int CHECK_ASSIGNMENTS = 1 << 14;

    private final List<Feature> features;
    private final LiveValues live;
    private final boolean[] waiting;
    private final IntArrayFIFOQueue queue = new IntArrayFIFOQueue();
    /** The hard features of variable v are in {@code of} from {@code first[v]} on. */
    private final int[] first;
    private final int[] of;
    private final int[] state;
    private int current;
    private final Budget budget;

    private ZeroPropagation(GraphicalModel model, List<Feature> features, LiveValues live, Budget budget) {
        this.budget = budget;
        this.features = features;
        this.live = live;
        this.waiting = new boolean[features.size()];
        this.state = new int[model.variableCount()];
        this.first = new int[model.variableCount() + 1];
        for (int f = 0; f < features.size(); f++) {
            if (isHard(features.get(f))) {
                waiting[f] = true;
                queue.enqueue(f);
                for (int v : features.get(f).scope()) {
                    first[v + 1]++;
                }
            }
        }
        Arrays.parallelPrefix(first, Integer::sum);
        this.of = new int[first[model.variableCount()]];
        int[] next = first.clone();
        for (int f = 0; f < waiting.length; f++) {
            if (waiting[f]) {
                for (int v : features.get(f).scope()) {
                    of[next[v]++] = f;
                }
            }
        }
    }

    private static boolean isHard(Feature feature) {
        return feature instanceof WeightedFeature weighted ? Double.isInfinite(weighted.weight())
                : ((Table) feature).isHard();
    }

    /**
     * Excludes what has no support; when the time is over, what was excluded by then.
     *
     * @return the variable that has no value left, or −1 if there is none
     */
    static int run(GraphicalModel model, List<Feature> features, LiveValues live, Budget budget) {
        return new ZeroPropagation(model, features, live, budget).run();
    }

    private int run() {
        while (!queue.isEmpty() && !budget.isOver()) {
            current = queue.dequeueInt();
            waiting[current] = false;
            int empty = revise(features.get(current));
            if (empty >= 0) {
                return empty;
            }
        }
        return -1;
    }

    private int revise(Feature feature) {
        if (feature instanceof LiteralFeature literals) {
            boolean conjunction = literals instanceof Conjunction;
            boolean required = literals.weight() > 0;
            // All literals must hold, or none may; else one must hold, or one must not.
            return conjunction == required ? all(literals, required) : some(literals, required);
        }
        double assignments = 1;
        for (int v : feature.scope()) {
            assignments *= live.count(v);
        }
        return feature instanceof Table || assignments <= MAX_FORMULA_ASSIGNMENTS ? support(feature) : -1;
    }

    private int all(LiteralFeature feature, boolean holds) {
        for (int i = 0; i < feature.literalCount(); i++) {
            int v = feature.variable(i);
            for (int x = holds ? 0 : feature.value(i); x < (holds ? live.size(v) : feature.value(i) + 1); x++) {
                if ((x == feature.value(i)) != holds && live.isLive(v, x) && !exclude(v, x)) {
                    return v;
                }
            }
        }
        return -1;
    }

    /** At least one literal must be as wanted: if only one variable can do that, it has to. */
    private int some(LiteralFeature feature, boolean holds) {
        int open = -1;
        for (int i = 0; i < feature.literalCount(); i++) {
            int v = feature.variable(i);
            boolean liveValue = live.isLive(v, feature.value(i));
            boolean can = holds ? liveValue : !liveValue || live.count(v) > 1;
            boolean must = holds ? liveValue && live.count(v) == 1 : !liveValue;
            if (must || can && open >= 0 && open != v) {
                return -1;
            }
            open = can ? v : open;
        }
        if (open < 0) {
            return wipeOut(feature.variable(0));
        }
        int v = open;
        for (int x : live.values(v)) {
            boolean wanted = false;
            for (int i = 0; i < feature.literalCount(); i++) {
                wanted |= feature.variable(i) == v && (feature.value(i) == x) == holds;
            }
            if (!wanted && !exclude(v, x)) {
                return v;
            }
        }
        return -1;
    }

    private int wipeOut(int v) {
        for (int x : live.values(v)) {
            exclude(v, x);
        }
        return v;
    }

    /** Goes through the live assignments until every live value has a possible one. */
    private int support(Feature feature) {
        int[] scope = feature.scope();
        int[][] values = new int[scope.length][];
        boolean[][] supported = new boolean[scope.length][];
        int missing = 0;
        for (int k = 0; k < scope.length; k++) {
            values[k] = live.values(scope[k]);
            supported[k] = new boolean[values[k].length];
            missing += values[k].length;
            state[scope[k]] = values[k][0];
        }
        int[] at = new int[scope.length];
        int seen = 0;
        do {
            if (++seen % CHECK_ASSIGNMENTS == 0 && budget.isOver()) {
                // Values without support so far may have some later: none is excluded.
                return -1;
            }
            if (feature.logPotential(state) != Double.NEGATIVE_INFINITY) {
                for (int k = 0; k < at.length; k++) {
                    if (!supported[k][at[k]]) {
                        supported[k][at[k]] = true;
                        missing--;
                    }
                }
            }
        } while (missing > 0 && next(scope, values, at));
        for (int k = 0; k < scope.length; k++) {
            for (int i = 0; i < supported[k].length; i++) {
                if (!supported[k][i] && !exclude(scope[k], values[k][i])) {
                    return scope[k];
                }
            }
        }
        return -1;
    }

    private boolean next(int[] scope, int[][] values, int[] at) {
        for (int k = scope.length - 1; k >= 0; k--) {
            if (++at[k] < values[k].length) {
                state[scope[k]] = values[k][at[k]];
                return true;
            }
            at[k] = 0;
            state[scope[k]] = values[k][0];
        }
        return false;
    }

    /** False if no value is left. */
    private boolean exclude(int v, int x) {
        live.exclude(v, x, current);
        for (int i = first[v]; i < first[v + 1]; i++) {
            // A feature leaves nothing more to itself, but for a repeated variable in a clause, which costs a look.
            if (!waiting[of[i]]) {
                waiting[of[i]] = true;
                queue.enqueue(of[i]);
            }
        }
        return live.count(v) > 0;
    }
}
