/**
 * Markov logic: first-order models and their ground networks.
 *
 * <p>{@link org.orbifold.logic.LogicFiles} reads Alchemy's {@code .mln} and {@code .db} files;
 * {@link org.orbifold.logic.MarkovLogic#builder()} and
 * {@link org.orbifold.logic.Database#builder(MarkovLogic)} make the same in Java. A
 * {@link org.orbifold.logic.Grounder} counts the size of the ground network and then makes it: a
 * {@link org.orbifold.logic.GroundNetwork}, whose model goes wherever models go.
 */
@NullMarked
package org.orbifold.logic;

import org.jspecify.annotations.NullMarked;
