package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.orbifold.pgm.model.GraphicalModel;

/** Flat arrays with an entry for each value of each variable. */
public final class Sums {

    /**
     * Where the entries of each variable begin.
     *
     * @param model the model
     * @return one offset per variable, then the number of all entries
     */
    public static int[] offsets(GraphicalModel model) {
        int[] offsets = new int[model.variableCount() + 1];
        for (int v = 0; v < model.variableCount(); v++) {
            offsets[v + 1] = Math.addExact(offsets[v], model.size(v));
        }
        return offsets;
    }

    static void save(double[] values, DataOutput out) throws IOException {
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    static void load(double[] values, DataInput in) throws IOException {
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
    }

    static void save(long[] values, DataOutput out) throws IOException {
        for (long value : values) {
            out.writeLong(value);
        }
    }

    static void load(long[] values, DataInput in) throws IOException {
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readLong();
        }
    }

    private Sums() { }
}
