package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.Cover;
import org.orbifold.pgm.exact.JointConditional;
import org.orbifold.pgm.exact.JointSolver;
import org.orbifold.pgm.exact.TableEntries;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Sets of variables that are drawn jointly given the rest, by elimination (Hamze and de Freitas 2004; Bidyuk and
 * Dechter 2007): most of a model at once, with tables of bounded size. Several covers are drawn systematically; every
 * variable is in at least one of them, or is drawn alone.
 *
 * <p>A partition into blocks of a few variables is the narrow case, and {@link Gibbs} its implementation: a table over
 * all values of a block. Where blocks have more than a few values, or should hold most of the model, these are the
 * chain.
 *
 * <p>With a partition, listeners receive the joint conditionals of the partition's blocks that are inside a cover, as
 * from block Gibbs, so that averages over orbits of block values work here too. With sets of variables, which may
 * overlap, they receive the joint conditional of the part of each set that a cover holds.
 *
 * <p>A {@link Cover} is chosen by elimination; where a table would be too large, one of its variables is cut and stays
 * outside, preferably one that an earlier cover holds. Immutable.
 */
public final class WideBlocks {

    /** Share of a limited time in which covers are chosen; in the rest they are planned. */
    private static final double CHOOSING = 0.5;

    /** Draws of a cover for which its contraction tree is planned: a second of planning for a minute's run. */
    private static final double USES = 30;

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final List<JointConditional> covers = new ArrayList<>();
    /** The blocks of several variables that are inside each cover. */
    private final List<int[]> blocksOf = new ArrayList<>();
    /** The parts of sets that are inside each cover, each once. */
    private final List<List<Block>> jointsOf = new ArrayList<>();
    /** The variables that no cover has. */
    private final int[] alone;
    /** What all chains on a model share, as long as the model is used. */
    private final Map<GraphicalModel, TableEntries> entriesOf = new WeakHashMap<>();

    /**
     * Plans covers, each given as an order of elimination.
     *
     * @throws OutOfTimeException if the time is over before the first is planned; else later ones are left out
     */
    private WideBlocks(GraphicalModel model, BlockPartition partition, List<int[]> sets, List<int[]> orders,
            Budget budget) {
        this.model = model;
        this.partition = partition;
        boolean[] covered = new boolean[model.variableCount()];
        try {
            for (int[] order : orders) {
                int[] blocks = blocksInside(order);
                List<Block> joints = inside(sets, order);
                covers.add(JointConditional.plan(model, order, Stream.concat(
                        Arrays.stream(blocks).mapToObj(partition::block), joints.stream()).toList(), USES, budget));
                blocksOf.add(blocks);
                jointsOf.add(joints);
                for (int v : order) {
                    covered[v] = true;
                }
            }
        } catch (OutOfTimeException e) {
            if (covers.isEmpty()) {
                throw e;
            }
        }
        this.alone = IntStream.range(0, covered.length).filter(v -> !covered[v]).toArray();
    }

    private static List<Block> inside(List<int[]> sets, int[] order) {
        IntOpenHashSet inside = new IntOpenHashSet(order);
        return sets.stream().map(set -> Arrays.stream(set).filter(inside::contains).toArray())
                .filter(part -> part.length > 0).map(Block::of).distinct().toList();
    }

    private int[] blocksInside(int[] order) {
        boolean[] inside = new boolean[model.variableCount()];
        for (int v : order) {
            inside[v] = true;
        }
        return IntStream.range(0, partition.blockCount()).filter(b -> partition.block(b).size() > 1
                && Arrays.stream(partition.block(b).variables()).allMatch(v -> inside[v])).toArray();
    }

    /**
     * Chooses covers.
     *
     * @param model      the model
     * @param maxEntries the most entries of a table
     * @param covers     the most covers
     * @param random     breaks ties
     * @param budget     when it is over, the covers planned so far are taken; half of it is for choosing them
     * @return the covers with their plans
     * @throws OutOfTimeException if the time is over before there is one
     */
    public static WideBlocks of(GraphicalModel model, int maxEntries, int covers, RandomGenerator random,
            Budget budget) {
        return of(model, BlockPartition.singletons(model.variableCount()), maxEntries, covers, random, budget);
    }

    /**
     * Chooses covers whose chains report the joint conditionals of blocks.
     *
     * @param model      the model
     * @param partition  the blocks
     * @param maxEntries the most entries of a table
     * @param covers     the most covers
     * @param random     breaks ties
     * @param budget     when it is over, the covers planned so far are taken; half of it is for choosing them
     * @return the covers with their plans
     * @throws OutOfTimeException if the time is over before there is one
     */
    public static WideBlocks of(GraphicalModel model, BlockPartition partition, int maxEntries, int covers,
            RandomGenerator random, Budget budget) {
        return withJoints(model, partition, List.of(), maxEntries, covers, random, budget);
    }

