package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.pgm.exact.MiniBuckets.Kind;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;

/**
 * Intervals that contain marginals for certain, rounding errors included.
 *
 * <p>Two ways, of which the better counts at each end:
 * <ol>
 *   <li>Z is divided by the values of a variable, Z = Σ_u Z_u. From bounds L_u ≤ Z_u ≤ U_u follow
 *       P(x) ≥ L_x / (L_x + Σ_{u≠x} U_u) and P(x) ≤ U_x / (U_x + Σ_{u≠x} L_u). The bounds are those of {@linkplain
 *       MiniBuckets weighted mini-buckets} with the value put in, and, from below, sums over a cutset. Good where the
 *       bounds on log Z are.
 *   <li>What is {@linkplain Surroundings near the variable}, for any state of the rest. Good where couplings are weak,
 *       however large the model is.
 * </ol>
 *
 * <p>Tables grow eightfold while there is time.
 */
public final class MarginalIntervals {

    /** The share of the time for what is near the variables, if they are all asked for with a time limit. */
    private static final double NEAR_SHARE = 0.35;
    /** By how much boundaries and tables grow. */
    private static final double GROWTH = 8;
    /** Passes before the values are put in: most of the gain, and the most where there is time. */
    private static final int PASSES = 40;
    private static final double PASSES_SHARE = 0.3;
    /** Bytes for each entry of mini-buckets: those of all values, and of one. */
    private static final double BYTES_PER_ENTRY = 40;
    /** The share of the time of lower ends for sums over a cutset. */
    private static final double CUTSET_SHARE = 0.5;
    /** Bound on the relative rounding error of the last few operations. */
    private static final double ROUNDING = 1e-12;
    /** A variable is known well enough: what exact routes may be wrong by. */
    private static final double KNOWN = 4 * Surroundings.MARGIN;

    private static final Sizes TIMED = new Sizes(1 << 6, 1 << 18, 1 << 8, 1 << 28, 1 << 12);
    private static final Sizes UNTIMED = new Sizes(1 << 6, 1 << 9, 1 << 8, 1 << 8, 1 << 12);

    private final GraphicalModel model;
    private final int[] variables;
    private final ExactOptions options;
    private final Sizes sizes;
    private final double[][] lower;
    private final double[][] upper;

    /**
     * Entries of tables.
     *
     * @param boundary     joint values of the first boundaries
     * @param mostBoundary of the largest ones
     * @param entries      of the first mini-buckets
     * @param mostEntries  of the largest ones
     * @param cutset       of sums over a cutset
     */
    record Sizes(double boundary, double mostBoundary, double entries, double mostEntries, double cutset) { }

    private MarginalIntervals(GraphicalModel model, int[] variables, ExactOptions options, Sizes sizes) {
        this.model = model;
        this.sizes = sizes;
        this.variables = variables;
        this.options = options;
        this.lower = filled(0);
        this.upper = filled(1);
    }

    private double[][] filled(double with) {
        double[][] all = new double[model.variableCount()][];
        for (int v = 0; v < all.length; v++) {
            all[v] = new double[model.size(v)];
            Arrays.fill(all[v], with);
        }
        return all;
    }

    /**
     * Bounds marginals.
     *
     * @param model     a model, of one component where it matters
     * @param variables the variables that are asked for
     * @param options   memory, threads and time: without a limit, a fixed amount of work
     * @return intervals; from 0 to 1 for variables that are not asked for
     */
    public static MarginalBounds of(GraphicalModel model, int[] variables, ExactOptions options) {
        return of(model, variables, options, options.budget().isLimited() ? TIMED : UNTIMED);
    }

    static MarginalBounds of(GraphicalModel model, int[] variables, ExactOptions options, Sizes sizes) {
        MarginalIntervals search = new MarginalIntervals(model, variables.clone(), options, sizes);
        try (Workers workers = new Workers(options.threads(), options.budget())) {
            search.near(workers);
            search.far(workers);
        }
        return MarginalBounds.of(search.lower, search.upper);
    }

    /** By what is near. */
    private void near(Workers workers) {
        Budget time = options.budget().isLimited() ? options.budget().share(NEAR_SHARE) : options.budget();
        try {
            Surroundings surroundings = new Surroundings(model, time);
            for (double entries = sizes.boundary; entries <= sizes.mostBoundary && !time.isOver(); entries *= GROWTH) {
                double now = entries;
                List<Optional<double[][]>> found = workers.map(variables.length, i -> isKnown(variables[i])
                        ? Optional.empty() : near(surroundings, variables[i], now, time));
                for (int i = 0; i < variables.length; i++) {
                    int v = variables[i];
                    found.get(i).ifPresent(ends -> intersect(v, ends[0], ends[1]));
                }
            }
        } catch (OutOfTimeException e) {
            // What is known by then holds.
        }
    }

