/**
 * Questions about coloured graphs: the automorphism group, a canonical form, isomorphism, the equitable partition.
 *
 * <p>Knows nothing of probability. Start with {@link org.orbifold.graph.detect.Automorphisms#of(
 * org.orbifold.graph.ColoredGraph)} or {@link org.orbifold.graph.detect.CanonicalLabeling#of(
 * org.orbifold.graph.ColoredGraph)}.
 *
 * <p>The flow, in hidden classes:
 * <ol>
 * <li>{@code GraphSymmetry} folds the leaves of a graph that has many ({@code Reduction} with {@code
 * DegreeOneReduction}; {@code Folding} is the state, {@code ReducedForest} what was folded), hands the rest on, and has
 * {@code Certifier} check every generator against the input.</li>
 * <li>{@code DiscreteComponents} takes from a large graph the components that refinement alone decides.</li>
 * <li>{@code GraphSolver} refines and takes apart ({@code Decomposition}), reduces each component (leaves and twins),
 * searches what is left, exchanges equal components (by {@code Certificate}) and puts each {@code Solution}
 * together: generators ({@code Generators}), {@code GroupOrder}, canonical order.</li>
 * <li>{@code AutomorphismSearch} walks the tree of one {@code LocalGraph} with a {@code NodeWalker} and a {@code
 * CellSelector}, and completes a {@code StabilizerPath} bottom-up: {@code TraceFollower} follows the first path's
 * {@code RecordedTrace}, {@code CosetTree} (with {@code SampledHash} and {@code SchreierElements}) decides the hard
 * cases, {@code RandomWalks} lead to a better base.</li>
 * <li>{@code CanonicalSearch} then picks a labeling, by {@code LargestTrace} and the known group.</li>
 * </ol>
 * {@code SearchBudget} counts the nodes and keeps the limits.
 */
@NullMarked
package org.orbifold.graph.detect;

import org.jspecify.annotations.NullMarked;
