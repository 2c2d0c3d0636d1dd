/**
 * Which chain samples a model: a {@link org.orbifold.inference.chain.ChainPlan} is a chain as a value, a
 * {@link org.orbifold.inference.chain.ChainContext} makes what plans share once, and
 * {@link org.orbifold.inference.chain.Tournament} compares plans in short trials. Not exported.
 */
@NullMarked
package org.orbifold.inference.chain;

import org.jspecify.annotations.NullMarked;
