/**
 * Per-variable marginal distributions ({@link org.orbifold.pgm.marginal.Marginals}), and how far two sets of them are
 * apart ({@link org.orbifold.pgm.marginal.Divergence}).
 */
@NullMarked
package org.orbifold.pgm.marginal;

import org.jspecify.annotations.NullMarked;
