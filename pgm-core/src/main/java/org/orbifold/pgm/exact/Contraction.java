package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The product of two tables, summed over some variables, as loops over flat arrays: compiled once for the shapes,
 * applied to any entries. Immutable.
 *
 * <p>The result's variables stand in an order that this class chooses: its last ones, the run, are adjacent in an
 * operand too, so that the innermost loop goes over adjacent entries. Where the operands' own orders give no long run,
 * an operand is transposed first; which of the forms is taken is decided by an estimate of their time. What is added
 * to what, and in what order, does not depend on the number of threads.
 */
final class Contraction {

    /** The arithmetic. */
    enum Semiring {
        /** Plain numbers: sums of products. */
        SUM,
        /** Logarithms: of sums of products. */
        LOG_SUM,
        /** Logarithms: of the largest product. */
        MAX
    }

    /** What the innermost loop runs over. */
    private enum Run {
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
    /** Entries of the streamed operand that stay in a cache of the second level while its rows are used again. */
    private static final int TILE_ENTRIES = 1 << 15;
    private static final int MIN_TILE = 64;
    private static final int MAX_TILE = 1 << 11;
    /** Products that make a task for a thread: about a millisecond, which is also how often the clock is read. */
    private static final double TASK_PRODUCTS = 1 << 19;
    private static final int PARTS = 4;

    /** The variables of the result, the last changing fastest. */
    private final int[] order;
    private final int entries;
    private final double products;
    /** The first operand is the streamed one. */
    private final boolean firstStreams;
    private final @Nullable Broadcast moveX;
    private final @Nullable Broadcast moveY;
    private final int entriesX;
    private final int entriesY;
    private final Run kind;
    private final int run;
    private final int tile;
    /** Where the operands' entries are, by the leading values of the result, and by the values that are summed. */
    private final int[] outerX;
    private final int[] outerY;
    private final int[] sumX;
    private final int[] sumY;
    private final int sumCount;

    /** A form that the loops may take. */
    private record Form(Run kind, boolean firstStreams, int[] x, int[] y, boolean moveX, boolean moveY, int[] run,
            double time) { }

    /** Plans one contraction. */
    private static final class Shapes {

        private final int[] sizes;
        private final int[] rank;
        private final int[] a;
        private final int[] b;
        private final int[] out;
        private final double products;

        Shapes(int[] sizes, int[] rank, int[] a, int[] b, int[] out) {
            this.sizes = sizes;
            this.rank = rank;
            this.a = a;
            this.b = b;
            this.out = out;
            double product = entries(a);
            for (int v : b) {
                product *= TableMath.contains(a, v) ? 1 : sizes[v];
            }
            this.products = product;
        }

        double entries(int[] scope) {
            double product = 1;
            for (int v : scope) {
                product *= sizes[v];
            }
            return product;
        }

        /** The variables of one operand that are in the other or not, and in the result or not; latest last. */
        private int[] group(int[] of, int[] other, boolean inOther, boolean inOut) {
            return byRank(TableMath.filtered(TableMath.filtered(of, other, inOther), out, inOut));
        }

        private int[] byRank(int[] variables) {
            // Insertion sort: a few elements, mostly in order.
            for (int i = 1; i < variables.length; i++) {
                int v = variables[i];
                int k = i;
                while (k > 0 && (rank[variables[k - 1]] > rank[v]
                        || rank[variables[k - 1]] == rank[v] && variables[k - 1] > v)) {
                    variables[k] = variables[k - 1];
                    k--;
                }
                variables[k] = v;
            }
            return variables;
        }

        /** The last variables of an order that are in a group. */
        private static int[] trailing(int[] order, int[] group) {
            int from = order.length;
            while (from > 0 && TableMath.contains(group, order[from - 1])) {
                from--;
            }
            return Arrays.copyOfRange(order, from, order.length);
        }

        private static int[] commonTrailing(int[] x, int[] y, int[] group) {
            int length = 0;
            while (length < x.length && length < y.length
                    && x[x.length - 1 - length] == y[y.length - 1 - length]
                    && TableMath.contains(group, x[x.length - 1 - length])) {
                length++;
            }
            return Arrays.copyOfRange(x, x.length - length, x.length);
        }

