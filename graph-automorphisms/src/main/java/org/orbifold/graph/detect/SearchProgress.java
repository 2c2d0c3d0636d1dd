package org.orbifold.graph.detect;

import java.time.Duration;

/**
 * How far a search is.
 *
 * @param nodes the search nodes visited so far
 * @param generators the automorphisms found so far by searching, all parts of the graph together
 * @param elapsed the time since the start
 */
public record SearchProgress(long nodes, int generators, Duration elapsed) {
}
