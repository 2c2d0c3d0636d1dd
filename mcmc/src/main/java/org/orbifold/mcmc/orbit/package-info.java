/**
 * Uniform moves on the orbits of a symmetry group that acts on block-value pairs, taken apart into independent
 * factors so that a move costs what it changes. Start with {@link org.orbifold.mcmc.orbit.OrbitAction}.
 */
@NullMarked
package org.orbifold.mcmc.orbit;

import org.jspecify.annotations.NullMarked;
