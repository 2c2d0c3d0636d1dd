package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.JointConditional;
import org.orbifold.pgm.exact.JointSolver;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.exact.TableEntries;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the searches of {@link MapSearch}. For one thread at a time. */
final class MapSearcher {

    private static final Logger LOG = LoggerFactory.getLogger(MapSearcher.class);

    /** Entries of the tables of tree-width-bounded blocks: larger ones when smaller ones gain nothing any more. */
    private static final int[] ENTRIES = {1 << 8, 1 << 11, 1 << 14, 1 << 17};
    /** Entries of all tables of a block, at most: 64 MiB. */
    private static final long MOST_ENTRIES = 1 << 23;
    /** By how much tables may be larger where the bound leaves a choice: up to 2^20 entries. */
    private static final int GUIDED_GROWTH = 8;
    /** Rounds without a gain after which tables are made larger. */
    private static final int PATIENCE = 4;
    /** Variables of a region: a block in a larger model would take seconds to plan. */
    static final int REGION = 4000;
    /** Sweeps in which a start is improved variable by variable, at most. */
    private static final int MOST_SWEEPS = 20;
    /** Entries of the tables that recombine two states. */
    private static final int MERGED_ENTRIES = 1 << 16;
    /** States that others are recombined with. */
    private static final int MOST_ELITES = 10;
    /** λ of the hottest and of the coldest replica: from where modes vanish to where the chain nearly only climbs. */
    private static final double HOT_END = 0.2;
    private static final double COLD_END = 3;
    /** Log-weights of which the cold end takes note, at least: the rungs of a longer ladder would not overlap. */
    private static final double FINEST = 0.01;
    private static final int FEWEST_RUNGS = 6;
    private static final int MOST_RUNGS = 24;
    /** Entries of the models of a ladder together, at most: 128 MiB. */
    private static final double LADDER_ENTRIES = 1 << 24;
    /** Entries of the tables of the tempered chain's blocks, and their covers. */
    private static final int TEMPERED_ENTRIES = 1 << 9;
    private static final int COVERS = 4;
    /** Steps of the tempered chain between two starts. */
    private static final int STEPS = 40;
    /** Log-weights that differ by less are equal. */
    static final double EQUAL = 1e-9;

    private final GraphicalModel model;
    private final Xoshiro256 random;
    private final CompiledModel single;
    private final double[] probabilities;
    private final int[] inWide;
    private final TableEntries entries;
    /** The best local optima, of different weights, the best first. */
    private final List<MostProbableState> elites = new ArrayList<>();
    /** The tables of each variable, for growing regions; none if the model is small. */
    private final int[][] tablesOf;
    private final int patience;
    private int[] state;
    private double weight;
    private MostProbableState best;
    private int sizes = ENTRIES.length;
    private int size;
    private int idle;
    private long rounds;
    private @Nullable Tempering tempering;
    private int[] tempered = {};
    private long temperedTime;
    private int restarts;
    /** By variable and value: false if the bound excludes it for better states; none before that is known. */
    private boolean[][] allowed = {};
    private Budget budget;

    /**
     * A search from a possible state, which becomes its own.
     *
     * @throws OutOfTimeException if the time is over before it is set up
     */
    MapSearcher(GraphicalModel model, int[] start, Xoshiro256 random, Budget budget) {
        this.model = model;
        this.random = random;
        this.budget = budget;
        this.single = CompiledModel.of(model, BlockPartition.singletons(model.variableCount()), budget);
        this.probabilities = new double[IntStream.of(model.sizes()).max().orElse(1)];
        this.inWide = model.factors().wide().stream().flatMapToInt(f -> IntStream.of(f.scope())).distinct().sorted()
                .toArray();
        this.entries = TableEntries.of(model);
        this.tablesOf = model.variableCount() > REGION ? tablesOf(model) : new int[0][];
        this.patience = PATIENCE * (1 + model.variableCount() / REGION);
        this.state = start;
        improveAlone(IntStream.range(0, state.length).toArray(), MOST_SWEEPS);
        this.weight = model.logWeight(state);
        this.best = new MostProbableState(state, weight);
    }

    MostProbableState best() {
        return best;
    }

    List<MostProbableState> elites() {
        return List.copyOf(elites);
    }

    long rounds() {
        return rounds;
    }

    /** Remembers the best states of all searches, to be recombined with its own. */
    void adopt(List<MostProbableState> others) {
        others.forEach(this::remember);
    }

    /** Tells which values better states than the best one may have. */
    void guide(boolean[][] values) {
        allowed = values;
    }

