/**
 * Chains run against the truth: KL over time and over samples on common grids, many runs, confidence bands. Every
 * finished
 * run is stored whole, so that an interrupted experiment goes on where it stopped.
 */
@NullMarked
package org.orbifold.experiments.convergence;

import org.jspecify.annotations.NullMarked;
