package org.orbifold.logic;

import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.option.OptionValues;
import org.orbifold.pgm.option.OptionValues.Option;

/** How to ground a network; an immutable value. */
public final class GroundingOptions {

    private static final Option<Semantics> SEMANTICS = new Option<>("semantics", Semantics.FORMULA);
    private static final Option<List<String>> QUERY = new Option<>("query", List.of());
    private static final Option<List<String>> OPEN = new Option<>("open", List.of());
    private static final Option<List<String>> CLOSED = new Option<>("closed", List.of());
    private static final Option<Long> MAX_GROUND = new Option<>("maxGround", 10_000_000L);
    private static final Option<Optional<FormulaWeights>> WEIGHTS = new Option<>("weights", Optional.empty());

    private static final GroundingOptions DEFAULTS = new GroundingOptions(OptionValues.DEFAULTS);

    private final OptionValues values;

    private GroundingOptions(OptionValues values) {
        this.values = values;
    }

    private <T> GroundingOptions with(Option<T> option, T value) {
        return new GroundingOptions(values.with(option, value));
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static GroundingOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets what a weight is attached to.
     *
     * @param value by default {@link Semantics#FORMULA}
     * @return new options
     */
    public GroundingOptions withSemantics(Semantics value) {
        return with(SEMANTICS, value);
    }

    /**
     * Sets what is asked: these are open-world, and what {@link GroundNetwork#queried()} lists.
     *
     * @param atoms predicates and ground atoms, for example {@code "Smokes"} and {@code "Friends(Anna,Bob)"}; by
     *              default none
     * @return new options
     */
    public GroundingOptions withQuery(String... atoms) {
        return with(QUERY, List.of(atoms));
    }

    /**
     * Sets the predicates whose atoms are unknown unless the database lists them.
     *
     * @param predicates their names; by default those of which the database lists no atom
     * @return new options
     */
    public GroundingOptions withOpen(String... predicates) {
        return with(OPEN, List.of(predicates));
    }

    /**
     * Sets the predicates whose atoms are false unless the database lists them.
     *
     * @param predicates their names; by default those of which the database lists an atom, unless they are queried
     * @return new options
     */
    public GroundingOptions withClosed(String... predicates) {
        return with(CLOSED, List.of(predicates));
    }

    /**
     * Limits the ground features, and the variables.
     *
     * @param limit at least 1; by default 10 million, {@code Long.MAX_VALUE} for no limit
     * @return new options
     */
    public GroundingOptions withMaxGround(long limit) {
        return with(MAX_GROUND, OptionValues.atLeast(1, limit, "the limit of ground features"));
    }

    /**
     * Gives weights to formulas that have none.
     *
     * @param source gives the weights; by default nothing, as all have one
     * @return new options
     */
    public GroundingOptions withWeights(FormulaWeights source) {
        return with(WEIGHTS, Optional.of(source));
    }

    /**
     * What a weight is attached to.
     *
     * @return by default {@link Semantics#FORMULA}
     */
    public Semantics semantics() {
        return values.get(SEMANTICS);
    }

    List<String> query() {
        return values.get(QUERY);
    }

    List<String> open() {
        return values.get(OPEN);
    }

    List<String> closed() {
        return values.get(CLOSED);
    }

    /**
     * The limit of ground features, and of variables.
     *
     * @return the most of each
     */
    public long maxGround() {
        return values.get(MAX_GROUND);
    }

    /**
     * What gives weights to formulas that have none.
     *
     * @return empty by default
     */
    public Optional<FormulaWeights> weights() {
        return values.get(WEIGHTS);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
