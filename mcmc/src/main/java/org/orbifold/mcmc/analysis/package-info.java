/**
 * Exact analysis of chains on small models: the full transition matrix, obtained by following every random choice of
 * the chain's own code, and what follows from it. Start with
 * {@link org.orbifold.mcmc.analysis.TransitionMatrix}.
 */
@NullMarked
package org.orbifold.mcmc.analysis;

import org.jspecify.annotations.NullMarked;
