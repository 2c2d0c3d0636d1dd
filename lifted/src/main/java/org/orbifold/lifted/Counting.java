package org.orbifold.lifted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
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
import org.orbifold.symmetry.model.SymmetryOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact inference by counting: where many blocks are exchangeable, sums over the histograms of their values take the
 * place of sums over their states. k binary variables have k + 1 histograms and 2^k states.
 *
 * <p>What is narrow is eliminated first. In the core that is left, terms of single blocks are set aside, and blocks
 * that the rest does not tell apart are found as symmetric factors of its symmetry group. Each class of such blocks
 * becomes one variable, its histogram, in a {@linkplain LiftedModel lifted model} that a contraction tree solves. The
 * terms of single blocks, which may all differ, come in as the total weight of the states with each histogram, by a
 * dynamic programme over the blocks. Marginals of blocks, and joint ones where something was eliminated between
 * blocks, come back by the same programme run the other way.
 * <pre>{@code
 * Counting.plan(model, SymmetryOptions.defaults()).ifPresent(counting -> {
 *     ExactResult result = counting.solve(ExactOptions.defaults());
 * });
 * }</pre>
 */
public final class Counting {

    private static final Logger LOG = LoggerFactory.getLogger(Counting.class);

    /** Tables up to this size are summed out beforehand: two people's atoms and what is between them. */
    private static final int NARROW = 1 << 8;
    /** More histograms of one class than this are out of reach. */
    private static final double MAX_HISTOGRAMS = 1 << 24;

    private final NarrowElimination narrow;
    private final LiftedModel lifted;
    /** Null if only the most probable state is wanted. */
    private final @Nullable Questions questions;
    private final ExactCost cost;

    private Counting(NarrowElimination narrow, LiftedModel lifted, @Nullable Questions questions, ExactCost cost) {
        this.narrow = narrow;
        this.lifted = lifted;
        this.questions = questions;
        this.cost = cost;
    }

    /**
     * Plans the computation, in the cheapest way that is found.
     *
     * @param model   a model
     * @param options of the search for symmetries
     * @return the plan, whose cost is known; empty if no blocks are exchangeable, or none were found in time
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before the plan is complete
     */
    public static Optional<Counting> plan(GraphicalModel model, SymmetryOptions options) {
        return plan(model, options, NARROW);
    }

    /**
     * Plans {@link #maximize} alone: what is narrow is eliminated by maxima.
     *
     * @param model   a model
     * @param options of the search for symmetries
     * @return the plan, whose cost is known; empty if no blocks are exchangeable, or none were found in time
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before the plan is complete
     */
    public static Optional<Counting> planMaximum(GraphicalModel model, SymmetryOptions options) {
        return planMaximum(model, options, NARROW);
    }

    static Optional<Counting> planMaximum(GraphicalModel model, SymmetryOptions options, int narrowEntries) {
        return RepeatedTerms.areIn(model) ? plan(NarrowElimination.byMaxima(model, narrowEntries, options.budget()),
                options, false) : Optional.empty();
    }

    static Optional<Counting> plan(GraphicalModel model, SymmetryOptions options, int narrowEntries) {
        return RepeatedTerms.areIn(model) ? plan(NarrowElimination.of(model, narrowEntries, options.budget()), options,
                true) : Optional.empty();
    }

    private static Optional<Counting> plan(NarrowElimination narrow, SymmetryOptions options, boolean sums) {
        GraphicalModel core = narrow.core();
        if (!core.factors().wide().isEmpty() || core.variableCount() == 0) {
            return Optional.empty();
        }
        options.budget().check();
        LooseTerms rare = LooseTerms.rare(core);
        Stream<LooseTerms> ways = rare.terms().isEmpty() ? Stream.of(LooseTerms.none(core))
                : Stream.of(LooseTerms.none(core), rare);
        return ways.map(loose -> plan(narrow, loose, options, sums)).filter(Objects::nonNull)
                .min(Comparator.comparingDouble(found -> found.cost.operations()));
    }

    private static @Nullable Counting plan(NarrowElimination narrow, LooseTerms loose, SymmetryOptions options,
            boolean sums) {
        options.budget().check();
        ExchangeableBlocks.Found found = ExchangeableBlocks.find(narrow.core(), loose, options);
        if (found.classes().isEmpty()) {
            return null;
        }
        LiftedModel lifted = LiftedModel.of(narrow.core(), found.classes(), found.loose(), options.budget());
        if (lifted == null
                || lifted.classes().stream().anyMatch(blocks -> blocks.possibleHistograms() > MAX_HISTOGRAMS)) {
            return null;
        }
        Questions questions = sums ? new Questions(narrow.core(), lifted, narrow.separators()) : null;
        List<int[]> scopes = new ArrayList<>(lifted.scopes());
        if (questions != null) {
            scopes.addAll(questions.liftedScopes());
        }
        ExactCost cost = ContractionPlan.of(lifted.skeleton(), scopes,
                ExactOptions.defaults().withThreads(options.threads()).withBudget(options.budget())).cost()
                .plusOperations(lifted.operations() + (questions == null ? 0 : questions.operations()));
        Counting result = new Counting(narrow, lifted, questions, cost);
        LOG.debug("{}: {} operations", result, cost.operations());
        return result;
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
        List<double[][]> logSums = ofClasses((blocks, s) -> blocks.logSums(s, budget));
        GraphicalModel model = lifted.build(logSums, budget);
        ExactResult result = ContractionPlan.of(model, questions.liftedScopes(), options).solve(options);
        Questions.Answers answers = questions.answer(result, logSums, budget);
        Marginals all = narrow.marginals(answers.marginals(), answers.separators());
        return new ExactResult(result.logPartition(), all);
    }

    private List<double[][]> ofClasses(BiFunction<BlockClass, Integer, double[]> ofHubState) {
        return lifted.classes().stream().map(blocks -> {
            double[][] all = new double[blocks.hubStates()][];
            Arrays.setAll(all, s -> ofHubState.apply(blocks, s));
            return all;
        }).toList();
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
        GraphicalModel model = lifted.build(ofClasses((blocks, s) -> blocks.logMaxima(s, budget)), budget);
        int[] best = ContractionPlan.of(model, List.of(), options).maximize(options).state();
        // Every row of the elimination has one best value: nothing is random about completing the state.
        int[] state = narrow.complete(BestBlocks.expand(narrow.core(), lifted, best, budget),
                new SplittableRandom(0));
        return new MostProbableState(state, narrow.model().logWeight(state));
    }

    @Override
    public String toString() {
        int others = lifted.remainder().length;
        return lifted.classes().stream().map(Counting::describe).collect(Collectors.joining("; "))
                + (others == 0 ? "" : "; " + others + " other variable" + (others == 1 ? "" : "s"));
    }

    private static String describe(BlockClass blocks) {
        return String.format(Locale.ROOT, "%d blocks of %d values, %,d histograms", blocks.blockCount(),
                blocks.valueCount(), blocks.histogramCount());
    }
}
