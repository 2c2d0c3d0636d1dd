package org.orbifold.firstorder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.firstorder.CellModel.Pair;
import org.orbifold.firstorder.CellModel.PairAtom;
import org.orbifold.firstorder.Polynomials.Poly;

/** log Z, and how probable the atoms of each kind are. */
final class Probabilities {

    private final Elements elements;
    private final double logPartition;
    private final Map<AtomKind, Double> values = new HashMap<>();

    Probabilities(Elements elements, double logPartition) {
        this.elements = elements;
        this.logPartition = logPartition;
    }

    double logPartition() {
        return logPartition;
    }

    /** The probability of atoms of a kind; 0 if none of them can be true. */
    double of(AtomKind kind) {
        return values.getOrDefault(kind, 0.0);
    }

    void set(AtomKind kind, double value) {
        values.put(kind, value);
    }

    /** Takes away what rounding puts above 1. */
    void clamp() {
        values.replaceAll((kind, value) -> Math.min(1, value));
    }

    /** Adds a global state with its probability, from the marginals of cells in it. */
    void add(double share, GlobalState state, CellModel<Ball> model, CellMarginals marginals) {
        for (int p = 0; p < state.nullary().length; p++) {
            if (state.nullary()[p]) {
                values.merge(new AtomKind(p, -1, -1), share, Double::sum);
            }
        }
        int classes = elements.classes().size();
        for (int k = 0; k < classes; k++) {
            int sort = elements.classes().get(k).sort();
            List<Elements.OwnAtom> own = elements.own(elements.sorts().get(sort).type());
            for (int c = 0; c < model.cellCount(sort); c++) {
                double weight = share * marginals.single()[k][c];
                Poly<Ball> all = model.weight(k, model.firstCell(sort) + c);
                for (int a = 0; a < own.size() && weight > 0; a++) {
                    values.merge(new AtomKind(own.get(a).symbol(), k, k, true),
                            weight * ratio(model.ownTrue(k, model.firstCell(sort) + c, a), all), Double::sum);
                }
            }
            for (int l = 0; l < classes; l++) {
                if (marginals.pairs()[k][l] != null) {
                    addPairs(share, model, k, l, marginals.pairs()[k][l]);
                }
            }
        }
    }

    private void addPairs(double share, CellModel<Ball> model, int k, int l, double[][] marginals) {
        int left = model.firstCell(elements.classes().get(k).sort());
        int right = model.firstCell(elements.classes().get(l).sort());
        for (int i = 0; i < marginals.length; i++) {
            for (int j = 0; j < marginals[i].length; j++) {
                double weight = share * marginals[i][j];
                if (weight > 0) {
                    Pair<Ball> pair = model.pair(left + i, right + j);
                    for (int a = 0; a < pair.atoms().size(); a++) {
                        PairAtom atom = pair.atoms().get(a);
                        if (!atom.reversed()) {
                            values.merge(new AtomKind(atom.symbol(), k, l),
                                    weight * ratio(pair.parts()[a], pair.total()), Double::sum);
                        }
                    }
                }
            }
        }
    }

    private static double ratio(Poly<Ball> part, Poly<Ball> all) {
        return part.constant().over(all.constant());
    }
}
