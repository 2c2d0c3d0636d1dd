/**
 * Permutations as values, their cycles, and orbits computed straight from generators.
 *
 * <p>Points are {@code 0, 1, ..., degree - 1}. Permutations act from the right: in {@code p.then(q)} first {@code p}
 * acts, then {@code q}. Nothing in this package needs a stabiliser chain.
 * Start with {@link org.orbifold.group.element.Permutation}.
 */
@NullMarked
package org.orbifold.group.element;

import org.jspecify.annotations.NullMarked;
