package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * Finds a state that all hard constraints allow, starting from a uniformly random one.
 *
 * <p>Local search in the manner of WalkSAT (Selman, Kautz, Cohen 1994): take a violated constraint at random, change
 * one of its variables, mostly the change after which the fewest constraints are violated, now and then any. It is
 * incomplete: failing proves nothing, and the exception says so. Without hard constraints the random state is the
 * answer.
 */
public final class FeasibleStart {

    private static final int RESTARTS = 20;
    private static final int CHANGES_PER_CONSTRAINT = 50;
    private static final int CHANGES_AT_LEAST = 20_000;
    private static final double NOISE = 0.1;
    /** Evaluations of constraints between two looks at the clock: a fraction of a millisecond. */
    private static final int CHECK_EVALUATIONS = 1 << 12;
    private static final int WIDE_ENTRIES = 1 << 12;
    private static final int WIDE_COVERS = 4;
    private static final int WIDE_SWEEPS = 10;
    private static final double DEAREST_ZERO = 64;

    private final GraphicalModel model;
    private final Budget budget;
    private final List<ToDoubleFunction<int[]>> constraints = new ArrayList<>();
    private final List<int[]> scopes = new ArrayList<>();
    private final List<IntArrayList> constraintsOf = new ArrayList<>();
    private final int[] state;
    /** The violated constraints, and where each stands among them; −1 if it is not violated. */
    private final IntArrayList violated = new IntArrayList();
    private final int[] position;
    private int evaluations;

    private FeasibleStart(GraphicalModel model, Budget budget) {
        this.model = model;
        this.budget = budget;
        this.state = new int[model.variableCount()];
        for (int v = 0; v < state.length; v++) {
            constraintsOf.add(new IntArrayList(0));
        }
        // Factors take long to make of a large model, and without hard features there is nothing to violate.
        if (model.features().stream().anyMatch(FeasibleStart::isHard)) {
            Factors factors = model.factors(budget);
            for (Table factor : factors.tables()) {
                if (factor.isHard()) {
                    budget.check();
                    add(factor.scope(), factor::logPotential);
                }
            }
            for (Feature feature : factors.wide()) {
                add(feature.scope(), feature::logPotential);
            }
        }
        this.position = new int[constraints.size()];
    }

    private static boolean isHard(Feature feature) {
        return feature instanceof Table table ? table.isHard()
                : Double.isInfinite(((WeightedFeature) feature).weight());
    }

    private void add(int[] scope, ToDoubleFunction<int[]> logPotential) {
        for (int v : scope) {
            constraintsOf.get(v).add(constraints.size());
        }
        scopes.add(scope);
        constraints.add(logPotential);
    }

    /**
     * Finds a possible state.
     *
     * @param model  the model
     * @param random the source of randomness
     * @return a state of positive probability
     * @throws IllegalArgumentException if the search ended without one
     */
    public static int[] find(GraphicalModel model, RandomGenerator random) {
        return find(model, random, Budget.unlimited());
    }

    /**
     * Finds a possible state in a limited time.
     *
     * @param model  the model
     * @param random the source of randomness
     * @param budget the time for it
     * @return a state of positive probability
     * @throws IllegalArgumentException                 if the search ended without one
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time was over before
     */
    public static int[] find(GraphicalModel model, RandomGenerator random, Budget budget) {
        return new FeasibleStart(model, budget).search(random);
    }

    private int[] search(RandomGenerator random) {
        int fewest = Integer.MAX_VALUE;
        int changes = Math.max(CHANGES_AT_LEAST, CHANGES_PER_CONSTRAINT * constraints.size());
        for (int restart = 0; restart < RESTARTS; restart++) {
            begin(random);
            for (int i = 0; i < changes && !violated.isEmpty(); i++) {
                repair(random);
                fewest = Math.min(fewest, violated.size());
            }
            if (violated.isEmpty()) {
                break;
            }
        }
        if (!violated.isEmpty() && throughSoftZeros(random)) {
            return state;
        }
        if (!violated.isEmpty() || model.logWeight(state) == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException("found no state that the hard constraints allow: after " + RESTARTS
                    + " searches of " + changes + " changes at least " + Math.min(fewest, violated.size()) + " of "
                    + constraints.size() + " constraints were violated; they may contradict each other "
                    + "('orbifold exact' decides it for models of moderate size), else give a start of your own");
        }
        return state;
    }

    /** Wide-block sampling with an increasing penalty for violated constraints. */
    private boolean throughSoftZeros(RandomGenerator random) {
        WideBlocks wide = WideBlocks.of(model, WIDE_ENTRIES, WIDE_COVERS, random, budget);
        for (double cost = 1; cost <= DEAREST_ZERO; cost *= 2) {
            MarkovChain chain = wide.chain(HeatedModel.of(model, 1, cost));
            for (int sweep = 0; sweep < WIDE_SWEEPS; sweep++) {
                for (int step = 0; step < chain.sweep(); step++) {
                    budget.check();
                    chain.advance(state, step, step + 1, random, ChainListener.NONE);
                }
                if (model.logWeight(state) > Double.NEGATIVE_INFINITY) {
                    return true;
                }
            }
        }
        return false;
    }

    private void begin(RandomGenerator random) {
        for (int v = 0; v < state.length; v++) {
            state[v] = model.size(v) == 1 ? 0 : random.nextInt(model.size(v));
        }
        violated.clear();
        for (int c = 0; c < position.length; c++) {
            position[c] = -1;
            update(c);
        }
    }

    private boolean isViolated(int constraint) {
        if (++evaluations % CHECK_EVALUATIONS == 0) {
            budget.check();
        }
        return constraints.get(constraint).applyAsDouble(state) == Double.NEGATIVE_INFINITY;
    }

    private void update(int constraint) {
        boolean now = isViolated(constraint);
        int at = position[constraint];
        if (now && at < 0) {
            position[constraint] = violated.size();
            violated.add(constraint);
        } else if (!now && at >= 0) {
            int last = violated.popInt();
            if (last != constraint) {
                violated.set(at, last);
                position[last] = at;
            }
            position[constraint] = -1;
        }
    }

    private void repair(RandomGenerator random) {
        int[] scope = scopes.get(violated.getInt(random.nextInt(violated.size())));
        int variable = scope[random.nextInt(scope.length)];
        int value = random.nextInt(model.size(variable));
        if (random.nextDouble() >= NOISE) {
            int best = Integer.MAX_VALUE;
            int ties = 0;
            for (int v : scope) {
                int old = state[v];
                for (int x = 0; x < model.size(v); x++) {
                    int count = x == old ? Integer.MAX_VALUE : violationsWith(v, x);
                    if (count < best) {
                        ties = 0;
                        best = count;
                    }
                    if (x != old && count == best && random.nextInt(++ties) == 0) {
                        variable = v;
                        value = x;
                    }
                }
            }
        }
        state[variable] = value;
        for (int c : constraintsOf.get(variable)) {
            update(c);
        }
    }

    /** How the number of violated constraints differs if the variable takes the value. */
    private int violationsWith(int variable, int value) {
        int old = state[variable];
        state[variable] = value;
        int difference = 0;
        for (int c : constraintsOf.get(variable)) {
            difference += (isViolated(c) ? 1 : 0) - (position[c] >= 0 ? 1 : 0);
        }
        state[variable] = old;
        return difference;
    }
}
