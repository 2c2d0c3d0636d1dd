package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * A model as formats of clauses see it: the same distribution and log Z, with nothing but clauses.
 *
 * <p>A clause stays as it is. A conjunction of weight w adds w, less w where the clause of the complementary literals
 * holds: w·[all X = a] = w − w·[some X ≠ a], and X ≠ a is a disjunction of the other values. A table, and a formula as
 * one, is a baseline plus one conjunction for each entry that differs from it. The common term of all states
 * becomes one clause at the end that always holds.
 */
final class ModelClauses {

    /** How many assignments a formula may have, and how many literals all new clauses together. */
    private static final long MAX_EXPANDED = 1L << 27;

    /** Takes the clauses in turn. */
    interface Clauses {
        /** The literals are variable and value by turns. */
        void clause(double weight, IntArrayList literals) throws IOException;
    }

    private final GraphicalModel model;
    private final int[] sizes;
    private final int[] state;
    private final Clauses clauses;
    private final IntArrayList literals = new IntArrayList();
    private double constant;
    private long expanded;

    private ModelClauses(GraphicalModel model, Clauses clauses) {
        this.model = model;
        this.sizes = model.sizes();
        this.state = new int[sizes.length];
        this.clauses = clauses;
        this.constant = model.constant();
    }

    static void forEach(GraphicalModel model, Clauses clauses) throws IOException {
        ModelClauses work = new ModelClauses(model, clauses);
        for (Feature feature : model.features()) {
            work.express(feature);
        }
        if (work.constant != 0) {
            work.expressConstant();
        }
    }

    private void express(Feature feature) throws IOException {
        if (feature instanceof Clause clause) {
            literals.clear();
            for (int i = 0; i < clause.literalCount(); i++) {
                literals.add(clause.variable(i));
                literals.add(clause.value(i));
            }
            clauses.clause(clause.weight(), literals);
        } else if (feature instanceof Conjunction conjunction) {
            expressConjunction(conjunction);
        } else {
            expressEntries(feature);
        }
    }

    private void expressConjunction(Conjunction conjunction) throws IOException {
        for (int i = 0; i < conjunction.literalCount(); i++) {
            state[conjunction.variable(i)] = conjunction.value(i);
        }
        if (conjunction.holds(state)) {
            expressAssignment(conjunction.weight(), conjunction.scope());
        } else {
            // It asks for two values of one variable and never holds.
            addConstant(WeightedFeature.contribution(conjunction.weight(), false));
        }
        clearState(conjunction);
    }

    private void clearState(LiteralFeature feature) {
        for (int i = 0; i < feature.literalCount(); i++) {
            state[feature.variable(i)] = 0;
        }
    }

    /** A weight for the assignment that the state gives to a scope. */
    private void expressAssignment(double weight, int[] scope) throws IOException {
        literals.clear();
        if (scope.length == 1) {
            literals.add(scope[0]);
            literals.add(state[scope[0]]);
            clauses.clause(weight, literals);
            return;
        }
        for (int variable : scope) {
            addOthers(variable, state[variable]);
        }
        if (literals.isEmpty()) {
            addConstant(WeightedFeature.contribution(weight, true));
        } else {
            clauses.clause(-weight, literals);
            addConstant(Double.isInfinite(weight) ? 0 : weight);
        }
    }

    private void addOthers(int variable, int value) {
        expand(sizes[variable]);
        for (int x = 0; x < sizes[variable]; x++) {
            if (x != value) {
                literals.add(variable);
                literals.add(x);
            }
        }
    }

    private void expressEntries(Feature feature) throws IOException {
        int[] scope = feature.scope();
        if (!(feature instanceof Table)) {
            expand(Odometer.count(scope, sizes));
        }
        double baseline = baseline(feature, scope);
        addConstant(baseline);
        if (baseline == Double.NEGATIVE_INFINITY) {
            return;
        }
        Odometer odometer = new Odometer(scope, sizes, state, false);
        do {
            double difference = sum(feature.logPotential(state), -baseline);
            if (difference != 0) {
                expressAssignment(difference, scope);
            }
        } while (odometer.advance());
    }

    /**
     * The entry that more than half of the finite ones have, if there is such; else any finite one; −∞ if none is
     * finite (the vote of Boyer and Moore 1981).
     */
    private double baseline(Feature feature, int[] scope) {
        double candidate = Double.NEGATIVE_INFINITY;
        long votes = 0;
        Odometer odometer = new Odometer(scope, sizes, state, false);
        do {
            double entry = feature.logPotential(state);
            if (entry == Double.NEGATIVE_INFINITY) {
                continue;
            }
            if (votes == 0) {
                candidate = entry;
            }
            votes += entry == candidate ? 1 : -1;
        } while (odometer.advance());
        return candidate;
    }

    private void expressConstant() throws IOException {
        if (sizes.length == 0) {
            throw new IllegalArgumentException("a clause file without variables cannot hold the constant " + constant
                    + " of this model; write a .uai file");
        }
        int smallest = 0;
        for (int v = 1; v < sizes.length; v++) {
            smallest = sizes[v] < sizes[smallest] ? v : smallest;
        }
        literals.clear();
        addOthers(smallest, -1);
        clauses.clause(constant, literals);
    }

    private void addConstant(double more) {
        constant = sum(constant, more);
    }

    /** A sum of finite weights must not become a hard constraint. */
    private static double sum(double a, double b) {
        double sum = a + b;
        if (Double.isInfinite(sum) && Double.isFinite(a) && Double.isFinite(b)) {
            throw new IllegalArgumentException("the weights " + a + " and " + b
                    + " are too large to be expressed as clauses");
        }
        return sum;
    }

    private void expand(long more) {
        expanded = more > MAX_EXPANDED ? more : expanded + more;
        if (expanded > MAX_EXPANDED) {
            throw new IllegalArgumentException("the clauses of a model of " + model.features().size()
                    + " features become too many, with more than " + MAX_EXPANDED + " literals; write a .uai file");
        }
    }
}
