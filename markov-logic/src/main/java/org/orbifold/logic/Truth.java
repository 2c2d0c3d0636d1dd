package org.orbifold.logic;

import java.util.List;

/** The truth of a formula without quantifiers in a world of which everything is known, with one atom changed. */
final class Truth {

    private final PlanContext context;
    private final Node body;
    private int[] binding = {};
    private AtomTable changedTable;
    private long changedRank;
    private boolean changedTo;

    Truth(Node body, PlanContext context, AtomTable any) {
        this.body = body;
        this.context = context;
        this.changedTable = any;
    }

    /** Whether a formula has atoms, equalities and connectives only. */
    static boolean isFor(Node node) {
        if (node instanceof Node.Junction junction) {
            return junction.parts().stream().allMatch(Truth::isFor);
        } else if (node instanceof Node.Equivalence equivalence) {
            return isFor(equivalence.left()) && isFor(equivalence.right());
        } else if (node instanceof Node.Literal literal) {
            return !literal.predicate().exactlyOne();
        }
        return node instanceof Node.Equality || node instanceof Node.Decided;
    }

    /** Whether the formula holds under a binding if an atom is as given. */
    boolean holds(int[] under, AtomTable table, long rank, boolean value) {
        binding = under;
        changedTable = table;
        changedRank = rank;
        changedTo = value;
        return holds(body);
    }

    private boolean holds(Node node) {
        if (node instanceof Node.Literal literal) {
            AtomTable table = context.table(literal.predicate());
            long rank = table.strides().rank(literal.terms(), binding);
            boolean value = table == changedTable && rank == changedRank ? changedTo
                    : table.truth(rank) == Facts.TRUE;
            return value == literal.positive();
        } else if (node instanceof Node.Equality equality) {
            return Node.value(equality.left(), binding) == Node.value(equality.right(), binding) == equality.equal();
        } else if (node instanceof Node.Junction junction) {
            List<Node> parts = junction.parts();
            for (int i = 0; i < parts.size(); i++) {
                if (holds(parts.get(i)) != junction.conjunction()) {
                    return !junction.conjunction();
                }
            }
            return junction.conjunction();
        } else if (node instanceof Node.Equivalence equivalence) {
            return holds(equivalence.left()) == holds(equivalence.right());
        }
        return ((Node.Decided) node).value();
    }
}
