/** The generator of random numbers that runs use: fast, split by seeds, and with a state that can be saved. */
@NullMarked
package org.orbifold.mcmc.random;

import org.jspecify.annotations.NullMarked;
