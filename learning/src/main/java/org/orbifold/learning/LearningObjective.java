package org.orbifold.learning;

/** What learning maximises. */
public enum LearningObjective {

    /** The likelihood where it is affordable, else the pseudo-likelihood; with a query, the conditional one. */
    AUTO,
    /** The probability of all modelled atoms. */
    LIKELIHOOD,
    /** The product over atoms of their probabilities given all others (Besag 1975). */
    PSEUDO,
    /** The probability of the queried atoms given all others. */
    CONDITIONAL
}
