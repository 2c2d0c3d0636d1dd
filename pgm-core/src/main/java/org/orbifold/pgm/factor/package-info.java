/**
 * A model seen as factors: features of the same scope merged into one table. What is written differently but means the
 * same becomes equal here. Start with {@link org.orbifold.pgm.factor.Factors}.
 */
package org.orbifold.pgm.factor;
