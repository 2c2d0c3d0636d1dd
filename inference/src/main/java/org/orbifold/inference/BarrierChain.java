package org.orbifold.inference;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/** A chain for models with barriers, set up once: its wide blocks, its ladder of temperatures. Immutable. */
final class BarrierChain implements Candidate.Source {

    /** The most entries of a wide block's tables, if nothing else is asked for. */
    static final int USUAL_ENTRIES = 1 << 10;

    private static final int COVERS = 4;
    private static final int ORDERS = 4;
    private static final int ROUGH_RUNGS = 8;
    private static final double HOT_END = 0.1;
    private static final int MOST_RUNGS = 24;
    private static final int FEWEST_RUNGS = 3;
    /** A ladder is adapted in runs of so many sweeps, each twice as long as the one before. */
    private static final int FEWEST_SWEEPS = 20;
    private static final int MOST_SWEEPS = 320;
    /** In at most this share of the time. */
    private static final double ADAPT_SHARE = 0.05;
    /** Neighbours that always exchange keep their distance. */
    private static final double LEAST_REFUSAL = 0.01;
    /** Nanoseconds, about, that a read of Gibbs or of an exchange takes, and an entry of a wide block's tables. */
    static final double READ = 2;
    private static final double ENTRY = 1.2;
    /** The same with the marginals of all variables, which the coldest replica tells. */
    private static final double ENTRY_WITH_MARGINALS = 2;

    /** Nanoseconds, about, to plan wide blocks: for each variable, and each two that share a term. */
    private static final double PLAN = 50_000;
    private static final double PLAN_PAIR = 1_000;

    /**
     * What all chains for barriers of a model share.
     *
     * @param partition the blocks whose joint conditionals wide blocks tell
     * @param moves     the orbit moves in words; empty for none
     * @param estimates the estimator in words
     * @param usual     the usual chain's moves and estimator
     */
    record Setup(BlockPartition partition, String moves, String estimates, Usual usual) { }

    /** What chains for barriers take from the usual chain. */
    interface Usual {

        /** Puts orbit moves on a replica's chain, if there are any. */
        MarkovChain withMoves(MarkovChain base);

        /** Makes an estimator. */
        Estimator estimator();
    }

    private final GraphicalModel model;
    private final Setup setup;
    private final int maxEntries;
    private final @Nullable WideBlocks wide;
    private final Tempering.@Nullable Ladder ladder;
    private final ReplicaGibbs gibbs = new ReplicaGibbs();

    /**
     * Sets a chain up.
     *
     * @param kind       wide, tempered or both
     * @param model      the model
     * @param setup      what all such chains share
     * @param maxEntries the most entries of a wide block's tables
     * @param starts     a possible state for the ladder's adaptation
     * @param nanos      the time of the whole run, of which adaptation takes a small share, by counting
     * @param random     breaks ties and runs the adaptation
     */
    BarrierChain(ChainKind kind, GraphicalModel model, Setup setup, int maxEntries, Starts starts, double nanos,
            RandomGenerator random) {
        this(kind, model, setup, maxEntries, kind == ChainKind.WIDE ? null
                : adapted(model, starts.get(0), nanos, random), random);
    }

    private BarrierChain(ChainKind kind, GraphicalModel model, Setup setup, int maxEntries,
            Tempering.@Nullable Ladder ladder, RandomGenerator random) {
        this(model, setup, maxEntries, kind == ChainKind.TEMPERED ? null
                : WideBlocks.of(model, setup.partition, maxEntries, COVERS, random, Budget.unlimited()), ladder);
    }

    private BarrierChain(GraphicalModel model, Setup setup, int maxEntries, @Nullable WideBlocks wide,
            Tempering.@Nullable Ladder ladder) {
        this.model = model;
        this.setup = setup;
        this.maxEntries = maxEntries;
        this.wide = wide;
        this.ladder = ladder;
    }

    /** One wide block of all variables, if tables of so many entries allow it; ties are broken in a few ways. */
    static Optional<BarrierChain> whole(GraphicalModel model, Setup setup, int maxEntries, RandomGenerator random) {
        return WideBlocks.whole(model, setup.partition, maxEntries, ORDERS, random, Budget.unlimited())
                .map(one -> new BarrierChain(model, setup, maxEntries, one, null));
    }

    /** Gibbs at temperatures that are not adapted: enough to see whether there are barriers. */
    static BarrierChain rough(GraphicalModel model, Setup setup, RandomGenerator random) {
        return new BarrierChain(ChainKind.TEMPERED, model, setup, 0, Tempering.Ladder.of(model, ladder(ROUGH_RUNGS)),
                random);
    }

    /** About how long it takes to plan wide blocks, in nanoseconds, by counting. */
    static double nanosToPlan(GraphicalModel model) {
        double pairs = model.factors().tables().stream().mapToDouble(table -> table.arity() * table.arity()).sum();
        return PLAN * model.variableCount() + PLAN_PAIR * pairs;
    }

    private static double[] ladder(int rungs) {
        double[] lambdas = new double[rungs];
        for (int i = 0; i < lambdas.length; i++) {
            lambdas[i] = Math.pow(HOT_END, i / (lambdas.length - 1.0));
        }
        return lambdas;
    }

    /** The same temperatures with wide blocks. */
    BarrierChain withWideBlocks(int entries, RandomGenerator random) {
        return new BarrierChain(ChainKind.TEMPERED_WIDE, model, setup, entries, ladder, random);
    }

