package org.orbifold.firstorder;

/**
 * A class of indistinguishable atoms.
 *
 * @param symbol the predicate
 * @param first  the class of the first argument; −1 if there is none
 * @param second the class of the second argument; that of the only one
 * @param own    whether it is about one element: P(x) or R(x,x)
 */
record AtomKind(int symbol, int first, int second, boolean own) {

    AtomKind(int symbol, int first, int second) {
        this(symbol, first, second, false);
    }
}
