package org.orbifold.inference.chain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbifold.inference.ChainChoice.Outcome;
import org.orbifold.inference.ChainChoice.Reason;
import org.orbifold.inference.ChainKind;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses a chain by short trials. Work is counted, so that without a time limit the choice depends neither on the
 * machine nor on the threads; a time limit ends trials early.
 *
 * <p>The rules, in this order; the first that decides wins:
 * <ol>
 * <li>{@link #nothingUnknown}: nothing is to be sampled.</li>
 * <li>{@link #exactDraws}: one block holds all variables, and there is time for enough draws of it.</li>
 * <li>{@link #shortRun}: the run is too short for tempering to pay: block Gibbs against Gibbs.</li>
 * <li>{@link #settledByOrbits}: averages over orbits are the same in every state.</li>
 * <li>{@link #mixesWell}: runs from different starts agree with each other and with tempering; the most precise chain
 * is taken. (Runs that fell into the same mode agree with each other, but not with tempering.)</li>
 * <li>{@link #tempering}: else tempering, on tree-width-bounded blocks if their runs agree better; or a chain without
 * tempering, if there are no hard zeros between its blocks and longer runs agree, some of which begin where other
 * chains were.</li>
 * </ol>
 * In the end the winner is {@linkplain #challenged challenged} by chains that move by approximate symmetries, by
 * clusters and in contexts, which must be clearly more precise.
 */
final class Tournament {

    private static final Logger LOG = LoggerFactory.getLogger(Tournament.class);

    /** Runs of a trial, from different starts. */
    private static final int RUNS = 4;
    /** Runs of a tempered chain in a trial: each replica is a start of its own. */
    private static final int TEMPERED_RUNS = 2;
    /** Seconds below which trials with tempering cost more than they can gain. */
    private static final double FEWEST_SECONDS = 1;
    /** The share of one thread's time for the runs of a chain in a first trial: three or four of these are made. */
    private static final double SHARE = 0.008;
    /** The share for trials with tempering, and the most that the shortest trial of any chain may take. */
    private static final double TEMPERED_SHARE = 0.02;
    /** The share for the longer runs of a chain that may mix slowly. */
    private static final double LONG_SHARE = 0.06;
    /** The share that planning tree-width-bounded blocks may take. */
    private static final double PLAN_SHARE = 0.1;
    /** The larger tables that are tried, as a multiple of the default ones. */
    private static final int LARGER = 8;
    /** Entries of the tables of one block that holds all variables: what a processor's cache holds. */
    private static final int MOST_ENTRIES = 1 << 16;
    /** Draws of all variables for which there must be time: errors of a tenth and less. */
    private static final int FEWEST_DRAWS = 50;
    /** Runs whose marginals differ by less than this beyond noise, on average over variables, agree. */
    private static final double AGREEMENT = 0.02;
    /** No marginal of runs that agree differs by more than this beyond noise. */
    private static final double FARTHEST = 0.2;
    /** Runs that differ by more than this do not get a longer trial. */
    private static final double HOPELESS = 0.1;
    /**
     * In a short trial runs differ mostly because samples are few, and tree-width-bounded blocks draw fewer. Hard zeros
     * make Gibbs slow at all temperatures: with them such blocks may differ more by this factor, else must differ less.
     */
    private static final double FEWER_SAMPLES = 1.5;
    /** A chain whose batches differ by less than this multiple of another's has not begun to move between modes. */
    private static final double STILL = 0.01;
    /** A challenger's variance must be below this multiple of the winner's, as trials are noisy. */
    private static final double CLEARLY = 0.5;
    /** A variance as small as this after a trial needs no better chain. */
    private static final double SMALL = 1e-5;

    private final ChainContext context;
    private final double nanos;
    private final Budget budget;
    private final boolean hard;
    /** Chains without tempering that need no setting up, the default first. */
    private final List<ChainPlan> plain;
    /** Trials without tempering so far. */
    private final List<Trial> trials = new ArrayList<>();
    /** Whether tempering found what these did not: runs that fell into the same mode agree with each other only. */
    private boolean missedByTrials;

    Tournament(ChainContext context) {
        this.context = context;
        this.nanos = context.nanos();
        this.budget = context.trialTime();
        this.hard = Zeros.areBetweenBlocks(context.model(), context.partition());
        ChainPlan blocks = context.blockGibbs(Scan.SYSTEMATIC);
        boolean single = context.partition().blockCount() == context.model().variableCount();
        this.plain = single || context.budget().isOver() ? List.of(blocks)
                : List.of(blocks, context.gibbs(Scan.SYSTEMATIC));
    }

    /**
     * What was decided.
     *
     * @param plan        the chain to run
     * @param reason      why
     * @param others      what it was chosen over
     * @param cost        its variance for a unit of work, as a trial found; 0 if there is nothing to gain
     * @param poorMixing whether runs of a trial disagreed
     */
    record Decision(ChainPlan plan, Reason reason, List<Outcome> others, double cost, boolean poorMixing) {

        /** There is nothing to be gained. */
        Decision(ChainPlan plan, Reason reason) {
            this(plan, reason, List.of(), 0, false);
        }
    }

    /** Decides. */
    Decision decide() {
        List<Supplier<Optional<Decision>>> rules = List.of(this::nothingUnknown, this::exactDraws, this::shortRun,
                this::settledByOrbits, this::mixesWell, this::tempering);
        Decision decision;
        try {
            decision = rules.stream().map(Supplier::get).flatMap(Optional::stream).findFirst().orElseThrow();
        } catch (OutOfTimeException e) {
            return outOfTime();
        }
        try {
            return challenged(decision);
        } catch (OutOfTimeException e) {
            return decision;
        }
    }

    /** Disagreement that was seen calls for tempering, however little time is left. */
    private Decision outOfTime() {
        boolean disagreement = missedByTrials || trials.stream().anyMatch(trial -> !isUnanimous(trial));
        return disagreement ? new Decision(tempered(), Reason.POOR_MIXING)
                : new Decision(plain.get(0), Reason.OUT_OF_TIME);
    }

    private Optional<Decision> nothingUnknown() {
        return context.model().variableCount() > 0 ? Optional.empty()
                : Optional.of(new Decision(plain.get(0), Reason.NOTHING_UNKNOWN));
    }

    private Optional<Decision> exactDraws() {
        if (plannedSizes() == 0) {
            return Optional.empty();
        }
        double draws = Math.max(FEWEST_DRAWS,
                context.options().sampling().hasSamples() ? context.options().sampling().samples() : 0);
        return context.whole(context.options().tableEntries().orElse(MOST_ENTRIES), budget).map(this::plan)
                .filter(this::fits).filter(one -> one.nanosOfSweep() * draws < nanos)
                .map(one -> new Decision(one, Reason.EXACT_DRAWS));
    }

    /**
     * Which of the plain chains is more precise? Where runs disagree, batches say nothing: then it is the default,
     * whose steps are the largest, and moves by symmetries may still join the modes.
     */
    private Optional<Decision> shortRun() {
        if (nanos >= FEWEST_SECONDS * 1e9) {
            return Optional.empty();
        }
        if (plain.stream().anyMatch(one -> Trial.fewestNanos(one, RUNS) > SHARE * nanos)) {
            return Optional.of(new Decision(plain.get(0), Reason.TOO_SHORT));
        }
        plain.forEach(one -> trials.add(trial(one, RUNS, 2 * SHARE)));
        if (trials.get(0).isConstant()) {
            return Optional.of(new Decision(plain.get(0), Reason.ORBITS_SETTLE_IT, over(trials, 0), 0, false));
        }
        // All runs of one chain may fall into the same mode, but hardly those of all chains.
        boolean apart = trials.stream().anyMatch(one -> !agree(one, trials.get(0)));
        int best = apart ? 0 : mostPrecise();
        return Optional.of(new Decision(plain.get(best), Reason.TOO_SHORT_FOR_TEMPERING, over(trials, best),
                apart ? Trial.pooled(trials).cost() : 0, apart));
    }

    private Optional<Decision> settledByOrbits() {
        trials.add(trial(plain.get(0), RUNS, SHARE));
        return trials.get(0).isConstant() ? Optional.of(new Decision(plain.get(0), Reason.ORBITS_SETTLE_IT))
                : Optional.empty();
    }

    private Optional<Decision> mixesWell() {
        List<ChainPlan> trees = trees(0).filter(this::isQuick).stream().toList();
        if (!isUnanimous(trials.get(0))) {
            // Nothing else need be asked but whether large steps do better.
            if (!hard) {
                trees.forEach(one -> trials.add(trial(one, RUNS, SHARE)));
            }
            return Optional.empty();
        }
        Stream.concat(plain.stream().skip(1).filter(this::isQuick), trees.stream())
                .forEach(one -> trials.add(trial(one, RUNS, SHARE)));
        Trial tempered = trial(tempered(), RUNS, SHARE);
        if (!trees.isEmpty() && mostPrecise() == trials.size() - 1) {
            // Tree-width-bounded blocks are good, so perhaps larger ones are better.
            trees(1).filter(this::isQuick).ifPresent(one -> trials.add(trial(one, RUNS, SHARE)));
        }
        int best = mostPrecise();
        boolean agreed = agree(trials.get(best), tempered) && trials.stream()
                .filter(one -> one.plan().units() instanceof Units.Blocks).allMatch(one -> agree(one, tempered));
        missedByTrials = !agreed;
        return agreed ? Optional.of(new Decision(trials.get(best).plan(), Reason.MIXES_WELL, over(trials, best),
                trials.get(best).cost(), false)) : Optional.empty();
    }

    private Optional<Decision> tempering() {
        if (budget.isOver()) {
            return Optional.of(outOfTime());
        }
        ChainPlan gibbs = context.gibbs(Scan.SYSTEMATIC).at(context.ladder());
        List<Trial> tempered = new ArrayList<>(List.of(trial(gibbs, TEMPERED_RUNS, TEMPERED_SHARE)));
        int best = 0;
        for (int i = 0; i < plannedSizes() && best == i; i++) {
            // Larger tables are tried if smaller ones are better than single variables.
            ChainPlan both = plan(context.trees(sizes()[i])).at(context.ladder());
            if ((i == 0 || Trial.fewestNanos(both, TEMPERED_RUNS) < TEMPERED_SHARE * nanos) && fits(both)) {
                Trial trial = trial(both, TEMPERED_RUNS, TEMPERED_SHARE);
                best = isBetter(trial, tempered.get(i), i) ? i + 1 : best;
                tempered.add(trial);
            }
        }
        Trial all = Trial.pooled(Stream.concat(trials.stream(), tempered.stream()).toList());
        List<Trial> near = hard ? List.of() : trials.stream().filter(one -> one.apart().mean() < HOPELESS)
                .sorted(Comparator.comparingDouble(Trial::cost)).toList();
        boolean slow = false;
        for (int i = 0; i < near.size() && !slow && !budget.isOver(); i++) {
            Trial longer = longer(near.get(i), all);
            tempered.add(longer);
            slow = isUnanimous(longer);
        }
        best = slow ? tempered.size() - 1 : best;
        return Optional.of(new Decision(tempered.get(best).plan(), slow ? Reason.MIXES_SLOWLY : Reason.POOR_MIXING,
                over(tempered, best), tempered.get(best).cost(), true));
    }

    /**
     * Longer runs of a chain without tempering, from the same starts, and from where other chains were and this one was
     * not. Runs that share a mode agree although they miss all others; if runs from there come to agree too, this chain
     * moves between the modes.
     */
    private Trial longer(Trial one, Trial all) {
        List<int[]> elsewhere = one.leastLikely(all, RUNS / 2);
        return Trial.run(one.plan(), RUNS + elsewhere.size(), LONG_SHARE * nanos,
                i -> i < RUNS ? context.start(i) : elsewhere.get(i - RUNS).clone(), context.options().sampling(),
                budget);
    }

    /**
     * Where chains mix well moves bring nothing, but averages over the orbits of contexts may. A challenger is taken
     * only if it is clearly more precise, so that by mistake not much is lost.
     */
    private Decision challenged(Decision winner) {
        if (winner.cost == 0 || budget.isOver()) {
            return winner;
        }
        double work = SHARE * nanos * Math.min(2, context.options().sampling().chains());
        double incumbent = winner.cost;
        List<ChainKind> challengers = List.of(ChainKind.CONTEXTS);
        if (winner.poorMixing) {
            challengers = List.of(ChainKind.CLUSTERS, ChainKind.NEAR, ChainKind.CONTEXTS);
            // More runs see more modes; where a sweep takes long, the earlier trial has to do.
            if (Trial.fewestNanos(winner.plan, RUNS) < work) {
                incumbent = Math.max(incumbent, trial(winner.plan, RUNS, work / nanos).cost());
            }
            if (incumbent < SMALL * work) {
                return winner;
            }
        }
        PartialSymmetries partial = new PartialSymmetries(context, budget);
        Decision best = winner;
        double least = CLEARLY * incumbent;
        for (ChainKind kind : challengers) {
            Optional<ChainPlan> found = budget.isOver() ? Optional.empty() : partial.plan(kind)
                    .filter(one -> Trial.fewestNanos(one, RUNS) <= 2 * work).filter(this::fits);
            if (found.isPresent()) {
                double cost = trial(found.get(), RUNS, work / nanos).cost();
                LOG.debug("{}: errors at equal work {} times those of {}", found.get(), Math.sqrt(cost / incumbent),
                        winner.plan);
                if (cost < least) {
                    least = cost;
                    best = new Decision(found.get(), Reason.MOVES_PAY, List.of(new Outcome(winner.plan.toString(),
                            Math.sqrt(incumbent / cost))), cost, winner.poorMixing);
                }
            }
        }
        return best;
    }

    /** Whether runs from different starts agree. */
    private static boolean isUnanimous(Trial trial) {
        return trial.apart().mean() < AGREEMENT && trial.apart().farthest() < FARTHEST;
    }

    private static boolean agree(Trial one, Trial other) {
        return isUnanimous(one) && one.apartFrom(other).mean() < AGREEMENT;
    }

    /**
     * The chain of the least variance for its work, as far as a trial can tell. What sweeps cost is known, how precise
     * they are is measured with noise: before it, chains are taken to be equally precise up to a factor of about e.
     */
    private int mostPrecise() {
        int best = 0;
        for (int i = 1; i < trials.size(); i++) {
            Trial one = trials.get(best);
            Trial other = trials.get(i);
            double quickness = Math.log(one.plan().nanosOfSweep() / other.plan().nanosOfSweep());
            double precision = Math.log(one.cost() / other.cost()) - quickness;
            double noise = Math.hypot(one.noise(), other.noise());
            LOG.debug("{}, and {}: the second is e^{} times as precise, noise {}, and e^{} times as quick", one, other,
                    precision, noise, quickness);
            best = precision / (1 + noise * noise) + quickness > 0 ? i : best;
        }
        return best;
    }

    /** Whether runs on tree-width-bounded blocks differ less than those of Gibbs, the first, or of smaller tables. */
    private boolean isBetter(Trial trees, Trial before, int size) {
        boolean still = trees.within() < STILL * before.within();
        double worth = size > 0 ? 1 : hard ? FEWER_SAMPLES : 1 / FEWER_SAMPLES;
        return !still && trees.difference() < worth * before.difference();
    }

    private static List<Outcome> over(List<Trial> trials, int best) {
        return IntStream.range(0, trials.size()).filter(i -> i != best).mapToObj(i -> new Outcome(
                trials.get(i).plan().toString(), Math.sqrt(trials.get(i).cost() / trials.get(best).cost()))).toList();
    }

    private ChainPlan plan(Units units) {
        return new ChainPlan(context.model(), units, null, Moves.NONE, context.estimates());
    }

    /** Gibbs at temperatures that are not adapted: enough to see whether chains mix. */
    private ChainPlan tempered() {
        return context.gibbs(Scan.SYSTEMATIC).at(Temperatures.geometric(context.model()));
    }

    /** Whether the tables of all chains fit the memory. */
    private boolean fits(ChainPlan one) {
        return one.bytes(context.options().sampling().chains()) < context.options().memory();
    }

    /** Whether the shortest trial of a chain is short enough. */
    private boolean isQuick(ChainPlan one) {
        return Trial.fewestNanos(one, RUNS) <= TEMPERED_SHARE * nanos;
    }

    /** The table sizes of tree-width-bounded blocks. */
    private int[] sizes() {
        return context.options().tableEntries().isPresent()
                ? new int[] {context.options().tableEntries().getAsInt()}
                : new int[] {ChainContext.TABLE_ENTRIES, LARGER * ChainContext.TABLE_ENTRIES};
    }

    /** For how many of these sizes there is time to plan. */
    private int plannedSizes() {
        return (int) Math.min(sizes().length, PLAN_SHARE * nanos / Cost.ofPlanning(context.model()));
    }

    /** Tree-width-bounded blocks without tempering, if there is time to plan them and room for their tables. */
    private Optional<ChainPlan> trees(int size) {
        return size >= plannedSizes() ? Optional.empty()
                : Optional.of(plan(context.trees(sizes()[size]))).filter(this::fits);
    }

    private Trial trial(ChainPlan plan, int runs, double share) {
        return Trial.run(plan, runs, share * nanos, context::start, context.options().sampling(), budget);
    }
}
