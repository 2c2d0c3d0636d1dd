/**
 * Exact inference by counting: where blocks are exchangeable, sums over histograms of their values take the place of
 * sums over states. {@link org.orbifold.lifted.Counting} is the front door.
 */
@NullMarked
package org.orbifold.lifted;

import org.jspecify.annotations.NullMarked;
