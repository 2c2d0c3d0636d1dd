package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact inference by counting: where many blocks are exchangeable, sums over the histograms of their values take the
 * place of sums over their states. k binary variables have k + 1 histograms and 2^k states.
 *
 * <p>Low-width subtrees are eliminated first. In the core that is left, terms of single blocks are set aside, and
 * exchangeable blocks are found by swaps that leave the other terms invariant. Each class of such blocks
 * becomes one variable, its histogram, in a {@linkplain LiftedModel lifted model} that a contraction tree solves. The
 * terms of single blocks, which may all differ, come in as the total weight of the states with each histogram, by a
 * dynamic programme over the blocks. Marginals of blocks, and joint ones where something was eliminated between
 * blocks, come back by the same programme run the other way.
 * <pre>{@code
 * Counting.plan(model, ExactOptions.defaults()).ifPresent(counting -> {
 *     ExactResult result = counting.solve(ExactOptions.defaults());
 * });
 * }</pre>
 */
public final class Counting {

    private static final Logger LOG = LoggerFactory.getLogger(Counting.class);

    /** Tables up to this size are summed out beforehand: two people's atoms and those between them. */
    private static final int NARROW = 1 << 8;
    /** The same where variables are histograms: two of 256 values each. */
    private static final int NARROW_HISTOGRAMS = 1 << 16;
    /** More histograms of one class than this are out of reach. */
    private static final double MAX_HISTOGRAMS = 1 << 24;
    /** A lifted model that takes fewer operations, some milliseconds, is not worth another plan. */
    private static final double CHEAP_OPERATIONS = 1e6;
    /** Operations to make a lifted model that is only looked at: some tenths of a second. */
    private static final double MAX_OPERATIONS_OF_PLAN = 1e8;

    private final NarrowElimination narrow;
    private final GraphicalModel core;
    private final LiftedModel lifted;
    /** Null if only the most probable state is wanted. */
    private final @Nullable Questions questions;
    /** Scopes whose joint probabilities are wanted, in the whole model. */
    private final List<int[]> asked;
    /** Counts the classes in turn; null if a contraction tree is cheaper. */
    private final @Nullable Counting ofClasses;
    private final ExactCost cost;

    private Counting(NarrowElimination narrow, GraphicalModel core, LiftedModel lifted, @Nullable Questions questions,
            List<int[]> asked, @Nullable Counting ofClasses, ExactCost cost) {
        this.narrow = narrow;
        this.core = core;
        this.lifted = lifted;
        this.questions = questions;
        this.asked = asked;
        this.ofClasses = ofClasses;
        this.cost = cost;
    }

    /**
     * Plans the computation, in the cheapest way that is found.
     *
     * @param model   a model
     * @param options the time and the threads
     * @return the plan, whose cost is known; empty if no blocks are exchangeable, or none were found in time
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before the plan is complete
     */
    public static Optional<Counting> plan(GraphicalModel model, ExactOptions options) {
        return plan(model, options, NARROW);
    }

    /**
     * Plans {@link #maximize} alone: low-width subtrees are eliminated by maxima.
     *
     * @param model   a model
     * @param options the time and the threads
     * @return the plan, whose cost is known; empty if no blocks are exchangeable, or none were found in time
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before the plan is complete
     */
    public static Optional<Counting> planMaximum(GraphicalModel model, ExactOptions options) {
        return planMaximum(model, options, NARROW);
    }

    static Optional<Counting> planMaximum(GraphicalModel model, ExactOptions options, int narrowEntries) {
        return RepeatedTerms.areIn(model) ? plan(NarrowElimination.byMaxima(model, narrowEntries, options.budget()),
                List.of(), options, false) : Optional.empty();
    }

    static Optional<Counting> plan(GraphicalModel model, ExactOptions options, int narrowEntries) {
        return plan(model, List.of(), options, narrowEntries);
    }

    private static Optional<Counting> plan(GraphicalModel model, List<int[]> asked, ExactOptions options,
            int narrowEntries) {
        if (!RepeatedTerms.areIn(model)) {
            return Optional.empty();
        }
        Set<Integer> kept = asked.stream().filter(scope -> scope.length > 1)
                .flatMap(scope -> Arrays.stream(scope).boxed()).collect(Collectors.toSet());
        return plan(NarrowElimination.of(model, narrowEntries, kept, options.budget()), asked, options, true);
    }

    private static Optional<Counting> plan(NarrowElimination narrow, List<int[]> asked, ExactOptions options,
            boolean sums) {
        if (!narrow.core().factors().wide().isEmpty() || narrow.core().variableCount() == 0) {
            return Optional.empty();
        }
        options.budget().check();
        GraphicalModel core = Interactions.of(narrow.core());
        LooseTerms rare = LooseTerms.rare(core);
        Stream<LooseTerms> ways = rare.terms().isEmpty() ? Stream.of(LooseTerms.none(core))
                : Stream.of(LooseTerms.none(core), rare);
        return ways.map(loose -> plan(narrow, core, loose, asked, options, sums)).filter(Objects::nonNull)
                .min(Comparator.comparingDouble(found -> found.cost.operations()));
    }

