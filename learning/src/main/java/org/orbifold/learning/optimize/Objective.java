package org.orbifold.learning.optimize;

/** A function to maximise, with its gradient. */
@FunctionalInterface
public interface Objective {

    /**
     * Computes the function.
     *
     * @param point    where; not changed
     * @param gradient receives the gradient, as long as the point
     * @return the value; −∞ or NaN where there is none
     */
    double evaluate(double[] point, double[] gradient);
}
