/**
 * Which partitions into blocks are worth a search for symmetries: random ones (Algorithm 3 of the paper's supplement),
 * the published program's greedy lists, covering and coherent ones, and the default that uses them all. Start with
 * {@link org.orbifold.heuristics.partition.PartitionFinder}.
 */
@NullMarked
package org.orbifold.heuristics.partition;

import org.jspecify.annotations.NullMarked;
