package org.orbifold.mcmc.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.group.element.Orbits;
import org.orbifold.mcmc.orbit.BlockValues;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * {@code orbit}: counts averaged over whole orbits of block-value symmetries, with no random move.
 *
 * <p>For a pair p with orbit O, the mean over the group of "the state has p" is (pairs of the state in O) / |O|. The
 * group keeps the distribution, so the expectation of that is P(p), for any chain with the model's distribution as
 * target; a variable's marginal is the sum over the values of its block. For several partitions, each variable is
 * served by the block that averages most. A changed variable costs O(blocks it is in), by counters with time stamps.
 */
public final class OrbitEstimator implements Estimator {

    private static final int RECORD = 3;
    private static final int SUM = 1;
    private static final int OCCUPIED = 2;

    private final int[] offsets;
    private final OrbitAction[] actions;
    private final int[] bestAction;
    /** Followed blocks: firstOf[v] to firstOf[v+1] list those of variable v as (followed block, stride). */
    private final int[] firstOf;
    private final int[] followed;
    private final int[] strides;
    /** Per followed block: its action, index, the place of its first pair's orbit, and of the present pair's. */
    private final int[] actionOf;
    private final int[] blockOf;
    private final int[] firstOrbit;
    private final int[] presentOrbit;
    /** Per place the number of an orbit, as its index in {@link #orbits}. */
    private final int[] orbitOfPair;
    private final int[] orbitSizes;
    /** Per orbit side by side, as they are needed: the time of its last change, the sum, and the pairs in it. */
    private final long[] orbits;

    /**
     * An estimator that has heard nothing yet.
     *
     * @param model   the model
     * @param actions its symmetries, for one or several partitions
     * @throws IllegalArgumentException if there is no action
     */
    public OrbitEstimator(GraphicalModel model, List<OrbitAction> actions) {
        this(model, actions, List.of());
    }

