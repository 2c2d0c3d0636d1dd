/**
 * The search for automorphisms and canonical forms. An implementation package: use {@link
 * org.orbifold.symmetry.graph} to make graphs and {@code org.orbifold.symmetry.detect} to ask about them; types here
 * are public only because Java has no other way to let that package in, and may change without notice.
 *
 * <p>The flow: {@code Decomposition} refines and splits into components; {@code Reduction} folds leaves and
 * twins away; {@code AutomorphismSearch} walks the tree of what is left; {@code CosetTree} refutes the hard cases;
 * {@code CanonicalSearch} picks a labeling; {@code GraphSolver} puts it all together.
 */
@NullMarked
package org.orbifold.symmetry.search;

import org.jspecify.annotations.NullMarked;