    private static @Nullable Counting plan(NarrowElimination narrow, GraphicalModel core, LooseTerms loose,
            List<int[]> asked, ExactOptions options, boolean sums) {
        options.budget().check();
        List<int[][]> classes = ExchangeableBlocks.find(core, loose, options.budget());
        if (classes.isEmpty()) {
            return null;
        }
        LiftedModel lifted = LiftedModel.of(core, classes, loose, options.budget());
        if (lifted == null
                || lifted.classes().stream().anyMatch(blocks -> blocks.possibleHistograms() > MAX_HISTOGRAMS)) {
            return null;
        }
        Questions questions = sums ? new Questions(core, lifted, scopesInCore(narrow, asked)) : null;
        List<int[]> wanted = questions == null ? List.of() : questions.liftedScopes();
        double around = lifted.operations() + (questions == null ? 0 : questions.operations());
        ExactCost tree = ContractionPlan.of(lifted.skeleton(),
                Stream.concat(lifted.scopes().stream(), wanted.stream()).toList(), options).cost();
        // A single class is no class of classes.
        Counting again = tree.operations() < CHEAP_OPERATIONS || lifted.operations() > MAX_OPERATIONS_OF_PLAN
                || lifted.skeleton().variableCount() < 2 ? null
                : ofClasses(lifted, wanted, options, sums).filter(plan ->
                        plan.cost.operations() < tree.operations()).orElse(null);
        ExactCost cost = (again == null ? tree : again.cost).plusOperations(around);
        Counting result = new Counting(narrow, core, lifted, questions, asked, again, cost);
        LOG.debug("{}: {} operations", result, cost.operations());
        return result;
    }

    /** The separators, then the scopes of several variables that were asked for. */
    private static List<int[]> scopesInCore(NarrowElimination narrow, List<int[]> asked) {
        Int2IntOpenHashMap inCore = new Int2IntOpenHashMap();
        for (int v = 0; v < narrow.core().variableCount(); v++) {
            inCore.put(narrow.toOriginal(v), v);
        }
        return Stream.concat(narrow.separators().stream(), asked.stream().filter(scope -> scope.length > 1)
                .map(scope -> Arrays.stream(scope).map(inCore::get).toArray())).toList();
    }

    /** Classes of classes: groups of exchangeable blocks that are exchangeable in turn. */
    private static Optional<Counting> ofClasses(LiftedModel lifted, List<int[]> wanted, ExactOptions options,
            boolean sums) {
        Budget budget = options.budget();
        GraphicalModel model = lifted.build(lifted.logWeights(sums, budget), budget);
        return sums ? plan(model, wanted, options, NARROW_HISTOGRAMS)
                : planMaximum(model, options, NARROW_HISTOGRAMS);
    }

    /**
     * What the computation costs.
     *
     * @return the contraction tree of the lifted model, with all operations
     */
    public ExactCost cost() {
        return cost;
    }

    /**
     * Computes log Z and all marginals.
     *
     * @param options memory, threads and time
     * @return the exact result
     * @throws org.orbifold.pgm.exact.TooLargeException      if it needs more memory than that
     * @throws org.orbifold.pgm.time.OutOfTimeException      if it needs more time than that
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     * @throws IllegalStateException if this is a plan for {@link #maximize}
     */
    public ExactResult solve(ExactOptions options) {
        if (questions == null) {
            throw new IllegalStateException("this plan is for the most probable state; expected one of Counting.plan");
        }
        Budget budget = options.budget();
        List<double[][]> logSums = lifted.logWeights(true, budget);
        ExactResult result = ofClasses != null ? ofClasses.solve(options)
                : ContractionPlan.of(lifted.build(logSums, budget), questions.liftedScopes(), options).solve(options);
        Questions.Answers answers = questions.answer(result, logSums, budget);
        List<double[]> joints = answers.joints();
        int separators = narrow.separators().size();
        Marginals all = narrow.marginals(answers.marginals(), joints.subList(0, separators));
        Iterator<double[]> wide = joints.listIterator(separators);
        return new ExactResult(result.logPartition(), all, asked.stream()
                .map(scope -> scope.length == 1 ? all.distribution(scope[0]) : wide.next()).toList());
    }

    /**
     * Finds a state of largest weight: the best histograms by max-product on the lifted model, then blocks that have
     * them in the best way.
     *
     * @param options memory, threads and time
     * @return the state, of the model that was planned for
     * @throws org.orbifold.pgm.exact.TooLargeException      if it needs more memory than that
     * @throws org.orbifold.pgm.time.OutOfTimeException      if it needs more time than that
     * @throws org.orbifold.pgm.model.ContradictionException if no state is possible
     * @throws IllegalStateException if this is a plan for {@link #solve}
     */
    public MostProbableState maximize(ExactOptions options) {
        if (questions != null) {
            throw new IllegalStateException("this plan is for sums; expected one of Counting.planMaximum");
        }
        Budget budget = options.budget();
        int[] best = (ofClasses != null ? ofClasses.maximize(options)
                : ContractionPlan.of(lifted.build(lifted.logWeights(false, budget), budget), List.of(), options)
                        .maximize(options)).state();
        // Every row of the elimination has one best value: nothing is random about completing the state.
        int[] state = narrow.complete(BestBlocks.expand(core, lifted, best, budget), new SplittableRandom(0));
        return new MostProbableState(state, narrow.model().logWeight(state));
    }

    @Override
    public String toString() {
        Map<String, Integer> classes = new LinkedHashMap<>();
        lifted.classes().forEach(blocks -> classes.merge(describe(blocks), 1, Integer::sum));
        int others = lifted.remainder().length;
        return classes.entrySet().stream()
                .map(entry -> entry.getValue() == 1 ? entry.getKey() : entry.getValue() + " times " + entry.getKey())
                .collect(Collectors.joining("; "))
                + (others == 0 ? "" : "; " + others + " other variable" + (others == 1 ? "" : "s"))
                + (ofClasses == null ? "" : "; of these " + ofClasses);
    }

    private static String describe(BlockClass blocks) {
        return String.format(Locale.ROOT, "%d blocks of %d values, %,d histograms", blocks.blockCount(),
                blocks.valueCount(), blocks.histogramCount());
    }
}
