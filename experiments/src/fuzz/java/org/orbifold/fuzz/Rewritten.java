package org.orbifold.fuzz;

import org.orbifold.pgm.model.GraphicalModel;

/**
 * A model written differently.
 *
 * @param model   the other model: of the same distribution and log Z
 * @param mapping where variables and values are in it; it may have more variables
 */
record Rewritten(GraphicalModel model, Mapping mapping) { }
