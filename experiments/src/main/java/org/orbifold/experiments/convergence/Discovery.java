package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.Optional;
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
        List<SymmetryUse> symmetries) {

    /**
     * That not all symmetries were looked for, because a limit cut the search off.
     *
     * @return a clause for people; empty if all searches ended by themselves
     */
    public Optional<String> cutOff() {
        List<String> limits = symmetries.stream().map(SymmetryUse::limit).filter(limit -> !limit.isEmpty()).toList();
        return limits.isEmpty() ? Optional.empty() : Optional.of("the search was cut off in " + limits.size() + " of "
                + symmetries.size() + " partitions, so that there may be more ("
                + String.join("; ", limits.stream().distinct().toList()) + ")");
    }
}
