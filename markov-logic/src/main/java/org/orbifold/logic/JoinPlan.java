package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** The rows of a relation that agree with the bound variables. */
    private record Join(Relation relation, Relation.Index index, int[] terms, int newColumns) { }

    /** One level of the nested loops; exactly one of join, source and a plain slot drives it. */
    private record Step(int slot, int size, int source, @Nullable Join join, Guard[] checks) {

        boolean isLoop() {
            return join == null && source == NO_SOURCE;
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
        if (step.join != null) {
            return scan(step.join, step.checks, depth, end, binding, sink);
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

    private boolean scan(Join join, Guard[] checks, int depth, int end, int[] binding, Sink sink) {
        Relation.Index index = join.index;
        int group = index.find(join.terms, binding);
        if (group < 0) {
            return true;
        }
        for (int position = index.start(group); position < index.end(group); position++) {
            int row = index.row(position);
            if (join.relation.bind(row, join.terms, join.newColumns, binding) && all(checks, binding)
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
        Join only = joins == 1 ? steps[0].join : null;
        if (only != null && steps[0].checks.length == 0 && before.length == 0
                && Integer.bitCount(only.newColumns) == only.terms.length) {
            return loops * only.relation.count();
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
            Join join = step.join;
            product *= join == null ? step.size
                    : Math.max(1, join.relation.expected((1 << join.terms.length) - 1 & ~join.newColumns));
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
                            steps.add(new Step(target, 1, source, null, ready()));
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        private boolean join() {
            Guard.Fact best = null;
            Relation relation = null;
            double fewest = Double.POSITIVE_INFINITY;
            for (Guard guard : open) {
                if (guard instanceof Guard.Fact fact && fact.relation() != null) {
                    double rows = fact.relation().expected(boundColumns(fact.terms()));
                    if (rows < fewest) {
                        fewest = rows;
                        best = fact;
                        relation = fact.relation();
                    }
                }
            }
            if (best == null || relation == null) {
                return false;
            }
            int columns = boundColumns(best.terms());
            open.remove(best);
            Arrays.stream(best.terms()).filter(term -> term >= 0).forEach(bound::set);
            Join join = new Join(relation, relation.index(columns), best.terms(),
                    (1 << best.terms().length) - 1 & ~columns);
            steps.add(new Step(-1, 0, NO_SOURCE, join, ready()));
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
            Slot smallest = own.stream().filter(slot -> !bound.get(slot.index()))
                    .min(Comparator.comparingInt(Slot::size)).orElseThrow();
            bound.set(smallest.index());
            steps.add(new Step(smallest.index(), smallest.size(), NO_SOURCE, null, ready()));
        }
    }
}
