package org.orbifold.pgm.exact;

import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a contraction tree: that of the min-fill order, improved by {@link TreeAnnealing} for as long as that pays.
 *
 * <p>Rounds of annealing double in length, and each begins with the best tree so far; a long one makes two runs and
 * keeps the better tree. Another round is made if its moves cost less than the share of the best tree's work that the
 * last round saved, or less than a small share of it. All of that is counted, not timed: unless the time is over
 * before, the same network gets the same tree.
 */
final class TreePlanner {

    private static final Logger LOG = LoggerFactory.getLogger(TreePlanner.class);

    /** Products below which no tree is improved: a tenth of a millisecond. */
    private static final double SMALL_PRODUCTS = 1 << 16;
    /** A move takes as long as this many products. */
    private static final double MOVE_PRODUCTS = 100;
    /** Share of the work of the best tree that a round may cost, whatever the last one saved: at least and at most. */
    private static final double SHARE = 0.03;
    private static final double MAX_SHARE = 0.5;
    /** Sweeps of the first round and of the last: longer ones found nothing better on any network tried. */
    private static final int FIRST_SWEEPS = 8;
    private static final int MAX_SWEEPS = 1 << 17;
    /** The same while the best tree would take hours. */
    private static final int HOPELESS_SWEEPS = 1 << 14;
    /**
     * Inverse temperatures, per bit of work, with which runs begin, in turn: short ones with the first, which keeps
     * what is good in a tree. Long ones leave what is bad in it with the others; which is best depends on the model.
     */
    private static final double[] FIRST_BETAS = {5, 2, 1};
    private static final int SHORT_SWEEPS = 64;
    /** Runs of a long round; moves of one from which threads are worth their start: some milliseconds. */
    private static final int RUNS = 2;
    private static final double SHARED_MOVES = 1 << 16;
    /** Most moves of a round, while the best tree would take hours, and then: half a second and ten seconds. */
    private static final double HOPELESS_MOVES = 1.5e7;
    private static final double MAX_MOVES = 3e8;
    /** Most nodes times variables whose scopes are held as bit sets, twice: 128 MiB. */
    private static final double MAX_BITS = 1 << 29;
    /** Products that take about an hour. */
    private static final double HOPELESS = 0x1p42;
    /** Products above which no tree is improved: no network lost more than half of the bits (2^46.8 → 2^24.8). */
    private static final double IN_SIGHT = HOPELESS * HOPELESS;
    /**
     * Share of the greedy tree's work above which the time of both trees' contractions is estimated: those of a greedy
     * tree are more regular, and may be faster with twice the products.
     */
    private static final double CLEAR = 0.5;
    /** Tables of the largest size that the memory should hold. */
    private static final int TABLES = 8;

    private final int[] sizes;
    private final int[][] tables;
    private final double target;
    private final double uses;
    private final int threads;
    private final Budget budget;

    /**
     * Prepares a search.
     *
     * @param sizes   the domain sizes
     * @param tables  the scopes of the tables, ascending
     * @param options memory, threads and time
     * @param uses    how often the tree will be used, about
     */
    TreePlanner(int[] sizes, int[][] tables, ExactOptions options, double uses) {
        this.sizes = sizes;
        this.tables = tables;
        this.target = Math.max(1, options.memoryBytes() / Double.BYTES / TABLES);
        this.uses = uses;
        this.threads = options.threads();
        this.budget = options.budget();
    }

    /** The tree of an elimination order, before it is improved. */
    ContractionTree greedy(int[] order) {
        return GreedyTree.of(sizes, tables, order, budget);
    }

    /** The best tree found. */
    ContractionTree improved(ContractionTree greedy) {
        int inner = greedy.nodeCount() - greedy.leafCount();
        boolean large = (double) greedy.nodeCount() * sizes.length > MAX_BITS;
        if (uses * greedy.work() < SMALL_PRODUCTS || greedy.work() > IN_SIGHT || inner < 2 || large) {
            return greedy;
        }
        TreeAnnealing annealing = new TreeAnnealing(greedy, target, 0);
        TreeAnnealing other = null;
        double first = annealing.bestWork();
        double saved = 0;
        int round = 0;
        for (double sweeps = FIRST_SWEEPS; pays(sweeps, inner, annealing.bestWork(), saved) && !budget.isOver();
                sweeps *= 2) {
            double before = annealing.bestWork();
            if (sweeps <= SHORT_SWEEPS) {
                annealing.run(FIRST_BETAS[0], (int) sweeps, budget);
            } else {
                other = other == null ? new TreeAnnealing(greedy, target, 1) : other;
                other.take(annealing);
                runBoth(annealing, other, (int) sweeps, RUNS * round, sweeps * inner > SHARED_MOVES ? threads : 1);
                if (other.bestWork() < annealing.bestWork()) {
                    annealing.take(other);
                }
            }
            saved = 1 - annealing.bestWork() / before;
            round++;
        }
        double products = annealing.bestWork();
        LOG.debug("contraction tree: 2^{} products, 2^{} before {} rounds of annealing", bits(products), bits(first),
                round);
        if (products == first) {
            return greedy;
        }
        ContractionTree best = annealing.best(tables);
        return products < CLEAR * first || ContractionProgram.nanos(best, tables)
                < ContractionProgram.nanos(greedy, tables) ? best : greedy;
    }

    /** Two runs from the same tree, with different temperatures; the result does not depend on the threads. */
    private void runBoth(TreeAnnealing one, TreeAnnealing other, int sweeps, int beta, int most) {
        // An interrupt of this search cancels nothing else.
        Budget own = budget.separate();
        try (Workers workers = new Workers(Math.min(most, RUNS), own)) {
            workers.map(RUNS, i -> {
                (i == 0 ? one : other).run(FIRST_BETAS[(beta + i) % FIRST_BETAS.length], sweeps, own);
                return i;
            });
        }
    }

    private static double bits(double number) {
        return Math.round(10 * Math.log(number) / Math.log(2)) / 10.0;
    }

    /** Whether a round costs less than it may save: what the last one saved, as a share, or a little in any case. */
    private boolean pays(double sweeps, int inner, double products, double saved) {
        boolean hopeless = products > HOPELESS;
        double moves = sweeps * inner;
        return sweeps <= (hopeless ? HOPELESS_SWEEPS : MAX_SWEEPS) && moves <= (hopeless ? HOPELESS_MOVES : MAX_MOVES)
                && moves * MOVE_PRODUCTS
                        <= uses * ContractionTree.PASSES * products * Math.max(SHARE, Math.min(MAX_SHARE, saved));
    }
}
