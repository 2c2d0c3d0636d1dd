package org.orbifold.pgm.hard;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.time.Budget;

/**
 * A complete solver for propositional clauses: conflict-driven clause learning with two watched literals (Moskewicz et
 * al. 2001), first unique implication points (Marques-Silva and Sakallah 1999), a move-to-front queue of variables
 * (Ryan 2004), saved phases and Luby restarts.
 *
 * <p>It can be asked again and again, under other assumptions (Eén and Sörensson 2003): what was learned holds for all
 * of them. Variables are numbered from 0; the literals of variable x are 2x and, negated, 2x + 1. Not safe for several
 * threads.
 */
final class ClauseSolver {

    /** Conflicts between restarts, times the Luby sequence. */
    private static final int RESTART_CONFLICTS = 100;
    /** Learned clauses kept before the first reduction, and how many more are kept after each. */
    private static final int FIRST_LEARNED = 4000;
    private static final int MORE_LEARNED = 1000;
    /** Learned clauses over at most this many decision levels are kept for ever. */
    private static final int SMALL_GLUE = 2;
    /** Clauses visited between two checks of the budget: well below a millisecond. */
    private static final int CHECK_VISITS = 1 << 12;

    /** The first two literals are watched. */
    private static final class Clause {

        private final int[] literals;
        /** Decision levels among the literals when it was learned; 0 for a given clause. */
        private final int glue;
        private boolean deleted;

        Clause(int[] literals, int glue) {
            this.literals = literals;
            this.glue = glue;
        }
    }

    private final Budget budget;
    /** By literal: the clauses that watch it. */
    private final List<ArrayList<Clause>> watches = new ArrayList<>();
    /** By literal: 1 if true, −1 if false, 0 if open. */
    private byte[] values = new byte[16];
    private List<Clause> learned = new ArrayList<>();
    private int learnedLimit = FIRST_LEARNED;
    private int count;
    private boolean contradictory;
    private int visits;

    // The assignment, by variable; the literals in the order in which they became true; where each level begins.
    private @Nullable Clause[] reasons = {};
    private int[] levels = {};
    private boolean[] phases = {};
    private final IntArrayList trail = new IntArrayList();
    private final IntArrayList levelStarts = new IntArrayList();
    private int head;

    // The queue: a linked list of variables, the last one moved at its end. All after `next` are assigned.
    private int[] before = {};
    private int[] after = {};
    private long[] moved = {};
    private long moves;
    private int last = -1;
    private int next = -1;

    // Scratch of the analysis of a conflict.
    private boolean[] seen = {};
    private int backLevel;
    private int glue;

    ClauseSolver(Budget budget) {
        this.budget = budget;
    }

