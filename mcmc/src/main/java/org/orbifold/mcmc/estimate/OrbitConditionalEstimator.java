package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Orbits;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * {@code auto}: the conditionals of blocks, averaged over the orbits of block-value symmetries.
 *
 * <p>All pairs of an orbit O have the same probability P(O). A block b with m pairs in O that is drawn from its
 * conditional q adds Σ q over these pairs, whose expectation is m·P(O); all blocks that O touches have the same m. So
 * the mean over all updates of all those blocks, divided by m, estimates P(O).
 *
 * <p>Updates of single variables are averaged over {@link MarginalClasses}, which are to variables what the orbits are
 * to blocks; the two kinds of updates count alike. Blocks of other partitions do not count.
 *
 * <p>Cost: one addition per value. Orbits and classes are summed up only when the estimate is asked for.
 */
final class OrbitConditionalEstimator implements Estimator {

    private final int[] offsets;
    private final BlockPartition partition;
    /** The partition that blocks were last reported of, and whether it equals the own one. */
    private BlockPartition lastReported;
    private boolean isOwn = true;
    private final BlockValuePairs values;
    private final int[] orbitOf;
    /** For each orbit, the number of its pairs in any one block. */
    private final int[] share;
    /** What was added for each block value. */
    private final double[] sums;
    /** The updates of single variables. */
    private final ConditionalEstimator single;
    /** Null until it is needed. */
    private @Nullable MarginalClasses classes;

    OrbitConditionalEstimator(GraphicalModel model, BlockSymmetries symmetries) {
        this.offsets = MarginalSums.offsets(model);
        this.values = symmetries.pairs();
        this.partition = values.partition();
        this.lastReported = partition;
        Orbits orbits = symmetries.orbits();
        this.orbitOf = new int[values.pairCount()];
        this.share = new int[orbits.count()];
        this.sums = new double[values.pairCount()];
        this.single = new ConditionalEstimator(model);
        int[] blockOfOrbit = new int[orbits.count()];
        Arrays.fill(blockOfOrbit, -1);
        for (int p = 0; p < orbitOf.length; p++) {
            int orbit = orbits.orbitOf(p);
            orbitOf[p] = orbit;
            // Any one block of the orbit will do: the first.
            if (blockOfOrbit[orbit] < 0) {
                blockOfOrbit[orbit] = values.blockOf(p);
            }
            if (blockOfOrbit[orbit] == values.blockOf(p)) {
                share[orbit]++;
            }
        }
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
        single.conditional(time, variable, one);
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        single.conditional(time, variable, probabilities);
    }

    @Override
    public void blockConditional(long time, BlockPartition of, int block, double[] probabilities) {
        if (of != lastReported) {
            lastReported = of;
            isOwn = of.equals(partition);
        }
        if (isOwn) {
            add(block, probabilities);
        }
    }

    private void add(int block, double[] probabilities) {
        int first = values.firstPair(block);
        int count = values.firstPair(block + 1) - first;
        for (int b = 0; b < count; b++) {
            sums[first + b] += probabilities[b];
        }
    }

    @Override
    public void addTo(long now, double[] target) {
        double[] ofOrbits = new double[share.length];
        for (int p = 0; p < sums.length; p++) {
            ofOrbits[orbitOf[p]] += sums[p];
        }
        for (int b = 0; b < partition.blockCount(); b++) {
            int first = values.firstPair(b);
            int count = values.firstPair(b + 1) - first;
            for (int place = values.firstPlace(b); place < values.firstPlace(b + 1); place++) {
                int from = offsets[values.variable(place)];
                for (int x = 0; x < count; x++) {
                    int orbit = orbitOf[first + x];
                    target[from + values.variableValue(place, x)] += ofOrbits[orbit] / share[orbit];
                }
            }
        }
        double[] ofSingle = new double[target.length];
        single.addTo(now, ofSingle);
        if (Arrays.stream(ofSingle).anyMatch(sum -> sum > 0)) {
            classes = classes == null ? new MarginalClasses(values, orbitOf, offsets) : classes;
            classes.addTo(ofSingle, target);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Saved.save(sums, out);
        single.save(out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        Saved.load(sums, in);
        single.load(in, live);
    }
}
