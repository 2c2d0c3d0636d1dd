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
    /**
     * BV-MCMC(α) with the best partition. With α left open and {@link EstimatorKind#AUTO}, just block Gibbs: the
     * estimator averages over the orbits that moves would go along.
     */
    BV,
    /** The aggregate of BV-MCMC(α) over all partitions. */
    AGGREGATE;

    /** Whether the chain draws or moves the blocks of partitions. */
    boolean usesPartitions() {
        return this == BLOCK_GIBBS || this == BV || this == AGGREGATE;
    }

    /** Whether the chain needs symmetries, for its moves or to choose its blocks. */
    boolean usesSymmetries() {
        return this != GIBBS;
    }
}