    /**
     * Temperature keeps the symmetries, so orbit moves are right in every replica; but symmetries of block values need
     * not be any of softened zeros, which do not hide other weights, so there only the coldest one moves.
     */
    private MarkovChain base(GraphicalModel at) {
        MarkovChain chain = wide != null ? wide.chain(at) : gibbs.of(at);
        return at == model || !Zeros.areIn(model) ? setup.usual.withMoves(chain) : chain;
    }

    private int every() {
        return wide != null ? 1 : model.variableCount();
    }

    /**
     * A ladder whose neighbours all refuse exchanges with equal probability, about a half: then states go up and down
     * most often for the work (Syed, Bouchard-Côté, Deligiannidis and Doucet 2022). How often neighbours exchange
     * depends on their distributions, hardly on their chains: Gibbs is the cheapest.
     */
    private static Tempering.Ladder adapted(GraphicalModel model, int[] state, double nanos, RandomGenerator random) {
        int sweep = model.variableCount();
        double[] lambdas = ladder(ROUGH_RUNGS);
        ReplicaGibbs counted = new ReplicaGibbs();
        double left = ADAPT_SHARE * nanos;
        for (long sweeps = FEWEST_SWEEPS; sweeps <= MOST_SWEEPS; sweeps *= 2) {
            left -= sweeps * nanosOfSweep(model, counted, lambdas.length);
            if (left < 0) {
                break;
            }
            Tempering trial = new Tempering(Tempering.Ladder.of(model, lambdas), new ReplicaGibbs()::of, sweep);
            trial.advance(state, 0, sweeps / 4 * sweep, random, ChainListener.NONE);
            trial.forgetRates();
            trial.advance(state, sweeps / 4 * sweep, sweeps * sweep, random, ChainListener.NONE);
            lambdas = evenly(lambdas, trial);
        }
        return Tempering.Ladder.of(model, lambdas);
    }

    /** About how long a sweep of Gibbs at several temperatures takes, in nanoseconds, by counting. */
    private static double nanosOfSweep(GraphicalModel model, ReplicaGibbs gibbs, int rungs) {
        return READ * (rungs * gibbs.of(model).work() * model.variableCount()
                + rungs / 2 * Tempering.workOfExchange(model));
    }

    /** Rungs between which refusals add up evenly, by interpolation; half a refusal for each, as far as rungs go. */
    private static double[] evenly(double[] lambdas, Tempering trial) {
        double[] refusals = new double[lambdas.length];
        for (int i = 1; i < lambdas.length; i++) {
            refusals[i] = refusals[i - 1] + Math.max(LEAST_REFUSAL, 1 - trial.exchangeRate(i));
        }
        double all = refusals[refusals.length - 1];
        double[] result = new double[(int) Math.min(MOST_RUNGS, Math.max(FEWEST_RUNGS, 1 + Math.round(2 * all)))];
        int above = 1;
        for (int k = 0; k < result.length; k++) {
            double target = all * k / (result.length - 1);
            while (above < lambdas.length - 1 && refusals[above] < target) {
                above++;
            }
            double part = (target - refusals[above - 1]) / (refusals[above] - refusals[above - 1]);
            result[k] = lambdas[above - 1] * Math.pow(lambdas[above] / lambdas[above - 1], part);
        }
        result[0] = 1;
        return result;
    }

    Candidate candidate() {
        return new Candidate(toString(), setup.estimates, this, nanosOfSweep());
    }

    @Override
    public Estimator estimator() {
        return setup.usual.estimator();
    }

    @Override
    public MarkovChain chain() {
        return ladder == null ? base(model) : new Tempering(ladder, this::base, every());
    }

    private int rungs() {
        return ladder == null ? 1 : ladder.lambdas().size();
    }

    /** About how long a sweep takes, in nanoseconds, by counting. */
    private double nanosOfSweep() {
        if (wide == null) {
            return nanosOfSweep(model, gibbs, rungs());
        }
        double cold = ENTRY_WITH_MARGINALS * wide.work();
        double hot = ENTRY * wide.work();
        // Variables in no cover are drawn one by one, in every step.
        return Math.max(1, wide.covers().size()) * (cold + (rungs() - 1) * hot
                + rungs() / 2 * READ * Tempering.workOfExchange(model));
    }

    /**
     * About the memory that the tables of some chains take. All chains share the replicas' models, but for the given
     * one, with their entries as Gibbs or wide blocks use them, and those for exchanges; blocks have tables of their
     * own, and messages.
     */
    long bytes(int chains) {
        long entries = model.factors().tables().stream().mapToLong(Table::entryCount).sum();
        int hot = rungs() - 1;
        long shared = entries * (hot + (wide == null ? hot : 2 * rungs()) + (ladder == null ? 0 : 2));
        long own = wide == null ? 0 : 2 * rungs() * wide.entries();
        return Double.BYTES * (shared + chains * own);
    }

    @Override
    public String toString() {
        return (wide == null ? "systematic Gibbs" : text(wide)) + (ladder == null ? "" : " at " + rungs()
                + " temperatures") + setup.moves;
    }

    private String text(WideBlocks blocks) {
        return blocks.isWhole() ? "wide blocks (all variables at once)" : String.format(Locale.ROOT,
                "wide blocks (%d covers of up to %d of %d variables, tables of %,d entries)", blocks.covers().size(),
                blocks.covers().stream().mapToInt(cover -> cover.length).max().orElse(0), model.variableCount(),
                maxEntries);
    }
}
