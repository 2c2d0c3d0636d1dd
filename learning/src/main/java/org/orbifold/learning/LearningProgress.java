package org.orbifold.learning;

/** Receives how far learning is. */
@FunctionalInterface
public interface LearningProgress {

    /**
     * Receives a step.
     *
     * @param iteration    steps made
     * @param objective    the value of the objective, with the prior
     * @param gradientNorm the largest entry of its gradient, in absolute value
     */
    void step(int iteration, double objective, double gradientNorm);
}
