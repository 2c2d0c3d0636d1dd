package org.orbifold.mcmc.chain;

/** Periods of chains that are made of chains. */
final class Periods {

    /** The least common multiple. */
    static int common(int a, int b) {
        return Math.multiplyExact(a, b / greatestDivisor(a, b));
    }

    private static int greatestDivisor(int a, int b) {
        return b == 0 ? a : greatestDivisor(b, a % b);
    }

    private Periods() { }
}
