package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Arrays in checkpoints. */
final class Saved {

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

    private Saved() { }
}
