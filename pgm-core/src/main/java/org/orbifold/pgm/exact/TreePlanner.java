package org.orbifold.pgm.exact;

import java.util.Comparator;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a contraction tree: that of the min-fill order, improved by {@link TreeAnnealing} for as long as that pays.
 *
 * <p>Rounds of annealing double in length. Another one is made if its moves cost less than the share of the best tree's
 * work that the last round saved, or less than a small share of it. All of that is counted, not timed: unless the time
 * is over before, the same network gets the same tree.
 */
final class TreePlanner {

    private static final Logger LOG = LoggerFactory.getLogger(TreePlanner.class);

    /** Products below which no tree is improved: a tenth of a millisecond. */
    private static final double SMALL_PRODUCTS = 1 << 16;
    /** A move takes as long as this many products. */
    private static final double MOVE_PRODUCTS = 100;
    /** Share of the work of the best tree that a round may cost, whatever the last one saved: at least and at most. */
    private static final double SHARE = 0.1;
    private static final double MAX_SHARE = 0.5;
    /** Sweeps of the first round and of the last: longer ones found nothing better on any network tried. */
    private static final int FIRST_SWEEPS = 32;
    private static final int MAX_SWEEPS = 1 << 17;
    /** The same while the best tree would take hours. */
    private static final int HOPELESS_SWEEPS = 1 << 14;
    /** Runs per round, with other random numbers; as many threads can share them. */
    private static final int RUNS = 2;
    /** Most moves of a run, while the best tree would take hours, and then: about two seconds and half a minute. */
    private static final double HOPELESS_MOVES = 1.5e7;
    private static final double MAX_MOVES = 3e8;
    /** Most nodes times variables whose scopes are held as bit sets: 64 MiB. */
    private static final double MAX_BITS = 1 << 29;
    /** Products that take about an hour. */
    private static final double HOPELESS = 0x1p42;
    /** Products above which no tree is improved: no network lost more than half of the bits (2^46.8 → 2^24.8). */
    private static final double IN_SIGHT = HOPELESS * HOPELESS;
    /** Share of the greedy tree's work above which that tree is kept: its contractions are more regular. */
    private static final double WORTH = 0.7;
    /** Moves of a run above which threads pay. */
    private static final double SHARED_MOVES = 5e4;
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
        ContractionTree best = greedy;
        double first = new TreeAnnealing(greedy, target, 0).bestWork();
        double products = first;
        double saved = 0;
        int round = 0;
        for (double sweeps = FIRST_SWEEPS; pays(sweeps, inner, products, saved) && !budget.isOver(); sweeps *= 2) {
            TreeAnnealing found = round(greedy, (int) sweeps, round++);
            saved = Math.max(0, 1 - found.bestWork() / products);
            if (saved > 0) {
                products = found.bestWork();
                best = found.best(tables);
            }
        }
        LOG.debug("contraction tree: 2^{} products, 2^{} before {} rounds of annealing", bits(products), bits(first),
                round);
        return products < WORTH * first ? best : greedy;
    }

    private static double bits(double number) {
        return Math.round(10 * Math.log(number) / Math.log(2)) / 10.0;
    }

    /** Whether a round costs less than it may save: what the last one saved, as a share, or a little in any case. */
    private boolean pays(double sweeps, int inner, double products, double saved) {
        boolean hopeless = products > HOPELESS;
        double moves = sweeps * inner;
        return sweeps <= (hopeless ? HOPELESS_SWEEPS : MAX_SWEEPS) && moves <= (hopeless ? HOPELESS_MOVES : MAX_MOVES)
                && moves * MOVE_PRODUCTS * RUNS
                        <= uses * ContractionTree.PASSES * products * Math.max(SHARE, Math.min(MAX_SHARE, saved));
    }

    private TreeAnnealing round(ContractionTree greedy, int sweeps, int round) {
        boolean shared = (double) sweeps * greedy.nodeCount() > SHARED_MOVES;
        // An interrupt of this search cancels nothing else.
        Budget own = budget.separate();
        try (Workers workers = new Workers(shared ? Math.min(threads, RUNS) : 1, own)) {
            return workers.map(RUNS, i -> {
                TreeAnnealing run = new TreeAnnealing(greedy, target, (long) RUNS * round + i);
                run.run(sweeps, own);
                return run;
            }).stream().min(Comparator.comparingDouble(TreeAnnealing::bestWork)).orElseThrow();
        }
    }
}
