package org.orbifold.experiments.convergence;

import java.util.List;

/**
 * One finished run.
 *
 * @param method    the method's identity
 * @param run       the number of the run, from 0
 * @param discovery seconds spent on finding symmetries, part of all times
 * @param atTimes   measurements at the points of {@link Grids#time}
 * @param atSamples measurements at the points of {@link Grids#samples}; these depend on the seed alone
 * @param end       the last measurement
 * @param memory    how long the chain remembers its states
 */
public record RunResult(String method, int run, double discovery, List<Measurement> atTimes,
        List<Measurement> atSamples, Measurement end, Autocorrelation memory) { }
