package org.orbifold.mcmc.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Orbits;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Contextual symmetries (Anand, Grover, Mausam, Singla 2016): the variable-value symmetries of the model given the
 * values of a few variables, the context. A move by the group of the present context leaves these variables alone, so
 * it has the same context afterwards, and keeps the distribution.
 *
 * <p>A context's group is found when it is first met, and kept while it is among the latest ones. If the run has a time
 * limit, so has each search, so that a run is not held up: at first a twentieth of the time, and half of the previous
 * limit after each search that was stopped. A context whose search is stopped is moved by the subgroup found so far,
 * often the trivial one, which keeps the distribution as well. Without a time limit nothing depends on a clock. Threads
 * share one. On another machine, where budgets are not valid, only the limit of each search counts.
 */
public final class ContextSymmetries {

    /** A variable in this many times more terms than the median one is a hub. */
    private static final double HUB = 3;
    private static final int MAX_HUBS = 3;
    /** Where more variables are as busy, none is a hub. */
    private static final int MOST_BUSY = 8;
    /** By how much the symmetries must grow in a hub's contexts, in powers of e. */
    private static final double WORTHWHILE = 2;
    /** The share of the time that the search for the first group may take: far above what hubs of real models do. */
    private static final double FIRST_SHARE = 0.05;

    private final GraphicalModel model;
    private final int[] context;
    private final int most;
    private final Map<List<Integer>, Group> groups = new LinkedHashMap<>(16, 0.75f, true);
    /** Null on a machine that this was sent to. */
    private final transient @Nullable Budget budget;
    private int found;
    /** The most seconds of the next search; infinite without a limit. */
    private double seconds;

    private ContextSymmetries(GraphicalModel model, int[] context, int most, Budget budget) {
        this.budget = budget;
        this.seconds = FIRST_SHARE * budget.secondsLeft();
        this.model = model;
        this.context = context;
        this.most = most;
    }

    /**
     * The symmetries in the contexts of some variables.
     *
     * @param model   the model that is sampled
     * @param context the variables whose values are the context, at least one
     * @param most    the most groups to keep, at least 1
     * @return their symmetries, to be found
     * @throws IllegalArgumentException if there is no variable, one is out of range or doubled, or no group may be kept
     */
    public static ContextSymmetries of(GraphicalModel model, int[] context, int most) {
        return of(model, context, most, Budget.unlimited());
    }

    /**
     * The symmetries in the contexts of some variables, found in a limited time.
     *
     * @param model   the model that is sampled
     * @param context the variables whose values are the context, at least one
     * @param most    the most groups to keep, at least 1
     * @param budget  the time of the run; when it is over, contexts not met before are not moved
     * @return their symmetries, to be found
     * @throws IllegalArgumentException if there is no variable, one is out of range or doubled, or no group may be kept
     */
    public static ContextSymmetries of(GraphicalModel model, int[] context, int most, Budget budget) {
        int[] sorted = Arrays.stream(context).sorted().distinct().toArray();
        if (sorted.length == 0 || sorted.length < context.length || sorted[0] < 0
                || sorted[sorted.length - 1] >= model.variableCount() || most < 1) {
            throw new IllegalArgumentException("the context " + Arrays.toString(context) + " of a model of "
                    + model.variableCount() + " variables, with " + most + " groups kept; expected at least one "
                    + "variable, each once, and at least one group");
        }
        return new ContextSymmetries(model, sorted, most, budget);
    }

    /**
     * Variables whose values make many others exchangeable: of those in many more terms than the median variable, the
     * ones in whose contexts there are clearly more symmetries than without.
     *
     * @param model   the model
     * @param options how symmetries are looked for; a limit of time is one for all of it
     * @return at most three variables, those in most terms first; none if there are no such, or no time to find out
     */
    public static int[] hubs(GraphicalModel model, SymmetryOptions options) {
        int n = model.variableCount();
        int[] degrees = new int[n];
        for (Feature feature : model.features()) {
            for (int v : feature.scope()) {
                degrees[v]++;
            }
        }
        double usual = n == 0 ? 0 : Arrays.stream(degrees).sorted().toArray()[n / 2];
        int[] busy = IntStream.range(0, n).filter(v -> degrees[v] > HUB * usual && model.size(v) > 1).boxed()
                .sorted(Comparator.comparingInt(v -> -degrees[v])).limit(MAX_HUBS).mapToInt(v -> v).toArray();
        if (busy.length == 0 || Arrays.stream(degrees).filter(degree -> degree > HUB * usual).count() > MOST_BUSY) {
            return new int[0];
        }
        double without = score(model, options);
        List<Integer> good = new ArrayList<>();
        for (int v : busy) {
            double sum = 0;
            int possible = 0;
            for (int x = 0; x < model.size(v); x++) {
                try {
                    sum += score(model.condition(Evidence.of(v, x)).model(), options);
                    possible++;
                } catch (ContradictionException e) {
                    // A hard zero leaves no state with this value, so that it is no context.
                    continue;
                }
            }
            if (possible > 1 && sum / possible > without + WORTHWHILE) {
                good.add(v);
            }
        }
        return good.stream().mapToInt(v -> v).toArray();
    }

