package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What all parts of one computation agree on: integer weights and what they must be divided by, the formal variables
 * and their degrees, and the states of quantifiers.
 */
final class Scheme {

    private final Elements elements;
    private final boolean support;
    private final boolean rational;
    private final Weight[][] atomWeights;
    private final Weight[][] factorWeights;
    /** Products of powers by which sums of integer weights are too large. */
    private final List<Power> divisors = new ArrayList<>();
    private final List<Theory.Quantifier> quantifiers = new ArrayList<>();
    private final List<List<CountStates.State>> states = new ArrayList<>();
    /** The formal variable of each closed quantifier; −1 if it has none. */
    private final int[] variables;
    private final int[] degrees;
    private final boolean usesDegrees;

    /** A power. */
    record Power(BigInteger base, long exponent) { }

    /** The scheme of the weights as they are. */
    Scheme(Elements elements) {
        this(elements, false);
    }

    /**
     * Makes a scheme.
     *
     * @param elements the elements
     * @param support  whether positive weights are replaced by 1, so that possible worlds are counted
     */
    Scheme(Elements elements, boolean support) {
        this.elements = elements;
        this.support = support;
        Theory theory = elements.theory();
        boolean exact = support || elements.known().soft().isEmpty() && elements.known().softConstant() == 0;
        for (Theory.Symbol symbol : theory.symbols()) {
            exact &= support || symbol.ifTrue().isRational() && symbol.ifFalse().isRational();
        }
        for (Theory.Factor factor : theory.factors()) {
            exact &= support || factor.ifTrue().isRational() && factor.ifFalse().isRational();
        }
        this.rational = exact;
        this.atomWeights = new Weight[theory.symbols().size()][];
        for (int p = 0; p < atomWeights.length; p++) {
            Theory.Symbol symbol = theory.symbols().get(p);
            long atoms = 1;
            for (int type : symbol.types()) {
                atoms *= elements.count(new Role(type, -1));
            }
            atomWeights[p] = scaled(symbol.ifFalse(), symbol.ifTrue(), elements.isUsed(p) ? atoms : 0);
        }
        this.factorWeights = new Weight[theory.factors().size()][];
        for (int f = 0; f < factorWeights.length; f++) {
            Theory.Factor factor = theory.factors().get(f);
            long groundings = 1;
            for (Role role : factor.roles()) {
                groundings *= elements.count(role);
            }
            factorWeights[f] = scaled(factor.ifFalse(), factor.ifTrue(), groundings);
        }
        this.variables = new int[theory.quantifiers().size()];
        List<Integer> kept = new ArrayList<>();
        kept.add(0);
        boolean used = false;
        for (int q = 0; q < variables.length; q++) {
            Theory.Quantifier quantifier = theory.quantifiers().get(q).within(instances(q));
            quantifiers.add(quantifier);
            int largest = CountStates.largest(quantifier, instances(q));
            variables[q] = -1;
            if (quantifier.closed()) {
                states.add(List.of());
                if (largest > 0) {
                    variables[q] = kept.size();
                    kept.add(largest);
                    used = true;
                }
            } else {
                states.add(CountStates.ofElement(quantifier, instances(q)));
                long owners = elements.count(quantifier.roles().get(0));
                divisors.add(new Power(CountStates.factorial(largest), owners));
                used |= largest > 0;
                kept.set(0, (int) Math.min(Integer.MAX_VALUE / 2, kept.get(0) + largest * owners));
            }
        }
        this.usesDegrees = used;
        this.degrees = used ? kept.stream().mapToInt(Integer::intValue).toArray() : new int[0];
    }

    /** Weights of false and true, times their common denominator if all weights are rational. */
    private Weight[] scaled(Weight ifFalse, Weight ifTrue, long count) {
        if (support) {
            return new Weight[] {supported(ifFalse), supported(ifTrue)};
        }
        if (!rational) {
            return new Weight[] {ifFalse, ifTrue};
        }
        BigInteger common = ifFalse.denominator().multiply(ifTrue.denominator())
                .divide(ifFalse.denominator().gcd(ifTrue.denominator()));
        divisors.add(new Power(common, count));
        return new Weight[] {ifFalse.times(common), ifTrue.times(common)};
    }

    private static Weight supported(Weight weight) {
        return weight.isZero() ? Weight.ZERO : Weight.ONE;
    }

    /** The factor that soft evidence gives to a true atom. */
    Weight odds(double logOdds) {
        return support ? Weight.ONE : Weight.exp(logOdds);
    }

    /** Whether all weights are rational, so that counts are exact. */
    boolean isRational() {
        return rational;
    }

    /** Whether counts restrict anything, so that polynomials are needed. */
    boolean usesDegrees() {
        return usesDegrees;
    }

    <S> Polynomials<S> ring(Scalars<S> scalars) {
        return new Polynomials<>(scalars, degrees);
    }

    /** About how many coefficients a polynomial has. */
    double coefficients() {
        double product = 1;
        for (int degree : degrees) {
            product *= degree + 1.0;
        }
        return product;
    }

    List<Power> divisors() {
        return divisors;
    }

    Weight atomWeight(int symbol, boolean value) {
        return atomWeights[symbol][value ? 1 : 0];
    }

    Weight factorWeight(int factor, boolean value) {
        return factorWeights[factor][value ? 1 : 0];
    }

    /** A quantifier of the theory, in the form that its instances allow: equivalent, with another body perhaps. */
    Theory.Quantifier quantifier(int number) {
        return quantifiers.get(number);
    }

    /** How many bodies a quantifier counts: of each element that it is about, or of the domain. */
    long instances(int quantifier) {
        Theory.Quantifier one = elements.theory().quantifiers().get(quantifier);
        long count = 1;
        for (Role role : one.closed() ? one.roles() : one.roles().subList(1, 2)) {
            count *= elements.count(role);
        }
        return count;
    }

    /** The states of a quantifier of single elements. */
    List<CountStates.State> states(int quantifier) {
        return states.get(quantifier);
    }

    /** The factor of each true body of a closed quantifier whose count is restricted. */
    <S> Polynomials.Poly<S> restriction(int quantifier, Polynomials<S> ring) {
        return variables[quantifier] < 0 ? ring.zero() : ring.variable(variables[quantifier], 1);
    }

    /** The factor of an element's state, or of a true body in it. */
    <S> Polynomials.Poly<S> power(BigInteger factor, int degree, Polynomials<S> ring) {
        Polynomials.Poly<S> number = ring.of(factor);
        return degree == 0 ? number : ring.multiply(number, ring.variable(0, degree));
    }

    /** The sum of the coefficients that have the counts of a state. */
    <S> S extract(Polynomials.Poly<S> value, GlobalState state, Polynomials<S> ring) {
        int[] exponents = new int[degrees.length];
        if (degrees.length == 0) {
            return ring.coefficient(value);
        }
        exponents[0] = degrees[0];
        return extract(value, state, ring, exponents, 0);
    }

    private <S> S extract(Polynomials.Poly<S> value, GlobalState state, Polynomials<S> ring, int[] exponents,
            int from) {
        for (int q = from; q < variables.length; q++) {
            if (variables[q] >= 0 && state.restricted()[q]) {
                Theory.Quantifier quantifier = quantifiers.get(q);
                S sum = ring.scalars().zero();
                for (int m = quantifier.smallest(); m <= quantifier.largest(); m++) {
                    exponents[variables[q]] = m;
                    sum = ring.scalars().add(sum, extract(value, state, ring, exponents, q + 1));
                }
                exponents[variables[q]] = 0;
                return sum;
            }
        }
        return ring.coefficient(value, exponents);
    }
}
