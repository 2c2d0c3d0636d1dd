/**
 * Permutation groups from scratch: {@link org.orbifold.group.PermutationGroup} is the front door,
 * {@link org.orbifold.group.NamedGroups} has ready-made ones.
 *
 * <p>Points are {@code 0 .. degree - 1}; permutations act from the right. The packages below, from the bottom up:
 * {@code element} (permutations, orbits), {@code chain} (Schreier–Sims), {@code factor} (direct factors and
 * recognised shapes), {@code sample} (uniform elements, product replacement), {@code io} (group files). {@code
 * kernel} is internal.
 */
@NullMarked
package org.orbifold.group;

import org.jspecify.annotations.NullMarked;