    private static double score(GraphicalModel model, SymmetryOptions options) {
        return ScoredPartition.of(SymmetryFinder.of(model, options).variableValue()).score();
    }

    /** The symmetries of one context. */
    static final class Group {

        private final ConditionedModel given;
        private final OrbitAction action;

        Group(ConditionedModel given, OrbitAction action) {
            this.given = given;
            this.action = action;
        }

        ConditionedModel given() {
            return given;
        }

        OrbitAction action() {
            return action;
        }
    }

    synchronized Group group(int[] state) {
        List<Integer> values = Arrays.stream(context).map(v -> state[v]).boxed().toList();
        Group group = groups.get(values);
        if (group == null) {
            Evidence evidence = Evidence.none();
            for (int v : context) {
                evidence = evidence.and(v, state[v]);
            }
            ConditionedModel given = model.condition(evidence);
            group = new Group(given, search(given.model()));
            found++;
            groups.put(values, group);
            if (groups.size() > most) {
                groups.remove(groups.keySet().iterator().next());
            }
        }
        return group;
    }

    private OrbitAction search(GraphicalModel given) {
        Budget whole = budget == null ? Budget.unlimited() : budget;
        Budget limit = whole.atMost(seconds);
        SymmetryOptions one = SymmetryOptions.defaults().withThreads(1).withBudget(limit);
        BlockSymmetries symmetries = SymmetryFinder.of(given, one).variableValue();
        if (!symmetries.isComplete()) {
            seconds /= 2;
        }
        try {
            return OrbitAction.of(symmetries, block -> true, limit);
        } catch (OutOfTimeException e) {
            seconds /= 2;
            BlockPartition singletons = BlockPartition.singletons(given.variableCount());
            return OrbitAction.of(BlockSymmetries.trivial(given, singletons));
        }
    }

    /**
     * The variables of the context.
     *
     * @return a fresh array, ascending
     */
    public int[] context() {
        return context.clone();
    }

    /**
     * How often a group was looked for.
     *
     * @return the number of contexts met, those that were forgotten meanwhile each time
     */
    public synchronized int searches() {
        return found;
    }

    /** How many groups are kept at most. */
    int most() {
        return most;
    }

    /**
     * The move for one thread.
     *
     * @return a new move
     */
    public Move move() {
        return new ContextMove(this, model.variableCount());
    }

    /**
     * The orbits of (variable, value) pairs in the context of a state.
     *
     * @param state a state
     * @return for each pair, the values of variable 0 first, the number of its orbit; that of a pair of the context
     *         variables is its own
     */
    public int[] orbits(int[] state) {
        Group group = group(state);
        int[] first = new int[model.variableCount() + 1];
        for (int v = 0; v < model.variableCount(); v++) {
            first[v + 1] = first[v] + model.size(v);
        }
        int[] result = IntStream.range(0, first[model.variableCount()]).toArray();
        BlockSymmetries known = group.action().symmetries();
        Orbits orbits = known.orbits();
        int[] representative = new int[orbits.count()];
        Arrays.fill(representative, -1);
        for (int u = 0; u < group.given().model().variableCount(); u++) {
            int v = group.given().toOriginal(u);
            int pair = known.pairs().firstPair(known.partition().blockOf(u));
            for (int x = 0; x < model.size(v); x++) {
                int orbit = orbits.orbitOf(pair + x);
                representative[orbit] = representative[orbit] < 0 ? first[v] + x : representative[orbit];
                result[first[v] + x] = representative[orbit];
            }
        }
        return result;
    }
}