    /** A new variable, numbered from 0. */
    int newVariable() {
        watches.add(new ArrayList<>(2));
        watches.add(new ArrayList<>(2));
        if (2 * count + 2 > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        return count++;
    }

    int variableCount() {
        return count;
    }

    /** Adds a clause; only before {@link #solve} and {@link #isRefuted}. */
    void add(int... literals) {
        visit();
        IntArrayList open = new IntArrayList(literals.length);
        for (int literal : literals) {
            if (open.contains(literal ^ 1) || values[literal] > 0) {
                return;
            }
            if (values[literal] == 0 && !open.contains(literal)) {
                open.add(literal);
            }
        }
        if (open.isEmpty()) {
            contradictory = true;
        } else if (open.size() == 1) {
            values[open.getInt(0)] = 1;
            values[open.getInt(0) ^ 1] = -1;
            trail.add(open.getInt(0));
        } else {
            watch(new Clause(open.toIntArray(), 0));
        }
    }

    private void watch(Clause clause) {
        watches.get(clause.literals[0]).add(clause);
        watches.get(clause.literals[1]).add(clause);
    }

    /**
     * Searches for an assignment.
     *
     * @param assumptions   literals that must hold
     * @param preferred     the value of each variable to be tried first
     * @param random        orders the variables
     * @param mostConflicts the most dead ends before it gives up
     * @return whether there is one; IMPOSSIBLE is a proof
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    Possibility solve(int[] assumptions, boolean[] preferred, RandomGenerator random, long mostConflicts) {
        begin(preferred, random);
        int restarts = 0;
        long conflicts = 0;
        long limit = RESTART_CONFLICTS;
        while (!contradictory) {
            Clause conflict = propagate();
            if (conflict != null) {
                if (levelStarts.isEmpty()) {
                    contradictory = true;
                    break;
                }
                learn(analyze(conflict));
                if (++conflicts >= mostConflicts) {
                    return Possibility.UNKNOWN;
                }
            } else if (conflicts >= limit) {
                limit = conflicts + RESTART_CONFLICTS * luby(++restarts);
                backtrack(0);
                reduce();
            } else if (levelStarts.size() < assumptions.length) {
                int assumed = assumptions[levelStarts.size()];
                if (values[assumed] < 0) {
                    return Possibility.IMPOSSIBLE;
                }
                // One that holds already has a level of its own, too, so that levels count assumptions.
                levelStarts.add(trail.size());
                if (values[assumed] == 0) {
                    assign(assumed, null);
                }
            } else {
                int variable = nextOpen();
                if (variable < 0) {
                    return Possibility.POSSIBLE;
                }
                levelStarts.add(trail.size());
                assign(2 * variable + (phases[variable] ? 0 : 1), null);
            }
        }
        return Possibility.IMPOSSIBLE;
    }

    /**
     * Whether unit propagation alone shows that literals cannot hold together: at little cost, and the answer does not
     * depend on what was asked before unless {@link #solve} has learned.
     */
    boolean isRefuted(int[] assumptions) {
        if (levels.length < count) {
            begin(new boolean[count], new java.util.SplittableRandom(0));
        }
        backtrack(0);
        if (contradictory || propagate() != null) {
            contradictory = true;
            return true;
        }
        levelStarts.add(trail.size());
        boolean refuted = false;
        for (int assumed : assumptions) {
            refuted |= values[assumed] < 0;
            if (values[assumed] == 0) {
                assign(assumed, null);
            }
        }
        refuted = refuted || propagate() != null;
        backtrack(0);
        return refuted;
    }

    /** The value of a variable, after {@link #solve} found an assignment. */
    boolean value(int variable) {
        return values[2 * variable] > 0;
    }

    private void begin(boolean[] preferred, RandomGenerator random) {
        backtrack(0);
        last = -1;
        reasons = new Clause[count];
        levels = new int[count];
        phases = Arrays.copyOf(preferred, count);
        seen = new boolean[count];
        before = new int[count];
        after = new int[count];
        moved = new long[count];
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        for (int variable : order) {
            append(variable);
        }
        next = last;
    }

    private void append(int variable) {
        before[variable] = last;
        after[variable] = -1;
        if (last >= 0) {
            after[last] = variable;
        }
        last = variable;
        moved[variable] = ++moves;
    }

    private void moveToEnd(int variable) {
        if (variable == last) {
            return;
        }
        if (next == variable) {
            next = before[variable] >= 0 ? before[variable] : after[variable];
        }
        if (before[variable] >= 0) {
            after[before[variable]] = after[variable];
        }
        before[after[variable]] = before[variable];
        append(variable);
        if (values[2 * variable] == 0) {
            next = variable;
        }
    }

    private int nextOpen() {
        while (next >= 0 && values[2 * next] != 0) {
            next = before[next];
        }
        return next;
    }

    private void assign(int literal, @Nullable Clause reason) {
        values[literal] = 1;
        values[literal ^ 1] = -1;
        reasons[literal >> 1] = reason;
        levels[literal >> 1] = levelStarts.size();
        trail.add(literal);
    }

    private void backtrack(int level) {
        if (levelStarts.size() <= level) {
            return;
        }
        int from = levelStarts.getInt(level);
        for (int i = trail.size() - 1; i >= from; i--) {
            int literal = trail.getInt(i);
            int variable = literal >> 1;
            values[literal] = 0;
            values[literal ^ 1] = 0;
            phases[variable] = (literal & 1) == 0;
            reasons[variable] = null;
            if (next < 0 || moved[variable] > moved[next]) {
                next = variable;
            }
        }
        trail.size(from);
        levelStarts.size(level);
        head = from;
    }

    private void visit() {
        if (++visits % CHECK_VISITS == 0) {
            budget.check();
        }
    }

    /** Unit propagation; a clause all of whose literals are false, or null. */
    private @Nullable Clause propagate() {
        while (head < trail.size()) {
            int falsified = trail.getInt(head++) ^ 1;
            ArrayList<Clause> watching = watches.get(falsified);
            int kept = 0;
            Clause conflict = null;
            for (int i = 0; i < watching.size(); i++) {
                visit();
                Clause clause = watching.get(i);
                if (clause.deleted || conflict == null && rewatched(clause, falsified)) {
                    continue;
                }
                watching.set(kept++, clause);
                int first = clause.literals[0];
                if (conflict == null && values[first] < 0) {
                    conflict = clause;
                } else if (conflict == null && values[first] == 0) {
                    assign(first, clause);
                }
            }
            watching.subList(kept, watching.size()).clear();
            if (conflict != null) {
                return conflict;
            }
        }
        return null;
    }

    /** Puts the false literal second; whether another literal is watched in its place. */
    private boolean rewatched(Clause clause, int falsified) {
        int[] literals = clause.literals;
        if (literals[0] == falsified) {
            literals[0] = literals[1];
            literals[1] = falsified;
        }
        if (values[literals[0]] > 0) {
            return false;
        }
        for (int k = 2; k < literals.length; k++) {
            if (values[literals[k]] >= 0) {
                literals[1] = literals[k];
                literals[k] = falsified;
                watches.get(literals[1]).add(clause);
                return true;
            }
        }
        return false;
    }

    /** The learned clause: its first literal is the one to assert, its second one is of {@link #backLevel}. */
    private int[] analyze(Clause conflict) {
        IntArrayList clause = new IntArrayList();
        clause.add(-1);
        IntArrayList marked = new IntArrayList();
        int open = 0;
        int at = trail.size();
        int asserted = -1;
        Clause reason = conflict;
        do {
            for (int literal : reason.literals) {
                int variable = literal >> 1;
                if (literal == asserted || seen[variable] || levels[variable] == 0) {
                    continue;
                }
                seen[variable] = true;
                marked.add(variable);
                if (levels[variable] == levelStarts.size()) {
                    open++;
                } else {
                    clause.add(literal);
                }
            }
            do {
                asserted = trail.getInt(--at);
            } while (!seen[asserted >> 1]);
            reason = reasons[asserted >> 1];
        } while (--open > 0);
        clause.set(0, asserted ^ 1);
        int[] minimal = minimal(clause);
        marked.sort((a, b) -> Long.compare(moved[a], moved[b]));
        for (int variable : marked) {
            seen[variable] = false;
            moveToEnd(variable);
        }
        return minimal;
    }

    /** Without the literals that the others imply; sets {@link #backLevel} and {@link #glue}. */
    private int[] minimal(IntArrayList clause) {
        int[] literals = clause.intStream().filter(l -> l == clause.getInt(0) || !isImplied(l)).toArray();
        backLevel = 0;
        for (int k = 1; k < literals.length; k++) {
            if (levels[literals[k] >> 1] > backLevel) {
                backLevel = levels[literals[k] >> 1];
                int swapped = literals[1];
                literals[1] = literals[k];
                literals[k] = swapped;
            }
        }
        glue = (int) Arrays.stream(literals).map(l -> levels[l >> 1]).distinct().count();
        return literals;
    }

    private boolean isImplied(int literal) {
        Clause reason = reasons[literal >> 1];
        if (reason == null) {
            return false;
        }
        for (int other : reason.literals) {
            if (!seen[other >> 1] && levels[other >> 1] > 0) {
                return false;
            }
        }
        return true;
    }

    private void learn(int[] literals) {
        backtrack(backLevel);
        Clause clause = null;
        if (literals.length > 1) {
            clause = new Clause(literals, glue);
            watch(clause);
            learned.add(clause);
        }
        assign(literals[0], clause);
    }

    /** Deletes half of the learned clauses, those over the most levels, if there are many; only at level 0. */
    private void reduce() {
        if (learned.size() < learnedLimit) {
            return;
        }
        learned.sort(Comparator.comparingInt((Clause c) -> c.glue).thenComparingInt(c -> c.literals.length));
        List<Clause> kept = new ArrayList<>();
        for (int i = 0; i < learned.size(); i++) {
            Clause clause = learned.get(i);
            if (i < learned.size() / 2 || clause.glue <= SMALL_GLUE) {
                kept.add(clause);
            } else {
                clause.deleted = true;
            }
        }
        learned = kept;
        learnedLimit += MORE_LEARNED;
    }

    /** The sequence 1, 1, 2, 1, 1, 2, 4, …, from 1. */
    static long luby(int i) {
        int k = Integer.SIZE - Integer.numberOfLeadingZeros(i);
        return i == (1 << k) - 1 ? 1L << k - 1 : luby(i - (1 << k - 1) + 1);
    }
}
