package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.stream.IntStream;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * {@code counts}: the share of samples in which a variable had a value, as in the paper. Each variable keeps the time
 * of its last change, so a step costs O(variables changed), never O(variables).
 */
public final class CountEstimator implements Estimator {

    private final int[] offsets;
    /** Per variable the time of its last change, then the counts of its values: side by side, as they are needed. */
    private final long[] counts;
    private final int[] start;
    /** From one variable to the next where all have the same number of values, else 0. */
    private final int stride;
    private int[] state;

    /**
     * An estimator that has heard nothing yet.
     *
     * @param model the model
     */
    public CountEstimator(GraphicalModel model) {
        this.offsets = Sums.offsets(model);
        int n = model.variableCount();
        this.start = new int[n];
        for (int v = 0; v < n; v++) {
            start[v] = Math.addExact(offsets[v], v);
        }
        this.counts = new long[Math.addExact(offsets[n], n)];
        boolean uniform = IntStream.range(0, n).allMatch(v -> model.size(v) == model.size(0));
        this.stride = uniform && n > 0 ? model.size(0) + 1 : 0;
    }

    @Override
    public void start(int[] live, long time) {
        state = live;
        for (int at : start) {
            counts[at] = time;
        }
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        int at = stride > 0 ? stride * variable : start[variable];
        counts[at + 1 + before] += time - counts[at];
        counts[at] = time;
    }

    /** As inherited, but compiled for this class alone: a move of many blocks spends much of its time here. */
    @Override
    public void changed(long time, Changes changes) {
        for (int i = 0, count = changes.count(); i < count; i++) {
            changed(time, changes.variable(i), changes.before(i), changes.after(i));
        }
    }

    @Override
    public void addTo(long now, double[] sums) {
        for (int v = 0; v < start.length; v++) {
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                sums[i] += counts[start[v] + 1 + i - offsets[v]];
            }
            sums[offsets[v] + state[v]] += now - counts[start[v]];
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Sums.save(counts, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        state = live;
        Sums.load(counts, in);
    }
}
