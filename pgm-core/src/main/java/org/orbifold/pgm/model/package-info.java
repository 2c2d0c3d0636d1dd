/**
 * Models and their parts: {@link org.orbifold.pgm.model.Variable variables} over finite
 * {@link org.orbifold.pgm.model.Domain domains}, weighted {@link org.orbifold.pgm.model.Feature features}, and
 * {@link org.orbifold.pgm.model.Evidence evidence}.
 *
 * <p>Start with {@link org.orbifold.pgm.model.GraphicalModel#builder()}. A model defines
 * log P(s) = c + Σ<sub>j</sub> φ<sub>j</sub>(s) − log Z, where φ<sub>j</sub> is the log-potential of feature j and c
 * a constant. A state s is an {@code int[]} with one value index per variable.
 */
@NullMarked
package org.orbifold.pgm.model;

import org.jspecify.annotations.NullMarked;
