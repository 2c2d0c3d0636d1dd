/**
 * Exact inference: {@link org.orbifold.pgm.exact.ContractionPlan} for models of moderate width, and
 * {@link org.orbifold.pgm.exact.BruteForce} as the oracle it is tested against.
 */
@NullMarked
package org.orbifold.pgm.exact;

import org.jspecify.annotations.NullMarked;
