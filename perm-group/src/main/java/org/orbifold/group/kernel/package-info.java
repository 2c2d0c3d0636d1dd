/**
 * Permutations as bare image arrays. Internal to this library: its methods check nothing, and it is not exported.
 */
@NullMarked
package org.orbifold.group.kernel;

import org.jspecify.annotations.NullMarked;