    /** Searches for some rounds, until the time is over or a proved bound is reached. */
    void run(long most, double bound, Budget time) {
        budget = time;
        long last = rounds + most;
        try {
            while (rounds < last && !MapResult.isProved(best.logWeight(), bound) && !budget.isOver()) {
                round();
            }
            merge();
        } catch (OutOfTimeException e) {
            // Planning a block was cut off: the state and its weight are those before it, perhaps better than the best.
            keep();
            LOG.trace("round {} was cut off", rounds);
        }
    }

    private void round() {
        rounds++;
        double before = weight;
        improve();
        idle = weight > before + EQUAL ? 0 : idle + 1;
        keep();
        if (idle >= patience) {
            idle = 0;
            if (++size >= sizes) {
                size = 0;
                merge();
                goElsewhere();
            }
        }
    }

    private void keep() {
        if (weight > best.logWeight()) {
            best = new MostProbableState(state, weight);
            LOG.trace("round {}: {}", rounds, weight);
        }
    }

    private void improve() {
        JointConditional cover = guidedCover();
        if (cover == null) {
            cover = cover(ENTRIES[size]);
            if (cover.entries() > MOST_ENTRIES && size > 0) {
                sizes = size--;
                return;
            }
        }
        cover.on(entries).maximize(state, random);
        improveAlone(inWide, 1);
        weight = model.logWeight(state);
    }

    /** In half of the rounds, a block of variables that better states may change; null if the bound says too little. */
    private @Nullable JointConditional guidedCover() {
        if (allowed.length == 0 || random.nextBoolean()) {
            return null;
        }
        boolean[] inside = new boolean[state.length];
        int count = 0;
        for (int v = 0; v < inside.length; v++) {
            inside[v] = !allowed[v][state[v]] || choices(v) > 1;
            count += inside[v] ? 1 : 0;
        }
        if (count == 0 || count == inside.length || count > REGION) {
            return null;
        }
        JointConditional cover = WideBlocks.randomCover(model, inside, GUIDED_GROWTH * ENTRIES[size], random, budget);
        return cover.entries() > MOST_ENTRIES ? null : cover;
    }

    /** How many values of a variable the bound leaves to better states. */
    private int choices(int v) {
        int count = 0;
        for (boolean one : allowed[v]) {
            count += one ? 1 : 0;
        }
        return count;
    }

    /** A random wide block, of a region if the model is large. */
    private JointConditional cover(int maxEntries) {
        return tablesOf.length == 0 ? WideBlocks.randomCover(model, maxEntries, random, budget)
                : WideBlocks.randomCover(model, region(), maxEntries, random, budget);
    }

    /** What is nearest to a random variable. */
    private boolean[] region() {
        boolean[] inside = new boolean[state.length];
        IntArrayFIFOQueue queue = new IntArrayFIFOQueue();
        int first = random.nextInt(state.length);
        inside[first] = true;
        queue.enqueue(first);
        for (int count = 1; !queue.isEmpty() && count < REGION;) {
            for (int table : tablesOf[queue.dequeueInt()]) {
                for (int u : model.factors().tables().get(table).scope()) {
                    if (!inside[u] && count < REGION) {
                        inside[u] = true;
                        count++;
                        queue.enqueue(u);
                    }
                }
            }
        }
        return inside;
    }

