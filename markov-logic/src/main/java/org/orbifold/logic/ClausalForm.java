package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Conjunctive normal form as Alchemy makes it: an existential quantifier becomes a disjunction over the constants,
 * a universal one makes its variables free, and what remains is distributed.
 */
final class ClausalForm {

    private static final int MAX_CLAUSES = 10_000;

    private final Sentence sentence;
    private final List<Slot> slots;

    private ClausalForm(Sentence sentence, List<Slot> slots) {
        this.sentence = sentence;
        this.slots = new ArrayList<>(slots);
    }

    /**
     * A clause, or a negated one, with its part of the formula's weight.
     *
     * @param formula the clause with all slots of the formula
     * @param share   what the formula's weight is multiplied by
     */
    record Part(TypedFormula formula, double share) { }

    /** The clauses of a formula with their shares of the weight. */
    static List<Part> parts(Sentence sentence, TypedFormula formula, boolean hard) {
        ClausalForm form = new ClausalForm(sentence, formula.slots());
        List<List<Node>> clauses = form.clauses(formula.body()).stream().map(ClausalForm::withoutRepetition)
                .filter(clause -> !isTautology(clause)).toList();
        if (hard) {
            return clauses.stream().map(clause -> form.part(clause, 1)).toList();
        }
        List<Node> units = clauses.stream().filter(clause -> clause.size() == 1).map(clause -> clause.get(0)).toList();
        List<List<Node>> wide = units.size() < 2 ? clauses
                : clauses.stream().filter(clause -> clause.size() != 1).toList();
        double share = 1.0 / (wide.size() + (units.size() < 2 ? 0 : 1));
        List<Part> parts = new ArrayList<>();
        if (units.size() >= 2) {
            // P ^ Q is written as the clause !P v !Q with the opposite weight.
            parts.add(form.part(units.stream().map(ClausalForm::negated).toList(), -share));
        }
        wide.forEach(clause -> parts.add(form.part(clause, share)));
        return parts;
    }

    private Part part(List<Node> clause, double share) {
        return new Part(new TypedFormula(Node.junction(false, clause), List.copyOf(slots)), share);
    }

    private List<List<Node>> clauses(Node node) {
        if (node instanceof Node.Decided decided) {
            return decided.value() ? List.of() : List.of(List.of());
        } else if (node instanceof Node.Junction junction) {
            return junction.conjunction() ? concatenated(junction.parts()) : distributed(junction.parts());
        } else if (node instanceof Node.Equivalence equivalence) {
            Node left = equivalence.left();
            Node right = equivalence.right();
            return concatenated(List.of(Node.junction(false, List.of(negated(left), right)),
                    Node.junction(false, List.of(left, negated(right)))));
        } else if (node instanceof Node.Quantifier quantifier) {
            return quantifier.forall() ? clauses(freed(quantifier)) : distributed(instances(quantifier));
        }
        return List.of(List.of(node));
    }

    private List<List<Node>> concatenated(List<Node> parts) {
        List<List<Node>> all = new ArrayList<>();
        for (Node part : parts) {
            all.addAll(clauses(part));
            checkSize(all.size());
        }
        return all;
    }

    private List<List<Node>> distributed(List<Node> parts) {
        List<List<Node>> product = List.of(List.of());
        for (Node part : parts) {
            List<List<Node>> next = new ArrayList<>();
            List<List<Node>> factors = clauses(part);
            checkSize((long) product.size() * factors.size());
            for (List<Node> first : product) {
                for (List<Node> second : factors) {
                    List<Node> joined = new ArrayList<>(first);
                    joined.addAll(second);
                    next.add(joined);
                }
            }
            product = next;
        }
        return product;
    }

    private void checkSize(long clauses) {
        if (clauses > MAX_CLAUSES) {
            throw new IllegalArgumentException("the clausal form of '" + sentence + "' has more than " + MAX_CLAUSES
                    + " clauses; use the formula semantics");
        }
    }