    private Optional<double[][]> near(Surroundings surroundings, int v, double entries, Budget time) {
        try {
            time.check();
            return surroundings.bounds(v, entries, options.withBudget(time));
        } catch (OutOfTimeException e) {
            return Optional.empty();
        }
    }

    private boolean isKnown(int v) {
        for (int x = 0; x < lower[v].length; x++) {
            if (upper[v][x] - lower[v][x] > KNOWN) {
                return false;
            }
        }
        return true;
    }

    private void intersect(int v, double[] least, double[] most) {
        double[] sums = new double[2];
        for (int x = 0; x < least.length; x++) {
            lower[v][x] = Math.max(lower[v][x], least[x]);
            upper[v][x] = Math.min(upper[v][x], most[x]);
            sums[0] += lower[v][x];
            sums[1] += upper[v][x];
        }
        // The probabilities sum to one.
        double[] before = lower[v].clone();
        for (int x = 0; x < least.length; x++) {
            lower[v][x] = Math.max(lower[v][x], 1 - (sums[1] - upper[v][x]) - ROUNDING);
            upper[v][x] = Math.min(upper[v][x], 1 - (sums[0] - before[x]) + ROUNDING);
            if (lower[v][x] > upper[v][x]) {
                // No state is possible: there is no probability, and nothing is said.
                Arrays.fill(lower[v], 0);
                Arrays.fill(upper[v], 1);
                return;
            }
        }
    }

    /** Bounds on the sums over the states with each value, as logarithms. */
    private final class Sums {

        private final double[][] least = filled(Double.NEGATIVE_INFINITY);
        private final double[][] most = filled(Double.POSITIVE_INFINITY);
        private double leastTotal = Double.NEGATIVE_INFINITY;
        private double mostTotal = Double.POSITIVE_INFINITY;

        void byMiniBuckets(Kind kind, int[] order, ExactOptions limits) {
            Budget time = limits.budget();
            double memory = limits.memoryBytes() / 2.0;
            try {
                for (double entries = sizes.entries; entries <= sizes.mostEntries; entries *= GROWTH) {
                    MiniBuckets buckets = MiniBuckets.of(model, kind, entries, time);
                    if (BYTES_PER_ENTRY * buckets.entries() > memory) {
                        return;
                    }
                    tighten(buckets, time.isLimited() ? time.share(PASSES_SHARE) : time, time);
                    total(kind, buckets.logBound());
                    if (buckets.logBound() == Double.NEGATIVE_INFINITY) {
                        // From below, divided zeros stay divided.
                        return;
                    }
                    buckets.settle(time);
                    for (int v : order) {
                        double[] bounds = buckets.ofValues(v, time);
                        for (int x = 0; x < bounds.length; x++) {
                            if (kind == Kind.UPPER) {
                                most[v][x] = Math.min(most[v][x], bounds[x]);
                            } else {
                                least[v][x] = Math.max(least[v][x], bounds[x]);
                            }
                        }
                    }
                    if (buckets.isExact()) {
                        return;
                    }
                }
            } catch (OutOfTimeException e) {
                // The best so far holds.
            }
        }

        private void total(Kind kind, double bound) {
            if (kind == Kind.UPPER) {
                mostTotal = Math.min(mostTotal, bound);
            } else {
                leastTotal = Math.max(leastTotal, bound);
            }
        }

        private void tighten(MiniBuckets buckets, Budget passes, Budget time) {
            buckets.pass(time);
            try {
                for (int i = 0; i < PASSES && !buckets.isExact(); i++) {
                    buckets.pass(passes);
                }
            } catch (OutOfTimeException e) {
                time.check();
            }
        }

        void byCutset(ExactOptions limits) {
            try {
                double[][] found = filled(Double.NEGATIVE_INFINITY);
                double sum = ConditionedSums.logBound(model, sizes.cutset, found, limits.withThreads(1));
                leastTotal = Math.max(leastTotal, sum);
                for (int v : variables) {
                    for (int x = 0; x < found[v].length; x++) {
                        least[v][x] = Math.max(least[v][x], found[v][x]);
                    }
                }
            } catch (OutOfTimeException e) {
                // Nothing is known by then.
            }
        }

