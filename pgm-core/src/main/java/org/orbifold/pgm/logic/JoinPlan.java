package org.orbifold.pgm.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Goes through the bindings of some slots that meet all guards, without going through the others: a nested-loop join
 * with hash indices over the relations of the guards, in a greedy order (fewest expected rows next), then loops over
 * the constants of slots that no relation binds. Each guard is checked as soon as its slots are bound.
 *
 * <p>Cost: the number of partial bindings that the indices yield; no memory beyond the indices.
 */
final class JoinPlan {

    /** Takes a binding; false ends the enumeration. */
    interface Sink {
        boolean accept(int[] binding);
    }

    /** One level of the nested loops; exactly one of relation, source and a plain slot drives it. */
    private record Step(int slot, int size, int source, Relation relation, Relation.Index index, int[] terms,
            int newColumns, Guard[] checks) {

        boolean isLoop() {
            return relation == null && source == NO_SOURCE;
        }
    }

    private static final int NO_SOURCE = Integer.MIN_VALUE;

    private final Guard[] before;
    private final Step[] steps;

    private JoinPlan(Guard[] before, Step[] steps) {
        this.before = before;
        this.steps = steps;
    }

    /**
     * Plans an enumeration.
     *
     * @param own    the slots to bind
     * @param bound  the indices of slots that are bound already
     * @param guards the conditions, on those slots only
     */
    static JoinPlan of(List<Slot> own, BitSet bound, List<Guard> guards) {
        return new Planner(own, bound, guards).plan();
    }

    /** Enumerates; false if the sink ended it. */
    boolean run(int[] binding, Sink sink) {
        return !all(before, binding) || step(0, steps.length, binding, sink);
    }

    private boolean step(int depth, int end, int[] binding, Sink sink) {
        if (depth == end) {
            return sink.accept(binding);
        }
        Step step = steps[depth];
        if (step.relation != null) {
            return scan(step, depth, end, binding, sink);
        }
        int from = step.isLoop() ? 0 : Node.value(step.source, binding);
        int to = step.isLoop() ? step.size : from + 1;
        for (int constant = from; constant < to; constant++) {
            binding[step.slot] = constant;
            if (all(step.checks, binding) && !step(depth + 1, end, binding, sink)) {
                return false;
            }
        }
        return true;
    }

    private boolean scan(Step step, int depth, int end, int[] binding, Sink sink) {
        int group = step.index.find(step.terms, binding);
        if (group < 0) {
            return true;
        }
        for (int position = step.index.start(group); position < step.index.end(group); position++) {
            int row = step.index.row(position);
            if (step.relation.bind(row, step.terms, step.newColumns, binding) && all(step.checks, binding)
                    && !step(depth + 1, end, binding, sink)) {
                return false;
            }
        }
        return true;
    }

    static boolean all(Guard[] guards, int[] binding) {
        for (Guard guard : guards) {
            if (!guard.holds(binding)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Bounds the number of bindings from above: the joins are counted, up to the limit; the loops are multiplied.
     */
    double count(int[] binding, long limit) {
        int joins = 0;
        while (joins < steps.length && !steps[joins].isLoop()) {
            joins++;
        }
        double loops = 1;
        for (int i = joins; i < steps.length; i++) {
            loops *= steps[i].isLoop() ? steps[i].size : 1;
        }
        if (joins == 1 && steps[0].relation != null && steps[0].checks.length == 0 && before.length == 0
                && Integer.bitCount(steps[0].newColumns) == steps[0].terms.length) {
            return loops * steps[0].relation.count();
        }
        long[] counted = {0};
        double most = limit / Math.max(1, loops);
        if (all(before, binding)) {
            step(0, joins, binding, ignored -> ++counted[0] <= most);
        }
        return loops * counted[0];
    }

    /** About how many bindings there are for one binding of the outer slots. */
    double expected() {
        double product = 1;
        for (Step step : steps) {
            product *= step.relation == null ? step.size
                    : Math.max(1, step.relation.expected((1 << step.terms.length) - 1 & ~step.newColumns));
        }
        return product;
    }

    /** Chooses the order of the steps. */
    private static final class Planner {
        private final List<Slot> own;
        private final BitSet bound;
        private final List<Guard> open;
        private final List<Step> steps = new ArrayList<>();

        Planner(List<Slot> own, BitSet bound, List<Guard> guards) {
            this.own = own;
            this.bound = (BitSet) bound.clone();
            this.open = new ArrayList<>(guards);
        }

        JoinPlan plan() {
            Guard[] before = ready();
            while (own.stream().anyMatch(slot -> !bound.get(slot.index()))) {
                if (!assign() && !join()) {
                    loop();
                }
            }
            return new JoinPlan(before, steps.toArray(Step[]::new));
        }

        private boolean isBound(int term) {
            return term < 0 || bound.get(term);
        }

        /** Takes out the guards whose slots are all bound. */
        private Guard[] ready() {
            Guard[] ready = open.stream().filter(guard -> Arrays.stream(guard.terms()).allMatch(this::isBound))
                    .toArray(Guard[]::new);
            open.removeAll(List.of(ready));
            return ready;
        }

        private boolean assign() {
            for (Guard guard : open) {
                if (guard instanceof Guard.Comparison comparison && comparison.equal()) {
                    for (int side = 0; side < 2; side++) {
                        int source = comparison.terms()[side];
                        int target = comparison.terms()[1 - side];
                        if (isBound(source)) {
                            open.remove(guard);
                            bound.set(target);
                            steps.add(new Step(target, 1, source, null, null, null, 0, ready()));
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        private boolean join() {
            Guard.Fact best = null;
            double fewest = Double.POSITIVE_INFINITY;
            for (Guard guard : open) {
                if (guard instanceof Guard.Fact fact && fact.relation() != null) {
                    double rows = fact.relation().expected(boundColumns(fact.terms()));
                    if (rows < fewest) {
                        fewest = rows;
                        best = fact;
                    }
                }
            }
            if (best == null) {
                return false;
            }
            int columns = boundColumns(best.terms());
            Relation relation = best.relation();
            open.remove(best);
            Arrays.stream(best.terms()).filter(term -> term >= 0).forEach(bound::set);
            steps.add(new Step(-1, 0, NO_SOURCE, relation, relation.index(columns), best.terms(),
                    (1 << best.terms().length) - 1 & ~columns, ready()));
            return true;
        }

        private int boundColumns(int[] terms) {
            int columns = 0;
            for (int i = 0; i < terms.length; i++) {
                columns |= isBound(terms[i]) ? 1 << i : 0;
            }
            return columns;
        }

        private void loop() {
            Slot smallest = null;
            for (Slot slot : own) {
                if (!bound.get(slot.index()) && (smallest == null || slot.size() < smallest.size())) {
                    smallest = slot;
                }
            }
            bound.set(smallest.index());
            steps.add(new Step(smallest.index(), smallest.size(), NO_SOURCE, null, null, null, 0, ready()));
        }
    }
}
