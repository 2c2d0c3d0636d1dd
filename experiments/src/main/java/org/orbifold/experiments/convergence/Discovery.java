package org.orbifold.experiments.convergence;

import java.util.List;
import org.orbifold.inference.ChainChoice.SymmetryUse;

/**
 * What finding the symmetries of a model for a method took and gave.
 *
 * @param method      the method's identity
 * @param coldSeconds the first time, when the JVM had compiled none of it
 * @param seconds     once warm: what runs are charged with
 * @param alpha       the probability of a move
 * @param symmetries  the symmetries, one entry per partition
 */
public record Discovery(String method, double coldSeconds, double seconds, double alpha,
        List<SymmetryUse> symmetries) { }
