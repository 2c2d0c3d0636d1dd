package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.exact.MiniBuckets.Kind;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;

/**
 * An interval that contains log Z for certain, rounding errors included.
 *
 * <p>The upper end is by weighted {@linkplain MiniBuckets mini-buckets}; the lower end by the better of these, with
 * negative weights, and of exact sums over the states that agree with some values of a cutset. Tables grow while there
 * is time.
 *
 * @param lower the lower end; −∞ if nothing better is known
 * @param upper the upper end; −∞ if no state is possible
 */
public record PartitionBounds(double lower, double upper) {

    /** Entries of the first tables. */
    private static final double FIRST_ENTRIES = 1 << 8;
    /** By how much tables grow: two to four more variables. */
    private static final double GROWTH = 8;
    /** Entries of the largest tables without a time limit. */
    private static final double UNTIMED_ENTRIES = 1 << 12;
    /** Passes between two looks at what they gained. */
    private static final int PASSES = 8;
    /** Their gain, as a share of all that the passes with these tables gained, below which tables grow. */
    private static final double LEAST_GAIN = 0.05;
    /** Bytes for each entry of mini-buckets: tables, messages, shifts and scratch. */
    private static final double BYTES_PER_ENTRY = 24;
    /** The share of the time of a lower end for sums over a cutset. */
    private static final double CUTSET_SHARE = 0.5;
    /** Entries of the tables of these sums: some milliseconds each. */
    private static final double CUTSET_ENTRIES = 1 << 14;
    /** Bound on the relative rounding error of merging features, and of the sum over components. */
    private static final double ROUNDING = 1e-14;

    /**
     * Checks the ends.
     *
     * @param lower the lower end
     * @param upper the upper end
     * @throws IllegalArgumentException if the lower end is above the upper one, or one is not a number
     */
    public PartitionBounds {
        if (!(lower <= upper)) {
            throw new IllegalArgumentException("log Z between " + lower + " and " + upper
                    + "; expected an upper end that is not below the lower one");
        }
    }

    /**
     * Bounds log Z.
     *
     * @param given   the model with its evidence
     * @param options memory, threads and time: without a limit, a fixed amount of work
     * @return an interval; both ends infinite if there was no time at all
     */
    public static PartitionBounds of(ConditionedModel given, ExactOptions options) {
        Simplification parts;
        try {
            parts = Simplification.of(given, options.budget());
        } catch (ContradictionException e) {
            return new PartitionBounds(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        }
        double lower = parts.constant();
        double upper = parts.constant();
        double sizes = 1 + Math.abs(parts.constant()) + Math.abs(given.model().constant())
                + given.model().features().stream().mapToDouble(PartitionBounds::size).sum();
        int left = parts.components().stream().mapToInt(GraphicalModel::variableCount).sum();
        for (GraphicalModel component : parts.components()) {
            double share = (double) component.variableCount() / left;
            left -= component.variableCount();
            PartitionBounds own = ofComponent(component, options.withBudget(options.budget().share(share)));
            lower += own.lower;
            upper += own.upper;
            sizes += finite(own.lower) + finite(own.upper);
            if (own.upper == Double.NEGATIVE_INFINITY) {
                return own;
            }
        }
        double outward = ROUNDING * sizes * (1 + parts.components().size());
        return new PartitionBounds(lower - outward, upper + outward);
    }

    private static double finite(double x) {
        return Double.isInfinite(x) ? 0 : Math.abs(x);
    }

    /** The largest finite log-weight of a feature, without its sign: features of either sign may cancel out. */
    private static double size(Feature feature) {
        return feature instanceof Table table ? Arrays.stream(table.entries()).map(PartitionBounds::finite).max()
                .orElse(0) : finite(((WeightedFeature) feature).weight());
    }

    private static PartitionBounds ofComponent(GraphicalModel model, ExactOptions options) {
        Budget time = options.budget();
        try (Workers workers = new Workers(Math.min(2, options.threads()), time)) {
            // With one thread, one end after the other.
            Budget first = options.threads() > 1 ? time : time.share(0.5);
            List<Double> ends = workers.map(2, i -> i == 0
                    ? byMiniBuckets(model, Kind.UPPER, options.withBudget(first)) : lower(model, options));
            double upper = Math.min(ends.get(0), trivial(model));
            return new PartitionBounds(Math.min(ends.get(1), upper), upper);
        }
    }

    /** As many states as there are, each with the largest weight of every feature. */
    private static double trivial(GraphicalModel model) {
        double sum = model.constant();
        double sizes = Math.abs(sum);
        for (int v = 0; v < model.variableCount(); v++) {
            sum += Math.log(model.size(v));
        }
        for (Feature feature : model.features()) {
            double most = Double.NEGATIVE_INFINITY;
            if (feature instanceof Table table) {
                for (double entry : table.entries()) {
                    most = Math.max(most, entry);
                }
            } else {
                double weight = ((WeightedFeature) feature).weight();
                most = Double.isInfinite(weight) ? 0 : Math.max(0, weight);
            }
            sum += most;
            sizes += finite(most);
        }
        return sum + ROUNDING * (sizes + model.variableCount()) * (1 + model.features().size());
    }

    private static double lower(GraphicalModel model, ExactOptions options) {
        double best = byMiniBuckets(model, Kind.LOWER,
                options.withBudget(options.budget().share(1 - CUTSET_SHARE)));
        return options.budget().isOver() ? best
                : Math.max(best, ConditionedSums.logBound(model, CUTSET_ENTRIES, options.withThreads(1)));
    }

    private static double byMiniBuckets(GraphicalModel model, Kind kind, ExactOptions options) {
        Budget time = options.budget();
        double best = kind == Kind.UPPER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        try {
            for (double entries = FIRST_ENTRIES; time.isLimited() || entries <= UNTIMED_ENTRIES; entries *= GROWTH) {
                MiniBuckets buckets = MiniBuckets.of(model, kind, entries, time);
                if (BYTES_PER_ENTRY * buckets.entries() > options.memoryBytes() / 2) {
                    return best;
                }
                Budget spent = time.share(1);
                double begin = buckets.pass(time);
                double before = begin;
                boolean gains = true;
                while (gains) {
                    best = kind == Kind.UPPER ? Math.min(best, buckets.logBound())
                            : Math.max(best, buckets.logBound());
                    if (buckets.isExact() || best == Double.NEGATIVE_INFINITY) {
                        // Zeros that are divided stay so.
                        return best;
                    }
                    for (int i = 0; i < PASSES; i++) {
                        buckets.pass(time);
                        best = kind == Kind.UPPER ? Math.min(best, buckets.logBound())
                                : Math.max(best, buckets.logBound());
                    }
                    double reached = buckets.logBound();
                    gains = Math.abs(before - reached) > LEAST_GAIN * Math.abs(begin - reached);
                    before = reached;
                }
                if (spent.elapsed() > time.secondsLeft()) {
                    return best;
                }
            }
        } catch (OutOfTimeException e) {
            // The best so far holds.
        }
        return best;
    }

    /**
     * How far the ends are from each other.
     *
     * @return the width; 0 if no state is possible
     */
    public double width() {
        return upper == lower ? 0 : upper - lower;
    }

    @Override
    public String toString() {
        return lower == Double.NEGATIVE_INFINITY ? "at most " + upper : "between " + lower + " and " + upper;
    }
}
