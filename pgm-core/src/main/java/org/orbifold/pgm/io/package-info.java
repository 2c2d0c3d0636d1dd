/**
 * Models, evidence and marginals in files. {@link org.orbifold.pgm.io.ModelFiles} is the front door; a mistake in a
 * file is a {@link org.orbifold.pgm.io.ModelParseException} with file, line and what was expected there.
 *
 * <p>All readers stream: they hold the model they build and a buffer of 64 KB, and believe no number in a file before
 * they have seen what it counts.
 */
@NullMarked
package org.orbifold.pgm.io;

import org.jspecify.annotations.NullMarked;
