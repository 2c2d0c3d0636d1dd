package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.orbifold.pgm.exact.ScaledTable.Mode;

/**
 * The tables of all nodes of a contraction tree, from the leaves to the root: log Z or the largest log-weight, and what
 * the way back down needs. May be run again on other leaves of the same shapes; its arrays are then used again.
 */
final class UpwardPass {

    private final ContractionProgram program;
    private Mode mode = Mode.SUM;
    private final ScaledTable[] tables;
    /** By leaf: with the variables that occur nowhere else. */
    private final ScaledTable[] wholes;
    private final Keep keep;
    /** By node: the arrays of a pass that is run again. */
    private final double[][] buffers;
    private double logTotal = Double.NaN;

    /** Which tables a pass keeps. */
    enum Keep {
        /** The root's: for the total alone. */
        ROOT,
        /** All, until they are dropped. */
        ALL,
        /** All, and their arrays for the next run. */
        ARRAYS
    }

    /** Where the leaves come from. */
    interface Source {

        /**
         * A leaf's table.
         *
         * @param leaf    its number
         * @param order   its variables, the last changing fastest
         * @param mode    how it will be multiplied
         * @param workers the threads, and the time
         */
        ScaledTable leaf(int leaf, int[] order, Mode mode, TaskThreads workers);
    }

    /**
     * Allocates the arrays.
     *
     * @param program the compiled tree
     * @param keep    which tables it keeps
     */
    UpwardPass(ContractionProgram program, Keep keep) {
        this.program = program;
        this.keep = keep;
        this.tables = new ScaledTable[program.tree().nodeCount()];
        this.wholes = new ScaledTable[program.tree().leafCount()];
        this.buffers = new double[keep == Keep.ARRAYS ? tables.length : 0][];
    }

    /**
     * Computes the tables for sums; precisely, if otherwise too much would be lost.
     *
     * @param source  the leaves
     * @param workers the threads, and the time
     * @return this pass
     */
    UpwardPass run(Source source, TaskThreads workers) {
        run(source, Mode.SUM, workers);
        return tables[tables.length - 1].isPrecise() ? this : run(source, Mode.PRECISE_SUM, workers);
    }

    /**
     * Computes the tables in one way.
     *
     * @param source  the leaves
     * @param with    sums or maxima
     * @param workers the threads, and the time
     * @return this pass
     */
    UpwardPass run(Source source, Mode with, TaskThreads workers) {
        this.mode = with;
        ContractionTree tree = program.tree();
        program.up(workers, node -> {
            drop(node, workers.arrays());
            if (program.isLeaf(node)) {
                wholes[node] = source.leaf(node, program.wholeOrder(node), mode, workers);
                tables[node] = open(node, workers);
            } else {
                tables[node] = ScaledTable.contract(program.contraction(node), tables[tree.left(node)],
                        tables[tree.right(node)], mode, workers, array(node, workers.arrays()));
                if (keep == Keep.ROOT) {
                    drop(tree.left(node), workers.arrays());
                    drop(tree.right(node), workers.arrays());
                }
            }
        });
        ScaledTable root = tables[tables.length - 1];
        this.logTotal = mode == Mode.MAX ? root.entries()[0] + root.logScale() : root.logTotal();
        return this;
    }

    /** How the tables were multiplied. */
    Mode mode() {
        return mode;
    }

    private double[] array(int node, TableArrays arrays) {
        int entries = program.contraction(node).entries();
        if (keep != Keep.ARRAYS) {
            return arrays.take(entries);
        }
        if (buffers[node] == null) {
            buffers[node] = new double[entries];
        }
        return buffers[node];
    }

    /** A leaf's table, with the variables that occur nowhere else summed or maximized out. */
    private ScaledTable open(int leaf, TaskThreads workers) {
        ScaledTable whole = wholes[leaf];
        int[] order = program.order(leaf);
        if (order.length == program.wholeOrder(leaf).length) {
            return whole;
        }
        // They stand first, so a row of the rest is adjacent.
        int entries = (int) program.tree().entries(order);
        int rows = whole.entries().length / entries;
        double[] all = whole.entries();
        double[] result = Arrays.copyOf(all, entries);
        if (mode != Mode.MAX && whole.areLogs()) {
            double[] column = new double[rows];
            for (int i = 0; i < entries; i++) {
                checkTime(i, rows, workers);
                for (int r = 0; r < rows; r++) {
                    column[r] = all[r * entries + i];
                }
                result[i] = Logs.sum(column, 0, rows);
            }
            return ScaledTable.ofLogs(result, whole.logScale(), 0, mode, workers);
        }
        for (int r = 1; r < rows; r++) {
            checkTime(r, entries, workers);
            for (int i = 0; i < entries; i++) {
                double entry = all[r * entries + i];
                result[i] = mode == Mode.MAX ? Math.max(result[i], entry) : result[i] + entry;
            }
        }
        if (mode == Mode.MAX) {
            return ScaledTable.ofLogs(result, whole.logScale(), 0, mode, workers);
        }
        return ScaledTable.bounded(result, whole.logScale(), whole.low(), whole.high() * rows, whole.lost() * rows,
                mode, workers);
    }

    /** Checks the time before some of the steps: about once in a {@link ScaledTable#PIECE}. */
    private static void checkTime(int step, int entriesOfStep, TaskThreads time) {
        if (step > 0 && (long) step * entriesOfStep / ScaledTable.PIECE
                != (step - 1L) * entriesOfStep / ScaledTable.PIECE) {
            time.checkTime();
        }
    }

    /** The logarithm of the sum, or of the maximum, over all states; −∞ if none is possible. */
    double logTotal() {
        return logTotal;
    }

    ScaledTable table(int node) {
        return tables[node];
    }

    ScaledTable whole(int leaf) {
        return wholes[leaf];
    }

    /** Forgets the table of a node that is not needed any more, unless its array is for the next run. */
    void drop(int node, TableArrays arrays) {
        if (keep == Keep.ARRAYS) {
            return;
        }
        if (program.isLeaf(node)) {
            wholes[node] = null;
        } else if (tables[node] != null) {
            arrays.give(tables[node].entries());
        }
        tables[node] = null;
    }

    /** Forgets all tables. */
    void dropAll(TableArrays arrays) {
        for (int node = 0; node < tables.length; node++) {
            drop(node, arrays);
        }
    }
}
