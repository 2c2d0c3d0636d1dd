/**
 * What a group is made of: direct factors on disjoint points, and shapes that need no stabiliser chain.
 *
 * <p>A {@link org.orbifold.group.factor.GroupStructure} is a group on local points with its own order, membership
 * test and uniform sampler; {@link org.orbifold.group.factor.DirectProduct} is a group that was taken apart. Every
 * reduction is exact: randomised recognition is always verified.
 */
@NullMarked
package org.orbifold.group.factor;

import org.jspecify.annotations.NullMarked;
