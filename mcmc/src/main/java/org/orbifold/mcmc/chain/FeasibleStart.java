package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.hard.Possibility;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Finds a state that all hard constraints allow, starting from a uniformly random one.
 *
 * <p>Two searches take turns, each longer than before. One is local: take a violated constraint at random and change
 * one of its variables. In its first turn that is mostly the change after which the fewest constraints are violated
 * (Selman, Kautz, Cohen 1994), which is quick where constraints are loose; later ones draw it with a probability that
 * falls with the number b of constraints which it would violate, as (0.9 + b)^−2.3 (Balint and Schöning 2012). The
 * other search is complete ({@link HardClauses}): it tries the values of the local search first, and proves a
 * contradiction if there is no possible state. Random constraints below their threshold fall to the first, structured
 * ones to the second. Without hard constraints the random state is the answer.
 */
public final class FeasibleStart {

    /**
     * Evaluations of constraints in the first turn of the local search, milliseconds: loose constraints need fewer, and
     * structured ones are not for it. A change of a variable in hundreds of constraints takes thousands.
     */
    private static final long EVALUATIONS_PER_CONSTRAINT = 50;
    private static final long EVALUATIONS_AT_LEAST = 100_000;
    /** The share of any changes in the first turn. */
    private static final double NOISE = 0.1;
    /** Conflicts of the first turn of the complete search, about as long. */
    private static final long CONFLICTS = 1_000;
    /** By how much turns grow. */
    private static final int GROWTH = 2;
    /** A change that violates b constraints has a weight of (base + b)^exponent; about ProbSAT's for clauses. */
    private static final double BREAK_BASE = 0.9;
    private static final double BREAK_EXPONENT = -2.3;
    /** Evaluations of constraints between two checks of the budget: a fraction of a millisecond. */
    private static final int CHECK_EVALUATIONS = 1 << 12;

    private final GraphicalModel model;
    private final Budget budget;
    private final List<ToDoubleFunction<int[]>> constraints = new ArrayList<>();
    private final List<int[]> scopes = new ArrayList<>();
    private final List<IntArrayList> constraintsOf = new ArrayList<>();
    private final int[] state;
    /** The violated constraints, and where each stands among them; −1 if it is not violated. */
    private final IntArrayList violated = new IntArrayList();
    private final int[] position;
    private long evaluations;
    /** The weight of a change, by the number of constraints that it breaks. */
    private double[] weights = {};

    private FeasibleStart(GraphicalModel model, Budget budget) {
        this.model = model;
        this.budget = budget;
        this.state = new int[model.variableCount()];
        for (int v = 0; v < state.length; v++) {
            constraintsOf.add(new IntArrayList(0));
        }
        // Factors take long to make of a large model, and without hard features there is nothing to violate.
        if (HardClauses.areIn(model)) {
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
     * @throws ContradictionException if there is none
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
     * @throws ContradictionException if there is none, which is proved
     * @throws OutOfTimeException     if the time was over before
     */
    public static int[] find(GraphicalModel model, RandomGenerator random, Budget budget) {
        try {
            return new FeasibleStart(model, budget).search(random);
        } catch (OutOfTimeException e) {
            throw new OutOfTimeException(String.format(Locale.ROOT,
                    "no possible state was found in %.3g s of search: %s", budget.elapsed(), e.getMessage()));
        }
    }

    private int[] search(RandomGenerator random) {
        begin(random);
        long first = Math.max(EVALUATIONS_AT_LEAST, EVALUATIONS_PER_CONSTRAINT * constraints.size());
        HardClauses complete = null;
        for (long turn = 1; !violated.isEmpty(); turn *= GROWTH) {
            for (long last = evaluations + first * turn; evaluations < last && !violated.isEmpty();) {
                if (turn == 1) {
                    repair(random);
                } else {
                    walk(random);
                }
            }
            if (!violated.isEmpty()) {
                complete = complete == null ? HardClauses.of(model, budget) : complete;
                Possibility possible = complete.solve(List.of(), state, CONFLICTS * turn);
                if (possible == Possibility.POSSIBLE) {
                    break;
                } else if (possible == Possibility.IMPOSSIBLE) {
                    throw new ContradictionException();
                }
            }
        }
        if (model.logWeight(state) == Double.NEGATIVE_INFINITY) {
            throw new ContradictionException();
        }
        return state;
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

    /** Mostly the change after which the fewest constraints are violated, now and then any. */
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

    /** A change drawn with the weights of the constraints that it would break. */
    private void walk(RandomGenerator random) {
        int[] scope = scopes.get(violated.getInt(random.nextInt(violated.size())));
        int variable = scope[0];
        int value = state[variable];
        double total = 0;
        for (int v : scope) {
            int old = state[v];
            for (int x = 0; x < model.size(v); x++) {
                if (x != old) {
                    double weight = weight(broken(v, x));
                    total += weight;
                    // Each with its share of the sum so far.
                    if (random.nextDouble() * total < weight) {
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

    private double weight(int broken) {
        if (broken >= weights.length) {
            int known = weights.length;
            weights = Arrays.copyOf(weights, Math.max(broken + 1, 2 * known));
            for (int b = known; b < weights.length; b++) {
                weights[b] = Math.pow(BREAK_BASE + b, BREAK_EXPONENT);
            }
        }
        return weights[broken];
    }

    /** How many constraints that hold would be violated if the variable took the value. */
    private int broken(int variable, int value) {
        int old = state[variable];
        state[variable] = value;
        int count = 0;
        for (int c : constraintsOf.get(variable)) {
            count += position[c] < 0 && isViolated(c) ? 1 : 0;
        }
        state[variable] = old;
        return count;
    }
}
