/** The command line {@code orbifold}: one class per command, and {@link org.orbifold.experiments.cli.Main}. */
@NullMarked
package org.orbifold.experiments.cli;

import org.jspecify.annotations.NullMarked;
