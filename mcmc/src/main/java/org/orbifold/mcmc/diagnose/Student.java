package org.orbifold.mcmc.diagnose;

/** Student's t distribution: how much wider intervals are when the standard error itself is an estimate. */
public final class Student {

    private static final double NORMAL = 1.959963984540054;
    /** The 97.5% quantiles for 1 to 10 degrees of freedom; for more, the expansion below is within 0.2%. */
    private static final double[] QUANTILES = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622,
        2.2281};

    /**
     * The half width of a 95% interval by Student's distribution over that by the normal one.
     *
     * @param degrees degrees of freedom, at least 1: one less than the number of independent estimates
     * @return the factor by which a standard error from few estimates is multiplied; 6.5 for one degree, near 1 for
     *         many
     * @throws IllegalArgumentException if there are no degrees of freedom
     */
    public static double factor(int degrees) {
        if (degrees < 1) {
            throw new IllegalArgumentException(degrees + " degrees of freedom; expected at least 1");
        }
        // The first terms of the Cornish-Fisher expansion in 1/degrees.
        double z = NORMAL * NORMAL;
        return degrees <= QUANTILES.length ? QUANTILES[degrees - 1] / NORMAL
                : 1 + (z + 1) / (4.0 * degrees) + (5 * z * z + 16 * z + 3) / (96.0 * degrees * degrees);
    }

    private Student() { }
}
