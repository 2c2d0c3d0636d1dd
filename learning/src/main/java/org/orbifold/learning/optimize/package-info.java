/** Optimisers for objectives that are computed exactly, and priors. */
@NullMarked
package org.orbifold.learning.optimize;

import org.jspecify.annotations.NullMarked;
