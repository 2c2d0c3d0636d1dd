package org.orbifold.pgm.exact;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ScaledTable.Mode;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * The entries of a model's tables, for all {@linkplain JointConditional sets} of its variables: one copy, whatever the
 * number of sets and threads. Safe for use by several threads.
 */
public final class TableEntries {

    final double[][] logs;
    /** Not sent to other machines. */
    private transient ScaledTable @Nullable [] scaled;

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

    /** The tables for sums, but for their common factors. Made when first needed: maximizing needs none. */
    synchronized ScaledTable[] scaled() {
        if (scaled == null) {
            scaled = Arrays.stream(logs).map(own -> ScaledTable.ofLogs(own.clone(), 0, 0, Mode.PRECISE_SUM,
                    TaskThreads.CALLER)).toArray(ScaledTable[]::new);
        }
        return scaled;
    }
}
