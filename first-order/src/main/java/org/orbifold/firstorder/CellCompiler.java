package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.firstorder.CellModel.Cell;
import org.orbifold.firstorder.CellModel.Pair;
import org.orbifold.firstorder.CellModel.PairAtom;
import org.orbifold.firstorder.Elements.ElementClass;
import org.orbifold.firstorder.Elements.OwnAtom;
import org.orbifold.firstorder.Elements.Sort;
import org.orbifold.firstorder.Polynomials.Poly;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.time.Budget;

/**
 * Makes the {@link CellModel} of a theory in a global state. Cells whose elements are alike in all pairs are one from
 * the start.
 *
 * @param <S> the numbers
 */
final class CellCompiler<S> {

    /** States of one element before those that are alike are put together. */
    private static final long MAX_STATES = 1 << 20;
    /** Cells of a model: two elements in any of them have a million weights, and three a billion histograms. */
    private static final int MAX_CELLS = 1 << 10;
    /** Unknown atoms between two elements: all their truth values are tried. */
    private static final int MAX_PAIR_ATOMS = 14;
    /** Coefficients of the weights of pairs in all their worlds: some ten seconds; real theories have thousands. */
    private static final double MAX_PAIR_WORK = 3e7;

    private final Elements elements;
    private final Theory theory;
    private final Scheme scheme;
    private final Polynomials<S> ring;
    private final GlobalState global;
    private final Budget budget;
    private final PairView view;
    private final Poly<S>[][] atomWeights;
    private final Poly<S>[][] factorWeights;
    /** By predicate and by quantifier: whether formulas about two elements depend on it for one of them. */
    private final boolean[] ownMatters;
    private final boolean[] countMatters;
    /** The states of the quantifiers of each cell's elements, by quantifier; null elsewhere. */
    private final List<CountStates.State[]> statesOf = new ArrayList<>();
    /** The coefficients computed so far. */
    private double pairWork;

    CellCompiler(Elements elements, Scheme scheme, Polynomials<S> ring, GlobalState global, Budget budget) {
        this.elements = elements;
        this.theory = elements.theory();
        this.scheme = scheme;
        this.ring = ring;
        this.global = global;
        this.budget = budget;
        this.view = new PairView(elements, global);
        this.atomWeights = ring.matrix(theory.symbols().size(),
                p -> ring.array(2, v -> ring.of(scheme.atomWeight(p, v == 1))));
        this.factorWeights = ring.matrix(theory.factors().size(),
                f -> ring.array(2, v -> ring.of(scheme.factorWeight(f, v == 1))));
        this.ownMatters = new boolean[theory.symbols().size()];
        this.countMatters = new boolean[theory.quantifiers().size()];
        theory.factors().stream().filter(factor -> factor.roles().size() == 2).forEach(factor -> mark(factor.form()));
        theory.quantifiers().stream().filter(one -> one.roles().size() == 2).forEach(one -> mark(one.body()));
    }

    private void mark(Form form) {
        Form.forEach(form, part -> {
            if (part instanceof Form.Atom atom && !atom.elements().isEmpty()) {
                ownMatters[atom.predicate()] |= atom.elements().stream().distinct().count() == 1;
            } else if (part instanceof Form.Counted counted && counted.element() >= 0) {
                countMatters[counted.quantifier()] = true;
            }
        });
    }

    CellModel<S> compile() {
        List<Cell<S>> cells = new ArrayList<>();
        int[][] classes = CellModel.classesOf(elements);
        for (int s = 0; s < elements.sorts().size(); s++) {
            addCells(s, classes[s], cells);
        }
        int count = cells.size();
        if (count > MAX_CELLS) {
            throw new NotLiftableException("atoms and quantifiers make more than " + MAX_CELLS + " kinds of elements");
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        Pair<S>[][] pairs = new Pair[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = i; j < count; j++) {
                budget.check();
                int s = cells.get(i).sort();
                if (s != cells.get(j).sort() || elements.sorts().get(s).size() > 1) {
                    pairs[i][j] = pair(cells, i, j);
                    pairs[j][i] = i == j ? pairs[i][j] : reversed(pairs[i][j]);
                }
            }
            // The first rows show what the others take; rows become shorter.
            if (pairWork * count / (i + 1) / 2 > MAX_PAIR_WORK) {
                throw new NotLiftableException("atoms and quantifiers make " + count + " kinds of elements, whose "
                        + "pairs have too many weights");
            }
        }
        return new CellModel<>(elements, cells, pairs);
    }

