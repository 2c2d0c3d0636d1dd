package org.orbifold.group.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * Turns the levels of a chain into rows to multiply: small levels are merged, very large ones split. Large tables are
 * worth it: fetching a row from memory as a whole takes less time than one more look-up per point. With at most 64
 * kilobytes to a megabyte per table, elements need up to twice as many rows, which costs as much as the nearer caches
 * save for uniform elements, and more for membership.
 */
final class StageLayout {

    /** Bytes of multiplied-out transversal elements that one chain may keep. */
    private static final long BUDGET = 96L << 20;

    /** A level whose rows take more is split, and levels whose products would take more are not merged. */
    private static final long LARGEST_TABLE = 40L << 20;

    private StageLayout() {
    }

    /**
     * Lays the levels out, the deepest first.
     *
     * @return null if there are too many points or the rows do not fit into the budget
     */
    static List<Stage> of(int degree, FrozenLevel[] levels) {
        return degree > TransversalRows.LARGEST_DEGREE ? null : of(levels, LARGEST_TABLE);
    }

    /** Merges and splits with tables up to a limit; null if they do not fit into the budget. */
    static List<Stage> of(FrozenLevel[] levels, long limit) {
        List<Stage> stages = new ArrayList<>();
        long budget = BUDGET;
        for (int to = levels.length; to > 0;) {
            int from = MergedLevels.firstMergeable(levels, to, Math.min(limit, budget));
            Stage stage = from < to - 1
                ? new MergedLevels(levels, from, to)
                : TransversalRows.of(levels[from], from, limit, budget);
            if (stage == null) {
                return null;
            }
            stages.add(stage);
            budget -= stage.bytes();
            to = from;
        }
        return stages;
    }
}
