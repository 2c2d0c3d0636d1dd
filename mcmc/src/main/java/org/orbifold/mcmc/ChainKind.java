package org.orbifold.mcmc;

/** The chains to choose from. */
public enum ChainKind {
    /** Single variables, chosen at random. */
    GIBBS,
    /** The blocks of the best partition, each from its joint conditional. */
    BLOCK_GIBBS,
    /** Gibbs, then a uniform member of the orbit under variable symmetries, at every step. */
    ORBITAL,
    /** Gibbs, then a uniform member of the orbit under variable-value symmetries, at every step. */
    VV,
    /** BV-MCMC(α) with the best partition. */
    BV,
    /** The aggregate of BV-MCMC(α) over all partitions. */
    AGGREGATE;

    /**
     * Whether the chain, or else its estimator, needs block partitions.
     *
     * @return true if partitions are looked for
     */
    boolean usesPartitions() {
        return this == BLOCK_GIBBS || this == BV || this == AGGREGATE;
    }
}