    private static <S> Pair<S> reversed(Pair<S> pair) {
        return new Pair<>(pair.atoms().stream().map(atom -> new PairAtom(atom.symbol(), !atom.reversed())).toList(),
                pair.total(), pair.parts());
    }

    /** The properties that distinguish cells of a sort. */
    private record Key(List<Boolean> own, List<Boolean> counted, List<Integer> effects) { }

    private void addCells(int sortNumber, int[] classes, List<Cell<S>> cells) {
        Sort sort = elements.sorts().get(sortNumber);
        List<OwnAtom> atoms = elements.own(sort.type());
        List<Integer> quantifiers = new ArrayList<>();
        long combinations = 1;
        for (int q = 0; q < theory.quantifiers().size(); q++) {
            Theory.Quantifier quantifier = scheme.quantifier(q);
            if (!quantifier.closed() && sort.matches(quantifier.roles().get(0))) {
                quantifiers.add(q);
                combinations *= scheme.states(q).size();
            }
        }
        TruthValue[] fixed = fixed(atoms.size(), classes);
        long states = combinations << Arrays.stream(fixed).filter(truth -> truth == TruthValue.UNKNOWN).count();
        if (states > MAX_STATES) {
            throw new NotLiftableException("the atoms and quantifiers of one " + theory.types().get(sort.type())
                    + " have more than " + MAX_STATES + " states together");
        }
        Map<Key, Cell<S>> merged = new LinkedHashMap<>();
        Map<Key, CountStates.State[]> effects = new LinkedHashMap<>();
        for (long state = 0; state < states; state++) {
            if ((state & 255) == 0) {
                budget.check();
            }
            long rest = state;
            boolean[] own = new boolean[theory.symbols().size()];
            for (int a = 0; a < fixed.length; a++) {
                boolean value = fixed[a] == TruthValue.TRUE;
                if (fixed[a] == TruthValue.UNKNOWN) {
                    value = (rest & 1) == 1;
                    rest >>= 1;
                }
                own[atoms.get(a).symbol()] = value;
            }
            CountStates.State[] counts = new CountStates.State[theory.quantifiers().size()];
            boolean[] counted = new boolean[counts.length];
            for (int q : quantifiers) {
                counts[q] = scheme.states(q).get((int) (rest % scheme.states(q).size()));
                counted[q] = counts[q].holds();
                rest /= scheme.states(q).size();
            }
            view.set(0, sort, own, counted);
            Poly<S> weight = weight(sort, atoms, own, counts);
            if (!ring.isZero(weight)) {
                merge(sortNumber, classes, own, counts, weight, merged, effects);
            }
        }
        cells.addAll(merged.values());
        statesOf.addAll(effects.values());
    }

    /** What all classes of a sort agree on. */
    private TruthValue[] fixed(int atoms, int[] classes) {
        TruthValue[] fixed = new TruthValue[atoms];
        for (int a = 0; a < atoms; a++) {
            fixed[a] = elements.classes().get(classes[0]).truths()[a];
            for (int k : classes) {
                fixed[a] = elements.classes().get(k).truths()[a] == fixed[a] ? fixed[a] : TruthValue.UNKNOWN;
            }
        }
        return fixed;
    }

