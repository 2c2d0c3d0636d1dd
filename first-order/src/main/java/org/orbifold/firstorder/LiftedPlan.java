package org.orbifold.firstorder;

import java.util.Locale;

/**
 * Whether a model can be computed without grounding, and what that costs.
 *
 * @param lifted      whether it can
 * @param description how, or why not
 * @param operations  about how many operations log Z and all marginals take; infinite if it cannot
 * @param atoms       how many ground atoms are unknown
 * @param alike       the size of the largest class of indistinguishable elements; 1 means no gain
 */
public record LiftedPlan(boolean lifted, String description, double operations, double atoms, int alike) {

    @Override
    public String toString() {
        return lifted ? String.format(Locale.ROOT, "lifted   %,.0f atom%s: %s; about %.1e operations", atoms,
                atoms == 1 ? "" : "s", description, operations) : "not lifted: " + description;
    }
}
