/** The command line {@code orbifold}: one class per command, and {@link org.orbifold.experiments.cli.Main}. */
package org.orbifold.experiments.cli;
