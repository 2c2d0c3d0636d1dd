/**
 * Estimators of marginals. Each hears a chain through {@link org.orbifold.mcmc.chain.ChainListener} and is valid with
 * any chain that has the model's distribution as target.
 */
package org.orbifold.mcmc.estimate;
