package org.orbifold.logic;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Gives weights to formulas that have none: one per constant in the place of a {@code +x}, and one per sign of
 * a {@code *P(x)}.
 */
public interface FormulaWeights {

    /**
     * Returns the weight of a formula. Asked once per formula, in the order of the network and, within a formula, of
     * the signs and then of the constants, the last {@code +} variable changing fastest.
     *
     * @param instance the text of the formula with a constant for each {@code +} variable
     * @return its weight, a finite number
     * @throws IllegalArgumentException if there is none
     */
    double weight(String instance);

    /**
     * Returns a formula that has a weight here but that nobody asked for: a likely mistake.
     *
     * @return the text of the formula, with its place if it has one; empty if there is none
     */
    default Optional<String> unused() {
        return Optional.empty();
    }

    /**
     * Returns weights from a map.
     *
     * @param weights weights by the text of the formula
     * @return the weights
     */
    static FormulaWeights of(Map<String, Double> weights) {
        return instance -> {
            Double weight = weights.get(instance);
            if (weight == null) {
                throw new IllegalArgumentException("there is no weight for '" + instance + "'");
            }
            return weight;
        };
    }

    /**
     * Returns weights drawn uniformly from an interval.
     *
     * @param seed the seed; the same seed gives the same weights
     * @param low  the smallest weight
     * @param high the largest weight
     * @param step the distance of neighbouring weights, or 0 for any number in the interval
     * @return the weights
     */
    static FormulaWeights uniform(long seed, double low, double high, double step) {
        if (!(low <= high) || !(step >= 0) || Double.isInfinite(high - low) || step == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("weights from " + low + " to " + high + " in steps of " + step
                    + "; expected finite numbers, the first at most the second, the step at least 0");
        }
        RandomGenerator random = new SplittableRandom(seed);
        if (step == 0) {
            return instance -> low + (high - low) * random.nextDouble();
        }
        long steps = (long) Math.floor((high - low) / step * (1 + 1e-12)) + 1;
        // In units of the step, so that 1:2:0.01 gives 1.07 and not 1.0699999999999998.
        double units = 1 / step;
        return instance -> Math.rint((low + random.nextLong(steps) * step) * units * 1e6) / (units * 1e6);
    }
}