    /**
     * Chooses covers whose chains report the joint conditionals of sets of variables, as far as covers hold them.
     *
     * @param model      the model
     * @param sets       scopes of its features; sets whose variables share no feature make tables larger
     * @param maxEntries the most entries of a table
     * @param covers     the most covers
     * @param random     breaks ties
     * @param budget     when it is over, the covers planned so far are taken; half of it is for choosing them
     * @return the covers with their plans
     * @throws OutOfTimeException if the time is over before there is one
     */
    public static WideBlocks withJoints(GraphicalModel model, List<int[]> sets, int maxEntries, int covers,
            RandomGenerator random, Budget budget) {
        return withJoints(model, BlockPartition.singletons(model.variableCount()), sets, maxEntries, covers, random,
                budget);
    }

    /**
     * Chooses covers whose chains report the joint conditionals of blocks, and of sets of variables as far as covers
     * hold them.
     *
     * @param model      the model
     * @param partition  the blocks
     * @param sets       scopes of its features; sets whose variables share no feature make tables larger
     * @param maxEntries the most entries of a table
     * @param covers     the most covers
     * @param random     breaks ties
     * @param budget     when it is over, the covers planned so far are taken; half of it is for choosing them
     * @return the covers with their plans
     * @throws OutOfTimeException if the time is over before there is one
     */
    public static WideBlocks withJoints(GraphicalModel model, BlockPartition partition, List<int[]> sets,
            int maxEntries, int covers, RandomGenerator random, Budget budget) {
        List<int[]> orders = new ArrayList<>();
        boolean[] covered = new boolean[model.variableCount()];
        Budget choosing = budget.share(CHOOSING);
        try {
            for (int c = 0; c < covers; c++) {
                int[] order = new Cover(model, partition, all(model), maxEntries, covered, random,
                        c == 0 ? budget : choosing).choose();
                for (int v : order) {
                    covered[v] = true;
                }
                if (order.length > 0) {
                    orders.add(order);
                }
                if (order.length == covered.length) {
                    // Everything in one block: the draws are independent.
                    return new WideBlocks(model, partition, sets, List.of(order), budget);
                }
            }
        } catch (OutOfTimeException e) {
            if (orders.isEmpty()) {
                throw e;
            }
        }
        return new WideBlocks(model, partition, sets, orders, budget);
    }

    /**
     * One cover of all variables, whose chains draw independent states and report exact marginals.
     *
     * @param model      the model
     * @param partition  the blocks
     * @param sets       scopes of its features, whose joint marginals are reported too
     * @param maxEntries the most entries of a table
     * @param tries      how often to look for an order of elimination
     * @param random     breaks ties
     * @param budget     the time for it
     * @return the cover with its plan; empty if tables would be larger
     * @throws OutOfTimeException if the time is over before
     */
    public static Optional<WideBlocks> whole(GraphicalModel model, BlockPartition partition, List<int[]> sets,
            int maxEntries, int tries, RandomGenerator random, Budget budget) {
        boolean[] none = new boolean[model.variableCount()];
        return IntStream.range(0, tries)
                .mapToObj(i -> new Cover(model, partition, all(model), maxEntries, none, random, budget).chooseAll())
                .flatMap(Optional::stream).findFirst()
                .map(order -> new WideBlocks(model, partition, sets, List.of(order), budget));
    }

    /**
     * Chooses one cover at random: which variables are cut first is a matter of coins.
     *
     * @param model      the model
     * @param maxEntries the most entries of a table
     * @param random     the source of randomness
     * @param budget     the time for it
     * @return the plan of the cover; it may hold no variable
     * @throws OutOfTimeException if the time is over before
     */
    public static JointConditional randomCover(GraphicalModel model, int maxEntries, RandomGenerator random,
            Budget budget) {
        return randomCover(model, all(model), maxEntries, random, budget);
    }

    private static boolean[] all(GraphicalModel model) {
        boolean[] all = new boolean[model.variableCount()];
        Arrays.fill(all, true);
        return all;
    }

    /**
     * Chooses one cover at random inside a set of variables, the others given.
     *
     * @param model      the model
     * @param inside     whether each variable may be in the cover
     * @param maxEntries the most entries of a table
     * @param random     the source of randomness
     * @param budget     the time for it
     * @return the plan of the cover; it holds the whole set if the tables allow it
     * @throws OutOfTimeException if the time is over before
     */
    public static JointConditional randomCover(GraphicalModel model, boolean[] inside, int maxEntries,
            RandomGenerator random, Budget budget) {
        int[] order = new Cover(model, BlockPartition.singletons(inside.length), inside, maxEntries,
                coins(inside.length, random), random, budget).choose();
        return JointConditional.plan(model, order, List.of(), 1, budget);
    }

    private static boolean[] coins(int count, RandomGenerator random) {
        boolean[] coins = new boolean[count];
        for (int v = 0; v < count; v++) {
            coins[v] = random.nextBoolean();
        }
        return coins;
    }

    /**
     * The covers.
     *
     * @return the variables of each, in the order of elimination
     */
    public List<int[]> covers() {
        return covers.stream().map(JointConditional::variables).toList();
    }

    /**
     * The parts of the sets that a cover holds, in the order in which their joint conditionals are reported.
     *
     * @param cover the number of the cover
     * @return the parts, each once
     */
    public List<Block> joints(int cover) {
        return jointsOf.get(cover);
    }

