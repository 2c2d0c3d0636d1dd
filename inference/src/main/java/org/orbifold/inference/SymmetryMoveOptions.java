package org.orbifold.inference;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How chains that move by approximate symmetries, by clusters or in contexts find what to move by; an immutable value.
 *
 * @param context   the names of the context's variables; empty, the default, for hubs that are looked for
 * @param tolerance how coarsely weights are grouped, 0 for exact symmetries only, 1 for the structure only; empty, the
 *                  default, for a few that are tried
 */
public record SymmetryMoveOptions(List<String> context, OptionalDouble tolerance) {

    /**
     * Checks the values.
     *
     * @param context   as above
     * @param tolerance as above
     * @throws IllegalArgumentException if the tolerance is out of range
     */
    public SymmetryMoveOptions {
        context = List.copyOf(context);
        if (!(tolerance.orElse(0) >= 0 && tolerance.orElse(0) <= 1)) {
            throw new IllegalArgumentException("a tolerance of " + tolerance.getAsDouble() + "; expected 0 to 1");
        }
    }

    /**
     * The defaults.
     *
     * @return options
     */
    public static SymmetryMoveOptions defaults() {
        return new SymmetryMoveOptions(List.of(), OptionalDouble.empty());
    }
}
