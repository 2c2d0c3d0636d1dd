package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.TruthValue;

/**
 * The truth of all that is about no element: atoms without arguments and closed quantifiers. Given it, elements
 * interact in pairs only.
 *
 * @param nullary    by predicate: whether its atom is true
 * @param holds      by quantifier: whether a closed one holds
 * @param restricted by quantifier: whether the number of true bodies of a closed one is restricted
 * @param sign       of its weight
 */
record GlobalState(boolean[] nullary, boolean[] holds, boolean[] restricted, int sign) {

    /** More are out of reach: each is a model of its own. */
    private static final int MAX_STATES = 1 << 12;

    /** All states, with the evidence applied. */
    static List<GlobalState> all(Elements elements, Scheme scheme) {
        Theory theory = elements.theory();
        KnownAtoms known = elements.known();
        int symbols = theory.symbols().size();
        int quantifiers = theory.quantifiers().size();
        List<GlobalState> states = new ArrayList<>();
        states.add(new GlobalState(new boolean[symbols], new boolean[quantifiers], new boolean[quantifiers], 1));
        for (int p = 0; p < symbols; p++) {
            if (theory.symbols().get(p).arity() == 0 && elements.isUsed(p)) {
                TruthValue truth = known.truth(theory.symbols().get(p).name());
                List<GlobalState> more = new ArrayList<>();
                for (GlobalState state : states) {
                    for (int value = 0; value < 2; value++) {
                        if (truth == TruthValue.UNKNOWN || truth == TruthValue.of(value == 1)) {
                            boolean[] nullary = state.nullary.clone();
                            nullary[p] = value == 1;
                            more.add(new GlobalState(nullary, state.holds, state.restricted, state.sign));
                        }
                    }
                }
                states = limited(more);
            }
        }
        for (int q = 0; q < quantifiers; q++) {
            if (theory.quantifiers().get(q).closed()) {
                List<GlobalState> more = new ArrayList<>();
                for (GlobalState state : states) {
                    for (CountStates.Closed one : CountStates.closed(scheme.quantifier(q),
                            scheme.instances(q))) {
                        boolean[] holds = state.holds.clone();
                        boolean[] restricted = state.restricted.clone();
                        holds[q] = one.holds();
                        restricted[q] = one.restricted();
                        more.add(new GlobalState(state.nullary, holds, restricted, state.sign * one.sign()));
                    }
                }
                states = limited(more);
            }
        }
        return states;
    }

    private static List<GlobalState> limited(List<GlobalState> states) {
        if (states.size() > MAX_STATES) {
            throw new NotLiftableException("atoms without arguments and closed quantifiers have more than " + MAX_STATES
                    + " states together");
        }
        return states;
    }

    /** Its weight: of its atoms, of formulas about no element, and of its sign. */
    <S> Polynomials.Poly<S> weight(Elements elements, Polynomials<S> ring, Scheme scheme) {
        Polynomials.Poly<S> weight = ring.of(BigInteger.valueOf(sign));
        Theory theory = elements.theory();
        for (int p = 0; p < nullary.length; p++) {
            if (theory.symbols().get(p).arity() == 0 && elements.isUsed(p)) {
                weight = ring.multiply(weight, ring.of(scheme.atomWeight(p, nullary[p])));
            }
        }
        for (KnownAtoms.Soft soft : elements.known().soft()) {
            if (soft.constants().isEmpty() && nullary[theory.symbol(soft.predicate())]) {
                weight = ring.multiply(weight, ring.of(scheme.odds(soft.logOdds())));
            }
        }
        PairView view = new PairView(elements, this);
        for (int f = 0; f < theory.factors().size(); f++) {
            Theory.Factor factor = theory.factors().get(f);
            if (factor.roles().isEmpty()) {
                weight = ring.multiply(weight, ring.of(scheme.factorWeight(f, view.holds(factor.form(), 0, 0))));
            }
        }
        return weight;
    }
}
