package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.lifted.Counting;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.ExactSampler;
import org.orbifold.pgm.exact.JunctionTree;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.SymmetryOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the cheapest route for each part of a question. What it decides depends on counted operations, not on clocks:
 * the same question and the same options give the same plan on any machine of the same memory.
 */
final class Planner {

    private static final Logger LOG = LoggerFactory.getLogger(Planner.class);

    /** What a thread does at least, in tables that do not fit into caches. */
    static final double OPERATIONS_PER_SECOND = 3e8;
    /** Exact parts may take this much of the time if that leaves nothing to be sampled. */
    private static final double SHARE_OF_ALL = 0.85;
    /** And this much if something is. */
    private static final double SHARE_OF_SOME = 0.4;
    /** The search for exchangeable blocks may take this much. */
    private static final double SHARE_OF_COUNTING = 0.5;
    /** A junction tree that takes less than a tenth of a second need not be compared with anything. */
    private static final double CHEAP = OPERATIONS_PER_SECOND / 10;

    private final InferenceOptions options;
    private final Simplification simplification;
    private final ExactOptions limits;
    private final boolean maximizing;
    private final Reuse reuse;

    Planner(ConditionedModel given, InferenceOptions options) {
        this(given, options, false, new Reuse());
    }

    /** Plans for marginals, or for the most probable state. */
    Planner(ConditionedModel given, InferenceOptions options, boolean maximizing, Reuse reuse) {
        this.options = options;
        this.maximizing = maximizing;
        this.reuse = reuse;
        this.simplification = Simplification.of(given);
        this.limits = ExactOptions.defaults().withMemoryBytes(options.memory())
                .withThreads(options.sampling().threads());
    }

    /** An exact way to answer a component. */
    interface Solver {

        ExactResult solve(ExactOptions limits);

        MostProbableState maximize(ExactOptions limits);

        /** Null if it cannot draw states. */
        @Nullable ExactSampler sampler(ExactOptions limits);
    }

    private record ByTree(JunctionTree tree) implements Solver {

        @Override
        public ExactResult solve(ExactOptions limits) {
            return tree.solve(limits);
        }

        @Override
        public MostProbableState maximize(ExactOptions limits) {
            return tree.maximize(limits);
        }

        @Override
        public ExactSampler sampler(ExactOptions limits) {
            return tree.sampler(limits);
        }
    }

    private record ByCounting(Counting counting) implements Solver {

        @Override
        public ExactResult solve(ExactOptions limits) {
            return counting.solve(limits);
        }

        @Override
        public MostProbableState maximize(ExactOptions limits) {
            return counting.maximize(limits);
        }

        @Override
        public @Nullable ExactSampler sampler(ExactOptions limits) {
            return null;
        }
    }

    /**
     * How a component is answered.
     *
     * @param component its number
     * @param route     exact, counting or sample
     * @param cost      of the exact way; null if there is none
     * @param solver    the exact way; null if there is none
     * @param text      the exact way in words
     */
    record Piece(int component, Route route, @Nullable ExactCost cost, @Nullable Solver solver, String text) {

        double operations() {
            return cost == null ? Double.POSITIVE_INFINITY : cost.operations();
        }

        Piece sampled() {
            return new Piece(component, Route.SAMPLE, cost, solver, text);
        }
    }

    Simplification simplification() {
        return simplification;
    }

    ExactOptions limits() {
        return limits;
    }

    /** The route of each component, in their order. */
    List<Piece> pieces() {
        List<Piece> exact = IntStream.range(0, simplification.components().size()).mapToObj(this::exact).toList();
        if (options.route() != Route.AUTO) {
            return exact;
        }
        double rate = OPERATIONS_PER_SECOND * options.sampling().threads();
        double all = exact.stream().mapToDouble(Piece::operations).sum() / rate;
        if (all <= SHARE_OF_ALL * options.plannedSeconds()) {
            return exact;
        }
        LOG.debug("all exactly would take about {} s of {}", all, options.plannedSeconds());
        List<Piece> chosen = new ArrayList<>(exact);
        double spent = 0;
        for (Piece piece : exact.stream().sorted(Comparator.comparingDouble(Piece::operations)).toList()) {
            spent += piece.operations() / rate;
            if (spent > SHARE_OF_SOME * options.plannedSeconds()) {
                chosen.set(piece.component, piece.sampled());
            }
        }
        return chosen;
    }

    /** The cheapest exact way, if one fits the memory; where it is asked for, one that does not fit will say so. */
    private Piece exact(int c) {
        Piece none = new Piece(c, Route.SAMPLE, null, null, "");
        if (options.route() == Route.SAMPLE) {
            return none;
        }
        GraphicalModel model = simplification.components().get(c);
        JunctionTree tree = reuse.tree(model);
        ExactCost cost = tree.cost(limits.memoryBytes(), Budget.unlimited());
        boolean fits = fits(cost);
        Piece byTree = fits || options.route() != Route.AUTO
                ? new Piece(c, Route.EXACT, cost, new ByTree(tree), describe(cost)) : none;
        if (options.route() != Route.COUNTING && fits && cost.operations() < CHEAP) {
            return byTree;
        }
        SymmetryOptions discovery = options.discovery(SHARE_OF_COUNTING);
        Optional<Counting> counting = (maximizing ? Counting.planMaximum(model, discovery)
                : reuse.counting(model, () -> Counting.plan(model, discovery))).filter(plan -> fits(plan.cost()));
        boolean counts = counting.isPresent() && (options.route() == Route.COUNTING
                || !fits || counting.get().cost().operations() < byTree.operations());
        return counts ? new Piece(c, Route.COUNTING, counting.get().cost(),
                new ByCounting(counting.get()), counting.get().toString()) : byTree;
    }

    private static String describe(ExactCost cost) {
        return "junction tree of width " + cost.width() + (cost.conditioned() == 0 ? ""
                : ", conditioned on " + cost.conditioned() + " variables for want of memory");
    }

    private boolean fits(ExactCost cost) {
        return !cost.lowerBound() && cost.bytes() <= limits.memoryBytes();
    }
}
