package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ScaledTable.Mode;
import org.orbifold.pgm.exact.UpwardPass.Keep;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact inference by a contraction tree: a plan of which tables of a model are multiplied, two at a time, and where
 * each variable is summed out. One plan answers all questions: log Z, all marginals and joint probabilities, the
 * most probable state, independent samples.
 *
 * <p>The tree is that of an elimination order by min-fill, improved by simulated annealing where the work is worth
 * that. Only intermediate tables are kept, scaled: plain numbers where a double's range allows, else logarithms.
 * Where the memory is too small for them, a few variables are fixed to one joint value after another: slices.
 *
 * <p>Cost: {@link #cost()}, known before anything is computed. Immutable; safe for several threads.
 */
public final class ContractionPlan {

    private static final Logger LOG = LoggerFactory.getLogger(ContractionPlan.class);

    private final GraphicalModel model;
    /** Whose joint probabilities are asked for. */
    private final List<int[]> asked;
    private final Leaves leaves;
    /** Null if a bound of the treewidth rules exact inference out. */
    private final @Nullable ContractionTree tree;
    private final ExactCost cost;
    /** Shared by the plans for other models with these scopes. */
    private final Compiled compiled;

    /** The last slicing and the last program; not sent to other machines. */
    private static final class Compiled {

        private transient double memory = Double.NaN;
        /** Operations for which the slicing was planned. */
        private transient double planned;
        private transient @Nullable Slicing slicing;
        private transient @Nullable BitSet sliced;
        private transient @Nullable ContractionProgram program;
        private transient @Nullable DownwardPass down;

        synchronized Slicing slicing(ContractionTree tree, Leaves leaves, double memoryBytes, Budget budget) {
            double most = ExactCost.plannedOperations(budget);
            if (slicing == null || memory != memoryBytes || most > planned && !slicing.fits(memoryBytes)) {
                slicing = Slicing.choose(tree, leaves, memoryBytes, most, budget);
                memory = memoryBytes;
                planned = most;
            }
            return slicing;
        }

        synchronized ContractionProgram program(Slicing slicing, Budget budget) {
            if (program == null || !slicing.variables().equals(sliced)) {
                program = new ContractionProgram(slicing.tree(), slicing.tables(), budget);
                sliced = slicing.variables();
                down = null;
            }
            return program;
        }

        synchronized DownwardPass down(ContractionProgram of, Leaves leaves, List<int[]> asked, Budget budget) {
            if (down == null || program != of) {
                DownwardPass made = new DownwardPass(of, leaves, asked, budget);
                down = program == of ? made : down;
                return made;
            }
            return down;
        }
    }

    private ContractionPlan(GraphicalModel model, List<int[]> asked, Leaves leaves, @Nullable ContractionTree tree,
            ExactCost cost, Compiled compiled) {
        this.model = model;
        this.asked = asked;
        this.leaves = leaves;
        this.tree = tree;
        this.cost = cost;
        this.compiled = compiled;
    }

    /**
     * Plans the computation with {@linkplain ExactOptions#defaults() default options}.
     *
     * @param model the model
     * @return the plan, whose cost is known
     */
    public static ContractionPlan of(GraphicalModel model) {
        return of(model, List.of(), ExactOptions.defaults());
    }

    /**
     * Plans the computation, with the joint probabilities of some variables beside the marginals.
     *
     * @param model   the model
     * @param asked   scopes whose joint probabilities are wanted, each without repetitions; as if features held them
     * @param options the memory to plan for, the threads, and the time for the search: when it is over, the best tree
     *                so far is taken
     * @return the plan, whose cost is known
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before there is any tree
     */
    public static ContractionPlan of(GraphicalModel model, List<int[]> asked, ExactOptions options) {
        return greedy(model, asked, options).improved(options);
    }

    /**
     * Plans the computation by a tree from a greedy elimination order, which is not searched for long.
     *
     * @param model   the model
     * @param asked   scopes whose joint probabilities are wanted, each without repetitions; as if features held them
     * @param options the memory to plan for, and the time
     * @return the plan, whose cost is known
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before there is any tree
     */
    public static ContractionPlan greedy(GraphicalModel model, List<int[]> asked, ExactOptions options) {
        int[] sizes = Objects.requireNonNull(model, "the model is null").sizes();
        asked.forEach(scope -> checkScope(model, scope));
        Budget budget = options.budget();
        List<int[]> copies = asked.stream().map(int[]::clone).toList();
        Leaves leaves = Leaves.of(model, copies, budget);
        int[][] tables = leaves.scopes();
        for (int[] table : tables) {
            double entries = model.assignments(table);
            if (entries > Table.MAX_ENTRIES) {
                // A scope too large for any table settles it.
                return new ContractionPlan(model, copies, leaves, null, new ExactCost(table.length - 1, entries,
                        entries * Double.BYTES, entries, 0, true), new Compiled());
            }
        }
        EliminationOrder order = EliminationOrder.find(sizes, Arrays.asList(tables), budget);
        Optional<ExactCost> bound = order.lowerBound();
        if (bound.isPresent()) {
            return new ContractionPlan(model, copies, leaves, null, bound.get(), new Compiled());
        }
        ContractionTree tree = new TreePlanner(sizes, tables, options, 1).greedy(order.order());
        ExactCost cost = tree.cost(tables, leaves);
        double most = ExactCost.plannedOperations(budget);
        if (cost.operations() > most) {
            ExactCost least = EliminationOrder.leastCost(sizes, Arrays.asList(tables), budget);
            if (least.operations() > most) {
                // Neither another tree nor slices make it cheaper.
                return new ContractionPlan(model, copies, leaves, null, least, new Compiled());
            }
        }
        return new ContractionPlan(model, copies, leaves, tree, cost, new Compiled());
    }

    /**
     * The plan with a better tree, if one is found.
     *
     * @param options the memory to plan for, the threads, and the time for the search: when it is over, the best tree
     *                so far is taken
     * @return the plan, whose cost is known
     */
    public ContractionPlan improved(ExactOptions options) {
        if (tree == null) {
            return this;
        }
        int[][] tables = leaves.scopes();
        ContractionTree best = new TreePlanner(tree.sizes(), tables, options, 1).improved(tree);
        ExactCost better = best.cost(tables, leaves);
        LOG.debug("contraction tree of {} tables: {}, largest table {} entries", tables.length, better,
                better.largestTable());
        return best == tree ? this : new ContractionPlan(model, asked, leaves, best, better, new Compiled());
    }

    /**
     * The same plan for another model with the same variables and scopes, such as the model given other values of the
     * observed variables, or with other weights: nothing is searched.
     *
     * @param other a model
     * @return the plan; empty if its sizes or scopes are others, or if there is no tree
     */
    public Optional<ContractionPlan> on(GraphicalModel other) {
        if (tree == null || !Arrays.equals(tree.sizes(), other.sizes())
                || !haveSameScopes(model.factors().tables(), other.factors().tables())
                || !haveSameScopes(model.factors().wide(), other.factors().wide())) {
            return Optional.empty();
        }
        return Optional.of(new ContractionPlan(other, asked, leaves, tree, cost, compiled));
    }

    private static boolean haveSameScopes(List<? extends Feature> some, List<? extends Feature> others) {
        return some.size() == others.size() && IntStream.range(0, some.size())
                .allMatch(f -> Arrays.equals(some.get(f).scope(), others.get(f).scope()));
    }

    /**
     * Computes log Z and all marginals, with {@linkplain ExactOptions#defaults() default options}.
     *
     * @param model the model
     * @return the exact result
     * @throws TooLargeException if it needs more memory than that
     * @throws ContradictionException if no state is possible
     */
    public static ExactResult solve(GraphicalModel model) {
        return of(model).solve(ExactOptions.defaults());
    }

    /**
     * Returns what the computation costs in any memory.
     *
     * @return the cost
     */
    public ExactCost cost() {
        return cost;
    }

    /**
     * Returns what the computation costs within some memory: above it, slices make the tables smaller, for more
     * operations.
     *
     * @param memoryBytes the most bytes its tables may take
     * @param budget      the time for choosing the variables to slice
     * @return the cost; of more bytes than that if nothing makes them small enough
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before that is chosen
     */
    public ExactCost cost(long memoryBytes, Budget budget) {
        return tree == null ? cost : compiled.slicing(tree, leaves, memoryBytes, budget).cost();
    }

    /** The slices that fit the memory. */
    private Slicing affordable(ExactOptions options) {
        return affordable(options, slicing -> 1);
    }

    /** The same where only a share of the slices is to be computed. */
    private Slicing affordable(ExactOptions options, ToDoubleFunction<Slicing> share) {
        if (tree == null) {
            throw TooLargeException.of(cost, cost, options);
        }
        Slicing slicing = compiled.slicing(tree, leaves, options.memoryBytes(), options.budget());
        ExactCost sliced = slicing.cost();
        // Without slices the clock ends what takes too long.
        boolean timed = options.budget().isLimited() && sliced.sliced() == 0;
        if (!slicing.fits(options.memoryBytes())
                || !timed && !options.allows(share.applyAsDouble(slicing) * sliced.operations())) {
            throw TooLargeException.of(cost, sliced, options);
        }
        return slicing;
    }

    /**
     * Computes log Z, all marginals and the joint probabilities asked for, in the memory there is: see
     * {@link #cost(long, Budget)}.
     *
     * @param options what it may use
     * @return the exact result
     * @throws TooLargeException  if nothing makes the tables small enough, or only slices that would take far longer
     *                            than the time there is; before any work is done
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws ContradictionException if no state is possible
     */
    public ExactResult solve(ExactOptions options) {
        Slicing slicing = affordable(options);
        double start = options.budget().elapsed();
        SliceSum sum = new SliceSum(model, asked, slicing.variables());
        new Slices(model, leaves, slicing).run(options, solving(slicing, options.budget()), sum::add);
        ExactResult result = sum.result(constant() + logUniform());
        LOG.debug("solved in {} s, log Z = {}", options.budget().elapsed() - start, result.logPartition());
        return result;
    }

    /**
     * The parts that {@link #solvePart} can compute apart, in any order and on other machines: groups of slices. They
     * depend on the plan and the memory alone.
     *
     * @param options the memory for which slices are made
     * @return the number of parts; 1 if nothing is sliced
     * @throws TooLargeException  as {@link #solve(ExactOptions)}
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before slices are chosen
     */
    public int parts(ExactOptions options) {
        return new Slices(model, leaves, affordable(options)).parts();
    }

    /**
     * Computes one of the {@linkplain #parts parts} of {@link #solve(ExactOptions)}.
     *
     * @param part    its number, from 0
     * @param options what it may use; the memory must be that for which the parts were counted
     * @return the sum of its slices
     * @throws TooLargeException  as {@link #solve(ExactOptions)}
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public SliceSum solvePart(int part, ExactOptions options) {
        Slicing slicing = affordable(options, found -> 1.0 / new Slices(model, leaves, found).parts());
        Slices slices = new Slices(model, leaves, slicing);
        if (part < 0 || part >= slices.parts()) {
            throw new IllegalArgumentException("part " + part + " of " + slices.parts() + "; expected 0 to "
                    + (slices.parts() - 1));
        }
        return slices.part(part, options, solving(slicing, options.budget()));
    }

    /**
     * Adds up the {@linkplain #parts parts}.
     *
     * @param parts all of them, in order
     * @return the exact result, with the same bits as that of {@link #solve(ExactOptions)} with the same memory
     * @throws ContradictionException if no state is possible
     */
    public ExactResult combined(List<SliceSum> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("no parts to combine; expected all of them, at least one");
        }
        SliceSum sum = new SliceSum(model, asked, new BitSet());
        parts.forEach(sum::add);
        return sum.result(constant() + logUniform());
    }

    private static void checkScope(GraphicalModel model, int[] scope) {
        int[] sorted = scope.clone();
        Arrays.sort(sorted);
        for (int k = 0; k < sorted.length; k++) {
            String name = model.variable(sorted[k]).name();
            if (k > 0 && sorted[k] == sorted[k - 1]) {
                throw new IllegalArgumentException("variable '" + name + "' stands twice in a scope whose joint "
                        + "probabilities are asked for; expected each once");
            }
        }
    }

    /** What {@link #solve(ExactOptions)} does with a slice. */
    private Slices.Work<SliceSum> solving(Slicing slicing, Budget budget) {
        List<int[]> unsliced = asked.stream().map(scope -> Arrays.stream(scope)
                .filter(v -> model.size(v) > 1 && !slicing.variables().get(v)).toArray()).toList();
        ContractionProgram program = compiled.program(slicing, budget);
        DownwardPass down = compiled.down(program, leaves, unsliced, budget);
        BitSet sliced = slicing.variables();
        return new Slices.Work<>(() -> new SliceSum(model, asked, sliced), (sum, values, threads, tables) -> {
            UpwardPass up = new UpwardPass(program, Keep.ALL).run(tables, threads);
            if (up.logTotal() > Double.NEGATIVE_INFINITY) {
                sum.add(values, up.logTotal(), down.run(up, tables, threads, null));
            }
            up.dropAll(threads.arrays());
        });
    }

    /**
     * Computes log Z alone, in about a third of the time of {@link #solve(ExactOptions)}.
     *
     * @param options what it may use
     * @return log Z; −∞ if no state is possible
     * @throws TooLargeException  as {@link #solve(ExactOptions)}
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public double logPartition(ExactOptions options) {
        Slicing slicing = affordable(options);
        DoubleArrayList logs = new DoubleArrayList();
        ContractionProgram program = compiled.program(slicing, options.budget());
        Slices.Work<DoubleArrayList> work = new Slices.Work<>(DoubleArrayList::new, (some, values, threads, tables) ->
                some.add(new UpwardPass(program, Keep.ROOT).run(tables, threads).logTotal()));
        new Slices(model, leaves, slicing).run(options, work, logs::addAll);
        return Logs.sum(logs.elements(), 0, logs.size()) + constant() + logUniform();
    }

    private double constant() {
        return leaves.constant(model);
    }

    /** The variables in no table. */
    private int[] uniform() {
        BitSet held = new BitSet();
        for (int[] scope : leaves.scopes()) {
            Arrays.stream(scope).forEach(held::set);
        }
        return IntStream.range(0, model.variableCount()).filter(v -> model.size(v) > 1 && !held.get(v)).toArray();
    }

    private double logUniform() {
        return Arrays.stream(uniform()).mapToDouble(v -> Math.log(model.size(v))).sum();
    }

    /**
     * Finds a state of largest weight, by max-product on the same tree, in the memory there is.
     *
     * @param options what it may use
     * @return the state; of several the same one every time
     * @throws TooLargeException  as {@link #solve(ExactOptions)}
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws ContradictionException if no state is possible
     */
    public MostProbableState maximize(ExactOptions options) {
        Slicing slicing = affordable(options);
        ContractionProgram program = compiled.program(slicing, options.budget());
        Descent descent = new Descent(program);
        Best best = new Best(new int[model.variableCount()]);
        Slices.Work<Best> work = new Slices.Work<>(() -> new Best(new int[model.variableCount()]),
                (found, values, threads, tables) -> {
                    UpwardPass up = new UpwardPass(program, Keep.ALL).run(tables, Mode.MAX, threads);
                    if (up.logTotal() > found.most) {
                        int[] state = values.clone();
                        descent.maximize(up, state, null);
                        found.take(state, up.logTotal());
                    }
                    up.dropAll(threads.arrays());
                });
        new Slices(model, leaves, slicing).run(options, work, found -> best.take(found.state, found.most));
        if (best.most + constant() == Double.NEGATIVE_INFINITY) {
            throw contradiction();
        }
        return new MostProbableState(best.state, model.logWeight(best.state));
    }

    /** The best state so far, of equal ones the first. */
    private static final class Best {

        private int[] state;
        private double most = Double.NEGATIVE_INFINITY;

        Best(int[] state) {
            this.state = state;
        }

        void take(int[] other, double logWeight) {
            if (logWeight > most) {
                state = other;
                most = logWeight;
            }
        }
    }

    static ContradictionException contradiction() {
        return new ContradictionException("the hard constraints contradict each other: no state is possible");
    }

    /**
     * Makes a sampler: the tables of all nodes are computed, and kept.
     *
     * @param options what it may use
     * @return the sampler, which keeps about {@link #cost()}'s memory
     * @throws TooLargeException  if the tables do not fit that memory
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws ContradictionException if no state is possible
     */
    public ExactSampler sampler(ExactOptions options) {
        boolean timed = options.budget().isLimited();
        if (tree == null || cost.bytes() > options.memoryBytes() || cost.largestTable() > Table.MAX_ENTRIES
                || !timed && !options.allows(cost.operations())) {
            throw TooLargeException.of(cost, cost, options);
        }
        Slicing whole = compiled.slicing(tree, leaves, options.memoryBytes(), options.budget());
        ContractionProgram program = compiled.program(whole, options.budget());
        UpwardPass pass = new UpwardPass(program, Keep.ALL);
        new Slices(model, leaves, whole).run(options, new Slices.Work<>(() -> pass,
                (up, values, threads, tables) -> up.run(tables, threads)), done -> { });
        double logPartition = pass.logTotal() + constant() + logUniform();
        if (logPartition == Double.NEGATIVE_INFINITY) {
            throw contradiction();
        }
        return new ExactSampler(model.sizes(), uniform(), pass, new Descent(program), logPartition);
    }
}
