package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * A lower bound on log Z that hard zeros do not spoil: some variables, the cutset, get values, and the rest is summed
 * exactly. Sums for different values of the cutset are about different states, so they add up. Values are tried best
 * first: the neighbours, by one value, of those with the largest sums; the first are those of a good state.
 */
final class ConditionedSums {

    /** Bound on the relative error of a sum over positive numbers, and of its logarithm: far above what is seen. */
    private static final double MARGIN = 1e-9;
    /** Passes for the state to begin with, and the entries of their tables. */
    private static final int PASSES = 16;
    private static final int ENTRIES = 1 << 8;
    /** Sums without a time limit. */
    private static final int UNTIMED = 64;

    private final GraphicalModel model;
    private final ExactOptions options;
    private final int[] cutset;
    private final Set<IntArrayList> met = new HashSet<>();
    private final PriorityQueue<Sum> queue = new PriorityQueue<>(Comparator.comparingDouble((Sum s) -> -s.logSum));
    /** By variable and value: no more than the logarithm of its states' weights; none if only log Z is wanted. */
    private final double[][] ofValues;
    private @Nullable ContractionPlan plan;
    private double total = Double.NEGATIVE_INFINITY;

    private record Sum(int[] values, double logSum) { }

    private ConditionedSums(GraphicalModel model, int[] cutset, double[][] ofValues, ExactOptions options) {
        this.model = model;
        this.cutset = cutset;
        this.ofValues = ofValues;
        this.options = options;
    }

    /**
     * Finds a bound.
     *
     * @param model      the model
     * @param maxEntries the most entries of tables of the sums, about
     * @param options    time, and memory
     * @return no more than log Z; −∞ if no possible state was found in time, or if the memory is too small for the sums
     */
    static double logBound(GraphicalModel model, double maxEntries, ExactOptions options) {
        return logBound(model, maxEntries, new double[0][], options);
    }

    /**
     * The same, also for the states with one value of a variable.
     *
     * @param ofValues by variable and value, −∞ at first: bounds on the logarithms of such sums, made larger; an empty
     *                 array if they are not wanted
     */
    static double logBound(GraphicalModel model, double maxEntries, double[][] ofValues, ExactOptions options) {
        Budget budget = options.budget();
        if (!model.factors(budget).wide().isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        try {
            int[] state = state(model, budget);
            return new ConditionedSums(model, cutset(model, maxEntries, budget), ofValues, options)
                    .run(state);
        } catch (OutOfTimeException e) {
            return Double.NEGATIVE_INFINITY;
        }
    }

    /** A good state: what mini-buckets say, repaired where hard constraints forbid it. */
    private static int[] state(GraphicalModel model, Budget budget) {
        MiniBuckets buckets = MiniBuckets.of(model, MiniBuckets.Kind.MAXIMUM, ENTRIES, budget);
        int[] best = null;
        double weight = Double.NEGATIVE_INFINITY;
        int[] state = new int[model.variableCount()];
        for (int i = 0; i < PASSES; i++) {
            buckets.pass(budget);
            state = buckets.state();
            double found = model.logWeight(state);
            if (found > weight) {
                weight = found;
                best = state;
            }
        }
        if (best == null) {
            HardClauses.of(model, budget).solve(state);
            best = state;
        }
        return best;
    }

    /** Variables without which the others can be eliminated with tables of some size. */
    private static int[] cutset(GraphicalModel model, double maxEntries, Budget budget) {
        boolean[] cut = new boolean[model.variableCount()];
        Arrays.fill(cut, true);
        int most = (int) Math.min(Table.MAX_ENTRIES, maxEntries);
        Arrays.stream(new Cover(model, BlockPartition.singletons(cut.length), cut, most, cut, new SplittableRandom(1),
                budget).choose()).forEach(v -> cut[v] = false);
        return IntStream.range(0, cut.length).filter(v -> cut[v]).toArray();
    }

    private double run(int[] state) {
        try {
            meet(Arrays.stream(cutset).map(v -> state[v]).toArray());
            while (!queue.isEmpty()) {
                int[] values = queue.poll().values;
                for (int i = 0; i < cutset.length; i++) {
                    for (int x = 0; x < model.size(cutset[i]); x++) {
                        int[] next = values.clone();
                        next[i] = x;
                        if (met.size() >= UNTIMED && !options.budget().isLimited()) {
                            return total;
                        }
                        meet(next);
                    }
                }
            }
        } catch (OutOfTimeException | TooLargeException e) {
            // The sums so far: none if the memory is too small even for these.
        }
        return total;
    }

    private void meet(int[] values) {
        if (!met.add(IntArrayList.wrap(values))) {
            return;
        }
        options.budget().check();
        Evidence evidence = Evidence.none();
        for (int i = 0; i < cutset.length; i++) {
            evidence = evidence.and(cutset[i], values[i]);
        }
        ConditionedModel given;
        try {
            given = model.condition(evidence);
        } catch (ContradictionException e) {
            return;
        }
        double sum = sum(given);
        if (sum > Double.NEGATIVE_INFINITY) {
            queue.add(new Sum(values, sum));
            double[] both = {total, sum - MARGIN * (1 + Math.abs(sum))};
            total = Math.nextDown(Logs.sum(both, 0, 2) - MARGIN);
        }
    }

    private double sum(ConditionedModel given) {
        ContractionPlan tree = plan(given.model());
        if (ofValues.length == 0) {
            return tree.logPartition(options);
        }
        ExactResult result;
        try {
            result = tree.solve(options);
        } catch (ContradictionException e) {
            return Double.NEGATIVE_INFINITY;
        }
        double sum = result.logPartition();
        double least = sum - MARGIN * (1 + Math.abs(sum));
        for (int v = 0; v < ofValues.length; v++) {
            int free = given.fromOriginal(v);
            for (int x = 0; x < ofValues[v].length; x++) {
                double p = free >= 0 ? result.marginals().probability(free, x) - MARGIN
                        : given.evidence().value(v) == x ? 1 : 0;
                if (p > 0) {
                    ofValues[v][x] = Math.nextDown(Logs.add(ofValues[v][x], least + Math.log(p)) - MARGIN);
                }
            }
        }
        return sum;
    }

    private ContractionPlan plan(GraphicalModel rest) {
        // Other scopes, where a table has become constant, need another plan.
        Optional<ContractionPlan> same = plan == null ? Optional.empty() : plan.on(rest);
        if (same.isPresent()) {
            return same.get();
        }
        plan = ContractionPlan.greedy(rest, List.of(), options);
        return plan;
    }
}
