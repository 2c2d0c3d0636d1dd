package org.orbifold.learning;

/** What the parameters of a network are. */
public enum ParameterKind {

    /** The rows of a Bayesian network's conditional probability tables: by counts, or EM where values are missing. */
    CONDITIONAL,
    /** The weights of clauses and the log-potentials of tables of a Markov network: by likelihood. */
    LOG_LINEAR
}
