package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

/**
 * A weight on a formula whose table would be too large, as a tree of symmetric functions: the order of parts has no
 * meaning, negations stand at the leaves, conjunctions in conjunctions are one.
 *
 * @param variables ascending
 * @param root      the formula
 * @param weight    added where the formula holds; −∞ forbids that
 */
record WideFormula(int[] variables, Node root, double weight) {

    /** How the truth of a gate depends on the number of its parts that hold. */
    enum Kind {
        /** All parts hold. */
        ALL,
        /** Some part holds. */
        ANY,
        /** The number is one of the gate's numbers. */
        COUNT
    }

    /** A part of a formula. */
    sealed interface Node { }

    /** That a variable has one of some values. */
    record Leaf(int variable, BitSet values) implements Node { }

    /** A symmetric function of its parts; {@code counts} is empty unless numbers decide. */
    record Gate(Kind kind, List<Node> parts, BitSet counts) implements Node { }

    static WideFormula of(GraphicalModel model, FormulaFeature feature) {
        int[] variables = feature.scope();
        Arrays.sort(variables);
        // What is required forbids its negation.
        boolean required = feature.weight() == Double.POSITIVE_INFINITY;
        return new WideFormula(variables, node(model, feature.formula(), required),
                required ? Double.NEGATIVE_INFINITY : feature.weight());
    }

    private static Node node(GraphicalModel model, Formula formula, boolean negated) {
        if (formula instanceof Formula.Atom atom) {
            return leaf(model, atom.literal(), negated);
        } else if (formula instanceof Formula.Not not) {
            return node(model, not.part(), !negated);
        }
        List<Formula> parts = List.of();
        BitSet counts = new BitSet();
        if (formula instanceof Formula.And and) {
            parts = and.parts();
            counts.set(parts.size());
        } else if (formula instanceof Formula.Or or) {
            parts = or.parts();
            counts.set(1, parts.size() + 1);
        } else if (formula instanceof Formula.Iff iff) {
            parts = List.of(iff.left(), iff.right());
            counts.set(0);
            counts.set(2);
        } else if (formula instanceof Formula.Count count) {
            parts = count.parts();
            if (count.least() <= count.most()) {
                counts.set(Math.max(0, count.least()), Math.min(count.most(), parts.size()) + 1);
            }
        } else {
            counts.set(0, ((Formula.Constant) formula).value());
        }
        if (negated) {
            counts.flip(0, parts.size() + 1);
        }
        return gate(model, parts, counts);
    }

    private static Leaf leaf(GraphicalModel model, Literal literal, boolean negated) {
        BitSet values = new BitSet();
        values.set(literal.value());
        if (negated) {
            values.flip(0, model.size(literal.variable()));
        }
        return new Leaf(literal.variable(), values);
    }

    private static Node gate(GraphicalModel model, List<Formula> parts, BitSet counts) {
        int n = parts.size();
        int allowed = counts.cardinality();
        if (allowed == 0 || allowed == n + 1) {
            return new Gate(allowed == 0 ? Kind.ANY : Kind.ALL, List.of(), new BitSet());
        } else if (allowed == 1 && (counts.get(n) || counts.get(0))) {
            return junction(Kind.ALL, nodes(model, parts, counts.get(0)));
        } else if (allowed == n && !(counts.get(0) && counts.get(n))) {
            return junction(Kind.ANY, nodes(model, parts, counts.get(0)));
        }
        return new Gate(Kind.COUNT, nodes(model, parts, false), counts);
    }

    private static List<Node> nodes(GraphicalModel model, List<Formula> parts, boolean negated) {
        return parts.stream().map(part -> node(model, part, negated)).toList();
    }

    private static Node junction(Kind kind, List<Node> parts) {
        List<Node> flat = new ArrayList<>();
        for (Node part : parts) {
            if (part instanceof Gate gate && gate.kind == kind) {
                flat.addAll(gate.parts);
            } else {
                flat.add(part);
            }
        }
        return flat.size() == 1 ? flat.get(0) : new Gate(kind, List.copyOf(flat), new BitSet());
    }

    /** The leaves, as often as they occur. */
    List<Leaf> leaves() {
        List<Leaf> found = new ArrayList<>();
        collect(root, found);
        return found;
    }

    private static void collect(Node node, List<Leaf> found) {
        if (node instanceof Leaf leaf) {
            found.add(leaf);
        } else {
            ((Gate) node).parts.forEach(part -> collect(part, found));
        }
    }
}
