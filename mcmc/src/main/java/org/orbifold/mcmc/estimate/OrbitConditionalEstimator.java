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
 * the mean over all updates of all those blocks, divided by m, estimates P(O). Cost: one addition per block value.
 *
 * <p>An update of a single variable adds its conditional to the values of {@link MarginalClasses}, which are to
 * variables what the orbits are to blocks; the two kinds of updates count alike. Blocks of other partitions do not
 * count.
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
    /** Null until a single variable is told of. */
    private @Nullable MarginalClasses classes;
    private double[] ofClasses = {};

    OrbitConditionalEstimator(GraphicalModel model, BlockSymmetries symmetries) {
        this.offsets = MarginalSums.offsets(model);
        this.values = symmetries.pairs();
        this.partition = values.partition();
        this.lastReported = partition;
        Orbits orbits = symmetries.orbits();
        this.orbitOf = new int[values.pairCount()];
        this.share = new int[orbits.count()];
        this.sums = new double[orbits.count()];
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
        MarginalClasses known = classes();
        ofClasses[known.of(variable, 0)] += 1 - one;
        ofClasses[known.of(variable, 1)] += one;
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        MarginalClasses known = classes();
        for (int x = 0; x < known.size(variable); x++) {
            ofClasses[known.of(variable, x)] += probabilities[x];
        }
    }

    private MarginalClasses classes() {
        MarginalClasses known = classes;
        if (known == null) {
            known = new MarginalClasses(values, orbitOf, offsets);
            classes = known;
            ofClasses = new double[known.count()];
        }
        return known;
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
        if (classes != null) {
            classes.addTo(ofClasses, target);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Saved.save(sums, out);
        out.writeBoolean(classes != null);
        if (classes != null) {
            Saved.save(ofClasses, out);
        }
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        Saved.load(sums, in);
        if (in.readBoolean()) {
            classes();
            Saved.load(ofClasses, in);
        }
    }
}
