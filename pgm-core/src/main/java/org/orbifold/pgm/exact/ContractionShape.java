package org.orbifold.pgm.exact;

import java.util.Arrays;

/**
 * The loops for the product of two tables, summed over some variables: of all forms that they can take, the one that is
 * estimated to take the least time, and the order of the result's variables. Immutable.
 */
final class ContractionShape {

    /** What the innermost loop runs over. */
    enum Run {
        /** Variables of the streamed operand and of the result; the other operand gives one factor. */
        STREAM,
        /** Variables of both operands and of the result. */
        COMMON,
        /** Variables of both operands, summed. */
        SUMMED
    }

    /** Nanoseconds of a product in a long run; of a sum along a run; of beginning a run; of moving an entry. */
    private static final double PRODUCT_TIME = 0.3;
    private static final double SUMMED_TIME = 0.6;
    private static final double RUN_TIME = 5;
    private static final double MOVE_TIME = 1.5;

    /** The domain sizes; and by variable, the larger, the later it is summed out. */
    final int[] sizes;
    private final int[] rank;
    /** The operands and the result. */
    private final int[] a;
    private final int[] b;
    private final int[] out;
    /** Multiplications of one application. */
    final double products;
    final Form form;
    /** The variables of the streamed operand as it is given, and in the order for the loops, those of the run last. */
    final int[] givenX;
    final int[] x;
    /** The same of the other operand. */
    final int[] givenY;
    final int[] y;
    /** What the innermost loop runs over. */
    final int[] run;
    /** The variables of the result, the last changing fastest. */
    final int[] order;

    /**
     * A form of the loops.
     *
     * @param kind         what the innermost one runs over
     * @param firstStreams whether the first operand is the streamed one
     * @param movesX       whether the streamed operand is transposed, so that the run stands last
     * @param movesY       whether the other one is
     * @param nanos        about the time of one application in plain numbers, in nanoseconds
     */
    record Form(Run kind, boolean firstStreams, boolean movesX, boolean movesY, double nanos) { }

    /**
     * Chooses.
     *
     * @param sizes the domain sizes
     * @param rank  the larger, the later a variable is summed out; such ones stand last
     * @param a     the variables of the first operand, the last changing fastest
     * @param b     those of the second
     * @param out   the variables of the result, all of them in an operand; all others are summed
     */
    ContractionShape(int[] sizes, int[] rank, int[] a, int[] b, int[] out) {
        this.sizes = sizes;
        this.rank = rank;
        this.a = a;
        this.b = b;
        this.out = out;
        int[] common = group(a, b, true, true);
        int[] summed = group(a, b, true, false);
        int[] onlyA = group(a, b, false, true);
        int[] onlyB = group(b, a, false, true);
        double all = entries(a, 0);
        for (int v : b) {
            all *= TableMath.contains(a, v) ? 1 : sizes[v];
        }
        this.products = all;
        this.form = fastest(common, summed, onlyA, onlyB);
        boolean first = form.firstStreams;
        this.givenX = first ? a : b;
        this.givenY = first ? b : a;
        int[] stream = first ? onlyA : onlyB;
        int[] group = switch (form.kind) {
            case STREAM -> stream;
            case COMMON -> common;
            case SUMMED -> summed;
        };
        this.run = form.movesX ? group : Arrays.copyOfRange(givenX, form.movesY || form.kind == Run.STREAM
                ? trailing(givenX, group) : commonTrailing(givenX, givenY, group), givenX.length);
        this.x = form.movesX ? moved(givenX, run) : givenX;
        this.y = form.movesY ? moved(givenY, run) : givenY;
        // Common variables first: the rows of the streamed operand that they choose are used again for the others.
        int[] outer = TableMath.concat(TableMath.concat(common, stream), first ? onlyB : onlyA);
        this.order = form.kind == Run.SUMMED ? outer : moved(outer, run);
    }

    /** Of all forms the one that is estimated to take the least time, the first of equal ones. */
    private Form fastest(int[] common, int[] summed, int[] onlyA, int[] onlyB) {
        Form best = form(Run.SUMMED, true, false, false, entries(a, commonTrailing(a, b, summed)));
        for (boolean first : new boolean[] {true, false}) {
            int[] of = first ? a : b;
            int[] stream = first ? onlyA : onlyB;
            best = faster(best, form(Run.STREAM, first, false, false, entries(of, trailing(of, stream))));
            best = faster(best, form(Run.STREAM, first, true, false, entries(stream, 0)));
            if (trailing(of, common) == of.length - common.length) {
                best = faster(best, form(Run.COMMON, first, false, true, entries(common, 0)));
            }
            if (trailing(of, summed) == of.length - summed.length) {
                best = faster(best, form(Run.SUMMED, first, false, true, entries(summed, 0)));
            }
        }
        best = faster(best, form(Run.COMMON, true, false, false, entries(a, commonTrailing(a, b, common))));
        best = faster(best, form(Run.COMMON, true, true, true, entries(common, 0)));
        return faster(best, form(Run.SUMMED, true, true, true, entries(summed, 0)));
    }

    private static Form faster(Form best, Form other) {
        return other.nanos < best.nanos ? other : best;
    }

    /** A form whose runs have some length. */
    private Form form(Run kind, boolean first, boolean moveX, boolean moveY, double length) {
        double time = products * ((kind == Run.SUMMED ? SUMMED_TIME : PRODUCT_TIME) + RUN_TIME / length)
                + (moveX ? MOVE_TIME * entries(first ? a : b, 0) : 0)
                + (moveY ? MOVE_TIME * entries(first ? b : a, 0) : 0);
        return new Form(kind, first, moveX, moveY, time);
    }

    /** The joint values of the last variables of a scope. */
    private double entries(int[] scope, int from) {
        double product = 1;
        for (int k = from; k < scope.length; k++) {
            product *= sizes[scope[k]];
        }
        return product;
    }

    /** The variables of one operand that are in the other or not, and in the result or not; latest last. */
    private int[] group(int[] of, int[] other, boolean inOther, boolean inOut) {
        int[] found = new int[of.length];
        int count = 0;
        for (int v : of) {
            if (TableMath.contains(other, v) == inOther && TableMath.contains(out, v) == inOut) {
                // Insertion sort: a few elements, mostly in order.
                int k = count++;
                while (k > 0 && (rank[found[k - 1]] > rank[v] || rank[found[k - 1]] == rank[v] && found[k - 1] > v)) {
                    found[k] = found[k - 1];
                    k--;
                }
                found[k] = v;
            }
        }
        return count == found.length ? found : Arrays.copyOf(found, count);
    }

    /** From where on all variables of an order are in a group. */
    private static int trailing(int[] order, int[] group) {
        int from = order.length;
        while (from > 0 && TableMath.contains(group, order[from - 1])) {
            from--;
        }
        return from;
    }

    /** From where on all variables of an order are in a group, and the same as the last ones of another order. */
    private static int commonTrailing(int[] order, int[] other, int[] group) {
        int from = order.length;
        for (int k = other.length; from > 0 && k > 0 && order[from - 1] == other[k - 1]
                && TableMath.contains(group, order[from - 1]); k--) {
            from--;
        }
        return from;
    }

    /** The same variables with some of them last. */
    private static int[] moved(int[] order, int[] last) {
        return TableMath.concat(TableMath.filtered(order, last, false), last);
    }

    /** The variables that are summed outside of the innermost loop, ascending. */
    int[] outerSummed() {
        int[] all = TableMath.filtered(TableMath.concat(a, TableMath.filtered(b, a, false)), out, false);
        Arrays.sort(all);
        return TableMath.filtered(all, run, false);
    }
}