        /** The same variables with some of them last. */
        private static int[] moved(int[] order, int[] last) {
            return TableMath.concat(TableMath.filtered(order, last, false), last);
        }

        Form best() {
            int[] common = group(a, b, true, true);
            int[] summed = group(a, b, true, false);
            Form best = new Form(Run.SUMMED, true, a, b, false, false, commonTrailing(a, b, summed), 0);
            best = timed(best);
            for (boolean first : new boolean[] {true, false}) {
                int[] x = first ? a : b;
                int[] y = first ? b : a;
                int[] stream = group(x, y, false, true);
                best = better(best, new Form(Run.STREAM, first, x, y, false, false, trailing(x, stream), 0));
                best = better(best, new Form(Run.STREAM, first, moved(x, stream), y, true, false, stream, 0));
                int[] last = trailing(x, common);
                if (last.length == common.length) {
                    best = better(best, new Form(Run.COMMON, first, x, moved(y, last), false, true, last, 0));
                }
                int[] lastSummed = trailing(x, summed);
                if (lastSummed.length == summed.length) {
                    best = better(best, new Form(Run.SUMMED, first, x, moved(y, lastSummed), false, true, lastSummed,
                            0));
                }
            }
            best = better(best, new Form(Run.COMMON, true, a, b, false, false, commonTrailing(a, b, common), 0));
            best = better(best, new Form(Run.COMMON, true, moved(a, common), moved(b, common), true, true, common, 0));
            return better(best, new Form(Run.SUMMED, true, moved(a, summed), moved(b, summed), true, true, summed, 0));
        }

        private Form timed(Form form) {
            double run = entries(form.run);
            double time = products * ((form.kind == Run.SUMMED ? SUMMED_TIME : PRODUCT_TIME) + RUN_TIME / run)
                    + (form.moveX ? MOVE_TIME * entries(form.x) : 0) + (form.moveY ? MOVE_TIME * entries(form.y) : 0);
            return new Form(form.kind, form.firstStreams, form.x, form.y, form.moveX, form.moveY, form.run, time);
        }

        private Form better(Form best, Form other) {
            Form timed = timed(other);
            return timed.time < best.time ? timed : best;
        }
    }

    /**
     * Compiles.
     *
     * @param sizes the domain sizes
     * @param rank  the larger, the later a variable is summed out; such ones stand last
     * @param a     the variables of the first operand, the last changing fastest
     * @param b     those of the second
     * @param out   the variables of the result, all of them in an operand; all others are summed
     */
    static Contraction of(int[] sizes, int[] rank, int[] a, int[] b, int[] out) {
        Shapes shapes = new Shapes(sizes, rank, a, b, out);
        return new Contraction(shapes, shapes.best());
    }

    private Contraction(Shapes shapes, Form form) {
        int[] sizes = shapes.sizes;
        this.kind = form.kind;
        this.firstStreams = form.firstStreams;
        this.products = shapes.products;
        int[] x = form.x;
        int[] y = form.y;
        this.entriesX = (int) shapes.entries(x);
        this.entriesY = (int) shapes.entries(y);
        this.moveX = form.moveX ? Broadcast.of(sizes, x, form.firstStreams ? shapes.a : shapes.b) : null;
        this.moveY = form.moveY ? Broadcast.of(sizes, y, form.firstStreams ? shapes.b : shapes.a) : null;
        boolean summedRun = kind == Run.SUMMED;
        int[] inner = summedRun ? new int[0] : form.run;
        // Common variables first: the rows of the streamed operand that they choose are used again for the others.
        int[] ofX = TableMath.concat(shapes.group(x, y, true, true), shapes.group(x, y, false, true));
        int[] outer = TableMath.concat(ofX, shapes.group(y, x, false, true));
        int[] leading = TableMath.filtered(outer, inner, false);
        this.order = TableMath.concat(leading, inner);
        int[] all = ContractionTree.union(sorted(x), sorted(y));
        int[] summed = TableMath.filtered(TableMath.filtered(all, shapes.out, false), form.run, false);
        this.run = (int) shapes.entries(form.run);
        this.entries = (int) shapes.entries(order);
        this.outerX = TableMath.offsets(sizes, leading, x);
        this.outerY = TableMath.offsets(sizes, leading, y);
        this.sumX = TableMath.offsets(sizes, summed, x);
        this.sumY = TableMath.offsets(sizes, summed, y);
        this.sumCount = sumX.length;
        this.tile = summedRun ? 1 : Math.min(run, Math.max(MIN_TILE, Math.min(MAX_TILE, TILE_ENTRIES / sumCount)));
    }

