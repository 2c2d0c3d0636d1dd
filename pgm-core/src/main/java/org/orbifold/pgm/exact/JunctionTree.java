package org.orbifold.pgm.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact inference by sum-product on a junction tree: log Z and all marginals in one calibration.
 *
 * <p>The tree is that of variable elimination in the cheapest of several orders (min-fill first), one clique per
 * variable. Tables hold plain numbers where nothing that matters can underflow,
 * and logarithms otherwise. Only the messages are kept; of a clique's own table a small part at a time.
 * Where the memory is too small for them, the work is done for each assignment of a few variables by itself.
 *
 * <p>Cost: O(Σ entries of the cliques) time, twice; the memory is {@link #cost()}, known before anything is computed.
 */
public final class JunctionTree {

    private static final Logger LOG = LoggerFactory.getLogger(JunctionTree.class);
    /** The most operations that conditioning may take: about half an hour. */
    private static final double MAX_OPERATIONS = 1e12;
    /** Above what a thread does, so that nothing affordable is refused. */
    private static final double OPERATIONS_PER_SECOND = 2e9;
    /** Features of at most this many entries are left out of the memory estimate. */
    private static final int SMALL = 1 << 10;

    private final GraphicalModel model;
    /** Whose joint probabilities are asked for. */
    private final List<int[]> asked;
    /** Null if no tree is small enough to be looked at. */
    private final @Nullable EliminationTree tree;
    /** The bytes of {@link #cost} that are neither the tree's nor those of wide features. */
    private final double otherBytes;
    /** The scopes of features that become large tables. */
    private final List<int[]> wide;
    private final ExactCost cost;

    private JunctionTree(GraphicalModel model, List<int[]> asked, @Nullable EliminationTree tree, double otherBytes,
            List<int[]> wide, ExactCost cost) {
        this.model = model;
        this.asked = asked;
        this.tree = tree;
        this.otherBytes = otherBytes;
        this.wide = wide;
        this.cost = cost;
    }

    /**
     * Plans the computation.
     *
     * @param model the model
     * @return the plan, whose cost is known
     */
    public static JunctionTree plan(GraphicalModel model) {
        return plan(model, List.of(), Budget.unlimited());
    }

    /**
     * Plans the computation, with the joint probabilities of some variables beside the marginals.
     *
     * @param model the model
     * @param asked scopes whose joint probabilities are wanted, each without repetitions; as if features held them
     * @param budget the time for the search; when it is over, the best order so far is taken
     * @return the plan, whose cost is known
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before there is any order
     */
    public static JunctionTree plan(GraphicalModel model, List<int[]> asked, Budget budget) {
        int[] sizes = model.sizes();
        List<int[]> copies = asked.stream().map(int[]::clone).toList();
        List<int[]> scopes = new ArrayList<>();
        model.features().forEach(feature -> scopes.add(feature.scope()));
        scopes.addAll(copies);
        ExactCost widest = new ExactCost(0, 0, 0, 0, 0, true);
        // A variable with one value joins nothing.
        scopes.replaceAll(scope -> Arrays.stream(scope).filter(v -> sizes[v] > 1).toArray());
        for (int[] scope : scopes) {
            double entries = model.assignments(scope);
            if (entries > Math.max(widest.largestTable(), Table.MAX_ENTRIES)) {
                widest = new ExactCost(scope.length - 1, entries, entries * Double.BYTES, entries, 0, true);
            }
        }
        // A scope too large for any table settles it, and need not be made a clique of edges.
        return widest.bytes() > 0 ? new JunctionTree(model, copies, null, 0, List.of(), widest)
                : planned(model, copies, EliminationOrder.find(sizes, scopes, budget));
    }

    private static JunctionTree planned(GraphicalModel model, List<int[]> asked, EliminationOrder order) {
        double others = asked.stream().mapToDouble(model::assignments).sum();
        List<int[]> wide = new ArrayList<>();
        for (Feature feature : model.features()) {
            // Its entries in other numbers; what is no table yet makes one, which is small unless the feature is wide.
            if (feature instanceof Table table) {
                others += table.entryCount();
            } else if (model.assignments(feature.scope()) > SMALL) {
                wide.add(feature.scope());
            }
        }
        ExactCost tables = order.cost();
        double otherBytes = others * Double.BYTES;
        double wideBytes = wideBytes(model.sizes(), wide, new BitSet());
        ExactCost cost = new ExactCost(tables.width(), tables.largestTable(), tables.bytes() + otherBytes + wideBytes,
                tables.operations(), 0, tables.lowerBound());
        LOG.debug("junction tree of {} variables: order by {}, {}, largest table {} entries", model.variableCount(),
                order.rule(), cost, cost.largestTable());
        return new JunctionTree(model, asked, cost.lowerBound() ? null : order.tree(), otherBytes, wide, cost);
    }

    /** The tables of wide features, and these in other numbers, if some variables are given. */
    private static double wideBytes(int[] sizes, List<int[]> wide, BitSet given) {
        double sum = 0;
        for (int[] scope : wide) {
            double entries = 2;
            for (int v : scope) {
                entries *= given.get(v) ? 1 : sizes[v];
            }
            sum += entries;
        }
        return sum * Double.BYTES;
    }

    private double otherBytes(BitSet given) {
        return otherBytes + wideBytes(model.sizes(), wide, given);
    }

    /**
     * The same plan for another model with the same variables and scopes, such as the model given other values of the
     * observed variables: nothing is searched.
     *
     * @param other a model
     * @return the plan; empty if its sizes or scopes are others, or if there is no tree
     */
    public Optional<JunctionTree> on(GraphicalModel other) {
        if (tree == null || !Arrays.equals(tree.sizes(), other.sizes())
                || other.features().size() != model.features().size()) {
            return Optional.empty();
        }
        for (int f = 0; f < other.features().size(); f++) {
            if (!Arrays.equals(other.features().get(f).scope(), model.features().get(f).scope())) {
                return Optional.empty();
            }
        }
        return Optional.of(new JunctionTree(other, asked, tree, otherBytes, wide, cost));
    }

    /**
     * Computes log Z and all marginals, with {@linkplain ExactOptions#defaults() default options}.
     *
     * @param model the model
     * @return the exact result
     * @throws TooLargeException if it needs more memory than that
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public static ExactResult solve(GraphicalModel model) {
        return plan(model).solve(ExactOptions.defaults());
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
     * Returns what the computation costs within some memory: above it, conditioning on a few variables makes the tables
     * smaller, for more operations.
     *
     * @param memoryBytes the most bytes its tables may take
     * @param budget      the time for choosing what to condition on
     * @return the cost; of more bytes than that if nothing makes them small enough
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before that is chosen
     */
    public ExactCost cost(long memoryBytes, Budget budget) {
        return tree == null || cost.bytes() <= memoryBytes && cost.largestTable() <= Table.MAX_ENTRIES ? cost
                : Cutset.choose(tree, this::otherBytes, memoryBytes, budget).cost();
    }

    /**
     * Computes log Z, all marginals and the joint probabilities asked for, in the memory there is: see
     * {@link #cost(long, Budget)}.
     *
     * @param options what it may use
     * @return the exact result
     * @throws TooLargeException  if nothing makes the tables small enough, or only conditioning that would take far
     *                            longer than the time there is; before any work is done
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public ExactResult solve(ExactOptions options) {
        Cutset cutset = affordable(options);
        long start = System.nanoTime();
        try (Workers workers = new Workers(options.threads(), options.budget())) {
            ExactResult result;
            if (cutset.variables().isEmpty()) {
                result = calibrate(model, tree, asked, workers);
            } else {
                ConditionedSum sum = new ConditionedSum(model, asked);
                forEachGiven(cutset, tree, workers, (given, left) -> sum.add(given, calibrate(given.model(), left,
                        ConditionedSum.askedGiven(given, asked), workers)));
                result = sum.result();
            }
            LOG.debug("calibrated in {} s, log Z = {}", (System.nanoTime() - start) / 1e9, result.logPartition());
            return result;
        }
    }

    /** How to do it in the memory there is. */
    private Cutset affordable(ExactOptions options) {
        if (tree == null) {
            throw new TooLargeException(cost, options.memoryBytes());
        }
        Cutset cutset = Cutset.choose(tree, this::otherBytes, options.memoryBytes(), options.budget());
        double operations = Math.min(MAX_OPERATIONS,
                options.budget().secondsLeft() * OPERATIONS_PER_SECOND * options.threads());
        if (cutset.cost().bytes() > options.memoryBytes() || cutset.cost().largestTable() > Table.MAX_ENTRIES
                || cutset.cost().conditioned() > 0 && cutset.cost().operations() > operations) {
            throw new TooLargeException(cost, options.memoryBytes());
        }
        return cutset;
    }

    /**
     * Finds a state of largest weight, by max-product on the same tree, in the memory there is.
     *
     * @param options what it may use
     * @return the state; of several the same one every time
     * @throws TooLargeException  as {@link #solve(ExactOptions)}
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public MostProbableState maximize(ExactOptions options) {
        Cutset cutset = affordable(options);
        try (Workers workers = new Workers(options.threads(), options.budget())) {
            if (cutset.variables().isEmpty()) {
                return largest(model, tree, workers);
            }
            List<MostProbableState> best = new ArrayList<>(List.of(
                    new MostProbableState(new int[model.variableCount()], Double.NEGATIVE_INFINITY)));
            forEachGiven(cutset, tree, workers, (given, left) -> {
                MostProbableState found = largest(given.model(), left, workers);
                if (found.logWeight() > best.get(0).logWeight()) {
                    best.set(0, new MostProbableState(given.expand(found.state()), found.logWeight()));
                }
            });
            if (best.get(0).logWeight() == Double.NEGATIVE_INFINITY) {
                throw new ContradictionException("the hard constraints contradict each other: no state is possible");
            }
            return best.get(0);
        }
    }

    private static MostProbableState largest(GraphicalModel model, EliminationTree tree, Workers workers) {
        int[] state = new MaxCalibration(model, tree, workers).collect().orElseThrow().largest();
        return new MostProbableState(state, model.logWeight(state));
    }

    /**
     * Makes a sampler: messages go up, and are kept.
     *
     * @param options what it may use
     * @return the sampler, which keeps about {@link #cost()}'s memory
     * @throws TooLargeException  if the tables do not fit that memory
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     */
    public ExactSampler sampler(ExactOptions options) {
        if (tree == null || cost.bytes() > options.memoryBytes() || cost.largestTable() > Table.MAX_ENTRIES) {
            throw new TooLargeException(cost, options.memoryBytes());
        }
        try (Workers workers = new Workers(options.threads(), options.budget())) {
            return new ExactSampler(new LinearCalibration(model, tree, List.of(), workers).collect()
                    .or(() -> new LogCalibration(model, tree, List.of(), workers).collect()).orElseThrow());
        }
    }

    private static ExactResult calibrate(GraphicalModel model, EliminationTree tree, List<int[]> asked,
            Workers workers) {
        // Logarithms would always do, but take several times as long.
        return new LinearCalibration(model, tree, asked, workers).run().or(() -> {
            LOG.debug("the potentials' range is too large for plain numbers: again with logarithms");
            return new LogCalibration(model, tree, asked, workers).run();
        }).orElseThrow();
    }

    /** What is done with the model given an assignment of the cutset, and its tree. */
    private interface GivenTask {
        void run(ConditionedModel given, EliminationTree left);
    }

    /** Does something for each assignment of the cutset. */
    private void forEachGiven(Cutset cutset, EliminationTree whole, Workers workers, GivenTask task) {
        LOG.debug("above the memory limit: conditioning on {} variables, {}, {} operations",
                cutset.variables().cardinality(), cutset.cost(), cutset.cost().operations());
        int[] variables = cutset.variables().stream().toArray();
        int[] values = new int[variables.length];
        int k;
        do {
            workers.checkTime();
            Map<Integer, Integer> observed = new HashMap<>();
            for (int i = 0; i < variables.length; i++) {
                observed.put(variables[i], values[i]);
            }
            try {
                ConditionedModel given = model.condition(Evidence.of(observed));
                task.run(given, whole.given(given));
            } catch (ContradictionException e) {
                LOG.trace("an assignment of the cutset is impossible", e);
            }
            k = variables.length - 1;
            while (k >= 0 && ++values[k] == model.size(variables[k])) {
                values[k--] = 0;
            }
        } while (k >= 0);
    }
}
