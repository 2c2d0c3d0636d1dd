package org.orbifold.symmetry.model;

/**
 * A zero-sum term of Ĝ over two or more blocks.
 *
 * @param table       the term; it may look at some variables of a block only
 * @param entries     the hashed classes of its values
 * @param projections per axis, the place of each value of the axis' block
 */
record BlockTerm(BlockTable table, long[] entries, int[][] projections) { }
