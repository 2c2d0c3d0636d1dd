package org.orbifold.learning.optimize;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maximises a smooth function, minus an L1 penalty if one is asked for: limited-memory BFGS (Liu and Nocedal 1989),
 * with the penalty orthant-wise (Andrew and Gao 2007).
 *
 * <p>Cost: O(m n) numbers and operations per step for n parameters and a memory of m pairs, where the BFGS of
 * general libraries keeps a matrix of n² numbers. Without a penalty the line search meets the weak Wolfe conditions by
 * bisection; near the optimum, where differences of values are rounding errors, it uses derivatives in their place
 * (Hager and Zhang 2005). Deterministic.
 */
public final class Lbfgs {

    private static final Logger LOG = LoggerFactory.getLogger(Lbfgs.class);

    /** Pairs of steps and changes of the gradient that stand for the curvature. */
    private static final int MEMORY = 10;

    /** Share of the predicted gain that a step must reach (Armijo), and the slope that it may leave (Wolfe). */
    private static final double SUFFICIENT_GAIN = 1e-4;
    private static final double SLOPE_LEFT = 0.9;

    /** Trials of one line search: bisections of doubles are exhausted by then. */
    private static final int MAX_TRIALS = 60;

    /** Values that differ by less than this share of their size differ by rounding. */
    private static final double ROUNDING = 1e-13;

    private final Objective objective;
    private final double l1;
    private final double tolerance;

    /**
     * Prepares a maximisation.
     *
     * @param objective the smooth part
     * @param l1        the factor of the penalty Σ |x|, 0 for none
     * @param tolerance the largest entry of the gradient, in absolute value, at which it ends
     */
    public Lbfgs(Objective objective, double l1, double tolerance) {
        this.objective = objective;
        this.l1 = l1;
        this.tolerance = tolerance;
    }

    /**
     * A point on the way: all that the next step needs.
     *
     * @param iteration steps made
     * @param point     the parameters
     * @param value     the function there, with the penalty
     * @param gradient  the gradient of the smooth part
     * @param steps     the last steps, oldest first
     * @param changes   how these changed the gradient of the negated function
     * @param done      whether no further step is needed or possible
     */
    public record State(int iteration, double[] point, double value, double[] gradient, List<double[]> steps,
            List<double[]> changes, boolean done) {

        private State finished() {
            return new State(iteration, point, value, gradient, steps, changes, true);
        }
    }

    /** The state at a starting point. */
    public State start(double[] point) {
        double[] gradient = new double[point.length];
        double value = objective.evaluate(point, gradient) - penalty(point);
        if (!Double.isFinite(value)) {
            throw new ArithmeticException("the objective is " + value + " at the start");
        }
        State state = new State(0, point.clone(), value, gradient, List.of(), List.of(), false);
        return largest(pseudoGradient(point, gradient)) <= tolerance ? state.finished() : state;
    }

    /**
     * Maximises from a state on.
     *
     * @param from          the first state
     * @param maxIterations steps of the whole maximisation, at most
     * @param budget        the time; if it ends, the state so far is returned, not done
     * @param listener      receives each new state
     * @return the last state
     */
    public State run(State from, int maxIterations, Budget budget, Consumer<State> listener) {
        State state = from;
        while (!state.done && state.iteration < maxIterations && !budget.isOver()) {
            try {
                state = step(state);
            } catch (OutOfTimeException e) {
                LOG.debug("the time ended within a step", e);
                break;
            }
            listener.accept(state);
        }
        return state;
    }

    /** One step. */
    public State step(State state) {
        double[] gradient = pseudoGradient(state.point, state.gradient);
        double[] direction = direction(gradient, state.steps, state.changes);
        if (l1 > 0) {
            for (int i = 0; i < direction.length; i++) {
                direction[i] = direction[i] * gradient[i] > 0 ? direction[i] : 0;
            }
        }
        double slope = dot(direction, gradient);
        boolean first = state.steps.isEmpty();
        double length = first ? Math.min(1, 1 / norm(gradient)) : 1;
        double[] next = new double[direction.length];
        double[] nextGradient = new double[direction.length];
        double value = slope > 0
                ? l1 > 0 ? orthantSearch(state, gradient, direction, length, next, nextGradient)
                        : wolfeSearch(state, direction, slope, length, next, nextGradient) : Double.NaN;
        if (Double.isNaN(value)) {
            // With a curvature that no longer helps, steepest ascent gets one more try.
            return first ? state.finished() : step(new State(state.iteration, state.point, state.value,
                    state.gradient, List.of(), List.of(), false));
        }
        State reached = remember(state, next, value, nextGradient);
        return largest(pseudoGradient(next, nextGradient)) <= tolerance ? reached.finished() : reached;
    }