    private void merge(int sortNumber, int[] classes, boolean[] own, CountStates.State[] counts, Poly<S> weight,
            Map<Key, Cell<S>> merged, Map<Key, CountStates.State[]> effects) {
        List<OwnAtom> atoms = elements.own(elements.sorts().get(sortNumber).type());
        List<Boolean> mattering = new ArrayList<>();
        boolean[] kept = new boolean[own.length];
        for (int p = 0; p < own.length; p++) {
            kept[p] = own[p] && ownMatters[p];
            mattering.add(kept[p]);
        }
        List<Boolean> holding = new ArrayList<>();
        List<Integer> effect = new ArrayList<>();
        boolean[] counted = new boolean[counts.length];
        for (int q = 0; q < counts.length; q++) {
            counted[q] = counts[q] != null && counts[q].holds() && countMatters[q];
            holding.add(counted[q]);
            effect.add(counts[q] == null ? -1 : 2 * counts[q].multiplier() + counts[q].degree());
        }
        Key key = new Key(mattering, holding, effect);
        effects.putIfAbsent(key, counts);
        Cell<S> cell = merged.computeIfAbsent(key, k -> new Cell<>(sortNumber, kept, counted,
                ring.array(classes.length, c -> ring.zero()),
                ring.matrix(atoms.size(), a -> ring.array(classes.length, c -> ring.zero()))));
        for (int c = 0; c < classes.length; c++) {
            Poly<S> part = ring.multiply(weight, likelihood(elements.classes().get(classes[c]), atoms, own));
            cell.weights()[c] = ring.add(cell.weights()[c], part);
            for (int a = 0; a < atoms.size(); a++) {
                if (own[atoms.get(a).symbol()]) {
                    cell.ownTrue()[a][c] = ring.add(cell.ownTrue()[a][c], part);
                }
            }
        }
    }

    /** What a class says about its elements' own atoms. */
    private Poly<S> likelihood(ElementClass elementClass, List<OwnAtom> atoms, boolean[] own) {
        Poly<S> product = ring.one();
        for (int a = 0; a < atoms.size(); a++) {
            boolean value = own[atoms.get(a).symbol()];
            TruthValue truth = elementClass.truths()[a];
            if (truth != TruthValue.UNKNOWN && truth != TruthValue.of(value)) {
                return ring.zero();
            }
            if (value && elementClass.odds()[a] != 0) {
                product = ring.multiply(product, ring.of(scheme.odds(elementClass.odds()[a])));
            }
        }
        return product;
    }

    /** The weight of an element's state, whatever its class. */
    private Poly<S> weight(Sort sort, List<OwnAtom> atoms, boolean[] own, CountStates.State[] counts) {
        Poly<S> weight = ring.one();
        for (OwnAtom atom : atoms) {
            weight = ring.multiply(weight, atomWeights[atom.symbol()][own[atom.symbol()] ? 1 : 0]);
        }
        for (int f = 0; f < theory.factors().size(); f++) {
            Theory.Factor factor = theory.factors().get(f);
            if (!factor.roles().isEmpty() && factor.roles().stream().allMatch(sort::matches)) {
                weight = ring.multiply(weight, factorWeights[f][view.holds(factor.form(), 0, 0) ? 1 : 0]);
            }
        }
        for (int q = 0; q < counts.length; q++) {
            Theory.Quantifier quantifier = scheme.quantifier(q);
            if (counts[q] != null) {
                weight = ring.multiply(weight, scheme.power(counts[q].weight(), counts[q].base(), ring));
            }
            if (quantifier.roles().stream().allMatch(sort::matches)
                    && (counts[q] != null || quantifier.closed() && global.restricted()[q])
                    && view.holds(quantifier.body(), 0, 0)) {
                weight = ring.multiply(weight, effect(q, counts));
            }
        }
        return weight;
    }

    /** The factor of a true body. */
    private Poly<S> effect(int quantifier, CountStates.State[] counts) {
        if (scheme.quantifier(quantifier).closed()) {
            return scheme.restriction(quantifier, ring);
        }
        CountStates.State state = counts[quantifier];
        return scheme.power(BigInteger.valueOf(state.multiplier()), state.degree(), ring);
    }

