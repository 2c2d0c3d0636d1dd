/**
 * Convergence diagnostics: split R-hat, effective sample size, Monte Carlo standard errors. Start with
 * {@link org.orbifold.mcmc.diagnose.Convergence}.
 */
@NullMarked
package org.orbifold.mcmc.diagnose;

import org.jspecify.annotations.NullMarked;
