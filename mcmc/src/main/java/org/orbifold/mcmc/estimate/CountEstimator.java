package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * {@code counts}: the share of samples in which a variable had a value, as in the paper. A value's count is when the
 * variable left it minus when it entered it, summed, so a step costs O(variables changed), never O(variables).
 */
final class CountEstimator implements Estimator {

    private final int[] sizes;
    private final boolean allBinary;
    /** Where the counts of a variable begin: of its values but the first, whose count is the rest. */
    private final int[] first;
    /** The counts, without what the present values add; last the time of the beginning. */
    private final long[] counts;
    private int[] state = {};

    CountEstimator(GraphicalModel model) {
        int n = model.variableCount();
        this.sizes = model.sizes();
        this.allBinary = Arrays.stream(sizes).allMatch(size -> size == 2);
        this.first = new int[n + 1];
        for (int v = 0; v < n; v++) {
            first[v + 1] = Math.addExact(first[v], sizes[v] - 1);
        }
        this.counts = new long[first[n] + 1];
    }

    @Override
    public void start(int[] live, long time) {
        state = live;
        counts[counts.length - 1] = time;
        for (int v = 0; v < sizes.length; v++) {
            enter(time, v, state[v]);
        }
    }

    private void enter(long time, int variable, int value) {
        if (value > 0) {
            counts[first[variable] + value - 1] -= time;
        }
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        if (allBinary) {
            counts[variable] += time * (before - after);
        } else {
            enter(-time, variable, before);
            enter(time, variable, after);
        }
    }

    @Override
    public boolean acceptsBatches() {
        return true;
    }

    /** As inherited, but compiled for this class alone: a chain spends much of its time here. */
    @Override
    public void changed(Changes changes) {
        for (int i = 0, count = changes.count(); i < count; i++) {
            changed(changes.time(i), changes.variable(i), changes.before(i), changes.after(i));
        }
    }

    @Override
    public void addTo(long now, double[] sums) {
        int at = 0;
        for (int v = 0; v < sizes.length; v++) {
            long rest = now - counts[counts.length - 1];
            for (int x = 1; x < sizes[v]; x++) {
                long count = counts[first[v] + x - 1] + (state[v] == x ? now : 0);
                sums[at + x] += count;
                rest -= count;
            }
            sums[at] += rest;
            at += sizes[v];
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Saved.save(counts, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        state = live;
        Saved.load(counts, in);
    }
}
