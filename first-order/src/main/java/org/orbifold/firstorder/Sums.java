package org.orbifold.firstorder;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.orbifold.firstorder.CellModel.Pair;
import org.orbifold.firstorder.CellModel.PairAtom;
import org.orbifold.firstorder.Polynomials.Poly;
import org.orbifold.pgm.time.Budget;

/**
 * The total weight, and for each kind of atom the weight of the worlds in which it is true, over all global states, in
 * any ring.
 *
 * @param <S> the numbers
 */
final class Sums<S> {

    private final Elements elements;
    private final Scheme scheme;
    private final Polynomials<S> ring;
    private final int threads;
    private final Budget budget;
    private final Map<AtomKind, S> ofAtoms = new LinkedHashMap<>();
    S total;

    Sums(Elements elements, Scheme scheme, Polynomials<S> ring, int threads, Budget budget) {
        this.elements = elements;
        this.scheme = scheme;
        this.ring = ring;
        this.threads = threads;
        this.budget = budget;
        this.total = ring.scalars().zero();
    }

    /** Adds a global state. */
    void add(GlobalState state, Poly<S> weight, CellModel<S> model, boolean marginals) {
        RingSum<S> sum = new RingSum<>(model, ring, threads, budget);
        S all = scheme.extract(ring.multiply(weight, sum.total()), state, ring);
        total = ring.scalars().add(total, all);
        if (!marginals) {
            return;
        }
        for (int p = 0; p < state.nullary().length; p++) {
            if (state.nullary()[p]) {
                add(new AtomKind(p, -1, -1), all);
            }
        }
        int classes = elements.classes().size();
        boolean[] done = new boolean[classes];
        for (int k = 0; k < classes; k++) {
            for (int l = k; l < classes; l++) {
                if (k != l || elements.classes().get(k).size() > 1) {
                    addPairs(state, weight, model, sum, k, l, done);
                }
            }
            if (!done[k]) {
                addSingle(state, weight, model, sum, k);
            }
        }
    }

    private void add(AtomKind kind, S value) {
        ofAtoms.merge(kind, value, ring.scalars()::add);
    }

    private void addSingle(GlobalState state, Poly<S> weight, CellModel<S> model, RingSum<S> sum, int k) {
        List<Poly<S>> rest = sum.without(k);
        int sort = elements.classes().get(k).sort();
        List<Elements.OwnAtom> own = elements.own(elements.sorts().get(sort).type());
        for (int a = 0; a < own.size(); a++) {
            Poly<S> part = ring.zero();
            for (int c = 0; c < rest.size(); c++) {
                part = ring.add(part, ring.multiply(rest.get(c), model.ownTrue(k, model.firstCell(sort) + c, a)));
            }
            add(new AtomKind(own.get(a).symbol(), k, k, true),
                    scheme.extract(ring.multiply(weight, part), state, ring));
        }
    }

    private void addPairs(GlobalState state, Poly<S> weight, CellModel<S> model, RingSum<S> sum, int k, int l,
            boolean[] done) {
        List<Poly<S>> rest = sum.without(k, l);
        int left = elements.classes().get(k).sort();
        int right = elements.classes().get(l).sort();
        Map<AtomKind, Poly<S>> parts = new LinkedHashMap<>();
        for (int c = 0; c < rest.size(); c++) {
            int i = model.firstCell(left) + c / model.cellCount(right);
            int j = model.firstCell(right) + c % model.cellCount(right);
            if (ring.isZero(rest.get(c))) {
                continue;
            }
            Pair<S> pair = model.pair(i, j);
            Poly<S> both = ring.multiply(rest.get(c), pair.total());
            if (!done[k]) {
                addOwn(parts, k, ring.multiply(both, model.weight(l, j)), i, model);
            }
            if (!done[l] && k != l) {
                addOwn(parts, l, ring.multiply(both, model.weight(k, i)), j, model);
            }
            Poly<S> weights = ring.multiply(rest.get(c), ring.multiply(model.weight(k, i), model.weight(l, j)));
            for (int a = 0; a < pair.atoms().size(); a++) {
                PairAtom atom = pair.atoms().get(a);
                if (!atom.reversed() || k != l) {
                    parts.merge(new AtomKind(atom.symbol(), atom.reversed() ? l : k, atom.reversed() ? k : l),
                            ring.multiply(weights, pair.parts()[a]), ring::add);
                }
            }
        }
        done[k] = true;
        done[l] = true;
        parts.forEach((kind, part) -> add(kind, scheme.extract(ring.multiply(weight, part), state, ring)));
    }

    private void addOwn(Map<AtomKind, Poly<S>> parts, int k, Poly<S> rest, int cell, CellModel<S> model) {
        List<Elements.OwnAtom> own = elements.own(elements.sorts().get(elements.classes().get(k).sort()).type());
        for (int a = 0; a < own.size(); a++) {
            parts.merge(new AtomKind(own.get(a).symbol(), k, k, true), ring.multiply(rest, model.ownTrue(k, cell, a)),
                    ring::add);
        }
    }

    /** The largest error of a probability, for balls. */
    double largestError(Ball of) {
        double largest = 0;
        for (S value : ofAtoms.values()) {
            Ball ball = (Ball) value;
            largest = Math.max(largest, new Ball(new BigDecimal(Math.ceil(ball.radius())).toBigInteger(),
                    ball.exponent(), 0).over(of));
        }
        return Math.abs(largest);
    }

    Probabilities probabilities(double logPartition, ToDoubleFunction<S> share) {
        Probabilities result = new Probabilities(elements, logPartition);
        for (Map.Entry<AtomKind, S> entry : new ArrayList<>(ofAtoms.entrySet())) {
            result.set(entry.getKey(), share.applyAsDouble(entry.getValue()));
        }
        return result;
    }
}
