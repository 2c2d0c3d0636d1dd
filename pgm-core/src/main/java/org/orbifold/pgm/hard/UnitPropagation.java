package org.orbifold.pgm.hard;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.time.Budget;

/**
 * Unit propagation of clauses: a clause all of whose literals but one are false makes that one true. The answers do not
 * depend on earlier questions. Literals as in {@link ClauseSolver}. Not safe for several threads.
 */
final class UnitPropagation {

    /** Clauses visited between two checks of the budget: well below a millisecond. */
    private static final int CHECK_VISITS = 1 << 12;

    private final Budget budget;
    private final int[][] clauses;
    /** By literal: the clauses that have it. */
    private final IntArrayList[] occurrences;
    /** By clause: how many of its literals are not false. */
    private final int[] open;
    /** By literal: whether it holds. */
    private final boolean[] holds;
    private final IntArrayList trail = new IntArrayList();
    /** The literals of the trail that are propagated: their clauses are counted. */
    private int head;
    private final boolean contradictory;
    private int visits;

    UnitPropagation(List<int[]> given, int variables, Budget budget) {
        this.budget = budget;
        this.clauses = given.stream().map(clause -> Arrays.stream(clause).distinct().toArray()).toArray(int[][]::new);
        this.occurrences = new IntArrayList[2 * variables];
        Arrays.setAll(occurrences, l -> new IntArrayList(2));
        this.open = new int[clauses.length];
        this.holds = new boolean[2 * variables];
        boolean possible = true;
        for (int c = 0; c < clauses.length; c++) {
            visit();
            open[c] = clauses[c].length;
            for (int literal : clauses[c]) {
                occurrences[literal].add(c);
            }
        }
        for (int[] clause : clauses) {
            visit();
            possible &= clause.length > 0 && (clause.length > 1 || assign(clause[0]));
        }
        this.contradictory = !possible || !propagate();
    }

    /** Whether propagation shows that literals cannot hold together. */
    boolean isRefuted(int[] assumptions) {
        if (contradictory) {
            return true;
        }
        int before = trail.size();
        boolean possible = true;
        for (int i = 0; possible && i < assumptions.length; i++) {
            possible = assign(assumptions[i]);
        }
        possible = possible && propagate();
        undo(before);
        return !possible;
    }

    private void visit() {
        if (++visits % CHECK_VISITS == 0) {
            budget.check();
        }
    }

    /** False if its negation holds. */
    private boolean assign(int literal) {
        if (!holds[literal] && !holds[literal ^ 1]) {
            holds[literal] = true;
            trail.add(literal);
        }
        return holds[literal];
    }

    /** False if a clause has no literal left. */
    private boolean propagate() {
        boolean possible = true;
        while (possible && head < trail.size()) {
            // All clauses are counted, also after a conflict: so they can be counted back.
            for (int c : occurrences[trail.getInt(head++) ^ 1]) {
                possible &= --open[c] > 1 || possible && isUnit(c);
            }
        }
        return possible;
    }

    /** Assigns the last literal of a clause; false if there is none. */
    private boolean isUnit(int clause) {
        visit();
        for (int literal : clauses[clause]) {
            if (!holds[literal ^ 1] || holds[literal]) {
                return assign(literal);
            }
        }
        return false;
    }

    private void undo(int before) {
        for (int i = trail.size() - 1; i >= before; i--) {
            int literal = trail.getInt(i);
            holds[literal] = false;
            if (i < head) {
                for (int c : occurrences[literal ^ 1]) {
                    open[c]++;
                }
            }
        }
        trail.size(before);
        head = Math.min(head, before);
    }
}
