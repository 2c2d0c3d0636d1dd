/** Branch and bound for the most probable state, with bounds by cost shifting. Not exported. */
@NullMarked
package org.orbifold.inference.bound;

import org.jspecify.annotations.NullMarked;
