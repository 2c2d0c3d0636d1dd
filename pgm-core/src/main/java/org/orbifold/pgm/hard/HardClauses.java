package org.orbifold.pgm.hard;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * The hard constraints of a model as propositional clauses: a binary variable is a proposition, any other variable has
 * one for each value, of which exactly one holds. The zeros of a table become one clause for each box of zeros; wide
 * formulas get propositions of their parts (Tseitin 1968), counts a sequential counter (Sinz 2005).
 *
 * <p>Any number of questions can be asked; what the search learns from one helps with the next. Not safe for several
 * threads.
 */
public final class HardClauses {

    private final GraphicalModel model;
    private final ClauseSolver solver;
    /** By variable: its proposition, or that of its value 0; the others follow. */
    private final int[] first;
    /** A literal that holds. */
    private final int truth;
    /** The literal on which the next constraints depend; −1 for none. */
    private int guard = -1;

    /**
     * "Variable = value", or its negation.
     *
     * @param variable a variable
     * @param value    one of its values
     * @param holds    whether it has the value, or another one
     */
    public record Condition(int variable, int value, boolean holds) { }

    /**
     * Whether a model has hard constraints.
     *
     * @param model a model
     * @return whether some feature has the weight 0 somewhere
     */
    public static boolean areIn(GraphicalModel model) {
        for (Feature feature : model.features()) {
            if (feature instanceof Table table ? table.isHard()
                    : Double.isInfinite(((WeightedFeature) feature).weight())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The hard constraints of a model.
     *
     * @param model  the model
     * @param budget the time for this and for all questions
     * @return its clauses
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    public static HardClauses of(GraphicalModel model, Budget budget) {
        HardClauses clauses = new HardClauses(model, budget);
        Factors factors = model.factors(budget);
        for (Table table : factors.tables()) {
            budget.check();
            clauses.add(table);
        }
        for (WeightedFeature feature : factors.wide()) {
            budget.check();
            clauses.add(feature);
        }
        return clauses;
    }

    /** Without constraints yet: all states are possible. */
    HardClauses(GraphicalModel model, Budget budget) {
        this.model = model;
        this.solver = new ClauseSolver(budget);
        this.truth = fresh();
        solver.add(truth);
        this.first = new int[model.variableCount()];
        for (int v = 0; v < first.length; v++) {
            first[v] = model.size(v) == 1 ? 0 : solver.newVariable();
            if (model.size(v) > 2) {
                oneOf(v);
            }
        }
    }

    /** Adds the hard constraints of a feature, if it has some. */
    private void add(Feature feature) {
        if (feature instanceof Table table) {
            if (table.isHard()) {
                new Zeros(table).add(0, 0, 0);
            }
        } else if (Double.isInfinite(((WeightedFeature) feature).weight())) {
            addHard((WeightedFeature) feature);
        }
    }

    /** Adds the hard constraints of a feature such that they hold only if a new literal does, which is returned. */
    int addGuarded(Feature feature) {
        guard = fresh();
        add(feature);
        int own = guard;
        guard = -1;
        return own;
    }

    /** Adds a clause that may depend on the guard. */
    private void require(int... literals) {
        if (guard < 0) {
            solver.add(literals);
        } else {
            int[] guarded = Arrays.copyOf(literals, literals.length + 1);
            guarded[literals.length] = guard ^ 1;
            solver.add(guarded);
        }
    }

    /** Whether literals can hold together. */
    Possibility ask(int[] literals, long mostConflicts) {
        return solver.solve(literals, new boolean[solver.variableCount()], mostConflicts);
    }

    /** Those of the literals last asked for that cannot hold together, after the answer was IMPOSSIBLE. */
    int[] core() {
        return solver.core();
    }

    /**
     * Finds a state that no hard constraint forbids.
     *
     * @param state the values to be tried first; replaced by those found
     * @return false if there is none: that is a proof
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    public boolean solve(int[] state) {
        return solve(List.of(), state, Long.MAX_VALUE) == Possibility.POSSIBLE;
    }

    /**
     * Finds a state that no hard constraint forbids and that satisfies conditions.
     *
     * @param conditions    what must hold
     * @param state         the values to be tried first; replaced by those found
     * @param mostConflicts the most dead ends before it gives up
     * @return whether there is one; the state is in the argument then
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    public Possibility solve(List<Condition> conditions, int[] state, long mostConflicts) {
        boolean[] preferred = new boolean[solver.variableCount()];
        for (int v = 0; v < first.length; v++) {
            for (int x = model.size(v) > 2 ? 0 : 1; x < model.size(v); x++) {
                preferred[literal(v, x) >> 1] = state[v] == x;
            }
            for (int x = 1; x < model.size(v) - 1; x++) {
                preferred[upTo(v, x)] = state[v] <= x;
            }
        }
        Possibility found = solver.solve(literals(conditions), preferred, mostConflicts);
        if (found == Possibility.POSSIBLE) {
            for (int v = 0; v < first.length; v++) {
                for (int x = 0; x < model.size(v); x++) {
                    int literal = literal(v, x);
                    if (solver.value(literal >> 1) == ((literal & 1) == 0)) {
                        state[v] = x;
                    }
                }
            }
        }
        return found;
    }

    /**
     * Whether propagation of zeros alone shows that no possible state satisfies conditions. Quick; the answer is the
     * same whatever else was asked in this way.
     *
     * @param conditions what must hold
     * @return true only if it is impossible
     */
    public boolean isRefuted(List<Condition> conditions) {
        return solver.isRefuted(literals(conditions));
    }

    private int[] literals(Iterable<Condition> conditions) {
        IntArrayList literals = new IntArrayList();
        conditions.forEach(c -> literals.add(literal(c.variable, c.value) ^ (c.holds ? 0 : 1)));
        return literals.toIntArray();
    }

    /** The positive literal of a new proposition. */
    private int fresh() {
        return 2 * solver.newVariable();
    }

    /** The literal "variable = value". */
    int literal(int variable, int value) {
        return switch (model.size(variable)) {
            case 1 -> truth;
            case 2 -> 2 * first[variable] + (1 - value);
            default -> 2 * (first[variable] + value);
        };
    }

    /** The proposition that one of the values from 0 to x holds; for 0 < x < size − 1. */
    private int upTo(int variable, int x) {
        return first[variable] + model.size(variable) + x - 1;
    }

    /** Makes the propositions of a variable's values but the first, and lets exactly one of all hold. */
    private void oneOf(int v) {
        int size = model.size(v);
        int[] all = new int[size];
        for (int x = 0; x < size; x++) {
            all[x] = 2 * (x == 0 ? first[v] : solver.newVariable());
        }
        solver.add(all);
        // Whether one of the values so far holds.
        int earlier = all[0];
        for (int x = 1; x < size; x++) {
            solver.add(all[x] ^ 1, earlier ^ 1);
            if (x < size - 1) {
                int now = fresh();
                solver.add(earlier ^ 1, now);
                solver.add(all[x] ^ 1, now);
                earlier = now;
            }
        }
    }

    /** The zeros of a table, taken apart variable by variable. */
    private final class Zeros {

        private final Table table;
        /** The clause so far: literals "variable ≠ value". */
        private final int[] clause;

        Zeros(Table table) {
            this.table = table;
            this.clause = new int[table.arity()];
        }

        /** Adds clauses for the zeros from an offset on, where the first k variables are fixed. */
        void add(int k, int offset, int literals) {
            int count = k == 0 ? table.entryCount() : table.stride(k - 1);
            int zeros = 0;
            for (int i = offset; i < offset + count; i++) {
                zeros += isZero(i) ? 1 : 0;
            }
            if (zeros == count) {
                require(Arrays.copyOf(clause, literals));
            }
            if (zeros == 0 || zeros == count) {
                return;
            }
            if (isIndependent(k, offset)) {
                add(k + 1, offset, literals);
                return;
            }
            for (int x = 0; x < table.size(k); x++) {
                clause[literals] = literal(table.variable(k), x) ^ 1;
                add(k + 1, offset + x * table.stride(k), literals + 1);
            }
        }

        private boolean isZero(int index) {
            return table.entry(index) == Double.NEGATIVE_INFINITY;
        }

        /** Whether the zeros are the same for every value of variable k. */
        private boolean isIndependent(int k, int offset) {
            int stride = table.stride(k);
            for (int i = stride; i < table.size(k) * stride; i++) {
                if (isZero(offset + i) != isZero(offset + i - stride)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Adds a feature of infinite weight. */
    private void addHard(WeightedFeature feature) {
        boolean holds = feature.weight() > 0;
        if (feature instanceof LiteralFeature literals) {
            int[] all = new int[literals.literalCount()];
            // A violated clause is a conjunction of negated literals, and the other way round.
            boolean conjunction = holds != literals instanceof Clause;
            Arrays.setAll(all, k -> literal(literals.variable(k), literals.value(k)) ^ (holds ? 0 : 1));
            if (conjunction) {
                Arrays.stream(all).forEach(this::require);
            } else {
                require(all);
            }
        } else if (feature instanceof FormulaFeature formula) {
            require(literal(formula.formula()) ^ (holds ? 0 : 1));
        }
    }

    /** A literal that is equivalent to a formula. */
    private int literal(Formula formula) {
        if (formula instanceof Formula.Constant constant) {
            return constant.value() ? truth : truth ^ 1;
        }
        if (formula instanceof Formula.Atom atom) {
            return literal(atom.literal().variable(), atom.literal().value());
        }
        if (formula instanceof Formula.Not not) {
            return literal(not.part()) ^ 1;
        }
        if (formula instanceof Formula.And and) {
            return conjunction(parts(and.parts()));
        }
        if (formula instanceof Formula.Or or) {
            return disjunction(parts(or.parts()));
        }
        if (formula instanceof Formula.Iff iff) {
            int left = literal(iff.left());
            int right = literal(iff.right());
            return disjunction(conjunction(left, right), conjunction(left ^ 1, right ^ 1));
        }
        return literal((Formula.Count) formula);
    }

    private int[] parts(List<Formula> parts) {
        return parts.stream().mapToInt(this::literal).toArray();
    }

    private int conjunction(int... parts) {
        return disjunction(Arrays.stream(parts).map(part -> part ^ 1).toArray()) ^ 1;
    }

    private int disjunction(int... parts) {
        int all = fresh();
        int[] clause = Arrays.copyOf(parts, parts.length + 1);
        clause[parts.length] = all ^ 1;
        solver.add(clause);
        for (int part : parts) {
            solver.add(part ^ 1, all);
        }
        return all;
    }

    private int literal(Formula.Count count) {
        int[] parts = parts(count.parts());
        // At position j: whether at least j of the parts so far hold.
        List<Integer> atLeast = new ArrayList<>(List.of(truth));
        int needed = Math.min(parts.length, Math.max(count.least(), count.most() + 1));
        for (int part : parts) {
            List<Integer> now = new ArrayList<>(List.of(truth));
            for (int j = 1; j <= Math.min(needed, atLeast.size()); j++) {
                int one = conjunction(part, atLeast.get(j - 1));
                now.add(j < atLeast.size() ? disjunction(atLeast.get(j), one) : one);
            }
            atLeast = now;
        }
        return conjunction(atLeast(atLeast, count.least()), atLeast(atLeast, count.most() + 1) ^ 1);
    }

    private int atLeast(List<Integer> atLeast, int number) {
        return number <= 0 ? truth : number < atLeast.size() ? atLeast.get(number) : truth ^ 1;
    }
}
