/** Convergence diagnostics: split R-hat, effective sample size, Monte Carlo standard errors. */
package org.orbifold.mcmc.diagnose;
