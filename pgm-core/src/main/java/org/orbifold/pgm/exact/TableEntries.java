package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * The entries of a model's tables, for all {@linkplain JointConditional sets} of its variables: one copy, whatever the
 * number of sets and threads. Safe for use by several threads.
 */
public final class TableEntries {

    final double[][] logs;
    /** Not sent to other machines. */
    private transient @Nullable Potentials potentials;

    /**
     * Entries that are no logarithms.
     *
     * @param entries the largest of each table is 1
     * @param least   the least positive one of each table
     * @param lost    whether a possible entry of each table is too small to be multiplied as a plain number
     */
    record Potentials(double[][] entries, double[] least, boolean[] lost) {

        boolean isLost(int table) {
            return lost[table];
        }
    }

    private TableEntries(double[][] logs) {
        this.logs = logs;
    }

    /**
     * Copies entries.
     *
     * @param model the model
     * @return the entries of {@code model.factors()}
     */
    public static TableEntries of(GraphicalModel model) {
        return new TableEntries(model.factors().tables().stream().map(Table::entries).toArray(double[][]::new));
    }

    /** Made when first needed: maximizing needs none. */
    synchronized Potentials potentials() {
        if (potentials == null) {
            double[][] entries = Arrays.stream(logs).map(TableEntries::linear).toArray(double[][]::new);
            double[] least = Arrays.stream(logs).mapToDouble(TableEntries::least).toArray();
            boolean[] lost = new boolean[logs.length];
            for (int t = 0; t < lost.length; t++) {
                lost[t] = least[t] < ScaledTable.LEAST;
            }
            potentials = new Potentials(entries, least, lost);
        }
        return potentials;
    }

    private static double[] linear(double[] logs) {
        double max = Math.max(-Double.MAX_VALUE, Arrays.stream(logs).max().orElse(0));
        return Arrays.stream(logs).map(log -> Math.exp(log - max)).toArray();
    }

    /** The least positive entry beside the largest, as a plain number; 1 if none is positive. */
    private static double least(double[] logs) {
        double max = Arrays.stream(logs).max().orElse(0);
        double min = Arrays.stream(logs).filter(log -> log > Double.NEGATIVE_INFINITY).min().orElse(max);
        return max == Double.NEGATIVE_INFINITY ? 1 : Math.exp(min - max);
    }
}
