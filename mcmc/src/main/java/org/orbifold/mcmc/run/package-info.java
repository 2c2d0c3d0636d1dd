/**
 * Runs: several chains on threads, with burn-in, thinning, limits, progress, checkpoints and diagnostics. The same seed
 * gives the same bits, for any number of threads and across interruptions. Start with
 * {@link org.orbifold.mcmc.run.Sampling}.
 */
@NullMarked
package org.orbifold.mcmc.run;

import org.jspecify.annotations.NullMarked;
