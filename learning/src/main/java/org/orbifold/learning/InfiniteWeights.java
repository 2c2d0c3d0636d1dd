package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.learning.optimize.Lbfgs;
import org.orbifold.learning.optimize.Objective;

/**
 * Weights that the data alone make infinite: there is a direction in which the objective never falls, so the optimiser
 * ends where its slope is below the tolerance, wherever that is.
 */
final class InfiniteWeights {

    /** The standard deviation of the Gaussian prior that bounds such weights. */
    static final double BOUND = 10;
    /** Values that differ by less than this share of their size are equal. */
    private static final double ROUNDING = 1e-9;
    /** What a step back must cost, in logarithms: a direction in which nothing changes leads nowhere. */
    private static final double COST = 1e-3;
    /** Weights whose part in the direction is less than this share of the largest are finite. */
    private static final double PART = 0.01;
    /** Weights that are tried alone, each with two evaluations. */
    private static final int MAX_ALONE = 100;
    private static final int STEPS = 3;
    private static final int NAMES = 5;

    private InfiniteWeights() { }

    /** The precision of the prior that bounds a weight. */
    static double precision() {
        return 1 / (BOUND * BOUND);
    }

    /**
     * Directions in which weights may run to infinity: those weights alone, and together, whose error is larger than
     * they are, and the last steps of the optimiser.
     *
     * @param errors by weight; NaN if unknown
     */
    static List<double[]> directions(Lbfgs.State end, double[] errors) {
        double[] point = end.point();
        List<double[]> directions = new ArrayList<>();
        double[] all = new double[point.length];
        for (int k = 0; k < point.length; k++) {
            if (!(errors[k] < Math.abs(point[k])) && directions.size() < MAX_ALONE) {
                double[] one = new double[point.length];
                one[k] = Math.signum(point[k]);
                directions.add(one);
                all[k] = point[k];
            }
        }
        directions.add(all);
        directions.addAll(lastSteps(end));
        return directions;
    }

    /** The last steps of the optimiser: their direction is that of infinite weights, unless others took longer. */
    static List<double[]> lastSteps(Lbfgs.State end) {
        int n = end.steps().size();
        return end.steps().subList(Math.max(0, n - STEPS), n);
    }

    /**
     * Finds them: going on as far as the weights are from 0, and at least by 1, costs nothing; going back does.
     *
     * @param objective  what was maximised
     * @param end        where it ended
     * @param directions that are tried
     * @param bounded    weights that have a prior already; receives those that are found
     * @return whether any was found
     */
    static boolean mark(Objective objective, Lbfgs.State end, List<double[]> directions, boolean[] bounded) {
        boolean found = false;
        for (double[] direction : directions) {
            found |= mark(objective, end, direction, bounded);
        }
        return found;
    }

    private static boolean mark(Objective objective, Lbfgs.State end, double[] along, boolean[] bounded) {
        double[] direction = along.clone();
        Arrays.setAll(direction, k -> bounded[k] ? 0 : along[k]);
        double largest = Lbfgs.largest(direction);
        if (largest == 0) {
            return false;
        }
        double size = 1;
        for (int k = 0; k < direction.length; k++) {
            direction[k] = Math.abs(direction[k]) < PART * largest ? 0 : direction[k] / largest;
            size = direction[k] == 0 ? size : Math.max(size, Math.abs(end.point()[k]));
        }
        double here = end.value();
        if (value(objective, end.point(), direction, size) < here - ROUNDING * Math.max(1, Math.abs(here))
                || !(value(objective, end.point(), direction, -size) < here - COST)) {
            return false;
        }
        IntStream.range(0, direction.length).filter(k -> direction[k] != 0).forEach(k -> bounded[k] = true);
        return true;
    }

    /** Names them. */
    static String remark(List<String> names) {
        boolean one = names.size() == 1;
        return "the data alone make " + (one ? "a weight" : names.size() + " weights") + " infinite, so a Gaussian "
                + "prior with standard deviation 10 bounds " + (one ? "it" : "them") + ": " + names.stream()
                .limit(NAMES).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (names.size() > NAMES ? ", …" : "");
    }

    private static double value(Objective objective, double[] point, double[] direction, double length) {
        double[] moved = new double[point.length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = point[k] + length * direction[k];
        }
        return objective.evaluate(moved, new double[moved.length]);
    }
}
