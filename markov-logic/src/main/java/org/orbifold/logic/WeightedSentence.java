package org.orbifold.logic;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A formula of a network: hard, with a weight, or with a weight still to be given.
 *
 * @param sentence what it says
 * @param weight   its weight: +∞ for a hard formula, empty if none was given
 * @param weightVariable the variable whose constant is the weight, a number, in each grounding; empty if none is
 * @param origin   where it comes from, {@code FILE:LINE:COLUMN}; empty if it was made in Java
 */
public record WeightedSentence(Sentence sentence, OptionalDouble weight, Optional<String> weightVariable,
        String origin) {

    /**
     * Checks the weight.
     *
     * @param sentence what it says
     * @param weight   its weight
     * @param weightVariable the variable whose constant is the weight
     * @param origin   where it comes from
     */
    public WeightedSentence {
        if (weight.isPresent() && !(weight.getAsDouble() > Double.NEGATIVE_INFINITY)) {
            throw new IllegalArgumentException("the weight of '" + sentence + "' is " + weight.getAsDouble()
                    + "; expected a finite number (negate the formula to forbid it)");
        }
    }

    WeightedSentence(Sentence sentence, OptionalDouble weight, String origin) {
        this(sentence, weight, Optional.empty(), origin);
    }

    /**
     * Returns whether worlds that violate the formula are impossible.
     *
     * @return whether its weight is infinite
     */
    public boolean hard() {
        return weight.isPresent() && weight.getAsDouble() == Double.POSITIVE_INFINITY;
    }

    /**
     * Returns whether the formula has a weight for each constant.
     *
     * @return whether a variable is written {@code +x}
     */
    public boolean perConstant() {
        return Substitution.isPerConstant(sentence);
    }

    /** Its text as a file would have it. */
    @Override
    public String toString() {
        if (hard()) {
            return sentence + ".";
        }
        if (weightVariable.isPresent()) {
            return weightVariable.get() + ": " + sentence;
        }
        return weight.isPresent() ? weight.getAsDouble() + " " + sentence : sentence.toString();
    }
}
