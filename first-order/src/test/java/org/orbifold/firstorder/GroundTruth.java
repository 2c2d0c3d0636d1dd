package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * Exact answers about ground models with wide features: the oracle of lifted inference for domains that are too large
 * for all states. A wide formula gets variables for its parts; conjunctions, disjunctions and counts are chains of
 * running counts. All of these are functions of the model's own variables, so log Z and the marginals of those stay.
 * Contraction trees solve the result.
 */
public final class GroundTruth {

    /** States up to which all of them are tried. */
    private static final double ALL_STATES = 1 << 15;
    /** Variables of a formula up to which it stays a table. */
    private static final int NARROW = 4;
    /** How many times the allowed operations a greedy tree may take and still be improved. */
    private static final double HOPELESS = 100;
    /** Bytes of the tables of a tree. */
    private static final long MEMORY = 1L << 29;

    private final ModelBuilder builder = GraphicalModel.builder();
    private final Map<Formula, Literal> known = new HashMap<>();

    private GroundTruth() { }

    /**
     * Solves a model by all its states if they are few, else by a contraction tree if that is cheap.
     *
     * @param model          the model
     * @param mostOperations operations of the tree up to which it is contracted
     * @return the answer, whose first variables are those of the model; empty if the model is too wide
     */
    public static Optional<ExactResult> of(GraphicalModel model, double mostOperations) {
        double states = 1;
        for (int size : model.sizes()) {
            states *= size;
        }
        if (states <= ALL_STATES) {
            return Optional.of(BruteForce.solve(model));
        }
        ContractionPlan plan = ContractionPlan.greedy(narrow(model), List.of(), ExactOptions.defaults());
        if (operations(plan) > mostOperations && operations(plan) < HOPELESS * mostOperations) {
            plan = plan.improved(ExactOptions.defaults());
        }
        return operations(plan) > mostOperations ? Optional.empty() : Optional.of(plan.solve(ExactOptions.defaults()));
    }

    private static double operations(ContractionPlan plan) {
        return plan.cost(MEMORY, Budget.unlimited()).operations();
    }

    /**
     * Returns a model of narrow features with the same distribution of the model's variables.
     *
     * @param model the model
     * @return its variables, followed by those of parts of wide features
     */
    public static GraphicalModel narrow(GraphicalModel model) {
        GroundTruth made = new GroundTruth();
        for (Variable variable : model.variables()) {
            made.builder.variable(variable.name(), variable.domain());
        }
        for (Feature feature : model.features()) {
            made.add(feature);
        }
        return made.builder.constant(model.constant()).build();
    }

    private void add(Feature feature) {
        if (feature.scope().length <= NARROW || !(feature instanceof WeightedFeature weighted)) {
            builder.add(feature);
            return;
        }
        builder.add(Conjunction.of(weighted.weight(), List.of(literal(formula(weighted)))));
    }

    private static Formula formula(WeightedFeature feature) {
        if (feature instanceof FormulaFeature formula) {
            return formula.formula();
        }
        List<Formula> parts = new ArrayList<>();
        ((LiteralFeature) feature).literals().forEach(one -> parts.add(Formula.is(one.variable(), one.value())));
        return feature instanceof Clause ? new Formula.Or(parts) : new Formula.And(parts);
    }

    /** A literal that holds where a formula does. */
    private Literal literal(Formula formula) {
        if (formula instanceof Formula.Atom atom) {
            return atom.literal();
        }
        Literal made = known.get(formula);
        if (made == null) {
            made = make(formula);
            known.put(formula, made);
        }
        return made;
    }

    private Literal make(Formula formula) {
        if (formula instanceof Formula.Not not) {
            return defined(new Formula.Not(atom(not.part())));
        } else if (formula instanceof Formula.Iff iff) {
            return defined(new Formula.Iff(atom(iff.left()), atom(iff.right())));
        } else if (formula instanceof Formula.And and) {
            return counted(and.parts(), and.parts().size(), and.parts().size());
        } else if (formula instanceof Formula.Or or) {
            return counted(or.parts(), 1, or.parts().size());
        } else if (formula instanceof Formula.Count count) {
            return counted(count.parts(), count.least(), count.most());
        }
        return defined(formula);
    }

    private Formula atom(Formula part) {
        return new Formula.Atom(literal(part));
    }

    /** A new variable whose value 1 means a formula. */
    private Literal defined(Formula formula) {
        int variable = variable(2);
        builder.formula(Double.POSITIVE_INFINITY, new Formula.Iff(Formula.is(variable, 1), formula));
        return new Literal(variable, 1);
    }

    private int variable(int size) {
        builder.variable("part " + builder.variableCount(), Domain.ofSize(size));
        return builder.variableCount() - 1;
    }

    /** Running counts up to the first that is above the bounds. */
    private Literal counted(List<Formula> parts, int least, int most) {
        int count = parts.size();
        int largest = most < count ? most + 1 : Math.max(0, Math.min(least, count));
        int before = -1;
        for (int i = 0; i < count; i++) {
            Literal part = literal(parts.get(i));
            int now = variable(largest + 1);
            for (int value = 0; value <= largest; value++) {
                // Where the count was the value before, it is the same now or one more.
                Formula was = before < 0 ? value == 0 ? Formula.TRUE : Formula.FALSE : Formula.is(before, value);
                Formula same = Formula.is(now, value);
                Formula more = Formula.is(now, Math.min(largest, value + 1));
                Formula holds = new Formula.Atom(part);
                if (!was.equals(Formula.FALSE)) {
                    builder.formula(Double.POSITIVE_INFINITY, Formula.or(Formula.not(was), Formula.and(
                            Formula.or(Formula.not(holds), more), Formula.or(holds, same))));
                }
            }
            before = now;
        }
        List<Formula> right = new ArrayList<>();
        for (int value = 0; value <= largest; value++) {
            boolean holds = value >= least && value <= most;
            if (holds) {
                right.add(before < 0 ? Formula.TRUE : Formula.is(before, value));
            }
        }
        return defined(new Formula.Or(right));
    }
}
