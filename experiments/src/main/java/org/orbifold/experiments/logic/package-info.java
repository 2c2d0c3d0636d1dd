/** Databases and weights for the Markov logic networks among the resources of {@code org.orbifold.experiments}. */
@NullMarked
package org.orbifold.experiments.logic;

import org.jspecify.annotations.NullMarked;
