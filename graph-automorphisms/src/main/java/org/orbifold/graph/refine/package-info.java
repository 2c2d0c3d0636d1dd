/**
 * Colour refinement with individualisation and undo: the engine under the search of {@code symmetry.detect}, which has
 * {@code EquitablePartition} for those who want the partition alone. An implementation package, not for importers.
 */
@NullMarked
package org.orbifold.graph.refine;

import org.jspecify.annotations.NullMarked;
