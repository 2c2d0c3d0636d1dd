/**
 * Group files: a header {@code name degree [order]}, then one generator per line. Start with
 * {@link org.orbifold.group.io.GroupFile}.
 */
package org.orbifold.group.io;
