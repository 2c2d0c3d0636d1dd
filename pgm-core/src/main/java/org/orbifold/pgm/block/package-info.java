/**
 * Blocks of variables and partitions of a model's variables into blocks: what block-value symmetries permute.
 */
package org.orbifold.pgm.block;
