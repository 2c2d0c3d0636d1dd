package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A formula as the evidence sees it. Its different atoms, equalities and quantified parts are leaves of which each has,
 * under a binding, one of three truth values; the formula's own truth value follows by the rules of Kleene's logic. It
 * is unknown exactly where grounding must make a feature.
 */
final class ThreeValuedForm {

    /** A part whose truth value under a binding is looked up. */
    sealed interface Leaf {
        /** The mask of the truth values that it can have. */
        int present();

        /** The condition that its truth value is in a mask; null if nothing can be said. */
        @Nullable Guard guard(int mask);
    }

    /** A tuple of a relation. */
    record FactLeaf(Facts facts, int[] terms, int present) implements Leaf {
        @Override
        public Guard guard(int mask) {
            return new Guard.Fact(facts, terms, mask);
        }
    }

    /** An equality of two different terms. */
    record EqualLeaf(int left, int right) implements Leaf {
        @Override
        public int present() {
            return Facts.bit(Facts.FALSE) | Facts.bit(Facts.TRUE);
        }

        @Override
        public Guard guard(int mask) {
            return new Guard.Comparison(new int[] {left, right}, mask == Facts.bit(Facts.TRUE));
        }
    }

    /** A count, or a quantified part that would be too costly to look through beforehand. */
    record OpaqueLeaf() implements Leaf {
        @Override
        public int present() {
            return Facts.ANY;
        }

        @Override
        public @Nullable Guard guard(int mask) {
            return null;
        }
    }

    private sealed interface Part { }

    private record Constant(boolean value) implements Part { }

    private record Signed(int leaf, boolean positive) implements Part { }

    private record Junction(boolean conjunction, List<Part> parts) implements Part { }

    private record Equivalence(Part left, Part right) implements Part { }

    private final List<Leaf> leaves = new ArrayList<>();
    private final PlanContext context;
    /** Whether a leaf that has one truth value everywhere is put in as that. */
    private final boolean simplified;
    private final Part root;
    private final int[] present;

    private ThreeValuedForm(Node node, PlanContext context, boolean simplified) {
        this.context = context;
        this.simplified = simplified;
        this.root = part(node);
        this.present = leaves.stream().mapToInt(Leaf::present).toArray();
    }

    private ThreeValuedForm(ThreeValuedForm other, int[] present) {
        this.context = other.context;
        this.simplified = other.simplified;
        this.leaves.addAll(other.leaves);
        this.root = other.root;
        this.present = present;
    }

    static ThreeValuedForm of(Node node, PlanContext context) {
        return new ThreeValuedForm(node, context, true);
    }

    /** A form that keeps all its leaves, also those that have one truth value everywhere. */
    static ThreeValuedForm whole(Node node, PlanContext context) {
        return new ThreeValuedForm(node, context, false);
    }

    /** The same formula with some leaves unknown, whatever the evidence says about them. */
    ThreeValuedForm withUnknown(BitSet unknown) {
        int[] masks = present.clone();
        unknown.stream().forEach(leaf -> masks[leaf] = Facts.bit(Facts.UNKNOWN));
        return new ThreeValuedForm(this, masks);
    }

    List<Leaf> leaves() {
        return leaves;
    }

    /** Whether the truth values of all leaves can be looked up. */
    boolean isTransparent() {
        return leaves.stream().noneMatch(OpaqueLeaf.class::isInstance);
    }

    private Part part(Node node) {
        if (node instanceof Node.Literal literal) {
            return fact(context.table(literal.predicate()), literal.terms(), literal.positive());
        } else if (node instanceof Node.Equality equality) {
            return new Signed(leaf(new EqualLeaf(Math.min(equality.left(), equality.right()),
                    Math.max(equality.left(), equality.right()))), equality.equal());
        } else if (node instanceof Node.Junction junction) {
            return new Junction(junction.conjunction(), junction.parts().stream().map(this::part).toList());
        } else if (node instanceof Node.Equivalence equivalence) {
            return new Equivalence(part(equivalence.left()), part(equivalence.right()));
        } else if (node instanceof Node.Quantifier quantifier) {
            int[] outer = context.outer(quantifier).stream().mapToInt(Slot::index).toArray();
            return context.facts(quantifier).map(facts -> fact(facts, outer, true))
                    .orElseGet(() -> new Signed(leaf(new OpaqueLeaf()), true));
        } else if (node instanceof Node.Count) {
            return new Signed(leaf(new OpaqueLeaf()), true);
        }
        return new Constant(((Node.Decided) node).value());
    }

    private Part fact(Facts facts, int[] terms, boolean positive) {
        int known = facts.present();
        if (Arrays.stream(terms).allMatch(term -> term < 0)) {
            known = Facts.bit(facts.truth(facts.strides().rank(terms, new int[0])));
        }
        if (simplified && (known == Facts.bit(Facts.TRUE) || known == Facts.bit(Facts.FALSE))) {
            return new Constant((known == Facts.bit(Facts.TRUE)) == positive);
        }
        return new Signed(leaf(new FactLeaf(facts, terms, known)), positive);
    }

    /** The number of a leaf, which is added unless the same one stands elsewhere. */
    private int leaf(Leaf added) {
        for (int i = 0; i < leaves.size(); i++) {
            if (same(leaves.get(i), added)) {
                return i;
            }
        }
        leaves.add(added);
        return leaves.size() - 1;
    }

    private static boolean same(Leaf one, Leaf other) {
        if (one instanceof FactLeaf a && other instanceof FactLeaf b) {
            return a.facts == b.facts && Arrays.equals(a.terms, b.terms);
        }
        return one instanceof EqualLeaf && one.equals(other);
    }

    /** The bindings for which the evidence does not decide the formula. */
    Cases undecided() {
        return possible(true).and(possible(false));
    }

    /** The bindings for which the evidence does not exclude a truth value. */
    Cases possible(boolean truth) {
        return cases(root, truth, false);
    }

    /** The bindings for which the evidence decides the formula so. */
    Cases known(boolean truth) {
        return cases(root, truth, true);
    }

    private Cases cases(Part part, boolean truth, boolean known) {
        if (part instanceof Signed signed) {
            boolean value = truth == signed.positive;
            int wanted = Facts.bit(value ? Facts.TRUE : Facts.FALSE);
            return Cases.one(signed.leaf, known ? wanted : wanted | Facts.bit(Facts.UNKNOWN), present);
        } else if (part instanceof Junction junction) {
            boolean all = junction.conjunction == truth;
            Cases joined = Cases.all(all, present);
            for (Part inner : junction.parts) {
                Cases next = cases(inner, truth, known);
                joined = all ? joined.and(next) : joined.or(next);
            }
            return joined;
        } else if (part instanceof Equivalence equivalence) {
            Cases left = cases(equivalence.left, true, known).and(cases(equivalence.right, truth, known));
            return left.or(cases(equivalence.left, false, known).and(cases(equivalence.right, !truth, known)));
        }
        return Cases.all(((Constant) part).value == truth, present);
    }

    /** The conditions of each case. */
    List<List<Guard>> guards(Cases cases) {
        List<List<Guard>> all = new ArrayList<>();
        for (int[] masks : cases.list()) {
            List<Guard> guards = new ArrayList<>();
            for (int i = 0; i < masks.length; i++) {
                Guard guard = masks[i] == present[i] ? null : leaves.get(i).guard(masks[i]);
                if (guard != null) {
                    guards.add(guard);
                }
            }
            all.add(guards);
        }
        return all;
    }
}
