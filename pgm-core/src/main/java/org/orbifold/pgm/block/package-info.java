/**
 * Blocks of variables and partitions of a model's variables into blocks: what block-value symmetries permute.
 * Start with {@link org.orbifold.pgm.block.BlockPartition}.
 */
package org.orbifold.pgm.block;