    private static int[] sorted(int[] scope) {
        int[] copy = scope.clone();
        Arrays.sort(copy);
        return copy;
    }

    /** The variables of the result, the last changing fastest; not to be changed. */
    int[] order() {
        return order;
    }

    /** The number of entries of the result. */
    int entries() {
        return entries;
    }

    /** The entries of transposed operands, which are needed beside the result while it is computed. */
    long movedEntries() {
        return (moveX == null ? 0L : entriesX) + (moveY == null ? 0 : entriesY);
    }

    /** How many terms are summed for an entry of the result. */
    double terms() {
        return products / entries;
    }

    /** Multiplications of one application. */
    double products() {
        return products;
    }

    /**
     * Applies it.
     *
     * @param first    the entries of the first operand
     * @param second   those of the second
     * @param semiring the arithmetic
     * @param workers  the threads, and the time
     * @param buffer   for the result; null for a new array
     * @return the entries of the result
     */
    double[] apply(double[] first, double[] second, Semiring semiring, TaskThreads workers,
            double @Nullable [] buffer) {
        double[] x = moved(moveX, firstStreams ? first : second, entriesX, workers);
        double[] y = moved(moveY, firstStreams ? second : first, entriesY, workers);
        double[] out = buffer == null ? new double[entries] : buffer;
        if (products == 1 && semiring == Semiring.SUM) {
            out[0] = x[0] * y[0];
            return out;
        }
        long units = (long) outerX.length * tiles();
        if (products < 2 * TASK_PRODUCTS) {
            run(x, y, out, semiring, 0, units);
        } else {
            int tasks = (int) Math.min(units, products / TASK_PRODUCTS);
            workers.forEach(tasks, t -> run(x, y, out, semiring, units * t / tasks, units * (t + 1) / tasks));
        }
        return out;
    }

    private static double[] moved(@Nullable Broadcast move, double[] table, int entries, TaskThreads workers) {
        if (move == null) {
            return table;
        }
        double[] to = new double[entries];
        int tasks = (int) Math.max(1, entries / TASK_PRODUCTS);
        if (tasks == 1) {
            move.copy(table, 0, to, 0, entries);
        } else {
            workers.forEach(tasks, t -> move.copy(table, 0, to, (int) ((long) entries * t / tasks),
                    (int) ((long) entries * (t + 1) / tasks)));
        }
        return to;
    }

    private int tiles() {
        return kind == Run.SUMMED ? 1 : (run + tile - 1) / tile;
    }

    /** Computes a part of the result: pieces of rows, those of one column of tiles after another. */
    private void run(double[] x, double[] y, double[] out, Semiring semiring, long from, long to) {
        if (kind == Run.SUMMED) {
            for (int o = (int) from; o < to; o++) {
                out[o] = summed(x, outerX[o], y, outerY[o], semiring);
            }
            return;
        }
        double[] factors = new double[PARTS];
        int[] places = new int[PARTS];
        double[] sums = semiring == Semiring.LOG_SUM ? new double[tile] : factors;
        int o = (int) (from % outerX.length);
        int begin = (int) (from / outerX.length) * tile;
        for (long unit = from; unit < to; unit++, o++) {
            if (o == outerX.length) {
                o = 0;
                begin += tile;
            }
            int n = Math.min(tile, run - begin);
            int at = o * run + begin;
            int fromX = outerX[o] + begin;
            int fromY = kind == Run.STREAM ? outerY[o] : outerY[o] + begin;
            if (semiring != Semiring.SUM) {
                largest(x, fromX, y, fromY, out, at, n);
                if (semiring == Semiring.LOG_SUM) {
                    logarithms(x, fromX, y, fromY, out, at, n, sums);
                }
            } else if (kind == Run.STREAM) {
                stream(x, fromX, y, fromY, out, at, n, factors, places);
            } else {
                common(x, fromX, y, fromY, out, at, n);
            }
        }
    }

