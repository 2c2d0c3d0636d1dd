package org.orbifold.mcmc.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.RoundTrips;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * One chain of a run. What it does depends on its seed and its number alone: it may be advanced in any pieces, on any
 * thread, and saved and loaded in between.
 */
final class ChainRun {

    private static final int BATCHES = 64;
    private static final int FEWEST_BATCHES = 8;
    private static final int BATCH_ENTRIES = 1 << 22;
    private static final int POINTS = 256;
    /** Time between two looks at the budget, in nanoseconds: far more than a look costs, far less than 0.1 s. */
    private static final long NANOS_PER_CHECK = 2_000_000;

    private final int number;
    private final MarkovChain chain;
    private final Estimator estimator;
    private ChainListener listener;
    private final ModelStatistics statistics;
    private final Xoshiro256 random;
    private final int[] state;
    private long burnIn;
    /** Steps per sample, and whether only the last of them is counted. */
    private final long perSample;
    private final boolean thinned;
    private final int entries;
    private final Series batches;
    private final Series points;
    private long step;
    /** Steps between two looks at the budget. A step may take 1e-8 s or 0.1 s, so it begins with one and doubles. */
    private long chunk = 1;

    /** A chain that looks for a start within a budget, or one that is loaded next. */
    ChainRun(GraphicalModel model, ModelStatistics statistics, ChainParts parts, SamplingOptions options, int number,
            int entries, Optional<Budget> search) {
        this.number = number;
        this.chain = parts.chain();
        this.estimator = parts.estimator();
        this.statistics = statistics;
        this.random = Xoshiro256.of(options.seed(), number);
        this.burnIn = options.burnIn(chain.sweep());
        this.perSample = Math.multiplyExact((long) options.thinning(), options.unit().steps(chain.sweep()));
        this.thinned = options.thinning() > 1;
        this.entries = entries;
        this.listener = listener();
        int capacity = Math.max(FEWEST_BATCHES, Math.min(BATCHES, BATCH_ENTRIES / Math.max(1, entries))) & ~1;
        long sweep = chain.sweep();
        this.batches = new Series(capacity, entries, 4 * sweep * options.thinning());
        this.points = new Series(POINTS, statistics.count(), 8 * sweep * options.thinning());
        this.state = search.map(budget -> FeasibleStart.find(model, random, budget))
                .orElseGet(() -> new int[model.variableCount()]);
        if (search.isPresent() && burnIn == 0) {
            estimator.start(state, begin());
        }
    }

    private ChainListener listener() {
        return thinned ? new Thinned(estimator, burnIn, perSample) : estimator;
    }

    /** Ends the burn-in here if it is not over yet. */
    void endBurnIn() {
        if (step < burnIn) {
            burnIn = step;
            listener = listener();
            estimator.start(state, begin());
        }
    }

    private long begin() {
        return thinned ? 0 : burnIn;
    }

    private long now() {
        return thinned ? (step - burnIn) / perSample : step;
    }

    /** Samples after burn-in so far. */
    long samples() {
        return samplingSteps() / perSample;
    }

    int number() {
        return number;
    }

    /** Steps after burn-in so far. */
    long samplingSteps() {
        return Math.max(0, step - burnIn);
    }

    /** Whether every variable was drawn after burn-in. */
    boolean hasSwept() {
        return samplingSteps() >= chain.sweep();
    }

    /** The step at which the first full sweep after burn-in ends. */
    long firstSweep() {
        return burnIn + chain.sweep();
    }

    /** How often every variable was looked at after burn-in: in each sweep, or each sample if those are fewer. */
    double looks() {
        return Math.min((double) samplingSteps() / chain.sweep(), samples());
    }

    /** Steps so far. */
    long steps() {
        return step;
    }

    long burnIn() {
        return burnIn;
    }

    /** Steps per sample. */
    long perSample() {
        return perSample;
    }

    int sweep() {
        return chain.sweep();
    }

    boolean drawsWholeState() {
        return chain.drawsWholeState();
    }

    Optional<RoundTrips> roundTrips() {
        return chain.roundTrips();
    }

    int[] state() {
        return state;
    }

    Series batches() {
        return batches;
    }

    Series points() {
        return points;
    }

    /** Adds the estimator's sums. */
    void addTo(double[] sums) {
        if (step > burnIn) {
            estimator.addTo(now(), sums);
        }
    }

    /** Goes on to a step, or until the budget is over. */
    void advance(long target, Budget budget) {
        while (step < target && !budget.isOver()) {
            long end = Math.min(target, step + chunk);
            if (step < burnIn) {
                end = Math.min(end, burnIn);
                burn(end);
            } else {
                end = Math.min(end, burnIn + Math.min(batches.due(), points.due()));
                sample(end);
            }
        }
    }

    private void burn(long end) {
        go(end, ChainListener.NONE);
        if (step == burnIn) {
            estimator.start(state, begin());
        }
    }

    private void sample(long end) {
        go(end, listener);
        if (step - burnIn == batches.due()) {
            double[] sums = new double[entries];
            estimator.addTo(now(), sums);
            batches.add(sums);
        }
        if (step - burnIn == points.due()) {
            points.add(statistics.of(state));
        }
    }

    /** Takes steps, and adapts the number of steps between two looks at the budget to what they cost. */
    private void go(long end, ChainListener to) {
        long began = System.nanoTime();
        chain.advance(state, step, end, random, to);
        long took = System.nanoTime() - began;
        if (took > NANOS_PER_CHECK) {
            chunk = Math.max(1, chunk / 2);
        } else if (took < NANOS_PER_CHECK / 2 && end - step == chunk) {
            chunk *= 2;
        }
        step = end;
    }

    /** Writes all but those rows of its series that are not later than a step after burn-in. */
    void save(DataOutput out, long known) throws IOException {
        out.writeLong(step);
        out.writeLong(burnIn);
        random.save(out);
        for (int value : state) {
            out.writeInt(value);
        }
        chain.save(out);
        estimator.save(out);
        batches.save(out, known);
        points.save(out, known);
    }

    void load(DataInput in) throws IOException {
        step = in.readLong();
        burnIn = in.readLong();
        listener = listener();
        random.load(in);
        for (int v = 0; v < state.length; v++) {
            state[v] = in.readInt();
        }
        chain.load(in);
        estimator.load(in, state);
        batches.load(in);
        points.load(in);
    }
}
