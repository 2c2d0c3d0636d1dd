package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.chain.Phase;
import org.orbifold.lifted.Counting;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides a question into components and finds the cheapest route of each that is capable of what is asked. Costs are
 * counted operations; a time limit ends the searches for cheap routes early, and then a component is sampled, if that
 * is allowed.
 */
final class Planner {

    private static final Logger LOG = LoggerFactory.getLogger(Planner.class);

    /** Multiplications of a thread in a second on tables that do not fit into caches, in a cold JVM. */
    private static final double OPERATIONS_PER_SECOND = 3e8;
    /** Seconds of a contraction tree below which counting is not looked for: the search would take as long. */
    private static final double CHEAP_SECONDS = 0.1;

    private final InferenceOptions options;
    private final Capability capability;
    private final Reuse reuse;
    /** The time for better plans. */
    private final Budget planning;
    /** The time for the first plans: where nothing may be sampled, all there is. */
    private final Budget search;
    private final Simplification simplification;
    private final ExactOptions limits;
    private @Nullable List<Piece> ways;

    /**
     * Divides a question.
     *
     * @param given      the model with its evidence
     * @param options    route, memory, threads
     * @param capability what the routes must do
     * @param reuse      plans of earlier questions
     * @param budget     the time of the question
     */
    Planner(ConditionedModel given, InferenceOptions options, Capability capability, Reuse reuse, Budget budget) {
        this.options = options;
        this.capability = capability;
        this.reuse = reuse;
        this.planning = Phase.PLAN.of(budget);
        this.limits = options.exact(options.maySample() ? Phase.EXACT.of(budget) : budget);
        this.search = options.maySample() ? planning : budget;
        this.simplification = Simplification.of(given, search);
    }

    /**
     * How a component is answered.
     *
     * @param component its number
     * @param route     exact, counting or sample
     * @param solver    the exact way; null if it is sampled
     * @param text      the exact way in words, or why there is none
     */
    record Piece(int component, Route route, @Nullable Solver solver, String text) {

        double operations() {
            return solver == null ? Double.POSITIVE_INFINITY : solver.cost().operations();
        }

        double bytes() {
            return solver == null ? 0 : solver.cost().bytes();
        }

        Piece sampled(String why) {
            return new Piece(component, Route.SAMPLE, null, why);
        }
    }

    Simplification simplification() {
        return simplification;
    }

    /** Memory, threads and time of exact parts. */
    ExactOptions limits() {
        return limits;
    }

    /** Seconds that operations take, about. */
    double seconds(double operations) {
        return operations / (OPERATIONS_PER_SECOND * limits.threads());
    }

    /** Whether a way to answer takes no more than the memory and the time. */
    boolean isAffordable(ExactCost cost) {
        return fits(cost) && (options.maySample() ? seconds(cost.operations())
                <= Math.min(limits.budget().secondsLeft(), options.sampling().plannedSeconds())
                : limits.allows(cost.operations()));
    }

    /** The cheapest exact way of each component, in their order, as if it were the only one. */
    List<Piece> ways() {
        List<Piece> known = ways;
        if (known == null) {
            // Small components first: a large one may take all the time for planning.
            known = IntStream.range(0, simplification.components().size()).boxed()
                    .sorted(Comparator.comparingInt(c -> simplification.components().get(c).variableCount()))
                    .map(this::exact).sorted(Comparator.comparingInt(Piece::component)).toList();
            ways = known;
        }
        return known;
    }

    /** The route of each component, in their order: the cheapest ones are exact, as many as there is time for. */
    List<Piece> pieces() {
        List<Piece> exact = ways();
        if (options.route() != Route.AUTO) {
            return exact;
        }
        List<Piece> chosen = new ArrayList<>(exact);
        // What planning left; without a time limit, the default time.
        double exactSeconds = Math.min(options.sampling().plannedSeconds(), limits.budget().secondsLeft());
        double spent = 0;
        for (Piece piece : exact.stream().sorted(Comparator.comparingDouble(Piece::operations)).toList()) {
            spent += seconds(piece.operations());
            if (piece.solver != null && spent > exactSeconds) {
                chosen.set(piece.component, piece.sampled(String.format(Locale.ROOT,
                        "%s would take %.1e operations, about %.0f s", piece.text, piece.operations(),
                        seconds(piece.operations()))));
            }
        }
        return chosen;
    }

