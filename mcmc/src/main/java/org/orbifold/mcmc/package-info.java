/**
 * Marginals of a graphical model by Markov chains that use its symmetries. {@link org.orbifold.mcmc.Inference} is the
 * front door; the packages below are its parts, each usable alone.
 */
package org.orbifold.mcmc;
