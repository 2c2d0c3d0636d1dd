package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Marginals of a model of which the chain draws the core only: those of what was eliminated are its exact conditionals,
 * averaged over the joint distribution of each separator of the core.
 *
 * <p>A separator of one variable takes that variable's marginal from the estimator of the core. For one of several
 * variables the conditionals from which the chain draws are averaged (Rao–Blackwell): given all others, the variables
 * that a step draws have the conditional, and the rest of the separator its present values. With tree-width-bounded
 * blocks that is the joint conditional of the part of the separator that a cover holds; the covers that hold most of it
 * count. If the core's estimator counts values, so does this one.
 *
 * <p>Cost: a few additions for each separator of a variable that changes or is drawn.
 */
final class FringeEstimator implements Estimator {

    private final NarrowElimination fringe;
    private final Estimator core;
    private final boolean counts;
    private final int[] offsets;
    private final int[] coreOffsets;
    private final List<int[]> separators;
    /** By variable of the core: its separators, and its strides there. */
    private final Use[][] ofVariable;
    /** By cover and joint: the separators that take that joint's conditional. */
    private final Use[][][] ofJoint;
    /** Whether a separator takes the conditionals of single variables or blocks. */
    private final boolean[] takesSingle;
    /** By block of the partition that blocks were last reported of. */
    private Use[][] ofBlock = {};
    private @Nullable BlockPartition lastReported;
    /** Where the weights of each separator's states begin. */
    private final int[] first;
    private final double[] weights;
    /** The state of each separator now, and since when; last the time of the beginning. */
    private final long[] present;
    private final long[] since;
    private final double[] two = new double[2];

    /**
     * How a conditional enters the weights of a separator.
     *
     * @param separator its number
     * @param strides   of the variables of the conditional in the separator
     * @param sizes     their domain sizes
     * @param places    by value of the conditional: its place in the separator, where the other variables are 0
     */
    private record Use(int separator, int[] strides, int[] sizes, int[] places) { }

    FringeEstimator(NarrowElimination fringe, Estimator core, @Nullable WideBlocks covers) {
        this.fringe = fringe;
        this.core = core;
        this.counts = !core.wantsConditionals();
        this.offsets = MarginalSums.offsets(fringe.model());
        this.coreOffsets = MarginalSums.offsets(fringe.core());
        this.separators = fringe.separators();
        this.first = new int[separators.size() + 1];
        this.takesSingle = new boolean[separators.size()];
        List<List<Use>> uses = new ArrayList<>();
        fringe.core().variables().forEach(v -> uses.add(new ArrayList<>(2)));
        for (int s = 0; s < separators.size(); s++) {
            first[s + 1] = Math.addExact(first[s], (int) fringe.core().assignments(separators.get(s)));
            takesSingle[s] = separators.get(s).length > 1;
            for (int v : separators.get(s)) {
                uses.get(v).add(use(s, new int[] {v}));
            }
        }
        this.ofVariable = uses.stream().map(list -> list.toArray(Use[]::new)).toArray(Use[][]::new);
        this.ofJoint = covers == null ? new Use[0][][] : joints(covers);
        this.weights = new double[first[separators.size()]];
        this.present = new long[separators.size()];
        this.since = new long[separators.size() + 1];
    }

    /** The conditional of some variables of a separator, the last changing fastest. */
    private Use use(int separator, int[] variables) {
        GraphicalModel model = fringe.core();
        int[] scope = separators.get(separator);
        int[] strides = new int[variables.length];
        int[] sizes = new int[variables.length];
        int[] places = {0};
        for (int k = 0; k < variables.length; k++) {
            int stride = 1;
            for (int i = scope.length - 1; scope[i] != variables[k]; i--) {
                stride *= model.size(scope[i]);
            }
            strides[k] = stride;
            sizes[k] = model.size(variables[k]);
            int[] longer = new int[places.length * sizes[k]];
            for (int i = 0; i < longer.length; i++) {
                longer[i] = places[i / sizes[k]] + i % sizes[k] * stride;
            }
            places = longer;
        }
        return new Use(separator, strides, sizes, places);
    }

    private Use[][][] joints(WideBlocks covers) {
        int count = covers.covers().size();
        List<Map<Block, List<Use>>> uses = new ArrayList<>();
        boolean[][] inside = new boolean[count][fringe.core().variableCount()];
        for (int c = 0; c < count; c++) {
            Map<Block, List<Use>> ofCover = new HashMap<>();
            covers.joints(c).forEach(joint -> ofCover.put(joint, new ArrayList<>(2)));
            uses.add(ofCover);
            for (int v : covers.covers().get(c)) {
                inside[c][v] = true;
            }
        }
        for (int s = 0; s < separators.size(); s++) {
            int[] scope = separators.get(s);
            int[][] parts = Arrays.stream(inside).map(here -> Arrays.stream(scope).filter(v -> here[v]).toArray())
                    .toArray(int[][]::new);
            int most = Arrays.stream(parts).mapToInt(part -> part.length).max().orElse(0);
            for (int c = 0; c < count && takesSingle[s] && most > 0; c++) {
                if (parts[c].length == most) {
                    Block joint = Block.of(parts[c]);
                    uses.get(c).get(joint).add(use(s, joint.variables()));
                }
            }
            takesSingle[s] &= most == 0;
        }
        Use[][][] found = new Use[count][][];
        Arrays.setAll(found, c -> covers.joints(c).stream().map(joint -> uses.get(c).get(joint).toArray(Use[]::new))
                .toArray(Use[][]::new));
        return found;
    }

