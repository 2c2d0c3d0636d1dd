package org.orbifold.experiments.convergence;

import java.util.List;

/**
 * How far one run was from the truth at one moment.
 *
 * @param seconds time so far, finding symmetries included, measuring not
 * @param samples samples so far: steps of the chain
 * @param kl      the mean over all variables of Σ p̂ log(p̂/p)
 * @param byKind  the same over the variables of each kind
 */
public record Measurement(double seconds, long samples, double kl, List<Double> byKind) { }
