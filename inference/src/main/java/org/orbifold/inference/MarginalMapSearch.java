package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.exact.PartialSum;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * A search over maximised variables, the others summed exactly. A round frees a block of maximised variables that are
 * near each other and gives it its best values given the other maximised ones, which never makes them worse. Blocks
 * grow when they gain nothing; when the largest gain nothing either, the search goes on from the best values with a
 * block of random ones.
 */
final class MarginalMapSearch {

    /** Joint values of a block, as powers of two: first, most, and how they grow. */
    private static final int FIRST_BITS = 2;
    private static final int MOST_BITS = 12;
    private static final int MORE_BITS = 2;
    /** Rounds without a gain before blocks grow, in rounds that visit each variable once. */
    private static final int PATIENCE = 2;

    private final GraphicalModel model;
    private final boolean[] maximised;
    private final int[] open;
    private final ExactOptions options;
    private final Budget budget;
    private final RandomGenerator random;
    /** By variable: the features that hold it. */
    private final List<IntArrayList> featuresOf = new ArrayList<>();
    private int[] current = {};
    private double currentWeight = Double.NEGATIVE_INFINITY;
    private int[] best = {};
    private double bestWeight = Double.NEGATIVE_INFINITY;
    private long rounds;

    /**
     * Prepares a search.
     *
     * @param model   a model
     * @param open    the variables to maximise; the others are summed
     * @param options what the sums may use; their budget ends the search
     * @param random  the source of randomness
     */
    MarginalMapSearch(GraphicalModel model, int[] open, ExactOptions options, RandomGenerator random) {
        this.model = model;
        this.open = open;
        this.options = options;
        this.budget = options.budget();
        this.random = random;
        this.maximised = new boolean[model.variableCount()];
        for (int v = 0; v < maximised.length; v++) {
            featuresOf.add(new IntArrayList(4));
        }
        for (int v : open) {
            maximised[v] = true;
        }
        for (int f = 0; f < model.features().size(); f++) {
            for (int v : model.features().get(f).scope()) {
                featuresOf.get(v).add(f);
            }
        }
    }

    /**
     * Searches until the budget is over.
     *
     * @param start a possible state
     * @param most  the most rounds
     * @throws TooLargeException  if the inner sum is not affordable
     * @throws OutOfTimeException if the time is over before the inner sum of the start is known
     */
    void run(int[] start, long most) {
        current = start.clone();
        currentWeight = improve(new int[0]);
        keep();
        int bits = FIRST_BITS;
        int mostBits = MOST_BITS;
        int stalled = 0;
        try {
            while (!budget.isOver() && rounds < most) {
                int[] block = block(bits);
                double before = currentWeight;
                try {
                    currentWeight = improve(block);
                } catch (TooLargeException e) {
                    if (bits <= 1) {
                        return;
                    }
                    mostBits = bits - 1;
                }
                bits = Math.min(bits, mostBits);
                rounds++;
                keep();
                stalled = currentWeight > before ? 0 : stalled + 1;
                if (stalled > (long) PATIENCE * open.length / Math.max(1, block.length)) {
                    stalled = 0;
                    if (block.length == open.length) {
                        return;
                    }
                    if (bits < mostBits) {
                        bits = Math.min(mostBits, bits + MORE_BITS);
                    } else {
                        disturb(block(bits));
                        bits = Math.min(mostBits, FIRST_BITS);
                    }
                }
            }
        } catch (OutOfTimeException e) {
            // The best is what was kept.
            return;
        }
    }

    /** The best values found, at the maximised variables. */
    int[] state() {
        return best.clone();
    }

    /** The logarithm of their weight. */
    double logWeight() {
        return bestWeight;
    }

    long rounds() {
        return rounds;
    }

    private void keep() {
        if (currentWeight > bestWeight) {
            bestWeight = currentWeight;
            best = current.clone();
        }
    }

    /** Goes back to the best values, with random ones in a block if these are possible. */
    private void disturb(int[] block) {
        current = best.clone();
        for (int v : block) {
            current[v] = random.nextInt(model.size(v));
        }
        try {
            currentWeight = improve(new int[0]);
        } catch (ContradictionException e) {
            current = best.clone();
            currentWeight = bestWeight;
        }
    }

    /** Maximised variables near a random one, in the order of their distance. */
    private int[] block(int bits) {
        double entries = 1;
        IntArrayList block = new IntArrayList();
        IntArrayList queue = new IntArrayList();
        boolean[] met = new boolean[maximised.length];
        boolean[] read = new boolean[model.features().size()];
        int first = open[random.nextInt(open.length)];
        queue.add(first);
        met[first] = true;
        for (int i = 0; i < queue.size(); i++) {
            int v = queue.getInt(i);
            if (maximised[v]) {
                entries *= model.size(v);
                if (entries > 1L << bits && !block.isEmpty()) {
                    break;
                }
                block.add(v);
            }
            for (int f : featuresOf.get(v)) {
                if (!read[f]) {
                    read[f] = true;
                    Feature feature = model.features().get(f);
                    for (int u : feature.scope()) {
                        if (!met[u]) {
                            met[u] = true;
                            queue.add(u);
                        }
                    }
                }
            }
        }
        return block.toIntArray();
    }

    /** Gives a block its best values given the other maximised variables; returns the log-weight then. */
    private double improve(int[] block) {
        Map<Integer, Integer> observed = new HashMap<>();
        for (int v : open) {
            observed.put(v, current[v]);
        }
        for (int v : block) {
            observed.remove(v);
        }
        ConditionedModel given = model.condition(Evidence.of(observed));
        PartialSum sum = PartialSum.of(given.model(), Arrays.stream(block).map(given::fromOriginal).toArray(),
                1L << MOST_BITS, options);
        sum.refusal().ifPresent(refusal -> {
            throw refusal;
        });
        MostProbableState found = ContractionPlan.of(sum.model(), List.of(), options).maximize(options);
        for (int v = 0; v < sum.model().variableCount(); v++) {
            int original = given.toOriginal(sum.toOriginal(v));
            if (maximised[original]) {
                current[original] = found.state()[v];
            }
        }
        return found.logWeight();
    }
}
