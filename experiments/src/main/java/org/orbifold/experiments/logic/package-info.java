/** Databases and weights for the Markov logic networks among the resources of {@code org.orbifold.experiments}. */
package org.orbifold.experiments.logic;
