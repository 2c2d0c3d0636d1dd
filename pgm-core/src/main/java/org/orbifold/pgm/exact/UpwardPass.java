package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.orbifold.pgm.exact.Leaves.Loader;

/**
 * The tables of all nodes of a contraction tree, from the leaves to the root, for one model and one slice: log Z or the
 * largest log-weight, and the way back down to states. Immutable once made.
 */
final class UpwardPass {

    private final ContractionProgram program;
    private final boolean maxima;
    private final ScaledTable[] tables;
    /** By leaf: with the variables that occur nowhere else. */
    private final ScaledTable[] wholes;
    private final double logTotal;

    /**
     * Computes the tables.
     *
     * @param program the compiled tree
     * @param loader  the model's tables
     * @param values  of the sliced variables; 0 for all others
     * @param maxima  whether maxima are taken in place of sums
     * @param workers the threads, and the time
     */
    UpwardPass(ContractionProgram program, Loader loader, int[] values, boolean maxima, Workers workers) {
        this.program = program;
        this.maxima = maxima;
        ContractionTree tree = program.tree();
        this.tables = new ScaledTable[tree.nodeCount()];
        this.wholes = new ScaledTable[tree.leafCount()];
        program.up(workers, node -> {
            if (program.isLeaf(node)) {
                double[] logs = loader.logs(node, program.wholeOrder(node), values);
                wholes[node] = maxima ? ScaledTable.ofMaxima(logs) : ScaledTable.ofLogs(logs, 0);
                tables[node] = open(node);
            } else {
                tables[node] = ScaledTable.contract(program.contraction(node), tables[tree.left(node)],
                        tables[tree.right(node)], maxima, workers);
            }
        });
        this.logTotal = loader.constant() + (maxima ? tables[tables.length - 1].entries()[0]
                + tables[tables.length - 1].logScale() : tables[tables.length - 1].logTotal());
    }

    /** A leaf's table, with the variables that occur nowhere else summed or maximized out. */
    private ScaledTable open(int leaf) {
        ScaledTable whole = wholes[leaf];
        int[] order = program.order(leaf);
        if (order.length == program.wholeOrder(leaf).length) {
            return whole;
        }
        // They stand first, so a row of the rest is adjacent.
        int entries = (int) program.tree().entries(order);
        int rows = whole.entries().length / entries;
        double[] result = Arrays.copyOf(whole.entries(), entries);
        for (int r = 1; r < rows; r++) {
            if (maxima) {
                for (int i = 0; i < entries; i++) {
                    result[i] = Math.max(result[i], whole.entries()[r * entries + i]);
                }
            } else if (!whole.areLogs()) {
                for (int i = 0; i < entries; i++) {
                    result[i] += whole.entries()[r * entries + i];
                }
            }
        }
        if (maxima) {
            return ScaledTable.ofMaxima(result);
        }
        if (whole.areLogs()) {
            double[] column = new double[rows];
            for (int i = 0; i < entries; i++) {
                for (int r = 0; r < rows; r++) {
                    column[r] = whole.entries()[r * entries + i];
                }
                result[i] = TableMath.logSum(column, 0, rows);
            }
            return ScaledTable.ofLogs(result, whole.logScale());
        }
        return ScaledTable.bounded(result, whole.logScale(), whole.low(), whole.high() * rows);
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

    /** Forgets the table of a node that is not needed any more. */
    void drop(int node) {
        tables[node] = null;
        if (program.isLeaf(node)) {
            wholes[node] = null;
        }
    }
}
