package org.orbifold.inference;

/** The estimators to choose from. */
public enum EstimatorKind {
    /** How often each value was seen. */
    COUNTS,
    /** The mean of the conditionals that were drawn from. */
    CONDITIONAL,
    /** Counts averaged over whole orbits of symmetries, each variable by the partition that averages most. */
    ORBIT,
    /** Conditionals averaged over whole orbits; with chains that use partitions, of whole blocks. */
    AUTO;

    /**
     * Whether estimates are averages over orbits of symmetries.
     *
     * @return whether symmetries are needed for them
     */
    public boolean averagesOverOrbits() {
        return this == ORBIT || this == AUTO;
    }
}
