/**
 * Conditionals of variables and blocks for hot loops: a model compiled to flat arrays
 * ({@link org.orbifold.pgm.score.CompiledModel}), on which samplers run.
 */
@NullMarked
package org.orbifold.pgm.score;

import org.jspecify.annotations.NullMarked;
