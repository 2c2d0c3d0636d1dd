package org.orbifold.firstorder;

import org.orbifold.firstorder.Elements.Sort;

/** The truth of formulas about two elements, x and y, numbered 0 and 1; mutable, for one thread. */
final class PairView {

    private final Elements elements;
    private final GlobalState global;
    private final Sort[] sorts = new Sort[2];
    /** By element and predicate: P(x), or R(x,x). */
    private final boolean[][] own = new boolean[2][];
    /** By element and quantifier. */
    private final boolean[][] counted = new boolean[2][];
    /** By first element and predicate: R(x,y) and R(y,x). */
    private final boolean[][] pair;

    PairView(Elements elements, GlobalState global) {
        this.elements = elements;
        this.global = global;
        this.pair = new boolean[2][elements.theory().symbols().size()];
    }

    void set(int element, Sort sort, boolean[] ownAtoms, boolean[] countedHold) {
        sorts[element] = sort;
        own[element] = ownAtoms;
        counted[element] = countedHold;
    }

    void setPair(int first, int symbol, boolean value) {
        pair[first][symbol] = value;
    }

    /** Whether a formula holds with elements in its two roles. */
    boolean holds(Form form, int first, int second) {
        if (form instanceof Form.Atom atom) {
            return atom(atom, first, second);
        } else if (form instanceof Form.Not not) {
            return !holds(not.part(), first, second);
        } else if (form instanceof Form.Junction junction) {
            for (Form part : junction.parts()) {
                if (holds(part, first, second) != junction.conjunction()) {
                    return !junction.conjunction();
                }
            }
            return junction.conjunction();
        } else if (form instanceof Form.Iff iff) {
            return holds(iff.left(), first, second) == holds(iff.right(), first, second);
        } else if (form instanceof Form.Counted one) {
            return one.element() < 0 ? global.holds()[one.quantifier()]
                    : counted[one.element() == 0 ? first : second][one.quantifier()];
        } else if (form instanceof Form.Same same) {
            return same.left() == same.right() || first == second;
        } else if (form instanceof Form.Is is) {
            Sort sort = sorts[is.element() == 0 ? first : second];
            int constant = elements.known().constant(elements.theory().types().get(sort.type()), is.name());
            return constant >= 0 && sort.constant() == constant;
        }
        return ((Form.Decided) form).value();
    }

    private boolean atom(Form.Atom atom, int first, int second) {
        if (atom.elements().isEmpty()) {
            return global.nullary()[atom.predicate()];
        }
        int left = atom.elements().get(0) == 0 ? first : second;
        int right = atom.elements().get(atom.elements().size() - 1) == 0 ? first : second;
        return left == right ? own[left][atom.predicate()] : pair[left][atom.predicate()];
    }
}
