package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Marginals of a model of which the chain draws the core only. For how long each separator of the core had each of its
 * states is counted; the marginals of what was eliminated are its exact conditionals, averaged by these counts. Costs a
 * few additions for each separator of a variable that changes.
 */
final class FringeEstimator implements Estimator {

    private final NarrowElimination fringe;
    private final Estimator core;
    private final int[] offsets;
    private final int[] coreOffsets;
    private final List<int[]> separators;
    /** For each variable of the core its separators, each followed by the variable's stride there. */
    private final int[][] places;
    /** Where the counts of each separator begin. */
    private final int[] first;
    private final long[] counts;
    /** The state of each separator now, and since when; last the time of the beginning. */
    private final long[] present;
    private final long[] since;

    FringeEstimator(NarrowElimination fringe, Estimator core) {
        this.fringe = fringe;
        this.core = core;
        this.offsets = MarginalSums.offsets(fringe.model());
        this.coreOffsets = MarginalSums.offsets(fringe.core());
        this.separators = fringe.separators();
        this.places = places(fringe.core(), separators);
        this.first = new int[separators.size() + 1];
        for (int s = 0; s < separators.size(); s++) {
            first[s + 1] = Math.addExact(first[s], (int) fringe.core().assignments(separators.get(s)));
        }
        this.counts = new long[first[separators.size()]];
        this.present = new long[separators.size()];
        this.since = new long[separators.size() + 1];
    }

    private static int[][] places(GraphicalModel core, List<int[]> separators) {
        int[] degrees = new int[core.variableCount()];
        for (int[] scope : separators) {
            for (int v : scope) {
                degrees[v]++;
            }
        }
        int[][] places = new int[degrees.length][];
        Arrays.setAll(places, v -> new int[2 * degrees[v]]);
        for (int s = separators.size() - 1; s >= 0; s--) {
            int stride = 1;
            int[] scope = separators.get(s);
            for (int k = scope.length - 1; k >= 0; k--) {
                int at = 2 * --degrees[scope[k]];
                places[scope[k]][at] = s;
                places[scope[k]][at + 1] = stride;
                stride *= core.size(scope[k]);
            }
        }
        return places;
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
        for (int v = 0; v < places.length; v++) {
            for (int i = 0; i < places[v].length; i += 2) {
                present[places[v][i]] += (long) places[v][i + 1] * state[v];
            }
        }
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        core.changed(time, variable, before, after);
        count(time, variable, after - before);
    }

    @Override
    public void changed(Changes changes) {
        core.changed(changes);
        for (int i = 0, count = changes.count(); i < count; i++) {
            count(changes.time(i), changes.variable(i), changes.after(i) - changes.before(i));
        }
    }

    private void count(long time, int variable, int step) {
        int[] place = places[variable];
        for (int i = 0; i < place.length; i += 2) {
            int s = place[i];
            counts[first[s] + (int) present[s]] += time - since[s];
            since[s] = time;
            present[s] += (long) place[i + 1] * step;
        }
    }

    @Override
    public void conditional(long time, int variable, double one) {
        core.conditional(time, variable, one);
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        core.conditional(time, variable, probabilities);
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        core.blockConditional(time, partition, block, probabilities);
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
            joints[s] = new double[first[s + 1] - first[s]];
            for (int i = 0; i < joints[s].length; i++) {
                joints[s][i] = counts[first[s] + i];
            }
            joints[s][(int) present[s]] += now - since[s];
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
        Saved.save(counts, out);
        Saved.save(present, out);
        Saved.save(since, out);
    }

    @Override
    public void load(DataInput in, int[] state) throws IOException {
        core.load(in, state);
        Saved.load(counts, in);
        Saved.load(present, in);
        Saved.load(since, in);
    }
}
