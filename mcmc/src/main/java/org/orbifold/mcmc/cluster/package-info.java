/**
 * Cluster moves from any involution on block values: Wolff, the geometric cluster algorithm, Kempe chains and
 * the exchange of parts of replicas are one algorithm. Start with {@link org.orbifold.mcmc.cluster.Involution}.
 */
@NullMarked
package org.orbifold.mcmc.cluster;

import org.jspecify.annotations.NullMarked;
