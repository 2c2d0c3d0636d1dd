package org.orbifold.inference;

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
    TEMPERED_WIDE,
    /** Block Gibbs, then elements of a group that nearly keeps the weights, corrected by Metropolis. */
    NEAR,
    /** Block Gibbs, then an involution on parts of the state that its terms hold together. */
    CLUSTERS,
    /** Gibbs, then a uniform member of the orbit under the symmetries given the values of a few variables. */
    CONTEXTS;

    /** Whether the chain is one for models with barriers. */
    boolean isForBarriers() {
        return this == WIDE || this == TEMPERED || this == TEMPERED_WIDE;
    }

    /** Whether the chain moves by what is not a symmetry of the whole model. */
    boolean isForParts() {
        return this == NEAR || this == CLUSTERS || this == CONTEXTS;
    }

    /** Whether the chain draws or moves the blocks of partitions. */
    boolean usesPartitions() {
        return this == AUTO || this == BLOCK_GIBBS || this == BV || this == AGGREGATE
                || this == NEAR || this == CLUSTERS;
    }

    /** Whether the chain needs symmetries, for its moves or to choose its blocks. */
    boolean usesSymmetries() {
        return this != GIBBS && !isForBarriers();
    }
}
