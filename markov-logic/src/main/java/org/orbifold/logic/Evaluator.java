package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.pgm.model.Formula;

/**
 * Turns a node under a binding into a propositional formula over the unknown atoms, simplified by the evidence.
 */
abstract class Evaluator {

    /** Evaluates. */
    abstract Formula formula(int[] binding);

    /** About how many literals the formula has. */
    double width() {
        return 1;
    }

    /**
     * Compiles a node.
     *
     * @param node    the node
     * @param bound   the slots that are bound when it is evaluated
     * @param context the evidence
     */
    static Evaluator of(Node node, BitSet bound, PlanContext context) {
        if (node instanceof Node.Literal literal) {
            return new Literal(context.table(literal.predicate()), literal.terms(), literal.positive());
        } else if (node instanceof Node.Equality equality) {
            return new Equality(equality.left(), equality.right(), equality.equal());
        } else if (node instanceof Node.Junction junction) {
            return new Junction(junction.conjunction(), junction.parts().stream()
                    .map(part -> of(part, bound, context)).toArray(Evaluator[]::new));
        } else if (node instanceof Node.Equivalence equivalence) {
            return new Equivalence(of(equivalence.left(), bound, context), of(equivalence.right(), bound, context));
        } else if (node instanceof Node.Quantifier quantifier) {
            return new Quantifier(quantifier, bound, context);
        } else if (node instanceof Node.Count count) {
            return new Count(count, bound, context);
        }
        Formula decided = ((Node.Decided) node).value() ? Formula.TRUE : Formula.FALSE;
        return new Evaluator() {
            @Override
            Formula formula(int[] binding) {
                return decided;
            }
        };
    }

    static Formula negated(Formula formula) {
        if (formula instanceof Formula.Constant constant) {
            return constant.value() ? Formula.FALSE : Formula.TRUE;
        }
        return Formula.not(formula);
    }

    /** A junction of parts that are not constant. */
    private static Formula join(boolean conjunction, List<Formula> parts) {
        if (parts.isEmpty()) {
            return conjunction ? Formula.TRUE : Formula.FALSE;
        } else if (parts.size() == 1) {
            return parts.get(0);
        }
        return conjunction ? new Formula.And(parts) : new Formula.Or(parts);
    }

    /** Adds a part to a junction; false if that decides the junction. */
    private static boolean add(List<Formula> parts, Formula part, boolean conjunction) {
        if (part instanceof Formula.Constant constant) {
            return constant.value() == conjunction;
        } else if (conjunction && part instanceof Formula.And and) {
            parts.addAll(and.parts());
        } else if (!conjunction && part instanceof Formula.Or or) {
            parts.addAll(or.parts());
        } else {
            parts.add(part);
        }
        return true;
    }

    private static final class Literal extends Evaluator {
        private final AtomTable table;
        private final int[] terms;
        private final boolean positive;

        Literal(AtomTable table, int[] terms, boolean positive) {
            this.table = table;
            this.terms = terms;
            this.positive = positive;
        }

        @Override
        Formula formula(int[] binding) {
            return table.formula(table.strides().rank(terms, binding), positive);
        }
    }

    private static final class Equality extends Evaluator {
        private final int left;
        private final int right;
        private final boolean equal;

        Equality(int left, int right, boolean equal) {
            this.left = left;
            this.right = right;
            this.equal = equal;
        }

        @Override
        Formula formula(int[] binding) {
            return Node.value(left, binding) == Node.value(right, binding) == equal ? Formula.TRUE : Formula.FALSE;
        }
    }

    private static final class Junction extends Evaluator {
        private final boolean conjunction;
        private final Evaluator[] parts;

        Junction(boolean conjunction, Evaluator[] parts) {
            this.conjunction = conjunction;
            this.parts = parts;
        }

        @Override
        double width() {
            return Arrays.stream(parts).mapToDouble(Evaluator::width).sum();
        }

        @Override
        Formula formula(int[] binding) {
            List<Formula> left = new ArrayList<>(parts.length);
            for (Evaluator part : parts) {
                if (!add(left, part.formula(binding), conjunction)) {
                    return conjunction ? Formula.FALSE : Formula.TRUE;
                }
            }
            return join(conjunction, left);
        }
    }

    private static final class Equivalence extends Evaluator {
        private final Evaluator left;
        private final Evaluator right;

        Equivalence(Evaluator left, Evaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        double width() {
            return left.width() + right.width();
        }

        @Override
        Formula formula(int[] binding) {
            Formula one = left.formula(binding);
            Formula other = right.formula(binding);
            if (one instanceof Formula.Constant constant) {
                return constant.value() ? other : negated(other);
            } else if (other instanceof Formula.Constant constant) {
                return constant.value() ? one : negated(one);
            }
            return Formula.iff(one, other);
        }
    }

    /** A count over the constants of slots, without those that the evidence makes false. */
    private static final class Count extends Evaluator {
        private final Node.Count node;
        private final UnionPlan plan;
        private final Evaluator body;

        Count(Node.Count node, BitSet bound, PlanContext context) {
            this.node = node;
            ThreeValuedForm form = ThreeValuedForm.of(node.body(), context);
            this.plan = new UnionPlan(node.slots(), bound, form.guards(form.possible(true)));
            BitSet inner = (BitSet) bound.clone();
            node.slots().forEach(slot -> inner.set(slot.index()));
            this.body = of(node.body(), inner, context);
        }

        @Override
        double width() {
            return plan.expected() * body.width();
        }

        @Override
        Formula formula(int[] binding) {
            List<Formula> parts = new ArrayList<>();
            plan.run(binding, inner -> parts.add(body.formula(inner)));
            Formula count = new Formula.Count(parts, node.least(), node.most())
                    .replace(literal -> Formula.is(literal.variable(), literal.value()));
            return node.positive() ? count : negated(count);
        }
    }

    /** A conjunction or disjunction over the constants of slots, without those that the evidence makes neutral. */
    private static final class Quantifier extends Evaluator {
        private final boolean forall;
        private final UnionPlan plan;
        private final Evaluator body;

        Quantifier(Node.Quantifier node, BitSet bound, PlanContext context) {
            this.forall = node.forall();
            // Instances that are known to be true are neutral in a conjunction, false ones in a disjunction.
            ThreeValuedForm form = ThreeValuedForm.of(node.body(), context);
            this.plan = new UnionPlan(node.slots(), bound, form.guards(form.possible(!forall)));
            BitSet inner = (BitSet) bound.clone();
            node.slots().forEach(slot -> inner.set(slot.index()));
            this.body = of(node.body(), inner, context);
        }

        @Override
        double width() {
            return plan.expected() * body.width();
        }

        @Override
        Formula formula(int[] binding) {
            List<Formula> parts = new ArrayList<>();
            boolean undecided = plan.run(binding, inner -> add(parts, body.formula(inner), forall));
            return undecided ? join(forall, parts) : forall ? Formula.FALSE : Formula.TRUE;
        }
    }
}