    @Override
    public boolean acceptsBatches() {
        return core.acceptsBatches();
    }

    @Override
    public boolean wantsConditionals() {
        return core.wantsConditionals();
    }

    @Override
    public void start(int[] state, long time) {
        core.start(state, time);
        Arrays.fill(since, time);
        Arrays.fill(present, 0);
        for (int v = 0; v < ofVariable.length; v++) {
            for (Use use : ofVariable[v]) {
                present[use.separator] += use.places[state[v]];
            }
        }
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        core.changed(time, variable, before, after);
        follow(time, variable, before, after);
    }

    @Override
    public void changed(Changes changes) {
        core.changed(changes);
        for (int i = 0, count = changes.count(); i < count; i++) {
            follow(changes.time(i), changes.variable(i), changes.before(i), changes.after(i));
        }
    }

    private void follow(long time, int variable, int before, int after) {
        for (Use use : ofVariable[variable]) {
            int s = use.separator;
            if (counts) {
                weights[first[s] + (int) present[s]] += time - since[s];
                since[s] = time;
            }
            present[s] += use.places[after] - use.places[before];
        }
    }

    @Override
    public void conditional(long time, int variable, double one) {
        core.conditional(time, variable, one);
        two[0] = 1 - one;
        two[1] = one;
        add(ofVariable[variable], true, two);
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        core.conditional(time, variable, probabilities);
        add(ofVariable[variable], true, probabilities);
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        core.blockConditional(time, partition, block, probabilities);
        if (partition != lastReported) {
            lastReported = partition;
            ofBlock = blocks(partition);
        }
        add(ofBlock[block], true, probabilities);
    }

    @Override
    public void jointConditional(long time, int cover, int joint, double[] probabilities) {
        core.jointConditional(time, cover, joint, probabilities);
        if (cover < ofJoint.length) {
            add(ofJoint[cover][joint], false, probabilities);
        }
    }

    private void add(Use[] uses, boolean single, double[] probabilities) {
        for (Use use : uses) {
            int s = use.separator;
            if (!single || takesSingle[s]) {
                int from = first[s] + (int) present[s];
                for (int k = 0; k < use.strides.length; k++) {
                    from -= (int) present[s] / use.strides[k] % use.sizes[k] * use.strides[k];
                }
                for (int i = 0; i < use.places.length; i++) {
                    weights[from + use.places[i]] += probabilities[i];
                }
            }
        }
    }

    /** The separators that each block has a part of. */
    private Use[][] blocks(BlockPartition partition) {
        BlockValuePairs values = BlockValuePairs.of(fringe.core(), partition);
        Use[][] uses = new Use[partition.blockCount()][];
        for (int b = 0; b < uses.length; b++) {
            List<Use> found = new ArrayList<>();
            for (int place = values.firstPlace(b); place < values.firstPlace(b + 1); place++) {
                for (Use own : ofVariable[values.variable(place)]) {
                    if (found.stream().noneMatch(use -> use.separator == own.separator)) {
                        found.add(ofBlock(values, b, own.separator));
                    }
                }
            }
            uses[b] = found.toArray(Use[]::new);
        }
        return uses;
    }

    private Use ofBlock(BlockValuePairs values, int block, int separator) {
        int[] scope = separators.get(separator);
        int[] places = new int[values.valueCount(block)];
        int[] shared = Arrays.stream(values.partition().block(block).variables())
                .filter(v -> Arrays.binarySearch(scope, v) >= 0).toArray();
        Use joint = use(separator, shared);
        for (int place = values.firstPlace(block); place < values.firstPlace(block + 1); place++) {
            for (int k = 0; k < shared.length; k++) {
                for (int x = 0; x < places.length && shared[k] == values.variable(place); x++) {
                    places[x] += values.variableValue(place, x) * joint.strides[k];
                }
            }
        }
        return new Use(separator, joint.strides, joint.sizes, places);
    }

    @Override
    public void addTo(long now, double[] sums) {
        double[] ofCore = new double[coreOffsets[coreOffsets.length - 1]];
        core.addTo(now, ofCore);
        for (int v = 0; v + 1 < coreOffsets.length; v++) {
            add(ofCore, coreOffsets[v], coreOffsets[v + 1] - coreOffsets[v], sums, offsets[fringe.toOriginal(v)]);
        }
        double[][] joints = new double[separators.size()][];
        for (int s = 0; s < joints.length; s++) {
            int[] scope = separators.get(s);
            joints[s] = scope.length == 1
                    ? Arrays.copyOfRange(ofCore, coreOffsets[scope[0]], coreOffsets[scope[0] + 1])
                    : Arrays.copyOfRange(weights, first[s], first[s + 1]);
            if (counts && scope.length > 1) {
                joints[s][(int) present[s]] += now - since[s];
            }
        }
        double[][] eliminated = fringe.ofEliminated(Arrays.asList(joints), now - since[joints.length]);
        for (int v = 0; v < eliminated.length; v++) {
            if (eliminated[v] != null) {
                add(eliminated[v], 0, eliminated[v].length, sums, offsets[v]);
            }
        }
    }

    private static void add(double[] from, int at, int count, double[] to, int place) {
        for (int i = 0; i < count; i++) {
            to[place + i] += from[at + i];
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        core.save(out);
        Saved.save(weights, out);
        Saved.save(present, out);
        Saved.save(since, out);
    }

    @Override
    public void load(DataInput in, int[] state) throws IOException {
        core.load(in, state);
        Saved.load(weights, in);
        Saved.load(present, in);
        Saved.load(since, in);
    }
}