    /** The cheapest exact way, if one fits the memory; where it is asked for, one that does not fit throws later. */
    private Piece exact(int c) {
        Piece none = new Piece(c, Route.SAMPLE, null, "");
        if (options.route() == Route.SAMPLE) {
            return none.sampled("chains were asked for");
        }
        GraphicalModel model = simplification.components().get(c);
        Optional<ContractionPlan> known = reuse.tree(model);
        Optional<Solver.Tree> first = known.isPresent() ? costed(known::get) : greedy(model);
        boolean cheap = first.isPresent() && fits(first.get().cost()) && isCheap(first.get().cost());
        Optional<Counting> counting = Optional.empty();
        if (capability != Capability.DRAWS && (options.route() == Route.COUNTING || !cheap)) {
            // A search for the most probable state brings more than a longer search for exchangeable blocks.
            boolean early = capability == Capability.MAXIMUM
                    || first.isPresent() && isAffordable(first.get().cost());
            counting = counting(model, early ? search : limits.budget()).filter(plan -> fits(plan.cost()));
        }
        Optional<Piece> counted = counting.map(plan -> new Piece(c, Route.COUNTING, new Solver.Lifted(plan),
                plan.toString()));
        // No better tree is worth a search.
        if (counting.isPresent() && (options.route() == Route.COUNTING || isCheap(counting.get().cost()))) {
            return counted.get();
        }
        Optional<Solver.Tree> tree = known.isPresent() ? first
                : first.flatMap(found -> costed(() -> reuse.improved(found.tree(), limits.withBudget(planning))));
        boolean fits = tree.isPresent() && fits(tree.get().cost());
        Piece byTree = tree.filter(found -> fits || options.route() != Route.AUTO)
                .map(found -> new Piece(c, Route.EXACT, found, found.toString()))
                .orElseGet(() -> none.sampled(tree.map(found -> "too wide for exact inference: " + found.cost())
                        .orElse("no contraction tree was found in time")));
        return counted.filter(piece -> !fits || piece.operations() < byTree.operations()).orElse(byTree);
    }

    private boolean isCheap(ExactCost cost) {
        return seconds(cost.operations()) < CHEAP_SECONDS;
    }

    private Optional<Solver.Tree> greedy(GraphicalModel model) {
        return costed(() -> {
            search.check();
            return ContractionPlan.greedy(model, List.of(), limits.withBudget(search));
        });
    }

    /** With its slices; empty if they are not chosen in time, or because of an interrupt. */
    private Optional<Solver.Tree> costed(Supplier<ContractionPlan> plan) {
        try {
            ContractionPlan tree = plan.get();
            return Optional.of(new Solver.Tree(tree, tree.cost(limits.memoryBytes(), limits.budget())));
        } catch (OutOfTimeException e) {
            return givenUp("contraction tree", e);
        }
    }

    /** Where no contraction tree is affordable, the search may take the time that the tree would have had. */
    private Optional<Counting> counting(GraphicalModel model, Budget time) {
        ExactOptions search = limits.withBudget(time);
        try {
            time.check();
            return reuse.counting(model, capability, time, () -> capability == Capability.MAXIMUM
                    ? Counting.planMaximum(model, search) : Counting.plan(model, search));
        } catch (OutOfTimeException e) {
            return givenUp("counting", e);
        }
    }

    /** A way that was not found in time; where an exact route is asked for, there is no time for another. */
    private <T> Optional<T> givenUp(String way, OutOfTimeException e) {
        if (!options.maySample()) {
            throw e;
        }
        LOG.debug("no {}: {}", way, e.getMessage());
        return Optional.empty();
    }

    private boolean fits(ExactCost cost) {
        return !cost.lowerBound() && cost.bytes() <= limits.memoryBytes();
    }
}
