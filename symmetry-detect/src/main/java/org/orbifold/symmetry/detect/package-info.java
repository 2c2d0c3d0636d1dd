/**
 * Questions about coloured graphs: the automorphism group, a canonical form, isomorphism, the equitable partition.
 *
 * <p>Knows nothing of probability. Start with {@link org.orbifold.symmetry.detect.Automorphisms#of(
 * org.orbifold.symmetry.graph.ColoredGraph)} or {@link org.orbifold.symmetry.detect.CanonicalLabeling#of(
 * org.orbifold.symmetry.graph.ColoredGraph)}.
 */
@NullMarked
package org.orbifold.symmetry.detect;

import org.jspecify.annotations.NullMarked;
