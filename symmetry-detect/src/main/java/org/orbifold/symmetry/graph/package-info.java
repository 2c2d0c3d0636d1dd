/**
 * Coloured graphs in flat arrays, and their files.
 *
 * <p>Nothing here knows of search or of probability: a graph is vertices, colours and edges. Start with
 * {@link org.orbifold.symmetry.graph.ColoredGraph#builder(int)}.
 */
@NullMarked
package org.orbifold.symmetry.graph;

import org.jspecify.annotations.NullMarked;
