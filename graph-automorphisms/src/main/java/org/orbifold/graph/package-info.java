/**
 * Coloured graphs in flat arrays, and their files.
 *
 * <p>Nothing here knows of search or of probability: a graph is vertices, colours and edges. Start with
 * {@link org.orbifold.graph.ColoredGraph#builder(int)}.
 */
@NullMarked
package org.orbifold.graph;

import org.jspecify.annotations.NullMarked;
