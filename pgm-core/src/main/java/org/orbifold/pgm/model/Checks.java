package org.orbifold.pgm.model;

import java.util.List;

/** Checks that several feature kinds share. */
final class Checks {

    static double weight(double weight) {
        if (Double.isNaN(weight)) {
            throw new IllegalArgumentException(
                    "the weight is NaN; expected a number, or ±infinity for a hard constraint");
        }
        return weight;
    }

    static <T> List<T> nonEmpty(List<T> literals, String kind) {
        if (literals.isEmpty()) {
            throw new IllegalArgumentException("a " + kind + " needs at least one literal");
        }
        return literals;
    }

    private Checks() { }
}
