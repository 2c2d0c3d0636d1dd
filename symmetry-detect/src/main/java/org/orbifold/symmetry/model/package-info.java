/**
 * The symmetries of graphical models: variable, variable-value and block-value (Madan, Anand, Mausam, Singla 2018,
 * section 3), found through one coloured graph of the model's normal form.
 * {@link org.orbifold.symmetry.model.SymmetryFinder} is the front door.
 */
@NullMarked
package org.orbifold.symmetry.model;

import org.jspecify.annotations.NullMarked;