        /** Z is the sum over the values of each variable. */
        void total(int v) {
            double above = Double.NEGATIVE_INFINITY;
            double below = Double.NEGATIVE_INFINITY;
            for (int x = 0; x < most[v].length; x++) {
                above = add(above, most[v][x]);
                below = add(below, least[v][x]);
            }
            mostTotal = Math.min(mostTotal, above + rounding(above));
            leastTotal = Math.max(leastTotal, below - rounding(below));
        }

        /** The intervals of a variable's probabilities. */
        void toProbabilities(int v) {
            int size = most[v].length;
            double[] below = new double[size];
            double[] above = new double[size];
            double outward = rounding(mostTotal) + rounding(leastTotal);
            for (int x = 0; x < size; x++) {
                double othersMost = Double.NEGATIVE_INFINITY;
                double othersLeast = Double.NEGATIVE_INFINITY;
                for (int y = 0; y < size; y++) {
                    if (y != x) {
                        othersMost = add(othersMost, Math.min(most[v][y], mostTotal));
                        othersLeast = add(othersLeast, least[v][y]);
                    }
                }
                double u = Math.min(most[v][x], above(mostTotal, othersLeast));
                double l = Math.max(least[v][x], below(leastTotal, othersMost));
                othersMost = Math.min(othersMost, above(mostTotal, l));
                othersLeast = Math.max(othersLeast, below(leastTotal, u));
                below[x] = Math.max(0, share(l, othersMost) - outward);
                above[x] = Math.min(1, share(u, othersLeast) + outward);
            }
            intersect(v, below, above);
        }
    }

    /** Bound on the error of a logarithm after some operations, some units in its last place, or of a number near 1. */
    private static double rounding(double log) {
        return ROUNDING * (1 + (Double.isInfinite(log) ? 0 : Math.abs(log)));
    }

    /** log(e^a + e^b), where nothing may be known of one of them. */
    private static double add(double a, double b) {
        return a == Double.POSITIVE_INFINITY || b == Double.POSITIVE_INFINITY ? Double.POSITIVE_INFINITY
                : Logs.add(a, b);
    }

    /** At least log(e^a − e^b), where b is at most a. */
    private static double above(double a, double b) {
        return a == Double.POSITIVE_INFINITY || b == Double.NEGATIVE_INFINITY ? a
                : minus(a + rounding(a), b - rounding(b));
    }

    /** At most log(e^a − e^b). */
    private static double below(double a, double b) {
        if (a == Double.NEGATIVE_INFINITY || b == Double.POSITIVE_INFINITY) {
            return Double.NEGATIVE_INFINITY;
        }
        return minus(a - rounding(a), b + rounding(b));
    }

    private static double minus(double a, double b) {
        return b >= a ? Double.NEGATIVE_INFINITY : a + Math.log1p(-Math.exp(b - a));
    }

    /** e^a / (e^a + e^b). */
    private static double share(double a, double b) {
        if (a == Double.NEGATIVE_INFINITY || b == Double.POSITIVE_INFINITY) {
            // Nothing is known of a from below, or it is proved to be impossible; or nothing of b from above.
            return 0;
        }
        return a == Double.POSITIVE_INFINITY ? 1 : 1 / (1 + Math.exp(b - a));
    }

    /** By bounds on sums over the whole model; what is least certain by then first. */
    private void far(Workers workers) {
        int[] order = IntStream.of(variables).boxed().filter(v -> !isKnown(v))
                .sorted((a, b) -> Double.compare(width(b), width(a))).mapToInt(v -> v).toArray();
        Budget time = options.budget();
        if (order.length == 0 || time.isOver()) {
            return;
        }
        Sums sums = new Sums();
        // With one thread, one end after the other.
        Budget first = !time.isLimited() || options.threads() > 1 ? time : time.share(0.5);
        workers.map(2, i -> {
            if (i == 0) {
                sums.byMiniBuckets(Kind.UPPER, order, options.withBudget(first));
            } else {
                sums.byMiniBuckets(Kind.LOWER, order, options.withBudget(time.isLimited()
                        ? time.share(1 - CUTSET_SHARE) : time));
                sums.byCutset(options);
            }
            return i;
        });
        for (int v : order) {
            sums.total(v);
        }
        for (int v : order) {
            sums.toProbabilities(v);
        }
    }

    private double width(int v) {
        double most = 0;
        for (int x = 0; x < lower[v].length; x++) {
            most = Math.max(most, upper[v][x] - lower[v][x]);
        }
        return most;
    }
}
