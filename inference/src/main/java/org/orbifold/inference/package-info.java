/**
 * Marginals of a graphical model by Markov chains that use its symmetries. {@link org.orbifold.inference.Inference} is
 * the front door; the packages below are its parts, each usable alone.
 */
@NullMarked
package org.orbifold.inference;

import org.jspecify.annotations.NullMarked;
