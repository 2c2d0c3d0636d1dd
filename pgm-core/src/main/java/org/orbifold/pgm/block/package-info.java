/**
 * Blocks of variables and partitions of a model's variables into blocks: what block-value symmetries permute.
 * Start with {@link org.orbifold.pgm.block.BlockPartition}.
 */
@NullMarked
package org.orbifold.pgm.block;

import org.jspecify.annotations.NullMarked;
