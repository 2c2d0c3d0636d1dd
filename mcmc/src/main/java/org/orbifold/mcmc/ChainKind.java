package org.orbifold.mcmc;

/** The chains to choose from. */
public enum ChainKind {
    /** {@link #BV} where a short trial shows that it mixes, else the best of the chains for hard models below. */
    AUTO,
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
    AGGREGATE,
    /** Most of the model at once, by elimination. */
    WIDE,
    /** Gibbs at several temperatures. */
    TEMPERED,
    /** Wide blocks at several temperatures. */
    TEMPERED_WIDE;

    /** Whether the chain is one for models with barriers. */
    boolean isForBarriers() {
        return this == WIDE || this == TEMPERED || this == TEMPERED_WIDE;
    }

    /** Whether the chain draws or moves the blocks of partitions. */
    boolean usesPartitions() {
        return this == AUTO || this == BLOCK_GIBBS || this == BV || this == AGGREGATE;
    }

    /** Whether the chain needs symmetries, for its moves or to choose its blocks. */
    boolean usesSymmetries() {
        return this != GIBBS && !isForBarriers();
    }
}
