/**
 * Waiting for other threads; for this project's own modules, not for importers.
 */
@NullMarked
package org.orbifold.pgm.thread;

import org.jspecify.annotations.NullMarked;
