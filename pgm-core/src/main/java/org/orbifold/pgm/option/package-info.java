/** The common base of classes of options; internal to the libraries. */
@NullMarked
package org.orbifold.pgm.option;

import org.jspecify.annotations.NullMarked;
