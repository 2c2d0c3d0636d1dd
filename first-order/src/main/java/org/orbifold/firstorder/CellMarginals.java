package org.orbifold.firstorder;

/**
 * The total weight of a model with positive weights, and how probable the cells of elements are.
 *
 * @param logTotal the natural logarithm of the total weight
 * @param single   by class and cell, counted from the first one of its sort
 * @param pairs    by two classes and two cells, of two different elements; null where there are no two
 */
record CellMarginals(double logTotal, double[][] single, double[][][][] pairs) { }