    private static int[][] tablesOf(GraphicalModel model) {
        IntArrayList[] all = new IntArrayList[model.variableCount()];
        Arrays.setAll(all, v -> new IntArrayList());
        List<Table> tables = model.factors().tables();
        for (int t = 0; t < tables.size(); t++) {
            for (int v : tables.get(t).scope()) {
                all[v].add(t);
            }
        }
        return Arrays.stream(all).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    /** Variables take their best values one by one, until nothing changes. */
    private void improveAlone(int[] variables, int sweeps) {
        boolean changed = true;
        for (int sweep = 0; changed && sweep < sweeps && !budget.isOver(); sweep++) {
            changed = false;
            for (int v : variables) {
                single.conditional(state, v, probabilities);
                int value = state[v];
                for (int x = 0; x < model.size(v); x++) {
                    value = probabilities[x] > probabilities[value] ? x : value;
                }
                changed |= value != state[v];
                state[v] = value;
            }
        }
    }

    /**
     * Recombines the state with each of the best ones: where they disagree all values are open, the rest is given, and
     * max-product finds the best of this. It is at least as good as every mixture of the two by components.
     */
    private void merge() {
        double before;
        do {
            before = weight;
            for (MostProbableState elite : elites) {
                if (!budget.isOver()) {
                    merge(elite);
                }
            }
        } while (weight > before + EQUAL);
        keep();
        remember(new MostProbableState(state, weight));
    }

    private void merge(MostProbableState elite) {
        int[] other = elite.state();
        boolean[] differs = new boolean[state.length];
        boolean any = false;
        for (int v = 0; v < state.length; v++) {
            differs[v] = state[v] != other[v];
            any |= differs[v];
        }
        if (!any) {
            return;
        }
        if (elite.logWeight() > weight) {
            state = other;
            weight = elite.logWeight();
        }
        JointConditional cover = WideBlocks.randomCover(model, differs, MERGED_ENTRIES, random, budget);
        if (cover.entries() <= MOST_ENTRIES) {
            cover.on(entries).maximize(state, random);
        }
        weight = model.logWeight(state);
    }

    private void remember(MostProbableState found) {
        if (elites.stream().noneMatch(elite -> Math.abs(elite.logWeight() - found.logWeight()) < EQUAL)) {
            elites.add(found);
            elites.sort(Comparator.comparingDouble(MostProbableState::logWeight).reversed());
            if (elites.size() > MOST_ELITES) {
                elites.remove(MOST_ELITES);
            }
        }
    }

    /**
     * In turn: the best state with most of it drawn at random, a state of the tempered chain, and the best state
     * without excluded values.
     */
    private void goElsewhere() {
        int kind = restarts++ % 3;
        if (kind == 2 && goWhereAllowed()) {
            return;
        }
        // The models of a ladder are many times a large one.
        if (kind == 1 && tablesOf.length == 0) {
            advanceTempered();
            state = tempered.clone();
        } else {
            state = best.state();
            JointSolver part = cover(ENTRIES[0]).on(entries);
            if (part.condition(state)) {
                part.draw(state, random);
            }
        }
        weight = model.logWeight(state);
        keep();
    }

    /** The best state with other values where no better one has these; false if none differs, or it is impossible. */
    private boolean goWhereAllowed() {
        int[] next = best.state();
        boolean changed = false;
        for (int v = 0; v < allowed.length; v++) {
            int left = allowed[v][next[v]] ? 0 : choices(v);
            for (int x = 0, skip = left == 0 ? 0 : random.nextInt(left); left > 0 && x < allowed[v].length; x++) {
                if (allowed[v][x] && skip-- == 0) {
                    next[v] = x;
                    changed = true;
                }
            }
        }
        double reached = changed ? model.logWeight(next) : Double.NEGATIVE_INFINITY;
        if (reached == Double.NEGATIVE_INFINITY) {
            return false;
        }
        state = next;
        weight = reached;
        keep();
        return true;
    }

    private void advanceTempered() {
        Tempering chain = tempering;
        if (chain == null) {
            double[] lambdas = new double[rungs()];
            double coldEnd = coldEnd(model, budget);
            for (int i = 0; i < lambdas.length; i++) {
                lambdas[i] = coldEnd * Math.pow(HOT_END / coldEnd, i / (lambdas.length - 1.0));
            }
            WideBlocks wide = WideBlocks.of(model, TEMPERED_ENTRIES, COVERS, random, budget);
            chain = new Tempering(Tempering.Ladder.from(model, budget, lambdas), wide::chain, 1);
            tempered = best.state();
            tempering = chain;
        }
        for (int i = 0; i < STEPS && !budget.isOver(); i++) {
            chain.advance(tempered, temperedTime, temperedTime + 1, random, ChainListener.NONE);
            temperedTime++;
        }
    }

    /**
     * λ of the coldest replica. Where penalties are large and costs small, the costs decide between the states that
     * penalties leave: for three quarters of the variables, some table of theirs differs by 3 or more at the cold end.
     */
    static double coldEnd(GraphicalModel model, Budget budget) {
        double[] finest = new double[model.variableCount()];
        Arrays.fill(finest, 1);
        for (Table table : model.factors().tables()) {
            budget.check();
            double spread = table.spread();
            for (int v : table.scope()) {
                finest[v] = spread > EQUAL ? Math.min(finest[v], spread) : finest[v];
            }
        }
        Arrays.sort(finest);
        return COLD_END / Math.max(FINEST, finest[finest.length / 4]);
    }

    /** Fluctuations grow with the square root of the variables, and so does the number of rungs that overlap. */
    private int rungs() {
        double all = model.factors().tables().stream().mapToDouble(Table::entryCount).sum();
        double rungs = Math.min(MOST_RUNGS, FEWEST_RUNGS + 0.6 * Math.sqrt(model.variableCount()));
        return (int) Math.max(FEWEST_RUNGS, Math.min(rungs, LADDER_ENTRIES / Math.max(1, all)));
    }
}
