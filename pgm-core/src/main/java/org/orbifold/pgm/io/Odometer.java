package org.orbifold.pgm.io;

/**
 * Runs through all joint assignments of some variables inside a state, whose other variables stay as they are.
 * Begins with zeros and comes back to zeros.
 */
final class Odometer {

    private final int[] scope;
    private final int[] sizes;
    private final int[] state;
    private final boolean firstFastest;

    /** Takes the scope, the sizes of <em>all</em> variables, a state of zeros, and which end of the scope is fast. */
    Odometer(int[] scope, int[] sizes, int[] state, boolean firstFastest) {
        this.scope = scope;
        this.sizes = sizes;
        this.state = state;
        this.firstFastest = firstFastest;
    }

    /** Goes on to the next assignment; false after the last. */
    boolean advance() {
        for (int i = 0; i < scope.length; i++) {
            int variable = scope[firstFastest ? i : scope.length - 1 - i];
            if (++state[variable] < sizes[variable]) {
                return true;
            }
            state[variable] = 0;
        }
        return false;
    }

    /** The number of assignments, or {@link Long#MAX_VALUE} if it is even larger. */
    static long count(int[] scope, int[] sizes) {
        long product = 1;
        for (int variable : scope) {
            if (product > Long.MAX_VALUE / sizes[variable]) {
                return Long.MAX_VALUE;
            }
            product *= sizes[variable];
        }
        return product;
    }
}
