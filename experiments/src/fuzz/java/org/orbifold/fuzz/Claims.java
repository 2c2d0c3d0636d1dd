package org.orbifold.fuzz;

import java.util.Locale;

/**
 * Judges sampled numbers by the errors that come with them.
 *
 * @param coverage   counts the intervals
 * @param kind       the kind of claim
 * @param multimodal whether no run can see all modes: then claims are counted only
 */
record Claims(Coverage coverage, String kind, boolean multimodal) {

    /** A claim fails a case if the truth is this many claimed standard errors away. */
    private static final double STANDARD_ERRORS = 6;
    /** Standard errors in half a 95% interval. */
    private static final double NORMAL = 1.96;
    /** What rounding may do to an estimate. */
    private static final double ROUNDING = 1e-9;

    /** Counts whether the interval of a number holds the truth; a NaN claims nothing. */
    void count(double value, double truth, double error) {
        if (!Double.isNaN(error)) {
            boolean covered = Math.abs(value - truth) <= NORMAL * error + ROUNDING * (1 + Math.abs(truth));
            String prefix = multimodal ? Coverage.MULTIMODAL : "";
            coverage.add(prefix + kind, covered);
            if (kind.contains(" ")) {
                coverage.add(prefix + kind.split(" ")[0] + " in all", covered);
            }
        }
    }

    /** Fails if the truth is too far away. */
    void require(String what, double value, double truth, double error) throws Mismatch {
        if (Double.isNaN(value)) {
            throw new Mismatch("NaN", what + " is NaN; truth " + truth);
        }
        if (!multimodal && Math.abs(value - truth) > STANDARD_ERRORS * error + ROUNDING * (1 + Math.abs(truth))) {
            throw new Mismatch("claimed error", String.format(Locale.ROOT, "%s: %.8g ± %.2g, truth %.8g", what, value,
                    error, truth));
        }
    }
}
