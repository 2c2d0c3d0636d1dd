package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
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
 * the mean over all updates of all those blocks, divided by m, estimates P(O). Cost: one addition per block value.
 *
 * <p>Uses updates of blocks of the symmetries' partition, and of single variables that are blocks there; no others.
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
    private final double[] sums;
    /** The first pair of a variable that is a block, else −1. */
    private final int[] firstPairOf;

    OrbitConditionalEstimator(GraphicalModel model, BlockSymmetries symmetries) {
        this.offsets = MarginalSums.offsets(model);
        this.values = symmetries.pairs();
        this.partition = values.partition();
        this.lastReported = partition;
        Orbits orbits = symmetries.orbits();
        this.orbitOf = new int[values.pairCount()];
        this.share = new int[orbits.count()];
        this.sums = new double[orbits.count()];
        this.firstPairOf = new int[model.variableCount()];
        Arrays.setAll(firstPairOf, v -> {
            int block = partition.blockOf(v);
            return values.firstPlace(block + 1) - values.firstPlace(block) == 1 ? values.firstPair(block) : -1;
        });
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
        int first = firstPairOf[variable];
        if (first >= 0) {
            sums[orbitOf[first]] += 1 - one;
            sums[orbitOf[first + 1]] += one;
        }
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        if (firstPairOf[variable] >= 0) {
            add(partition.blockOf(variable), probabilities);
        }
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
            sums[orbitOf[first + b]] += probabilities[b];
        }
    }

    @Override
    public void addTo(long now, double[] target) {
        for (int b = 0; b < partition.blockCount(); b++) {
            int first = values.firstPair(b);
            int count = values.firstPair(b + 1) - first;
            for (int place = values.firstPlace(b); place < values.firstPlace(b + 1); place++) {
                int from = offsets[values.variable(place)];
                for (int x = 0; x < count; x++) {
                    int orbit = orbitOf[first + x];
                    target[from + values.variableValue(place, x)] += sums[orbit] / share[orbit];
                }
            }
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
