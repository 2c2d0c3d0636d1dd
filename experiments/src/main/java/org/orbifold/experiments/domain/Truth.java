package org.orbifold.experiments.domain;

import org.orbifold.pgm.marginal.Marginals;

/**
 * True marginals, and how true they are.
 *
 * @param marginals the marginals
 * @param method    how they were found, in words
 * @param error     the largest standard error of any of them; 0 when exact up to rounding
 */
public record Truth(Marginals marginals, String method, double error) {

    /**
     * Exact marginals.
     *
     * @param marginals the marginals
     * @param method    how they were found
     * @return the truth
     */
    public static Truth exact(Marginals marginals, String method) {
        return new Truth(marginals, method, 0);
    }
}