    private Pair<S> pair(List<Cell<S>> cells, int i, int j) {
        Sort x = elements.sorts().get(cells.get(i).sort());
        Sort y = elements.sorts().get(cells.get(j).sort());
        view.set(0, x, cells.get(i).own(), cells.get(i).counted());
        view.set(1, y, cells.get(j).own(), cells.get(j).counted());
        List<PairAtom> unknown = new ArrayList<>();
        List<Poly<S>> ifTrue = new ArrayList<>();
        Poly<S> known = ring.one();
        for (int p = 0; p < theory.symbols().size(); p++) {
            for (int first = 0; first < 2; first++) {
                Sort left = first == 0 ? x : y;
                Sort right = first == 0 ? y : x;
                if (elements.isUsed(p) && theory.symbols().get(p).arity() == 2
                        && theory.symbols().get(p).types().equals(List.of(left.type(), right.type()))) {
                    TruthValue truth = elements.truth(p, left, right);
                    view.setPair(first, p, truth == TruthValue.TRUE);
                    if (truth == TruthValue.UNKNOWN) {
                        unknown.add(new PairAtom(p, first == 1));
                        double odds = elements.odds(p, left, right);
                        ifTrue.add(odds == 0 ? atomWeights[p][1]
                                : ring.multiply(atomWeights[p][1], ring.of(scheme.odds(odds))));
                    } else {
                        known = ring.multiply(known, atomWeights[p][truth == TruthValue.TRUE ? 1 : 0]);
                    }
                }
            }
        }
        if (unknown.size() > MAX_PAIR_ATOMS) {
            throw new NotLiftableException("two elements have " + unknown.size() + " unknown atoms between them, more "
                    + "than " + MAX_PAIR_ATOMS);
        }
        pairWork += (double) (1 << unknown.size()) * ring.size();
        Poly<S> total = ring.zero();
        Poly<S>[] parts = ring.array(unknown.size(), a -> ring.zero());
        for (int bits = 0; bits < 1 << unknown.size(); bits++) {
            Poly<S> weight = known;
            for (int a = 0; a < unknown.size(); a++) {
                boolean value = (bits >> a & 1) == 1;
                view.setPair(unknown.get(a).reversed() ? 1 : 0, unknown.get(a).symbol(), value);
                weight = ring.multiply(weight, value ? ifTrue.get(a) : atomWeights[unknown.get(a).symbol()][0]);
            }
            weight = pairWeight(x, y, statesOf.get(i), statesOf.get(j), weight);
            total = ring.add(total, weight);
            for (int a = 0; a < parts.length; a++) {
                parts[a] = (bits >> a & 1) == 1 ? ring.add(parts[a], weight) : parts[a];
            }
        }
        return new Pair<>(unknown, total, parts);
    }

    /** The weight of a pair in a world. */
    private Poly<S> pairWeight(Sort x, Sort y, CountStates.State[] ofX, CountStates.State[] ofY, Poly<S> given) {
        Poly<S> weight = given;
        for (int f = 0; f < theory.factors().size(); f++) {
            Theory.Factor factor = theory.factors().get(f);
            if (factor.roles().size() == 2) {
                Role first = factor.roles().get(0);
                Role second = factor.roles().get(1);
                if (x.matches(first) && y.matches(second)) {
                    weight = ring.multiply(weight, factorWeights[f][view.holds(factor.form(), 0, 1) ? 1 : 0]);
                }
                if (y.matches(first) && x.matches(second)) {
                    weight = ring.multiply(weight, factorWeights[f][view.holds(factor.form(), 1, 0) ? 1 : 0]);
                }
                if (weight == ring.zero() || ring.size() == 1 && ring.isZero(weight)) {
                    return ring.zero();
                }
            }
        }
        for (int q = 0; q < theory.quantifiers().size(); q++) {
            Theory.Quantifier quantifier = scheme.quantifier(q);
            if (quantifier.roles().size() == 2 && (!quantifier.closed() || global.restricted()[q])) {
                Role first = quantifier.roles().get(0);
                Role second = quantifier.roles().get(1);
                if (x.matches(first) && y.matches(second) && view.holds(quantifier.body(), 0, 1)) {
                    weight = ring.multiply(weight, effect(q, ofX));
                }
                if (y.matches(first) && x.matches(second) && view.holds(quantifier.body(), 1, 0)) {
                    weight = ring.multiply(weight, effect(q, ofY));
                }
            }
        }
        return weight;
    }
}
