/** A question made smaller before it is answered: hard zeros propagated, tables merged, components separated. */
@NullMarked
package org.orbifold.pgm.simplify;

import org.jspecify.annotations.NullMarked;
