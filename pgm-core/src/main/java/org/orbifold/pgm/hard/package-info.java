/** What hard constraints allow: a complete search for states of positive probability. */
@NullMarked
package org.orbifold.pgm.hard;

import org.jspecify.annotations.NullMarked;
