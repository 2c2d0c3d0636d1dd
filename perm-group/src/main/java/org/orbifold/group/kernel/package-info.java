/**
 * The inner loops: permutations as bare image arrays, and product replacement on them. Internal to this module; its
 * classes check nothing.
 */
@NullMarked
package org.orbifold.group.kernel;

import org.jspecify.annotations.NullMarked;
