package org.orbifold.logic;

import java.util.List;
import java.util.Optional;

/**
 * How to ground a network. Immutable.
 *
 * @param semantics what a weight is attached to; default {@link Semantics#FORMULA}
 * @param query     predicates and ground atoms, for example {@code "Smokes"} and {@code "Friends(Anna,Bob)"}: they are
 *                  open-world and are what {@link GroundNetwork#queried()} lists; default none
 * @param open      predicates whose atoms are unknown unless the database lists them; default those of which
 *                  the database lists no atom
 * @param closed    predicates whose atoms are false unless the database lists them; default those of which the
 *                  database lists an atom, unless they are queried
 * @param maxGround the most ground features, and the most variables; default 10 million
 * @param weights   gives weights to formulas that have none; default nothing, as all have one
 */
public record GroundingOptions(Semantics semantics, List<String> query, List<String> open, List<String> closed,
        long maxGround, Optional<FormulaWeights> weights) {

    private static final GroundingOptions DEFAULTS =
            new GroundingOptions(Semantics.FORMULA, List.of(), List.of(), List.of(), 10_000_000, Optional.empty());

    /**
     * Copies the lists and checks the limit.
     *
     * @param semantics what a weight is attached to
     * @param query     predicates and ground atoms
     * @param open      open-world predicates
     * @param closed    closed-world predicates
     * @param maxGround the most ground features
     * @param weights   weights for formulas without one, if there are such
     */
    public GroundingOptions {
        query = List.copyOf(query);
        open = List.copyOf(open);
        closed = List.copyOf(closed);
        if (maxGround < 1) {
            throw new IllegalArgumentException("the limit of ground features is " + maxGround + "; expected 1 or more");
        }
    }

    /**
     * Returns the defaults.
     *
     * @return the default options
     */
    public static GroundingOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns options with another semantics.
     *
     * @param value what a weight is attached to
     * @return the options
     */
    public GroundingOptions withSemantics(Semantics value) {
        return new GroundingOptions(value, query, open, closed, maxGround, weights);
    }

    /**
     * Returns options with another query.
     *
     * @param atoms predicates and ground atoms
     * @return the options
     */
    public GroundingOptions withQuery(String... atoms) {
        return new GroundingOptions(semantics, List.of(atoms), open, closed, maxGround, weights);
    }

    /**
     * Returns options with other open-world predicates.
     *
     * @param predicates their names
     * @return the options
     */
    public GroundingOptions withOpen(String... predicates) {
        return new GroundingOptions(semantics, query, List.of(predicates), closed, maxGround, weights);
    }

    /**
     * Returns options with other closed-world predicates.
     *
     * @param predicates their names
     * @return the options
     */
    public GroundingOptions withClosed(String... predicates) {
        return new GroundingOptions(semantics, query, open, List.of(predicates), maxGround, weights);
    }

    /**
     * Returns options with another limit.
     *
     * @param limit the most ground features, and the most variables
     * @return the options
     */
    public GroundingOptions withMaxGround(long limit) {
        return new GroundingOptions(semantics, query, open, closed, limit, weights);
    }

    /**
     * Returns options with weights for formulas that have none.
     *
     * @param source gives the weights
     * @return the options
     */
    public GroundingOptions withWeights(FormulaWeights source) {
        return new GroundingOptions(semantics, query, open, closed, maxGround, Optional.of(source));
    }
}
