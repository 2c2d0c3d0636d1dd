/**
 * Per-variable marginal distributions ({@link org.orbifold.pgm.marginal.Marginals}), and how far two sets of them are
 * apart ({@link org.orbifold.pgm.marginal.Divergence}).
 */
package org.orbifold.pgm.marginal;
