package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ContractionShape.Run;

/**
 * The product of two tables, summed over some variables, as loops over flat arrays: compiled once for the shapes,
 * applied to any entries. Immutable.
 *
 * <p>The result's variables stand in an order that is chosen for speed: its last ones, the run, are adjacent in an
 * operand too, so that the innermost loop goes over adjacent entries. Where the operands' own orders give no long run,
 * an operand is transposed first ({@link ContractionShape}). What is added to what, and in what order, does not depend
 * on the number of threads.
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

    /** Entries of the streamed operand that stay in a cache of the second level while its rows are used again. */
    private static final int TILE_ENTRIES = 1 << 15;
    private static final int MIN_TILE = 64;
    private static final int MAX_TILE = 1 << 11;
    /** Products that make a task for a thread: about a millisecond, which is also how often the clock is read. */
    private static final double TASK_PRODUCTS = 1 << 19;
    private static final int PARTS = 4;
    /** Summed values between two looks at the clock, less one; each is a product or a tile. */
    private static final int CHECK_MASK = (1 << 13) - 1;
    /** Adjacent products between two looks at the clock: about a millisecond. */
    private static final int PIECE = 1 << 20;

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
        return new Contraction(new ContractionShape(sizes, rank, a, b, out));
    }

    /** Compiles the loops of a form. */
    Contraction(ContractionShape shape) {
        int[] sizes = shape.sizes;
        this.kind = shape.form.kind();
        this.firstStreams = shape.form.firstStreams();
        this.products = shape.products;
        this.entriesX = TableMath.entries(sizes, shape.x);
        this.entriesY = TableMath.entries(sizes, shape.y);
        this.moveX = shape.form.movesX() ? Broadcast.of(sizes, shape.x, shape.givenX) : null;
        this.moveY = shape.form.movesY() ? Broadcast.of(sizes, shape.y, shape.givenY) : null;
        this.order = shape.order;
        this.run = TableMath.entries(sizes, shape.run);
        this.entries = TableMath.entries(sizes, order);
        boolean summedRun = kind == Run.SUMMED;
        int[] leading = summedRun ? order : Arrays.copyOf(order, order.length - shape.run.length);
        int[] summed = shape.outerSummed();
        this.outerX = TableMath.offsets(sizes, leading, shape.x);
        this.outerY = TableMath.offsets(sizes, leading, shape.y);
        this.sumX = TableMath.offsets(sizes, summed, shape.x);
        this.sumY = TableMath.offsets(sizes, summed, shape.y);
        this.sumCount = sumX.length;
        this.tile = summedRun ? 1 : Math.min(run, Math.max(MIN_TILE, Math.min(MAX_TILE, TILE_ENTRIES / sumCount)));
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
     * @param workers  the threads, the time, and arrays for transposed operands
     * @param out      for the entries of the result
     */
    void apply(double[] first, double[] second, Semiring semiring, TaskThreads workers, double[] out) {
        double[] x = moved(moveX, firstStreams ? first : second, entriesX, workers);
        double[] y = moved(moveY, firstStreams ? second : first, entriesY, workers);
        if (products == 1 && semiring == Semiring.SUM) {
            out[0] = x[0] * y[0];
        } else {
            apply(x, y, out, semiring, workers);
        }
        if (moveX != null) {
            workers.arrays().give(x);
        }
        if (moveY != null) {
            workers.arrays().give(y);
        }
    }

    private void apply(double[] x, double[] y, double[] out, Semiring semiring, TaskThreads workers) {
        long units = (long) outerX.length * tiles();
        if (products < 2 * TASK_PRODUCTS) {
            run(x, y, out, semiring, 0, units, workers);
        } else {
            int tasks = (int) Math.min(units, products / TASK_PRODUCTS);
            workers.forEach(tasks, t -> run(x, y, out, semiring, units * t / tasks, units * (t + 1) / tasks,
                    workers));
        }
    }

    private static double[] moved(@Nullable Broadcast move, double[] table, int entries, TaskThreads workers) {
        if (move == null) {
            return table;
        }
        double[] to = workers.arrays().take(entries);
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
    private void run(double[] x, double[] y, double[] out, Semiring semiring, long from, long to, TaskThreads time) {
        if (kind == Run.SUMMED) {
            for (int o = (int) from; o < to; o++) {
                out[o] = summed(x, outerX[o], y, outerY[o], semiring, time);
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
                largest(x, fromX, y, fromY, out, at, n, time);
                if (semiring == Semiring.LOG_SUM) {
                    logarithms(x, fromX, y, fromY, out, at, n, sums, time);
                }
            } else if (kind == Run.STREAM) {
                stream(x, fromX, y, fromY, out, at, n, factors, places, time);
            } else {
                common(x, fromX, y, fromY, out, at, n, time);
            }
        }
    }

    /** Factors that are 0 are left out: in models with hard constraints most of them are. */
    private void stream(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n, double[] factors,
            int[] places, TaskThreads time) {
        int count = 0;
        boolean empty = true;
        for (int s = 0; s < sumCount; s++) {
            checkTime(s, time);
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

    private void common(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n, TaskThreads time) {
        Kernels.multiply(out, at, x, fromX + sumX[0], y, fromY + sumY[0], n);
        for (int s = 1; s < sumCount; s++) {
            checkTime(s, time);
            Kernels.addProducts(out, at, x, fromX + sumX[s], y, fromY + sumY[s], n);
        }
    }

    private void largest(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n, TaskThreads time) {
        Arrays.fill(out, at, at + n, Double.NEGATIVE_INFINITY);
        for (int s = 0; s < sumCount; s++) {
            checkTime(s, time);
            if (kind == Run.COMMON) {
                Kernels.maxSums(out, at, x, fromX + sumX[s], y, fromY + sumY[s], n);
            } else {
                Kernels.maxShifted(out, at, x, fromX + sumX[s], y[fromY + sumY[s]], n);
            }
        }
    }

    /** Turns the logarithms of the largest terms into those of the sums. */
    private void logarithms(double[] x, int fromX, double[] y, int fromY, double[] out, int at, int n,
            double[] sums, TaskThreads time) {
        Arrays.fill(sums, 0, n, 0);
        for (int s = 0; s < sumCount; s++) {
            checkTime(s, time);
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

    private static void checkTime(int summed, TaskThreads time) {
        if ((summed & CHECK_MASK) == CHECK_MASK) {
            time.checkTime();
        }
    }

    /** One entry of the result, where the run is summed. */
    private double summed(double[] x, int fromX, double[] y, int fromY, Semiring semiring, TaskThreads time) {
        if (semiring == Semiring.SUM && run == 1) {
            double sum = 0;
            for (int s = 0; s < sumCount; s++) {
                checkTime(s, time);
                sum += x[fromX + sumX[s]] * y[fromY + sumY[s]];
            }
            return sum;
        }
        double sum = semiring == Semiring.SUM ? 0 : Double.NEGATIVE_INFINITY;
        for (int s = 0; s < sumCount; s++) {
            checkTime(s, time);
            for (int i = 0; i < run; i += PIECE) {
                int n = Math.min(run - i, PIECE);
                int atX = fromX + sumX[s] + i;
                int atY = fromY + sumY[s] + i;
                sum = semiring == Semiring.SUM ? sum + Kernels.dot(x, atX, y, atY, n)
                        : Math.max(sum, Kernels.maxSum(x, atX, y, atY, n));
                if (n == PIECE) {
                    time.checkTime();
                }
            }
        }
        return semiring == Semiring.LOG_SUM && sum > Double.NEGATIVE_INFINITY
                ? sum + Math.log(exponentials(x, fromX, y, fromY, sum, time)) : sum;
    }

    /** The sum of the exponentials of an entry's terms, less the largest one. */
    private double exponentials(double[] x, int fromX, double[] y, int fromY, double max, TaskThreads time) {
        double sum = 0;
        for (int s = 0; s < sumCount; s++) {
            checkTime(s, time);
            for (int i = 0; i < run; i++) {
                checkTime(i, time);
                sum += Math.exp(x[fromX + sumX[s] + i] + y[fromY + sumY[s] + i] - max);
            }
        }
        return sum;
    }
}
