package org.orbifold.learning;

/**
 * A formula with its weight.
 *
 * @param formula       its place in the network's list of formulas
 * @param text          what it says, with constants for {@code +} variables
 * @param learned       whether its weight was learned; else it was given
 * @param weight        its weight
 * @param standardError of a learned weight, from the curvature of the objective; NaN if that has no inverse
 * @param samplingError the error that sampled gradients leave in the weight; 0 if they are exact
 * @param dataCount     how many of its groundings are true in the databases; expected, where atoms are missing
 * @param expectedCount how many are expected with these weights; NaN if that was not computed
 * @param bounded       whether the data alone would make the weight infinite, so that a prior bounds it
 */
public record LearnedFormula(int formula, String text, boolean learned, double weight, double standardError,
        double samplingError, double dataCount, double expectedCount, boolean bounded) { }
