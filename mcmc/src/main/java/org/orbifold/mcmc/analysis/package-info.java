/**
 * Exact analysis of chains on small models: the full transition matrix, obtained by following every random choice of
 * the chain's own code, and what follows from it. It is for proofs, of our chains in the tests and of yours: no run
 * uses it. Start with {@link org.orbifold.mcmc.analysis.TransitionMatrix}.
 */
@NullMarked
package org.orbifold.mcmc.analysis;

import org.jspecify.annotations.NullMarked;
