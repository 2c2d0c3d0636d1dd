package org.orbifold.firstorder;

/**
 * A place in a formula: an element of a type, or one constant of it.
 *
 * @param type     the type's number
 * @param constant the constant's number among those of the type; −1 for a variable
 */
record Role(int type, int constant) { }
