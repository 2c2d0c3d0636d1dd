package org.orbifold.mcmc.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.group.element.Orbits;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.mcmc.orbit.PartitionChoice;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * {@code orbit}: counts averaged over whole orbits of block-value symmetries, with no random move.
 *
 * <p>For a pair p with orbit O, the mean over the group of "the state has p" is (pairs of the state in O) / |O|. The
 * group keeps the distribution, so the expectation of that is P(p), for any chain with the model's distribution as
 * target; a variable's marginal is the sum over the values of its block. For several partitions, each variable is
 * served by the block that averages most. A changed variable costs O(blocks it is in): the time that pairs spent in an
 * orbit is when they left it minus when they entered it, summed.
 */
final class OrbitEstimator implements Estimator {

    private final BlockSymmetries[] symmetries;
    private final int[] best;
    /** Followed blocks: firstOf[v] to firstOf[v+1] list those of variable v as pairs of followed block and stride. */
    private final int[] firstOf;
    private final int[] followed;
    /** Per followed block: its partition, index, the place of its first pair, and of the present one. */
    private final int[] symmetriesOf;
    private final int[] blockOf;
    private final int[] firstPlace;
    private final int[] presentPlace;
    /** Per place the number of an orbit. */
    private final int[] orbitAt;
    private final int[] orbitSizes;
    /** Pairs of an entry of the sums and an orbit whose mean is a term of it. */
    private final int[] terms;
    /** Per orbit the time that pairs spent in it, without what the present ones add. */
    private final long[] sums;

    OrbitEstimator(GraphicalModel model, List<BlockSymmetries> symmetries, List<int[]> typical) {
        if (symmetries.isEmpty()) {
            throw new IllegalArgumentException("averaging over orbits needs the symmetries of at least one partition");
        }
        this.symmetries = symmetries.toArray(BlockSymmetries[]::new);
        int n = model.variableCount();
        this.best = PartitionChoice.best(symmetries, n, typical);
        IntArrayList followedSymmetries = new IntArrayList();
        IntArrayList followedBlocks = new IntArrayList();
        IntArrayList firsts = new IntArrayList();
        IntArrayList orbitsOfPairs = new IntArrayList();
        IntArrayList sizes = new IntArrayList();
        IntArrayList[] ofVariable = new IntArrayList[n];
        Arrays.setAll(ofVariable, v -> new IntArrayList(2));
        for (int k = 0; k < this.symmetries.length; k++) {
            BlockValuePairs values = this.symmetries[k].pairs();
            Orbits orbits = this.symmetries[k].orbits();
            BitSet needed = neededOrbits(k);
            int[] number = new int[orbits.count()];
            Arrays.fill(number, -1);
            for (int b = 0; b < values.partition().blockCount() && !needed.isEmpty(); b++) {
                int first = values.firstPair(b);
                if (!needed.get(orbits.orbitOf(first))) {
                    continue;
                }
                for (int place = values.firstPlace(b); place < values.firstPlace(b + 1); place++) {
                    ofVariable[values.variable(place)].add(followedBlocks.size());
                    ofVariable[values.variable(place)].add(values.stride(place));
                }
                followedSymmetries.add(k);
                followedBlocks.add(b);
                firsts.add(orbitsOfPairs.size());
                for (int pair = first; pair < values.firstPair(b + 1); pair++) {
                    int orbit = orbits.orbitOf(pair);
                    if (number[orbit] < 0) {
                        number[orbit] = sizes.size();
                        sizes.add(orbits.size(orbit));
                    }
                    orbitsOfPairs.add(number[orbit]);
                }
            }
        }
        this.firstOf = new int[n + 1];
        IntArrayList lists = new IntArrayList();
        for (int v = 0; v < n; v++) {
            lists.addAll(ofVariable[v]);
            firstOf[v + 1] = lists.size();
        }
        this.followed = lists.toIntArray();
        this.symmetriesOf = followedSymmetries.toIntArray();
        this.blockOf = followedBlocks.toIntArray();
        this.firstPlace = firsts.toIntArray();
        this.presentPlace = new int[blockOf.length];
        this.orbitAt = orbitsOfPairs.toIntArray();
        this.orbitSizes = sizes.toIntArray();
        this.sums = new long[orbitSizes.length];
        this.terms = terms(model);
    }

    /** Of each variable's chosen block, all values. */
    private int[] terms(GraphicalModel model) {
        int[] offsets = MarginalSums.offsets(model);
        IntArrayList list = new IntArrayList();
        for (int f = 0; f < blockOf.length; f++) {
            BlockValuePairs values = symmetries[symmetriesOf[f]].pairs();
            int b = blockOf[f];
            int count = values.firstPair(b + 1) - values.firstPair(b);
            for (int place = values.firstPlace(b); place < values.firstPlace(b + 1); place++) {
                int v = values.variable(place);
                for (int x = 0; x < count && best[v] == symmetriesOf[f]; x++) {
                    list.add(offsets[v] + values.variableValue(place, x));
                    list.add(orbitAt[firstPlace[f] + x]);
                }
            }
        }
        return list.toIntArray();
    }

    /** All orbits that touch a block which a variable has chosen; an orbit never touches only part of a block orbit. */
    private BitSet neededOrbits(int k) {
        BlockValuePairs values = symmetries[k].pairs();
        Orbits orbits = symmetries[k].orbits();
        BitSet needed = new BitSet();
        for (int v = 0; v < best.length; v++) {
            if (best[v] == k) {
                int b = values.partition().blockOf(v);
                for (int pair = values.firstPair(b); pair < values.firstPair(b + 1); pair++) {
                    needed.set(orbits.orbitOf(pair));
                }
            }
        }
        return needed;
    }

    @Override
    public void start(int[] live, long time) {
        follow(live);
        addPresent(-time, sums);
    }

    private void follow(int[] state) {
        for (int f = 0; f < presentPlace.length; f++) {
            BlockValuePairs values = symmetries[symmetriesOf[f]].pairs();
            presentPlace[f] = firstPlace[f] + values.pair(blockOf[f], state) - values.firstPair(blockOf[f]);
        }
    }

    private void addPresent(long time, long[] target) {
        for (int place : presentPlace) {
            target[orbitAt[place]] += time;
        }
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        for (int i = firstOf[variable], end = firstOf[variable + 1]; i < end; i += 2) {
            int f = followed[i];
            int left = presentPlace[f];
            int entered = left + followed[i + 1] * (after - before);
            presentPlace[f] = entered;
            sums[orbitAt[left]] += time;
            sums[orbitAt[entered]] -= time;
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
    public void addTo(long now, double[] target) {
        long[] total = sums.clone();
        addPresent(now, total);
        double[] means = new double[total.length];
        for (int orbit = 0; orbit < means.length; orbit++) {
            means[orbit] = (double) total[orbit] / orbitSizes[orbit];
        }
        for (int i = 0; i < terms.length; i += 2) {
            target[terms[i]] += means[terms[i + 1]];
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Saved.save(sums, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        Saved.load(sums, in);
        follow(live);
    }
}
