/**
 * Time and threads: {@link org.orbifold.pgm.time.Budget} is the one clock of a question, and its cancellation.
 */
@NullMarked
package org.orbifold.pgm.time;

import org.jspecify.annotations.NullMarked;
