package org.orbifold.inference;

import java.util.Locale;

/**
 * An estimate of log Z.
 *
 * @param value         the estimate
 * @param standardError its standard error; the value ± 1.96 of these is an interval of 95%
 */
public record LogPartitionEstimate(double value, double standardError) {

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.6g ± %.2g", value, standardError);
    }
}
