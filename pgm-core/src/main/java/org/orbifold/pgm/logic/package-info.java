/**
 * Markov logic: first-order models and their ground networks.
 *
 * <p>{@link org.orbifold.pgm.logic.LogicFiles} reads Alchemy's {@code .mln} and {@code .db} files;
 * {@link org.orbifold.pgm.logic.MarkovLogic#builder()} and
 * {@link org.orbifold.pgm.logic.Database#builder(MarkovLogic)} make the same in Java. A
 * {@link org.orbifold.pgm.logic.Grounder} tells the size of the ground network and then makes it: a
 * {@link org.orbifold.pgm.logic.GroundNetwork}, whose model goes wherever models go.
 */
@NullMarked
package org.orbifold.pgm.logic;

import org.jspecify.annotations.NullMarked;
