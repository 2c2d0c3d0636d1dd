package org.orbifold.firstorder;

/**
 * A class of indistinguishable atoms, which have the same probability.
 *
 * @param pattern     the atoms with variables for elements that are not named, such as {@code Friends(x,y)} for two
 *                    different ones, {@code Friends(x,x)} or {@code Friends(Anna,y)}
 * @param example     the first of them
 * @param atoms       how many they are
 * @param probability that one of them is true
 */
public record AtomPattern(String pattern, String example, long atoms, double probability) { }
