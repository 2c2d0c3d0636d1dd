package org.orbifold.mcmc;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
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

/** A chain for models with barriers, set up once: its wide blocks, its ladder of temperatures. Immutable. */
final class BarrierChain implements Candidate.Source {

    /** The most entries of a wide block's tables, if nothing else is asked for. */
    static final int USUAL_ENTRIES = 1 << 10;

    private static final int COVERS = 4;
    private static final int ORDERS = 4;
    private static final int FIRST_RUNGS = 12;
    private static final int ROUGH_RUNGS = 8;
    private static final double HOT_END = 0.1;
    private static final int MOST_RUNGS = 24;
    private static final int ADAPTATIONS = 6;
    private static final int ROUNDS = 20;
    /** Neighbours should exchange their largest component with a probability between these. */
    private static final double TOO_RARE = 0.12;
    private static final double TOO_OFTEN = 0.6;
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
     * @param random     breaks ties and runs the adaptation
     */
    BarrierChain(ChainKind kind, GraphicalModel model, Setup setup, int maxEntries, Starts starts,
            RandomGenerator random) {
        this(kind, model, setup, maxEntries, kind == ChainKind.WIDE ? null : adapted(model, starts.get(0), random),
                random);
    }

    private BarrierChain(ChainKind kind, GraphicalModel model, Setup setup, int maxEntries,
            Tempering.@Nullable Ladder ladder, RandomGenerator random) {
        this(model, setup, maxEntries, kind == ChainKind.TEMPERED ? null
                : WideBlocks.of(model, setup.partition, maxEntries, COVERS, random), ladder);
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
        return WideBlocks.whole(model, setup.partition, maxEntries, ORDERS, random)
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

    /** About how long it takes to adapt a ladder, in nanoseconds, by counting: twice is usual. */
    static double nanosToAdapt(GraphicalModel model) {
        double sweep = READ * (new ReplicaGibbs().of(model).work() * model.variableCount()
                + Tempering.workOfExchange(model) / 2);
        return 2 * 1.5 * ROUNDS * FIRST_RUNGS * sweep;
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

    /** How often neighbours exchange depends on their distributions, hardly on their chains: Gibbs is the cheapest. */
    private static Tempering.Ladder adapted(GraphicalModel model, int[] state, RandomGenerator random) {
        int every = model.variableCount();
        double[] lambdas = ladder(FIRST_RUNGS);
        for (int round = 0; round < ADAPTATIONS; round++) {
            Tempering trial = new Tempering(Tempering.Ladder.of(model, lambdas),
                    new ReplicaGibbs()::of, every);
            trial.advance(state, 0, (long) ROUNDS / 2 * every, random, ChainListener.NONE);
            trial.forgetRates();
            trial.advance(state, (long) ROUNDS / 2 * every, (long) ROUNDS * 3 / 2 * every, random,
                    ChainListener.NONE);
            double[] next = next(lambdas, trial);
            boolean same = next.length == lambdas.length;
            lambdas = next;
            if (same) {
                break;
            }
        }
        return Tempering.Ladder.of(model, lambdas);
    }

    /** A rung more where exchanges are rare, one less where they are frequent on both sides. */
    private static double[] next(double[] lambdas, Tempering trial) {
        DoubleArrayList result = new DoubleArrayList();
        result.add(1);
        boolean dropped = false;
        for (int i = 1; i < lambdas.length; i++) {
            double rate = trial.exchangeRate(i);
            boolean last = i == lambdas.length - 1;
            if (!dropped && !last && rate > TOO_OFTEN && trial.exchangeRate(i + 1) > TOO_OFTEN) {
                dropped = true;
                continue;
            }
            dropped = false;
            if (rate < TOO_RARE && result.size() + lambdas.length - i < MOST_RUNGS) {
                result.add(Math.sqrt(lambdas[i] * lambdas[i - 1]));
            }
            result.add(lambdas[i]);
        }
        return result.toDoubleArray();
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
        int rounds = wide != null ? wide.covers().size() : 1;
        double cold = wide != null ? ENTRY_WITH_MARGINALS * wide.work() * rounds
                : READ * gibbs.of(model).work() * model.variableCount();
        double hot = wide != null ? ENTRY / ENTRY_WITH_MARGINALS * cold : cold;
        double exchanges = rungs() / 2 * rounds * READ * Tempering.workOfExchange(model);
        return cold + (rungs() - 1) * hot + exchanges;
    }

    /** About the memory that the tables of all replicas take: of their models, but for the given one, and of blocks. */
    long bytes() {
        long entries = model.factors().tables().stream().mapToLong(Table::entryCount).sum();
        return 2L * Double.BYTES * ((rungs() - 1) * entries + (wide == null ? 0 : rungs() * wide.entries()));
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
