/** Per-variable marginal distributions, and how far two sets of them are apart. */
package org.orbifold.pgm.marginal;
