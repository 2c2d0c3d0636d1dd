package org.orbifold.pgm.exact;

import java.util.List;
import org.orbifold.pgm.marginal.Marginals;

/**
 * What exact inference finds.
 *
 * @param logPartition log Z, the log of the total weight of all states (natural logarithm)
 * @param marginals    the marginal distribution of every variable
 * @param joints       the joint probabilities of the scopes asked for, in that order; not copied, for they may be large
 */
public record ExactResult(double logPartition, Marginals marginals, List<double[]> joints) {

    /**
     * Copies the list, not the arrays.
     *
     * @param logPartition log Z
     * @param marginals    the marginal distribution of every variable
     * @param joints       the joint probabilities of the scopes asked for
     */
    public ExactResult {
        joints = List.copyOf(joints);
    }

    /**
     * Makes a result without joint probabilities.
     *
     * @param logPartition log Z
     * @param marginals    the marginal distribution of every variable
     */
    public ExactResult(double logPartition, Marginals marginals) {
        this(logPartition, marginals, List.of());
    }

    /**
     * Returns the joint probabilities of a scope that was asked for.
     *
     * @param index the scope's place among those given to {@link ContractionPlan#of(
     *              org.orbifold.pgm.model.GraphicalModel, List, ExactOptions)}
     * @return one probability per joint assignment, the last variable of the scope as given changing fastest; not a
     *         copy
     */
    public double[] joint(int index) {
        if (index < 0 || index >= joints.size()) {
            throw new IllegalArgumentException("joint probabilities " + index + "; the plan was asked for "
                    + joints.size() + (joints.size() == 1 ? " scope" : " scopes") + ", numbered from 0");
        }
        return joints.get(index);
    }
}
