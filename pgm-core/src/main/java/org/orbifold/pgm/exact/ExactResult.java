package org.orbifold.pgm.exact;

import org.orbifold.pgm.marginal.Marginals;

/**
 * What exact inference finds.
 *
 * @param logPartition log Z, the log of the total weight of all states (natural logarithm)
 * @param marginals    the marginal distribution of every variable
 */
public record ExactResult(double logPartition, Marginals marginals) { }
