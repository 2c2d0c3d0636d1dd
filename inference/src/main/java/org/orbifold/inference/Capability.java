package org.orbifold.inference;

/** What a question asks of a route. A part's route must be capable of it. */
enum Capability {

    /** Marginals and log Z. */
    MARGINALS,
    /** A state of largest weight. */
    MAXIMUM,
    /** Independent states. */
    DRAWS
}
