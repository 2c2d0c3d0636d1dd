package org.orbifold.pgm.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Features in words, with the names that the model gives to variables and values. */
final class FeatureText {

    private static final int SHOWN_ENTRIES = 16;

    static String of(GraphicalModel model, Feature feature) {
        if (feature instanceof WeightedFeature weighted) {
            return weight(weighted.weight()) + " " + statement(model, weighted);
        }
        return table(model, (Table) feature);
    }

    static String literal(GraphicalModel model, Literal literal) {
        Variable variable = model.variable(literal.variable());
        return variable.name() + "=" + variable.domain().label(literal.value());
    }

    private static String weight(double weight) {
        if (weight == Double.POSITIVE_INFINITY) {
            return "always";
        }
        return weight == Double.NEGATIVE_INFINITY ? "never" : Double.toString(weight);
    }

    private static String statement(GraphicalModel model, WeightedFeature feature) {
        if (feature instanceof LiteralFeature literals) {
            return join(model, literals.literals(), literals instanceof Clause ? " ∨ " : " ∧ ");
        }
        return formula(model, ((FormulaFeature) feature).formula());
    }

    private static String join(GraphicalModel model, List<Literal> literals, String sign) {
        return literals.stream().map(literal -> literal(model, literal)).collect(Collectors.joining(sign));
    }

    static String formula(GraphicalModel model, Formula formula) {
        if (formula instanceof Formula.Atom atom) {
            return literal(model, atom.literal());
        } else if (formula instanceof Formula.Not not) {
            return "¬" + formula(model, not.part());
        } else if (formula instanceof Formula.And and) {
            return joinFormulas(model, and.parts(), " ∧ ");
        } else if (formula instanceof Formula.Or or) {
            return joinFormulas(model, or.parts(), " ∨ ");
        } else if (formula instanceof Formula.Iff iff) {
            return joinFormulas(model, List.of(iff.left(), iff.right()), " ⇔ ");
        }
        if (formula instanceof Formula.Count count) {
            return count.least() + " to " + count.most() + " of " + joinFormulas(model, count.parts(), ", ");
        }
        return formula.toString();
    }

    private static String joinFormulas(GraphicalModel model, List<Formula> parts, String sign) {
        return parts.stream().map(part -> formula(model, part)).collect(Collectors.joining(sign, "(", ")"));
    }

    private static String table(GraphicalModel model, Table table) {
        String scope = Arrays.stream(table.scope()).mapToObj(v -> model.variable(v).name())
                .collect(Collectors.joining(", "));
        double[] first = Arrays.copyOf(table.entries(), Math.min(SHOWN_ENTRIES, table.entryCount()));
        return "table(" + scope + ") " + Arrays.toString(first) + (first.length < table.entryCount() ? "…" : "");
    }

    private FeatureText() { }
}
