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
     * @param isLost  whether a possible entry is 0 as a double
     */
    record Potentials(double[][] entries, double[] least, boolean isLost) { }

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

    /** Made when first needed: whoever maximizes needs none. */
    synchronized Potentials potentials() {
        if (potentials == null) {
            double[][] entries = Arrays.stream(logs).map(TableEntries::linear).toArray(double[][]::new);
            double[] least = Arrays.stream(entries).mapToDouble(table ->
                    Arrays.stream(table).filter(entry -> entry > 0).min().orElse(1)).toArray();
            potentials = new Potentials(entries, least, isLost(entries));
        }
        return potentials;
    }

    private static double[] linear(double[] logs) {
        double max = Math.max(-Double.MAX_VALUE, Arrays.stream(logs).max().orElse(0));
        return Arrays.stream(logs).map(log -> Math.exp(log - max)).toArray();
    }

    private boolean isLost(double[][] entries) {
        for (int f = 0; f < logs.length; f++) {
            for (int e = 0; e < logs[f].length; e++) {
                if (entries[f][e] == 0 && logs[f][e] > Double.NEGATIVE_INFINITY) {
                    return true;
                }
            }
        }
        return false;
    }
}
