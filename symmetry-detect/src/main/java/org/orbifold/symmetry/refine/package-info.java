/**
 * Equitable refinement (colour refinement) of vertex colourings, usable on its own.
 *
 * <p>{@link org.orbifold.symmetry.refine.EquitablePartition} is the simple front door;
 * {@link org.orbifold.symmetry.refine.RefinableColoring} is the engine with individualisation, traces and undo that
 * the search uses.
 */
@NullMarked
package org.orbifold.symmetry.refine;

import org.jspecify.annotations.NullMarked;
