package org.orbifold.inference.chain;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.inference.ChainChoice;
import org.orbifold.inference.ChainChoice.Reason;
import org.orbifold.inference.ChainChoice.Shortfall;
import org.orbifold.inference.ChainChoice.SymmetryUse;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chain for a model: the one asked for by name, or the winner of a {@link Tournament}.
 *
 * @param plan   makes chains and estimators
 * @param choice which chain it is and why
 */
public record ChainSelection(ChainPlan plan, ChainChoice choice) {

    private static final Logger LOG = LoggerFactory.getLogger(ChainSelection.class);

    /**
     * Selects.
     *
     * @param model   the target
     * @param options what was asked for
     * @param budget  the time for chains, log Z included
     * @return the chain and why
     * @throws IllegalArgumentException                 if no possible state is found for trials
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before a chain asked for by name is set up
     */
    public static ChainSelection of(GraphicalModel model, InferenceOptions options, Budget budget) {
        // Compiling may end a little late: without it there is no answer.
        return of(model, List.of(), options, budget, budget.late());
    }

    /**
     * Selects, for an estimator that wants joint conditionals.
     *
     * @param model   the target
     * @param joints  scopes of its features whose joint conditionals wide blocks shall report
     * @param options what was asked for
     * @param budget  the time for chains, log Z included
     * @return the chain and why
     * @throws IllegalArgumentException                 if no possible state is found for trials
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before a chain asked for by name is set up
     */
    public static ChainSelection of(GraphicalModel model, List<int[]> joints, InferenceOptions options,
            Budget budget) {
        return of(model, joints, options, budget, budget.late());
    }

    /**
     * Selects a chain even if the time is over: the budget limits the choice, and compiling has no limit.
     *
     * @param model   the target
     * @param joints  scopes of its features whose joint conditionals wide blocks shall report
     * @param options what was asked for
     * @param budget  the time for chains, log Z included
     * @return the chain and why
     * @throws IllegalArgumentException if no possible state is found for trials
     */
    public static ChainSelection ofAny(GraphicalModel model, List<int[]> joints, InferenceOptions options,
            Budget budget) {
        return of(model, joints, options, budget, budget.withoutLimit());
    }

    private static ChainSelection of(GraphicalModel model, List<int[]> joints, InferenceOptions options,
            Budget budget, Budget compiling) {
        ChainContext context = new ChainContext(model, joints, options, budget, compiling);
        Budget whole = budget.share(1);
        if (options.chain() == ChainKind.AUTO && HardClauses.areIn(model)) {
            // Trials begin in it. Without a possible state nothing can be sampled: that is proved before all else.
            context.start(0);
        }
        ChainContext.Symmetries symmetries = context.symmetries();
        Tournament.Decision decision;
        String missing = "";
        if (options.chain() == ChainKind.AUTO) {
            decision = new Tournament(context).decide();
        } else {
            Optional<ChainPlan> named = context.named();
            decision = new Tournament.Decision(named.orElseGet(() -> context.blockGibbs(Scan.SYSTEMATIC)),
                    Reason.REQUESTED);
            missing = context.areMovesCutOff() ? "the time was over before moves were set up: Gibbs runs without "
                    + "moves; allow more time" : named.isEmpty() || named.get().moves() == Moves.NONE
                    && symmetries.areTrivial() ? nothingToMoveBy(options.chain()) : "";
        }
        ChainPlan plan = decision.plan();
        Optional<Shortfall> none = Optional.of(missing).filter(text -> !text.isEmpty())
                .map(text -> new Shortfall(context.areMovesCutOff(), text));
        Optional<Shortfall> shortfall = symmetries.incomplete().map(text -> new Shortfall(true, text + ": "
                + found(symmetries) + "; allow more time")).or(() -> none);
        ChainChoice choice = new ChainChoice(plan.describe(), decision.reason(), decision.others(),
                used(plan, symmetries).stream().map(SymmetryUse::of).toList(), shortfall,
                new ChainChoice.Seconds(symmetries.seconds(), Math.max(0, whole.elapsed() - symmetries.seconds())),
                new ChainChoice.Cost(plan.nanosOfSweep(), plan.bytes(options.sampling().chains())));
        LOG.debug("chain: {}", choice);
        return new ChainSelection(plan, choice);
    }

    /** The symmetries that the chosen chain and estimator use; contexts have their own. */
    private static List<BlockSymmetries> used(ChainPlan plan,
            ChainContext.Symmetries symmetries) {
        return plan.estimates().contexts().isPresent() ? List.of() : symmetries.groups();
    }

    private static String found(ChainContext.Symmetries symmetries) {
        return symmetries.areTrivial() ? "none were found until then, which proves nothing"
                : String.format(Locale.ROOT, "10^%.1f were found until then",
                        symmetries.groups().stream().mapToDouble(one -> one.log10Order()).max().orElse(0));
    }

    private static String nothingToMoveBy(ChainKind kind) {
        return switch (kind) {
            case ORBITAL -> "the model has no variable symmetries (the search was complete): Gibbs runs without moves";
            case VV -> "the model has no variable-value symmetries (the search was complete): Gibbs runs without moves";
            case BV, AGGREGATE -> "the model has no block-value symmetries in the partitions tried (the search was "
                    + "complete): Gibbs runs without moves";
            case NEAR -> "no approximate symmetries pay: block Gibbs runs without moves";
            case CLUSTERS -> "no involutions move sites together: block Gibbs runs without moves";
            case CONTEXTS -> "no variable of high degree makes others exchangeable: block Gibbs runs without moves; "
                    + "name the variables of a context";
            default -> "";
        };
    }
}
