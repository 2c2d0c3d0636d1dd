/**
 * Which blocks of variables may have block-value symmetries: useful blocks and the weight signatures of their values
 * (Algorithms 1 and 2 of the paper's supplement). Start with {@link org.orbifold.heuristics.signature.UsefulBlocks}.
 */
@NullMarked
package org.orbifold.heuristics.signature;

import org.jspecify.annotations.NullMarked;
