/**
 * Estimators of marginals. Each watches a chain by {@link org.orbifold.mcmc.chain.ChainListener} and is valid with
 * any chain that has the model's distribution as target.
 */
@NullMarked
package org.orbifold.mcmc.estimate;

import org.jspecify.annotations.NullMarked;