    /**
     * An estimator that has heard nothing yet, and that chooses each variable's partition by typical states.
     *
     * @param model   the model
     * @param actions its symmetries, for one or several partitions
     * @param typical a few states of a short run; they only guide the choice and are not counted
     * @throws IllegalArgumentException if there is no action
     */
    public OrbitEstimator(GraphicalModel model, List<OrbitAction> actions, List<int[]> typical) {
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("averaging over orbits needs the symmetries of at least one partition");
        }
        this.offsets = Sums.offsets(model);
        this.actions = actions.toArray(OrbitAction[]::new);
        int n = model.variableCount();
        this.bestAction = OrbitChoice.best(actions, n, typical);
        IntArrayList followedActions = new IntArrayList();
        IntArrayList followedBlocks = new IntArrayList();
        IntArrayList firsts = new IntArrayList();
        IntArrayList orbitsOfPairs = new IntArrayList();
        IntArrayList sizes = new IntArrayList();
        IntArrayList[] ofVariable = new IntArrayList[n];
        Arrays.setAll(ofVariable, v -> new IntArrayList(2));
        for (int k = 0; k < this.actions.length; k++) {
            BlockValues values = this.actions[k].values();
            Orbits orbits = this.actions[k].group().orbits();
            BitSet needed = neededOrbits(k);
            int[] number = new int[orbits.count()];
            Arrays.fill(number, -1);
            for (int b = 0; b < values.partition().blockCount() && !needed.isEmpty(); b++) {
                int first = values.firstPair(b);
                if (!needed.get(orbits.orbitOf(first))) {
                    continue;
                }
                for (int place = values.first(b); place < values.first(b + 1); place++) {
                    ofVariable[values.variable(place)].add(followedBlocks.size());
                    ofVariable[values.variable(place)].add(values.stride(place));
                }
                followedActions.add(k);
                followedBlocks.add(b);
                firsts.add(orbitsOfPairs.size());
                for (int pair = first; pair < values.firstPair(b + 1); pair++) {
                    int orbit = orbits.orbitOf(pair);
                    if (number[orbit] < 0) {
                        number[orbit] = sizes.size();
                        sizes.add(orbits.size(orbit));
                    }
                    orbitsOfPairs.add(RECORD * number[orbit]);
                }
            }
        }
        this.firstOf = new int[n + 1];
        IntArrayList blocks = new IntArrayList();
        IntArrayList steps = new IntArrayList();
        for (int v = 0; v < n; v++) {
            for (int i = 0; i < ofVariable[v].size(); i += 2) {
                blocks.add(ofVariable[v].getInt(i));
                steps.add(ofVariable[v].getInt(i + 1));
            }
            firstOf[v + 1] = blocks.size();
        }
        this.followed = blocks.toIntArray();
        this.strides = steps.toIntArray();
        this.actionOf = followedActions.toIntArray();
        this.blockOf = followedBlocks.toIntArray();
        this.firstOrbit = firsts.toIntArray();
        this.orbitOfPair = orbitsOfPairs.toIntArray();
        this.orbitSizes = sizes.toIntArray();
        this.presentOrbit = new int[blockOf.length];
        this.orbits = new long[Math.multiplyExact(RECORD, orbitSizes.length)];
    }

    /** All orbits that touch a block which a variable has chosen; an orbit never touches only part of a block orbit. */
    private BitSet neededOrbits(int k) {
        BlockValues values = actions[k].values();
        Orbits orbits = actions[k].group().orbits();
        BitSet needed = new BitSet();
        for (int v = 0; v < bestAction.length; v++) {
            if (bestAction[v] == k) {
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
        for (int orbit = 0; orbit < orbits.length; orbit += RECORD) {
            orbits[orbit] = time;
        }
        count(live);
    }

    private void count(int[] state) {
        for (int orbit = 0; orbit < orbits.length; orbit += RECORD) {
            orbits[orbit + OCCUPIED] = 0;
        }
        for (int f = 0; f < presentOrbit.length; f++) {
            BlockValues values = actions[actionOf[f]].values();
            presentOrbit[f] = firstOrbit[f] + values.pair(blockOf[f], state) - values.firstPair(blockOf[f]);
            orbits[orbitOfPair[presentOrbit[f]] + OCCUPIED]++;
        }
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        for (int i = firstOf[variable], end = firstOf[variable + 1]; i < end; i++) {
            int f = followed[i];
            int place = presentOrbit[f];
            int left = orbitOfPair[place];
            place += strides[i] * (after - before);
            int entered = orbitOfPair[place];
            presentOrbit[f] = place;
            if (left != entered) {
                change(left, time, -1);
                change(entered, time, 1);
            }
        }
    }

    /** As inherited, but compiled for this class alone: a move of many blocks spends much of its time here. */
    @Override
    public void changed(long time, Changes changes) {
        for (int i = 0, count = changes.count(); i < count; i++) {
            changed(time, changes.variable(i), changes.before(i), changes.after(i));
        }
    }

    private void change(int orbit, long time, int pairs) {
        long occupied = orbits[orbit + OCCUPIED];
        orbits[orbit + SUM] += occupied * (time - orbits[orbit]);
        orbits[orbit + OCCUPIED] = occupied + pairs;
        orbits[orbit] = time;
    }

    @Override
    public void addTo(long now, double[] target) {
        for (int f = 0; f < blockOf.length; f++) {
            BlockValues values = actions[actionOf[f]].values();
            int b = blockOf[f];
            int count = values.firstPair(b + 1) - values.firstPair(b);
            for (int place = values.first(b); place < values.first(b + 1); place++) {
                int v = values.variable(place);
                if (bestAction[v] == actionOf[f]) {
                    for (int x = 0; x < count; x++) {
                        int orbit = orbitOfPair[firstOrbit[f] + x];
                        long sum = orbits[orbit + SUM] + orbits[orbit + OCCUPIED] * (now - orbits[orbit]);
                        target[offsets[v] + values.valueOf(place, x)] += (double) sum / orbitSizes[orbit / RECORD];
                    }
                }
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Sums.save(orbits, out);
    }

    @Override
    public void load(DataInput in, int[] live) throws IOException {
        Sums.load(orbits, in);
        count(live);
    }
}
