package org.orbifold.logic;

import org.orbifold.pgm.model.GraphicalModel;

/**
 * A ground network whose features know their formula.
 *
 * @param model    a model over the unknown atoms; the weight of each soft feature is 1
 * @param instance by feature: the number of its formula instance; −1 for a hard one
 * @param decided  by instance: how many groundings the evidence makes true
 * @param data     by variable: its value in the data; −1 if that is missing
 * @param predicate by variable: the place of its predicate in {@link MarkovLogic#predicates()}
 */
public record GroundFormulas(GraphicalModel model, int[] instance, double[] decided, int[] data, int[] predicate) { }