    /** The body of a universal quantifier, its variables renamed to fresh free ones. */
    private Node freed(Node.Quantifier quantifier) {
        Map<Integer, Integer> renaming = new LinkedHashMap<>();
        for (Slot slot : quantifier.slots()) {
            renaming.put(slot.index(), slots.size());
            slots.add(slot.renamed(slots.size()));
        }
        return replaced(quantifier.body(), renaming);
    }

    /** The bodies of an existential quantifier, one per choice of constants. */
    private List<Node> instances(Node.Quantifier quantifier) {
        List<Map<Integer, Integer>> choices = List.of(Map.of());
        for (Slot slot : quantifier.slots()) {
            checkSize((long) choices.size() * slot.size());
            List<Map<Integer, Integer>> next = new ArrayList<>();
            for (Map<Integer, Integer> choice : choices) {
                for (int constant = 0; constant < slot.size(); constant++) {
                    Map<Integer, Integer> more = new LinkedHashMap<>(choice);
                    more.put(slot.index(), Node.constant(constant));
                    next.add(more);
                }
            }
            choices = next;
        }
        return choices.stream().map(choice -> replaced(quantifier.body(), choice)).toList();
    }

    private static Node replaced(Node node, Map<Integer, Integer> terms) {
        if (node instanceof Node.Literal literal) {
            return new Node.Literal(literal.predicate(), Arrays.stream(literal.terms())
                    .map(term -> terms.getOrDefault(term, term)).toArray(), literal.positive());
        } else if (node instanceof Node.Equality equality) {
            int left = terms.getOrDefault(equality.left(), equality.left());
            int right = terms.getOrDefault(equality.right(), equality.right());
            if (left == right || left < 0 && right < 0) {
                return Node.decided(left == right == equality.equal());
            }
            return new Node.Equality(left, right, equality.equal());
        } else if (node instanceof Node.Junction junction) {
            return Node.junction(junction.conjunction(),
                    junction.parts().stream().map(part -> replaced(part, terms)).toList());
        } else if (node instanceof Node.Equivalence equivalence) {
            return new Node.Equivalence(replaced(equivalence.left(), terms), replaced(equivalence.right(), terms));
        } else if (node instanceof Node.Quantifier quantifier) {
            return new Node.Quantifier(quantifier.forall(), quantifier.slots(), replaced(quantifier.body(), terms));
        } else if (node instanceof Node.Count count) {
            return new Node.Count(count.least(), count.most(), count.positive(), count.slots(),
                    replaced(count.body(), terms));
        }
        return node;
    }

    private static Node negated(Node node) {
        if (node instanceof Node.Literal literal) {
            return new Node.Literal(literal.predicate(), literal.terms(), !literal.positive());
        } else if (node instanceof Node.Equality equality) {
            return new Node.Equality(equality.left(), equality.right(), !equality.equal());
        } else if (node instanceof Node.Junction junction) {
            return Node.junction(!junction.conjunction(),
                    junction.parts().stream().map(ClausalForm::negated).toList());
        } else if (node instanceof Node.Equivalence equivalence) {
            return new Node.Equivalence(negated(equivalence.left()), equivalence.right());
        } else if (node instanceof Node.Quantifier quantifier) {
            return new Node.Quantifier(!quantifier.forall(), quantifier.slots(), negated(quantifier.body()));
        } else if (node instanceof Node.Count count) {
            return new Node.Count(count.least(), count.most(), !count.positive(), count.slots(), count.body());
        }
        return Node.decided(!((Node.Decided) node).value());
    }

    private static List<Node> withoutRepetition(List<Node> clause) {
        List<Node> kept = new ArrayList<>();
        for (Node node : clause) {
            if (kept.stream().noneMatch(other -> same(other, node))) {
                kept.add(node);
            }
        }
        return kept;
    }

    private static boolean isTautology(List<Node> clause) {
        for (Node node : clause) {
            Node opposite = negated(node);
            if (clause.stream().anyMatch(other -> same(other, opposite))) {
                return true;
            }
        }
        return false;
    }

    private static boolean same(Node one, Node other) {
        if (one instanceof Node.Literal a && other instanceof Node.Literal b) {
            return a.positive() == b.positive() && a.predicate().equals(b.predicate())
                    && Arrays.equals(a.terms(), b.terms());
        }
        return one.equals(other);
    }
}
