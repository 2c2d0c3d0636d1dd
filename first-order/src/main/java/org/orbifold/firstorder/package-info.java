/** Exact inference and counting in two-variable logic, by sums over histograms of cells. */
@NullMarked
package org.orbifold.firstorder;

import org.jspecify.annotations.NullMarked;
