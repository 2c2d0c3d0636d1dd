/**
 * Group files: a header {@code name degree [order]}, then one generator per line. Start with
 * {@link org.orbifold.group.io.GroupFile}.
 */
@NullMarked
package org.orbifold.group.io;

import org.jspecify.annotations.NullMarked;
