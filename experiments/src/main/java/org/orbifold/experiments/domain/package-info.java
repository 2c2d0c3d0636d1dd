/**
 * The domains of the evaluation, each with its true marginals: the paper's two as its release generates them, and
 * others
 * that show where each kind of symmetry helps, and where none does.
 */
@NullMarked
package org.orbifold.experiments.domain;

import org.jspecify.annotations.NullMarked;