    /**
     * Whether one cover holds all variables: then draws are independent, and their conditionals exact.
     *
     * @return whether it does
     */
    public boolean isWhole() {
        return covers.size() == 1 && covers.get(0).variables().length == model.variableCount();
    }

    /**
     * About the work of a step, in entries of tables.
     *
     * @return the mean over the covers
     */
    public double work() {
        return covers.stream().mapToLong(JointConditional::work).average().orElse(0) + 8.0 * alone.length;
    }

    /**
     * The entries of all tables: what a chain's scratch space takes.
     *
     * @return the sum over the covers
     */
    public long entries() {
        return covers.stream().mapToLong(JointConditional::entries).sum();
    }

    /**
     * A chain whose step draws one cover, and the variables that no cover has.
     *
     * @return a new chain for one thread
     */
    public MarkovChain chain() {
        return chain(model);
    }

    /**
     * A chain on a model with the same scopes, such as the same model at another temperature.
     *
     * @param other a model whose tables differ in their entries only
     * @return a new chain for one thread
     */
    public MarkovChain chain(GraphicalModel other) {
        return new Chain(other);
    }

    private synchronized TableEntries entriesOf(GraphicalModel on) {
        return entriesOf.computeIfAbsent(on, TableEntries::of);
    }

    private final class Chain implements MarkovChain {

        private final List<JointSolver> conditionals;
        /** Null if every variable is in a cover. */
        private final @Nullable CompiledModel single;
        private final int[] before;
        private final double[] probabilities;
        private final List<Report> reports;

        Chain(GraphicalModel on) {
            this.reports = IntStream.range(0, covers.size()).mapToObj(Report::new).toList();
            this.conditionals = covers.stream().map(cover -> cover.on(entriesOf(on))).toList();
            this.single = alone.length == 0 ? null : CompiledModel.of(on);
            this.before = new int[on.variableCount()];
            this.probabilities = new double[IntStream.of(on.sizes()).max().orElse(1)];
        }

        @Override
        public int sweep() {
            return Math.max(1, covers.size());
        }

        @Override
        public boolean drawsWholeState() {
            return isWhole();
        }

        @Override
        public int period() {
            return Math.max(1, covers.size());
        }

        @Override
        public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
            for (long t = from; t < to; t++) {
                if (!covers.isEmpty()) {
                    draw((int) (t % covers.size()), state, t, random, listener);
                }
                for (int v : alone) {
                    drawAlone(v, state, t, random, listener);
                }
            }
        }

        private void draw(int cover, int[] state, long time, RandomGenerator random, ChainListener listener) {
            JointSolver conditional = conditionals.get(cover);
            if (!conditional.condition(state)) {
                throw new IllegalStateException("a chain of tree-width-bounded blocks is in an impossible state");
            }
            System.arraycopy(state, 0, before, 0, state.length);
            conditional.draw(state, random);
            if (listener.wantsConditionals()) {
                conditional.marginals(reports.get(cover).at(time, listener));
            }
            for (int v = 0; v < state.length; v++) {
                if (state[v] != before[v]) {
                    listener.changed(time, v, before[v], state[v]);
                }
            }
        }

        private void drawAlone(int variable, int[] state, long time, RandomGenerator random, ChainListener listener) {
            Objects.requireNonNull(single).conditional(state, variable, probabilities);
            if (listener.wantsConditionals()) {
                report(variable, probabilities, time, listener);
            }
            double left = random.nextDouble();
            int value = -1;
            for (int x = 0; x < model.size(variable) && (value < 0 || left >= 0); x++) {
                if (probabilities[x] > 0) {
                    value = x;
                    left -= probabilities[x];
                }
            }
            int old = state[variable];
            if (value != old) {
                state[variable] = value;
                listener.changed(time, variable, old, value);
            }
        }
    }

    /** Passes the conditionals of a cover on: of its blocks, of the variables that are in none, and of sets. */
    private final class Report implements JointSolver.Marginals {

        private final int cover;
        private final int[] blocks;
        private final boolean[] inBlock = new boolean[model.variableCount()];
        private long time;
        private ChainListener listener = ChainListener.NONE;

        Report(int cover) {
            this.cover = cover;
            this.blocks = blocksOf.get(cover);
            for (int b : blocks) {
                for (int v : partition.block(b).variables()) {
                    inBlock[v] = true;
                }
            }
        }

        Report at(long step, ChainListener to) {
            time = step;
            listener = to;
            return this;
        }

        @Override
        public void accept(int variable, double[] found) {
            if (!inBlock[variable]) {
                report(variable, found, time, listener);
            }
        }

        @Override
        public void acceptBlock(int block, double[] found) {
            if (block < blocks.length) {
                listener.blockConditional(time, partition, blocks[block], found);
            } else {
                listener.jointConditional(time, cover, block - blocks.length, found);
            }
        }
    }

    private void report(int variable, double[] found, long time, ChainListener listener) {
        if (model.size(variable) == 2) {
            listener.conditional(time, variable, found[1]);
        } else {
            listener.conditional(time, variable, found);
        }
    }
}