    /** Factors that are 0 are left out: in models with hard constraints most of them are. */
    private void stream(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n, double[] factors,
            int[] places) {
        int count = 0;
        boolean empty = true;
        for (int s = 0; s < sumCount; s++) {
            double factor = y[fromY + sumY[s]];
            if (factor == 0) {
                continue;
            }
            factors[count] = factor;
            places[count++] = fromX + sumX[s];
            if (empty && count == 2) {
                Kernels.scale2(out, at, x, places[0], factors[0], places[1], factors[1], n);
                empty = false;
                count = 0;
            } else if (count == PARTS) {
                Kernels.addScaled4(out, at, x, places, factors, n);
                count = 0;
            }
        }
        if (empty) {
            if (count == 0) {
                Arrays.fill(out, at, at + n, 0);
            } else {
                Kernels.scale(out, at, x, places[0], factors[0], n);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            Kernels.addScaled(out, at, x, places[i], factors[i], n);
        }
    }

    private void common(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n) {
        Kernels.multiply(out, at, x, fromX + sumX[0], y, fromY + sumY[0], n);
        for (int s = 1; s < sumCount; s++) {
            Kernels.addProducts(out, at, x, fromX + sumX[s], y, fromY + sumY[s], n);
        }
    }

    private void largest(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n) {
        Arrays.fill(out, at, at + n, Double.NEGATIVE_INFINITY);
        for (int s = 0; s < sumCount; s++) {
            if (kind == Run.COMMON) {
                Kernels.maxSums(out, at, x, fromX + sumX[s], y, fromY + sumY[s], n);
            } else {
                Kernels.maxShifted(out, at, x, fromX + sumX[s], y[fromY + sumY[s]], n);
            }
        }
    }

    /** Turns the logarithms of the largest terms into those of the sums. */
    private void logarithms(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n,
            double[] sums) {
        Arrays.fill(sums, 0, n, 0);
        for (int s = 0; s < sumCount; s++) {
            if (kind == Run.COMMON) {
                Kernels.addExponentials(sums, out, at, x, fromX + sumX[s], y, fromY + sumY[s], n);
            } else {
                Kernels.addExponentials(sums, out, at, x, fromX + sumX[s], y[fromY + sumY[s]], n);
            }
        }
        for (int i = 0; i < n; i++) {
            if (out[at + i] > Double.NEGATIVE_INFINITY) {
                out[at + i] += Math.log(sums[i]);
            }
        }
    }

    /** One entry of the result, where the run is summed. */
    private double summed(double[] x, int fromX, double[] y, int fromY, Semiring semiring) {
        if (semiring == Semiring.SUM) {
            double sum = 0;
            if (run == 1) {
                for (int s = 0; s < sumCount; s++) {
                    sum += x[fromX + sumX[s]] * y[fromY + sumY[s]];
                }
                return sum;
            }
            for (int s = 0; s < sumCount; s++) {
                sum += Kernels.dot(x, fromX + sumX[s], y, fromY + sumY[s], run);
            }
            return sum;
        }
        double max = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < sumCount; s++) {
            for (int i = 0; i < run; i++) {
                max = Math.max(max, x[fromX + sumX[s] + i] + y[fromY + sumY[s] + i]);
            }
        }
        if (semiring == Semiring.MAX || max == Double.NEGATIVE_INFINITY) {
            return max;
        }
        double sum = 0;
        for (int s = 0; s < sumCount; s++) {
            for (int i = 0; i < run; i++) {
                sum += Math.exp(x[fromX + sumX[s] + i] + y[fromY + sumY[s] + i] - max);
            }
        }
        return max + Math.log(sum);
    }
}
