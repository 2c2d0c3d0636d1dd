package org.orbifold.mcmc.run;

/** What a sample is: what numbers of samples, burn-in and thinning count. */
public enum SampleUnit {
    /** A sweep, in which each variable is drawn about once: the same work for every chain. */
    SWEEP,
    /** A single step of the chain, such as a draw of one variable: what the paper counts. */
    STEP;

    /**
     * The length of a unit.
     *
     * @param sweep the steps of a sweep of the chain
     * @return in steps
     */
    public int steps(int sweep) {
        return this == SWEEP ? sweep : 1;
    }
}
