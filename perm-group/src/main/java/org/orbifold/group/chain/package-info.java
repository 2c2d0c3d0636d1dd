/**
 * Stabiliser chains: Schreier–Sims from scratch, randomised with a verified result.
 *
 * <p>{@link org.orbifold.group.chain.StabilizerChain} is the immutable result. Whether a chain is proved, and by what,
 * is a property of the chain object: {@link org.orbifold.group.chain.StabilizerChain#proof()}.
 */
@NullMarked
package org.orbifold.group.chain;

import org.jspecify.annotations.NullMarked;
