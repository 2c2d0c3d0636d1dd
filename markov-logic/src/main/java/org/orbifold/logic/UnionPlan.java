package org.orbifold.logic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Goes through the bindings of some slots that are in one of several cases, each once: a join per case. */
final class UnionPlan {

    private final List<JoinPlan> plans = new ArrayList<>();
    private final List<Guard[]> guards = new ArrayList<>();

    /**
     * Plans an enumeration.
     *
     * @param own    the slots to bind
     * @param bound  the indices of slots that are bound already
     * @param cases  the conditions of each case; all hold in a case
     */
    UnionPlan(List<Slot> own, BitSet bound, List<List<Guard>> cases) {
        for (List<Guard> conditions : cases) {
            plans.add(JoinPlan.of(own, bound, conditions));
            guards.add(conditions.toArray(Guard[]::new));
        }
    }

    /** Enumerates; false if the sink ended it. */
    boolean run(int[] binding, JoinPlan.Sink sink) {
        for (int i = 0; i < plans.size(); i++) {
            int current = i;
            if (!plans.get(i).run(binding, found -> wasFound(found, current) || sink.accept(found))) {
                return false;
            }
        }
        return true;
    }

    /** Whether an earlier case has the binding. */
    private boolean wasFound(int[] binding, int current) {
        for (int i = 0; i < current; i++) {
            if (JoinPlan.all(guards.get(i), binding)) {
                return true;
            }
        }
        return false;
    }

    /** Bounds the number of bindings from above; exactly where the bound of {@link JoinPlan#count} is over a limit. */
    double count(int[] binding, long limit) {
        double bound = plans.stream().mapToDouble(plan -> plan.count(binding, limit)).sum();
        long[] found = {0};
        return bound > limit && run(binding, ignored -> ++found[0] <= limit) ? found[0] : bound;
    }

    /** About how many bindings there are for one binding of the outer slots. */
    double expected() {
        return plans.stream().mapToDouble(JoinPlan::expected).sum();
    }
}
