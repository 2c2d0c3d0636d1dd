package org.orbifold.pgm.hard;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.minisat.core.DataStructureFactory;
import org.sat4j.minisat.core.ICDCL;
import org.sat4j.minisat.core.IPhaseSelectionStrategy;
import org.sat4j.minisat.orders.VarOrderHeap;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolverService;
import org.sat4j.specs.IVecInt;
import org.sat4j.specs.SearchListenerAdapter;
import org.sat4j.specs.TimeoutException;

/**
 * Propositional clauses and questions about them: Sat4j's conflict-driven clause learning (Le Berre and Parrain 2010)
 * for the complete ones, {@link UnitPropagation} for the quick ones.
 *
 * <p>It can be asked again and again, under other assumptions (Eén and Sörensson 2003): what was learned holds for all
 * of them. The same clauses and questions in the same order have the same answers. Variables are numbered from 0; the
 * literals of variable x are 2x and, negated, 2x + 1. Not safe for several threads.
 */
final class ClauseSolver {

    /** Clauses added or literals propagated between two checks of the budget: well below a millisecond. */
    private static final int CHECK_VISITS = 1 << 10;

    private final Budget budget;
    private final List<int[]> clauses = new ArrayList<>();
    private int count;
    private int visits;
    private final Phases phases = new Phases();
    private @Nullable ICDCL<DataStructureFactory> solver;
    private boolean contradictory;
    private @Nullable UnitPropagation propagation;
    private int[] core = {};

    ClauseSolver(Budget budget) {
        this.budget = budget;
    }

    /** A new variable, numbered from 0. */
    int newVariable() {
        return count++;
    }

    int variableCount() {
        return count;
    }

    /** Adds a clause; only before {@link #solve} and {@link #isRefuted}. */
    void add(int... literals) {
        visit();
        clauses.add(literals);
    }

    private void visit() {
        if (++visits % CHECK_VISITS == 0) {
            budget.check();
        }
    }

    /**
     * Searches for an assignment.
     *
     * @param assumptions   literals that must hold
     * @param preferred     the value of each variable to be tried first
     * @param mostConflicts the most dead ends before it gives up
     * @return whether there is one; IMPOSSIBLE is a proof
     * @throws OutOfTimeException if the time is over before
     */
    Possibility solve(int[] assumptions, boolean[] preferred, long mostConflicts) {
        core = new int[0];
        phases.begin(preferred, count);
        try {
            ICDCL<DataStructureFactory> asked = solver == null ? made() : solver;
            if (contradictory) {
                return Possibility.IMPOSSIBLE;
            }
            IVecInt assumed = new VecInt(assumptions.length);
            for (int literal : assumptions) {
                assumed.push(number(literal));
            }
            asked.setTimeoutOnConflicts((int) Math.min(mostConflicts, Integer.MAX_VALUE));
            if (asked.isSatisfiable(assumed, false)) {
                phases.take(asked);
                return Possibility.POSSIBLE;
            }
            IVecInt explanation = asked.unsatExplanation();
            core = explanation == null ? core : literals(explanation);
            return Possibility.IMPOSSIBLE;
        } catch (TimeoutException e) {
            return Possibility.UNKNOWN;
        } catch (OutOfTimeException e) {
            // Left in the middle of a step: not to be asked again.
            solver = null;
            throw e;
        }
    }

    /** Assumptions that cannot hold together, after {@link #solve} said so; none if nothing holds the clauses. */
    int[] core() {
        return core.clone();
    }

    /** Whether unit propagation alone shows that literals cannot hold together. */
    boolean isRefuted(int[] assumptions) {
        if (propagation == null) {
            propagation = new UnitPropagation(clauses, count, budget);
        }
        return propagation.isRefuted(assumptions);
    }

    /** The value of a variable, after {@link #solve} found an assignment. */
    boolean value(int variable) {
        return phases.values[variable];
    }

    private ICDCL<DataStructureFactory> made() {
        ICDCL<DataStructureFactory> made = SolverFactory.newGlucose21();
        made.setOrder(new VarOrderHeap(phases));
        made.setSearchListener(new Watch());
        made.newVar(count);
        for (int v = 1; v <= count; v++) {
            // Those in no clause have values, too.
            made.registerLiteral(v);
        }
        try {
            for (int[] clause : clauses) {
                visit();
                IVecInt numbers = new VecInt(clause.length);
                for (int literal : clause) {
                    numbers.push(number(literal));
                }
                made.addClause(numbers);
            }
        } catch (ContradictionException e) {
            contradictory = true;
        }
        solver = made;
        return made;
    }

    private static int number(int literal) {
        return (literal & 1) == 0 ? (literal >> 1) + 1 : -(literal >> 1) - 1;
    }

    private static int[] literals(IVecInt numbers) {
        IntArrayList literals = new IntArrayList();
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            literals.add(number > 0 ? 2 * number - 2 : -2 * number - 1);
        }
        return literals.toIntArray();
    }

    /** The value that a variable is given first: the preferred one, later its last one. */
    private static final class Phases implements IPhaseSelectionStrategy {

        private static final long serialVersionUID = 1L;

        private boolean[] values = {};

        void begin(boolean[] preferred, int count) {
            values = Arrays.copyOf(preferred, count);
        }

        void take(ICDCL<?> solved) {
            for (int v = 0; v < values.length; v++) {
                values[v] = solved.model(v + 1);
            }
        }

        @Override
        public int select(int variable) {
            return 2 * variable + (values[variable - 1] ? 0 : 1);
        }

        @Override
        public void assignLiteral(int literal) {
            values[(literal >> 1) - 1] = (literal & 1) == 0;
        }

        @Override
        public void updateVar(int literal) {
            // Activities do not change phases.
        }

        @Override
        public void init(int variables) {
            // Set by begin.
        }

        @Override
        public void init(int variable, int literal) {
            // Set by begin.
        }

        @Override
        public void updateVarAtDecisionLevel(int literal) {
            // Activities do not change phases.
        }
    }

    /** Ends a search by the budget. */
    private final class Watch extends SearchListenerAdapter<ISolverService> {

        private static final long serialVersionUID = 1L;

        @Override
        public void propagating(int literal) {
            visit();
        }
    }
}
