package org.orbifold.inference;

/** The chains to choose from. */
public enum ChainKind {
    /** The chain that short trials show to be the best; block Gibbs where there is no time for them. */
    AUTO,
    /** Gibbs on single variables. */
    GIBBS,
    /** Gibbs on the blocks of the best partition, each drawn from its joint conditional. */
    BLOCK_GIBBS,
    /** Orbital MCMC: Gibbs, then with probability α a uniform member of the orbit under variable symmetries. */
    ORBITAL,
    /** VV-MCMC: the same with variable-value symmetries. */
    VV,
    /** BV-MCMC(α): the same with block-value symmetries of the best partition. */
    BV,
    /** The aggregate of BV-MCMC(α) over all partitions. */
    AGGREGATE,
    /** Tree-width-bounded blocks: most of the model at once, by elimination. */
    WIDE,
    /** Gibbs at several temperatures. */
    TEMPERED,
    /** Tree-width-bounded blocks at several temperatures. */
    TEMPERED_WIDE,
    /** Block Gibbs, then elements of a group that nearly preserves the weights, corrected by Metropolis. */
    NEAR,
    /** Block Gibbs, then an involution on parts of the state that its terms hold together. */
    CLUSTERS,
    /** Gibbs, then a uniform member of the orbit under the symmetries given the values of a few variables. */
    CONTEXTS;

    /**
     * Whether the moves use approximate, cluster or contextual symmetries.
     *
     * @return whether they are not symmetries of the whole model
     */
    public boolean isForParts() {
        return this == NEAR || this == CLUSTERS || this == CONTEXTS;
    }
}
