/** Group files: a header {@code name degree [order]}, then one generator per line. */
package org.orbifold.group.io;
