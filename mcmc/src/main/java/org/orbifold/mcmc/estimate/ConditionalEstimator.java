package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * {@code conditional}: the mean of the conditionals that Gibbs or block Gibbs draws from, instead of the values drawn
 * (Gelfand and Smith 1990). E[P(X = x | rest)] = P(X = x), because the variable to draw is chosen without regard to the
 * state. Costs one addition per value and update. Needs a base chain that reports conditionals.
 */
final class ConditionalEstimator implements Estimator {

    private final GraphicalModel model;
    private final int[] offsets;
    private final double[] sums;
    /** The partition that blocks were last reported of, with its numbering. */
    private @Nullable BlockValuePairs values;

    ConditionalEstimator(GraphicalModel model) {
        this.model = model;
        this.offsets = MarginalSums.offsets(model);
        this.sums = new double[offsets[model.variableCount()]];
    }

    @Override
    public boolean wantsConditionals() {
        return true;
    }

    @Override
    public void start(int[] live, long time) { }

    @Override
    public void changed(long time, int variable, int before, int after) { }

    @Override
    public void conditional(long time, int variable, double one) {
        int at = offsets[variable];
        sums[at] += 1 - one;
        sums[at + 1] += one;
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        int from = offsets[variable];
        int size = offsets[variable + 1] - from;
        for (int x = 0; x < size; x++) {
            sums[from + x] += probabilities[x];
        }
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        if (values == null || values.partition() != partition) {
            values = BlockValuePairs.of(model, partition);
        }
        int count = values.firstPair(block + 1) - values.firstPair(block);
        for (int i = values.firstPlace(block); i < values.firstPlace(block + 1); i++) {
            int from = offsets[values.variable(i)];
            for (int b = 0; b < count; b++) {
                sums[from + values.variableValue(i, b)] += probabilities[b];
            }
        }
    }

    @Override
    public void addTo(long now, double[] target) {
        for (int i = 0; i < sums.length; i++) {
            target[i] += sums[i];
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Saved.save(sums, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        Saved.load(sums, in);
    }
}
