package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Quantifiers as states of both signs: for every number of true bodies, exactly what holds is left. */
class CountStatesTest {

    private static final Form BODY = new Form.Atom(0, List.of(0, 1));

    private static Theory.Quantifier quantifier(int least, int most, boolean closed) {
        return new Theory.Quantifier(List.of(new Role(0, -1), new Role(0, -1)), closed, least, most, BODY);
    }

    private static int most(int most) {
        return most > 8 ? Integer.MAX_VALUE : most;
    }

    /** Of the terms with degree largest, those where the quantifier holds add up to largest! if it does, else to 0. */
    @Property(tries = 300)
    void statesOfAnElementAreTheQuantifier(@ForAll @IntRange(max = 6) int least, @ForAll @IntRange(max = 9) int upTo,
            @ForAll @IntRange(min = 1, max = 7) int instances) {
        Theory.Quantifier quantifier = quantifier(least, Math.max(least, most(upTo)), false);
        if (quantifier.least() == 0 && quantifier.most() == Integer.MAX_VALUE) {
            return;
        }
        int largest = CountStates.largest(quantifier, instances);
        for (int m = 0; m <= instances; m++) {
            BigInteger[] sums = {BigInteger.ZERO, BigInteger.ZERO};
            for (CountStates.State state : CountStates.ofElement(quantifier, instances)) {
                if (state.base() + m * state.degree() == largest) {
                    BigInteger term = BigInteger.valueOf(state.multiplier()).pow(m).multiply(state.weight());
                    sums[state.holds() ? 1 : 0] = sums[state.holds() ? 1 : 0].add(term);
                }
            }
            boolean holds = m >= quantifier.least() && m <= quantifier.most();
            assertThat(sums[holds ? 1 : 0]).as(m + " of " + instances).isEqualTo(CountStates.factorial(largest));
            assertThat(sums[holds ? 0 : 1]).isZero();
        }
    }

    /** Closed quantifiers: unrestricted states count all worlds, restricted ones those with some counts. */
    @Property(tries = 300)
    void closedStatesAreTheQuantifier(@ForAll @IntRange(max = 6) int least, @ForAll @IntRange(max = 9) int upTo,
            @ForAll @IntRange(min = 1, max = 7) int instances) {
        Theory.Quantifier quantifier = quantifier(least, Math.max(least, most(upTo)), true);
        if (quantifier.least() == 0 && quantifier.most() == Integer.MAX_VALUE) {
            return;
        }
        for (int m = 0; m <= instances; m++) {
            int[] sums = new int[2];
            for (CountStates.Closed state : CountStates.closed(quantifier, instances)) {
                boolean counts = !state.restricted() || m >= quantifier.smallest() && m <= quantifier.largest();
                sums[state.holds() ? 1 : 0] += counts ? state.sign() : 0;
            }
            boolean holds = m >= quantifier.least() && m <= quantifier.most();
            assertThat(sums[holds ? 1 : 0]).isEqualTo(1);
            assertThat(sums[holds ? 0 : 1]).isZero();
        }
    }

    /** In the form that the instances allow, a quantifier holds for the same counts, and needs no larger ones. */
    @Property(tries = 500)
    void theBestFormIsEquivalent(@ForAll @IntRange(max = 8) int least, @ForAll @IntRange(max = 9) int upTo,
            @ForAll @IntRange(max = 8) int instances) {
        Theory.Quantifier given = quantifier(least, Math.max(least, most(upTo)), false);
        Theory.Quantifier best = given.within(instances);
        boolean ofFalse = !best.body().equals(BODY);
        assertThat(ofFalse ? Form.not(best.body()) : best.body()).isEqualTo(BODY);
        for (int m = 0; m <= instances; m++) {
            int counted = ofFalse ? instances - m : m;
            assertThat(counted >= best.least() && counted <= best.most())
                    .isEqualTo(m >= given.least() && m <= given.most());
        }
        if (given.least() > 0 && given.least() <= instances) {
            assertThat(best.largest()).isLessThanOrEqualTo(given.largest());
            assertThat(best.largest()).isLessThanOrEqualTo(Math.max(given.least() - 1, instances - given.least()));
        }
    }

    @Test
    void allOfThemIsNoneOfTheOthers() {
        assertThat(quantifier(5, 5, false).within(5)).isEqualTo(
                new Theory.Quantifier(List.of(new Role(0, -1), new Role(0, -1)), false, 0, 0, new Form.Not(BODY)));
        Theory.Quantifier some = quantifier(1, Integer.MAX_VALUE, false);
        assertThat(some.within(9)).isEqualTo(some);
        assertThat(quantifier(2, 40, false).within(9)).isEqualTo(quantifier(2, Integer.MAX_VALUE, false));
    }
}
