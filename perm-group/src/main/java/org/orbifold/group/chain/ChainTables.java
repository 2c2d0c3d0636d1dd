package org.orbifold.group.chain;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the evaluators of a chain share: how its transversal elements are laid out, and which way of multiplying them
 * costs least. All ways give the same elements. Made with the first evaluator; safe to share between threads.
 */
final class ChainTables {

    /** Below this degree rows lie in the nearest cache, and nothing is gained by other ways. */
    private static final int LEAST_DERIVED_DEGREE = 64;

    /** Chains with fewer levels likewise. */
    private static final int LEAST_DERIVED_LEVELS = 4;

    /** Bytes that the rows of an operation may take. */
    private static final long OPERATION_BUDGET = 32L << 20;

    /** An operation is looked for at this many levels, from the first. */
    private static final int OPERATION_LEVELS = 2;

    /** Tables up to this size are in a near cache. */
    private static final long NEAR_BYTES = 1L << 20;

    private static final int POINTS_PER_LINE = 32;

    // Costs as measured, in look-ups in a near row: of one in a row that is far and fetched as a whole, of a step, of
    // an edge of a path, of finding a row of an operation, and of reading a far line of it.

    private static final int FAR_ROW = 2;
    private static final int STEP = 4;
    private static final int PATH = 3;
    private static final int PIVOT = 24;
    private static final int FAR_LINE = 16;

    private final int degree;
    private final FrozenLevel[] levels;

    private final int[] meanDepths;

    /** The deepest first; null if they do not fit into their budget. */
    private final Stage[] stages;

    private final InverseRows inverses;

    /** Null if rows cost less. */
    private final Derivation derivation;

    private final Stage[] outer;

    ChainTables(int degree, FrozenLevel[] levels, boolean complete) {
        this.degree = degree;
        this.levels = levels;
        meanDepths = Arrays.stream(levels).mapToInt(FrozenLevel::meanDepth).toArray();
        List<Stage> layout = StageLayout.of(degree, levels);
        stages = layout == null ? null : layout.toArray(new Stage[0]);
        inverses = InverseRows.of(degree, levels);
        Derivation found = null;
        int number = 0;
        if (complete && degree >= LEAST_DERIVED_DEGREE && degree <= TransversalRows.LARGEST_DEGREE
            && levels.length >= LEAST_DERIVED_LEVELS) {
            for (; found == null && number < Math.min(OPERATION_LEVELS, levels.length); number++) {
                found = derivation(number);
            }
        }
        derivation = found;
        outer = found == null ? null : outer(number - 1);
    }

    Stage[] stages() {
        return stages;
    }

    /** Null if the chain is too large. */
    InverseRows inverses() {
        return inverses;
    }

    Derivation derivation() {
        return derivation;
    }

    ElementMaker maker() {
        if (derivation != null) {
            return new DerivedProducts(levels, derivation, outer);
        }
        return stages == null ? new WordProducts(degree, levels) : new RowProducts(degree, stages);
    }

    /** What an element costs without an operation. */
    private long rowCost() {
        if (stages == null) {
            return (long) FAR_ROW * depths(0) * degree;
        }
        long rows = 0;
        long bytes = 0;
        for (Stage stage : stages) {
            rows += stage.mostRows();
            bytes += stage.bytes();
        }
        return rows * degree * (bytes <= NEAR_BYTES ? 1 : FAR_ROW);
    }

    /** A way to derive elements by an operation of a level's group that costs less than rows; or null. */
    private Derivation derivation(int number) {
        if (bytes(number) > OPERATION_BUDGET) {
            return null;
        }
        // The outcome changes what elements cost, not what they are.
        InvariantOperation operation = OperationFinder.find(levels, number, new SplittableRandom(number));
        if (operation == null) {
            return null;
        }
        int[] base = Arrays.stream(levels, number, levels.length).mapToInt(level -> level.base).toArray();
        long allowed = rowCost() * 4 / 5;
        long more = (allowed - cost(number, base.length)) / (PATH * depths(number));
        Derivation made = Derivation.of(operation, degree, base, (int) Math.max(0, Math.min(degree, more)));
        if (made == null) {
            return null;
        }
        long cost = cost(number, made.direct.length) + PIVOT * made.pivots.length;
        if (bytes(number) > NEAR_BYTES) {
            cost += FAR_LINE * made.linesRead(POINTS_PER_LINE);
        }
        return cost > allowed ? null : made;
    }

    private long bytes(int number) {
        return 2L * degree * levels[number].orbit.length;
    }

    /** A step for every point, the rows of the levels before, and the paths of the direct points. */
    private long cost(int number, int direct) {
        long cost = (long) degree * (STEP + FAR_ROW * number);
        for (int i = number; i < levels.length; i++) {
            cost += (long) PATH * meanDepths[i] * (direct - (i - number));
        }
        return cost;
    }

    private int depths(int number) {
        return Arrays.stream(meanDepths, number, levels.length).sum();
    }

    private Stage[] outer(int number) {
        Stage[] result = new Stage[number];
        for (int i = 0; i < number; i++) {
            int level = number - 1 - i;
            result[i] = TransversalRows.of(levels[level], level, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        return result;
    }
}
