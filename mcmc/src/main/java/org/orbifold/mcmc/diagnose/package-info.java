/**
 * Convergence diagnostics: split R-hat, effective sample size, Monte Carlo standard errors. Start with
 * {@link org.orbifold.mcmc.diagnose.Convergence}.
 */
package org.orbifold.mcmc.diagnose;
