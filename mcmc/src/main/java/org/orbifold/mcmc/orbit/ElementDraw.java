package org.orbifold.mcmc.orbit;

/** How orbit moves draw an element of a factor that moves several blocks and is more than one swap. */
public enum ElementDraw {
    /** Exactly uniformly, by the factor's shape or its stabiliser chain. */
    EXACT,
    /**
     * By product replacement with accumulator, as the paper does: nearly uniform, successive elements are correlated.
     * The target is kept all the same, because no element looks at the state.
     */
    PRODUCT_REPLACEMENT
}
