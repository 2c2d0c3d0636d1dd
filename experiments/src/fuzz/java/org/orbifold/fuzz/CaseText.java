package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;

/** Cases as Java code and as options of commands. */
final class CaseText {

    /** A snippet that makes model, evidence, options and queries. */
    static String java(Case c) {
        StringBuilder text = new StringBuilder("GraphicalModel model = GraphicalModel.builder()\n");
        for (Variable variable : c.model().variables()) {
            text.append("        .variable(\"").append(variable.name()).append("\", Domain.ofSize(")
                    .append(variable.size()).append("))\n");
        }
        for (Feature feature : c.model().features()) {
            text.append("        .add(").append(java(feature)).append(")\n");
        }
        text.append("        .constant(").append(c.model().constant()).append(").build();\n");
        text.append("Evidence evidence = ").append(java(c.evidence())).append(";\n");
        text.append("Inference inference = Inference.on(model).withEvidence(evidence)\n        .withOptions(")
                .append(c.settings().java()).append(");\n");
        String given = c.asked().condition().equals(Formula.TRUE) ? "" : ".given(" + java(c.asked().condition()) + ")";
        if (!c.asked().targets().isEmpty()) {
            text.append("Query joint = Query.distribution(").append(numbers(c.asked().targets())).append(")")
                    .append(given).append(";\n");
        }
        if (c.asked().hasEvent()) {
            text.append("Query event = Query.event(").append(java(c.asked().event())).append(")").append(given)
                    .append(";\n");
        }
        return text.toString();
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String java(Evidence evidence) {
        StringBuilder text = new StringBuilder("Evidence.none()");
        for (int v : evidence.variables()) {
            text.append(".and(").append(v).append(", ").append(evidence.value(v)).append(')');
        }
        for (Map.Entry<Integer, List<Double>> soft : evidence.logLikelihoods().entrySet()) {
            text.append(".withLogLikelihood(").append(soft.getKey());
            soft.getValue().forEach(log -> text.append(", ").append(java(log)));
            text.append(')');
        }
        return text.toString();
    }

    private static String java(Feature feature) {
        if (feature instanceof Table table) {
            return "Table.of(" + array(table.scope()) + ", " + array(table.sizes()) + ", new double[] {"
                    + Arrays.stream(table.entries()).mapToObj(CaseText::java).collect(Collectors.joining(", ")) + "})";
        } else if (feature instanceof FormulaFeature formula) {
            return "FormulaFeature.of(" + java(formula.weight()) + ", " + java(formula.formula()) + ")";
        }
        LiteralFeature literals = (LiteralFeature) feature;
        return (feature instanceof Clause ? "Clause" : "Conjunction") + ".of(" + java(literals.weight()) + ", List.of("
                + literals.literals().stream().map(l -> "Literal.of(" + l.variable() + ", " + l.value() + ")")
                .collect(Collectors.joining(", ")) + "))";
    }

    private static String array(int[] numbers) {
        return "new int[] {" + Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(", "))
                + "}";
    }

    private static String java(double number) {
        return number == Double.NEGATIVE_INFINITY ? "Double.NEGATIVE_INFINITY"
                : number == Double.POSITIVE_INFINITY ? "Double.POSITIVE_INFINITY" : Double.toString(number);
    }

    private static String java(Formula formula) {
        if (formula instanceof Formula.Atom atom) {
            return "Formula.is(" + atom.literal().variable() + ", " + atom.literal().value() + ")";
        } else if (formula instanceof Formula.Not not) {
            return "Formula.not(" + java(not.part()) + ")";
        } else if (formula instanceof Formula.And and) {
            return "Formula.and(" + all(and.parts()) + ")";
        } else if (formula instanceof Formula.Or or) {
            return "Formula.or(" + all(or.parts()) + ")";
        } else if (formula instanceof Formula.Iff iff) {
            return "Formula.iff(" + java(iff.left()) + ", " + java(iff.right()) + ")";
        } else if (formula instanceof Formula.Count count) {
            return "new Formula.Count(List.of(" + all(count.parts()) + "), " + count.least() + ", " + count.most()
                    + ")";
        }
        return formula.equals(Formula.TRUE) ? "Formula.TRUE" : "Formula.FALSE";
    }

    private static String all(List<Formula> parts) {
        return parts.stream().map(CaseText::java).collect(Collectors.joining(", "));
    }

    /** The queries as options, for a file that numbers its variables. */
    static String queries(Case c) {
        String given = c.asked().condition().equals(Formula.TRUE) ? "" : " | " + text(c.model(), c.asked().condition());
        StringBuilder text = new StringBuilder();
        if (!c.asked().targets().isEmpty()) {
            text.append(" --query 'P(").append(c.asked().targets().stream().map(Object::toString)
                    .collect(Collectors.joining(","))).append(given).append(")'");
        }
        if (c.asked().hasEvent()) {
            text.append(" --query 'P(").append(text(c.model(), c.asked().event())).append(given).append(")'");
        }
        return text.toString();
    }

    private static String text(GraphicalModel model, Formula formula) {
        if (formula instanceof Formula.Atom atom) {
            Literal literal = atom.literal();
            return literal.variable() + "=" + literal.value();
        } else if (formula instanceof Formula.Not not) {
            return "!(" + text(model, not.part()) + ")";
        } else if (formula instanceof Formula.And and) {
            return joined(model, and.parts(), " ^ ");
        } else if (formula instanceof Formula.Or or) {
            return joined(model, or.parts(), " v ");
        } else if (formula instanceof Formula.Iff iff) {
            return "((" + text(model, iff.left()) + ") <=> (" + text(model, iff.right()) + "))";
        }
        return formula.toString();
    }

    private static String joined(GraphicalModel model, List<Formula> parts, String by) {
        return parts.stream().map(part -> "(" + text(model, part) + ")").collect(Collectors.joining(by, "(", ")"));
    }

    private CaseText() { }
}
