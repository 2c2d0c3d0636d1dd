/**
 * Random group elements: exactly uniform ones from a chain or from recognised factors, nearly uniform ones from product
 * replacement. Randomness is always an argument. Start with {@link org.orbifold.group.PermutationGroup#sampler()}.
 */
@NullMarked
package org.orbifold.group.sample;

import org.jspecify.annotations.NullMarked;
