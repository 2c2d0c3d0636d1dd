package org.orbifold.group.chain;

/** Why a chain is known to be complete. */
public enum Proof {

    /** Nothing but many random elements that sifted: wrong with small probability, and then too small. */
    NONE,

    /** The strong generating test passed on every level: Schreier's lemma on orbit representatives. */
    STRONG_GENERATING_TEST,

    /** The images of the base were listed, and their number is the order. */
    BASE_IMAGES,

    /** The order reached an upper bound that orbits and blocks of imprimitivity prove. */
    ORDER_BOUND,

    /** The order reached the order that the caller stated; as good as that statement. */
    KNOWN_ORDER
}
