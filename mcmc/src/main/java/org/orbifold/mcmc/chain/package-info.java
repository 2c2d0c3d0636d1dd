/**
 * Markov chains on the states of a model: one abstraction ({@link org.orbifold.mcmc.chain.MarkovChain}) and small
 * pieces that compose. Randomness is an argument, states are flat arrays, and a step allocates nothing.
 */
@NullMarked
package org.orbifold.mcmc.chain;

import org.jspecify.annotations.NullMarked;
