package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Quantifiers as states with weights of both signs, so that no state depends on more than one element at a time.
 *
 * <p>Let m be how many elements make the body true. A state multiplies the weight by its multiplier a for each of them,
 * so it contributes a^m. "None" is a = 0 and "any" is a = 1; "some" is any − none (Skolemisation: Van den Broeck, Meert
 * and Darwiche, 2014). "Exactly j" is Σ_a (−1)^(j−a) C(j,a) a^m / j!, which is 0 for m &lt; j, 1 for m = j; what
 * is left, m &gt; j, is cut off by the degree of a formal variable: each true body has degree 1, the element has
 * degree −j, and the degrees of all elements together must be 0. They are shifted by the largest count so that none
 * is negative, and weights by its factorial so that all are integers.
 */
final class CountStates {

    /**
     * A state of a quantifier.
     *
     * @param holds      whether the quantifier holds in it
     * @param multiplier the factor of each true body
     * @param degree     the degree of each true body
     * @param weight     the factor of the state
     * @param base       the degree of the state
     */
    record State(boolean holds, int multiplier, int degree, BigInteger weight, int base) { }

    private CountStates() { }

    /** The largest count that must be told from larger ones, among as many instances. */
    static int largest(Theory.Quantifier quantifier, long instances) {
        return isConstant(quantifier, instances) ? 0 : quantifier.largest();
    }

    /** Whether a quantifier over as many instances has one truth value in all worlds. */
    private static boolean isConstant(Theory.Quantifier quantifier, long instances) {
        return instances < quantifier.smallest()
                || quantifier.smallest() == 0 && instances <= quantifier.largest();
    }

    /** Its value, if it has one. */
    private static boolean constant(Theory.Quantifier quantifier, long instances) {
        return instances < quantifier.smallest() ? !quantifier.inside() : quantifier.inside();
    }

    /** The states of a quantifier of single elements, over as many instances for each. */
    static List<State> ofElement(Theory.Quantifier quantifier, long instances) {
        if (isConstant(quantifier, instances)) {
            return List.of(new State(constant(quantifier, instances), 1, 0, BigInteger.ONE, 0));
        }
        int largest = quantifier.largest();
        boolean inside = quantifier.inside();
        int degree = largest > 0 ? 1 : 0;
        List<State> states = new ArrayList<>();
        states.add(new State(!inside, 1, 0, factorial(largest), largest));
        for (int j = quantifier.smallest(); j <= largest; j++) {
            for (int a = 0; a <= j; a++) {
                BigInteger weight = binomial(j, a).multiply(factorial(largest)).divide(factorial(j));
                BigInteger signed = (j - a) % 2 == 0 ? weight : weight.negate();
                states.add(new State(inside, a, degree, signed, largest - j));
                states.add(new State(!inside, a, degree, signed.negate(), largest - j));
            }
        }
        return states;
    }

    /** A state of a closed quantifier. */
    record Closed(boolean holds, boolean restricted, int sign) { }

    /** The states of a closed quantifier over as many instances: restricted ones have one of the alike counts. */
    static List<Closed> closed(Theory.Quantifier quantifier, long instances) {
        if (isConstant(quantifier, instances)) {
            return List.of(new Closed(constant(quantifier, instances), false, 1));
        }
        boolean inside = quantifier.inside();
        return List.of(new Closed(inside, true, 1), new Closed(!inside, false, 1), new Closed(!inside, true, -1));
    }

    static BigInteger factorial(int n) {
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return product;
    }

    static BigInteger binomial(int n, int k) {
        return factorial(n).divide(factorial(k)).divide(factorial(n - k));
    }
}
