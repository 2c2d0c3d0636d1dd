package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * {@code counts}: the share of samples in which a variable had a value, as in the paper. Each variable keeps the time
 * of its last change, so a step costs O(variables changed), never O(variables).
 */
public final class CountEstimator implements Estimator {

    private final int[] offsets;
    private final long[] counts;
    private final long[] since;
    private int[] state;

    /**
     * An estimator that has heard nothing yet.
     *
     * @param model the model
     */
    public CountEstimator(GraphicalModel model) {
        this.offsets = Sums.offsets(model);
        this.counts = new long[offsets[model.variableCount()]];
        this.since = new long[model.variableCount()];
    }

    @Override
    public void start(int[] live, long time) {
        state = live;
        Arrays.fill(since, time);
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        counts[offsets[variable] + before] += time - since[variable];
        since[variable] = time;
    }

    @Override
    public void addTo(long now, double[] sums) {
        for (int i = 0; i < counts.length; i++) {
            sums[i] += counts[i];
        }
        for (int v = 0; v < since.length; v++) {
            sums[offsets[v] + state[v]] += now - since[v];
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Sums.save(counts, out);
        Sums.save(since, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        state = live;
        Sums.load(counts, in);
        Sums.load(since, in);
    }
}