    private static State remember(State state, double[] next, double value, double[] nextGradient) {
        double[] step = new double[next.length];
        double[] change = new double[next.length];
        for (int i = 0; i < next.length; i++) {
            step[i] = next[i] - state.point[i];
            change[i] = state.gradient[i] - nextGradient[i];
        }
        List<double[]> steps = state.steps;
        List<double[]> changes = state.changes;
        if (dot(step, change) > ROUNDING * norm(step) * norm(change)) {
            steps = appended(steps, step);
            changes = appended(changes, change);
        }
        return new State(state.iteration + 1, next, value, nextGradient, steps, changes, false);
    }

    private static List<double[]> appended(List<double[]> list, double[] last) {
        List<double[]> longer = new ArrayList<>(list.size() < MEMORY ? list : list.subList(1, list.size()));
        longer.add(last);
        return List.copyOf(longer);
    }

    /** The two-loop recursion: the inverse curvature times a gradient. */
    private static double[] direction(double[] gradient, List<double[]> steps, List<double[]> changes) {
        double[] d = gradient.clone();
        double[] share = new double[steps.size()];
        for (int k = steps.size() - 1; k >= 0; k--) {
            share[k] = dot(steps.get(k), d) / dot(steps.get(k), changes.get(k));
            add(d, -share[k], changes.get(k));
        }
        if (!steps.isEmpty()) {
            double[] change = changes.get(steps.size() - 1);
            double scale = dot(steps.get(steps.size() - 1), change) / dot(change, change);
            for (int i = 0; i < d.length; i++) {
                d[i] *= scale;
            }
        }
        for (int k = 0; k < steps.size(); k++) {
            double beta = dot(changes.get(k), d) / dot(steps.get(k), changes.get(k));
            add(d, share[k] - beta, steps.get(k));
        }
        return d;
    }

    /** Finds a step that meets the weak Wolfe conditions; NaN if there is none. */
    private double wolfeSearch(State state, double[] direction, double slope, double length, double[] next,
            double[] nextGradient) {
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double t = length;
        double rounding = ROUNDING * Math.max(1, Math.abs(state.value));
        for (int trial = 0; trial < MAX_TRIALS; trial++) {
            move(state.point, direction, t, next);
            double value = objective.evaluate(next, nextGradient);
            double slopeThere = dot(nextGradient, direction);
            boolean gained = value >= state.value + SUFFICIENT_GAIN * t * slope
                    || value >= state.value - rounding && slopeThere >= -(1 - 2 * SUFFICIENT_GAIN) * slope;
            if (!gained || !Double.isFinite(value) || Double.isNaN(slopeThere)) {
                high = t;
            } else if (slopeThere > SLOPE_LEFT * slope) {
                low = t;
            } else {
                return value;
            }
            t = Double.isInfinite(high) ? 2 * low : (low + high) / 2;
            if (t == low || t == high || t > 1 / Double.MIN_NORMAL) {
                break;
            }
        }
        return Double.NaN;
    }

    /** Backtracks within the orthant of the point, where the penalty is linear; NaN if nothing is gained. */
    private double orthantSearch(State state, double[] gradient, double[] direction, double length, double[] next,
            double[] nextGradient) {
        double t = length;
        for (int trial = 0; trial < MAX_TRIALS; trial++, t /= 2) {
            double expected = 0;
            for (int i = 0; i < next.length; i++) {
                double orthant = state.point[i] == 0 ? gradient[i] : state.point[i];
                double moved = state.point[i] + t * direction[i];
                next[i] = moved * orthant > 0 ? moved : 0;
                expected += gradient[i] * (next[i] - state.point[i]);
            }
            double value = objective.evaluate(next, nextGradient) - penalty(next);
            if (expected > 0 && value >= state.value + SUFFICIENT_GAIN * expected && value > state.value) {
                return value;
            }
        }
        return Double.NaN;
    }

    /** The gradient with the penalty: its one-sided derivative of least size where a parameter is 0. */
    public double[] pseudoGradient(double[] point, double[] gradient) {
        if (l1 == 0) {
            return gradient;
        }
        double[] pseudo = new double[gradient.length];
        for (int i = 0; i < pseudo.length; i++) {
            if (point[i] != 0) {
                pseudo[i] = gradient[i] - Math.signum(point[i]) * l1;
            } else {
                pseudo[i] = Math.signum(gradient[i]) * Math.max(0, Math.abs(gradient[i]) - l1);
            }
        }
        return pseudo;
    }

    private double penalty(double[] point) {
        return l1 == 0 ? 0 : l1 * Arrays.stream(point).map(Math::abs).sum();
    }

    private static void move(double[] point, double[] direction, double t, double[] next) {
        for (int i = 0; i < next.length; i++) {
            next[i] = point[i] + t * direction[i];
        }
    }

    private static void add(double[] target, double factor, double[] other) {
        for (int i = 0; i < target.length; i++) {
            target[i] += factor * other[i];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double norm(double[] a) {
        return Math.sqrt(dot(a, a));
    }

    /** The largest entry in absolute value. */
    public static double largest(double[] a) {
        return Arrays.stream(a).map(Math::abs).max().orElse(0);
    }
}
