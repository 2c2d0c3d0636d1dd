package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A short trial that decides which chain runs. Work is counted, so that the choice does not depend on the machine's
 * speed or the threads.
 *
 * <p>First the usual chain, four runs. If they agree, the others without tempering and Gibbs at several temperatures,
 * with equal work each. If the runs of those that take small steps agree with each other and with tempering, but for
 * their noise, there are no barriers, and the most precise chain is taken. (Chains that fell into the same mode agree
 * with each other, but not with tempering.) Otherwise it is tempering, on wide blocks if runs of that agree better; or
 * a chain without it, if there are no hard zeros between blocks and longer runs agree that begin where others were,
 * too. (With hard zeros, blocks that hold most variables may still miss a mode, and all runs the same one.) Where wide
 * blocks are the best, larger tables are tried for them.
 */
final class Pilot {

    private static final Logger LOG = LoggerFactory.getLogger(Pilot.class);

    private static final long STREAM = -4;
    private static final int RUNS = 4;
    /** In less than this, a trial for barriers would take more than it brings. */
    private static final double FEWEST_SECONDS = 1;
    /** Then the usual chains are compared in this share each, if it is so many times the shortest trial. */
    private static final double QUICK_SHARE = 0.016;
    private static final double QUICK_LENGTH = 2;
    /** The share of one thread's time that the runs of a chain take, about: to see whether there are barriers. */
    private static final double FIRST_SHARE = 0.008;
    /** And to choose among chains that cross them. */
    private static final double SHARE = 0.02;
    /** And to see whether a chain crosses them by itself. */
    private static final double LONG_SHARE = 0.06;
    /** One whose batches differ by so much less than another's has not begun to cross them. */
    private static final double STILL = 0.01;
    /** A trial that needs more than this share for its fewest sweeps is not made. */
    private static final double MOST_SHARE = 0.02;
    /** Nor are wide blocks planned for longer. */
    private static final double PLAN_SHARE = 0.1;
    /** The most entries of a wide block's tables: so many are tried, */
    private static final int[] ENTRIES = {BarrierChain.USUAL_ENTRIES, 8 * BarrierChain.USUAL_ENTRIES};
    /** and so many, if one block then holds everything: what a processor's cache holds. */
    private static final int MOST_ENTRIES = 1 << 16;
    /** There must be time for as many draws of everything as are asked for, and for this number. */
    private static final int FEWEST_DRAWS = 50;
    /** Runs that differ by no more than this beyond their noise, on average over variables, see no barriers. */
    private static final double AGREEMENT = 0.02;
    /** Runs that differ by more than this are not looked at for longer. */
    private static final double NEAR = 0.1;
    /** And another chain may be so far from them beyond its noise. */
    private static final double APART = 0.02;
    /** And no variable may differ by more. */
    private static final double FAR = 0.2;
    /**
     * In a short trial runs differ mostly because samples are few, of which wide blocks draw fewer. Hard zeros make
     * Gibbs slow at all temperatures, so there wide blocks may differ more by this, and else must differ less.
     */
    private static final double WIDER = 1.5;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final BarrierChain.Setup setup;
    private final Starts starts;
    private final BooleanSupplier late;
    private final double nanos;
    private final boolean hard;

    /**
     * A trial.
     *
     * @param late tells when so much time is gone that nothing else should be tried: on a slow machine, or a busy one
     */
    Pilot(GraphicalModel model, InferenceOptions options, BarrierChain.Setup setup, Starts starts,
            BooleanSupplier late) {
        this.model = model;
        this.late = late;
        this.starts = starts;
        this.options = options;
        this.setup = setup;
        this.hard = Zeros.areBetweenBlocks(model, setup.partition());
        this.nanos = options.plannedSeconds() * 1e9;
    }

    /**
     * What was decided.
     *
     * @param chosen   the chain to run
     * @param reason   why, and what it was chosen over
     * @param cost     its variance for a unit of work, as a trial found; 0 if there was none or nothing is to be mended
     * @param barriers whether runs saw barriers, or were slow
     */
    record Decision(Candidate chosen, String reason, double cost, boolean barriers) {

        /** There is nothing to be mended. */
        Decision(Candidate chosen, String reason) {
            this(chosen, reason, 0, false);
        }
    }

    /**
     * Decides.
     *
     * @param usual the chains without tempering that need no more setting up, the usual one first
     * @return the chain to run
     */
    Decision decide(List<Candidate> usual) {
        if (model.variableCount() == 0) {
            return new Decision(usual.get(0), "nothing is unknown");
        }
        if (plannedBudgets() > 0) {
            Candidate whole = BarrierChain.whole(model, setup, options.tableEntries().orElse(MOST_ENTRIES), random(0))
                    .filter(this::fits).map(BarrierChain::candidate).orElse(null);
            if (whole != null && whole.nanosOfSweep() * Math.max(FEWEST_DRAWS, options.sampling().samples()) < nanos) {
                return new Decision(whole, "all variables at once, so that samples are independent");
            }
        }
        if (options.plannedSeconds() < FEWEST_SECONDS) {
            return quick(usual);
        }
        List<Candidate> plain = new ArrayList<>(usual);
        wide(0).ifPresent(plain::add);
        plain.removeIf(one -> one != usual.get(0) && !isQuick(one));
        List<Trial> trials = new ArrayList<>(List.of(trial(usual.get(0), RUNS, FIRST_SHARE)));
        if (trials.get(0).isConstant()) {
            return new Decision(usual.get(0), "its averages over orbits do not depend on the state");
        }
        if (!isUnanimous(trials.get(0))) {
            // Nothing else need be asked but whether large steps do better.
            if (!hard && plain.size() > 1) {
                trials.add(trial(plain.get(plain.size() - 1), RUNS, FIRST_SHARE));
            }
            return crossing(trials);
        }
        plain.stream().skip(1).forEach(one -> trials.add(trial(one, RUNS, FIRST_SHARE)));
        Trial tempered = trial(BarrierChain.rough(model, setup, random(0)).candidate(), RUNS, FIRST_SHARE);
        trials.forEach(trial -> LOG.debug("{}; from tempering {}", trial, trial.apartFrom(tempered)));
        if (mostPrecise(trials) == usual.size()) {
            // Wide blocks are good, so perhaps wider ones are better.
            wide(1).filter(this::isQuick).ifPresent(one -> trials.add(trial(one, RUNS, FIRST_SHARE)));
        }
        int best = mostPrecise(trials);
        if (trials.stream().limit(usual.size()).allMatch(one -> agree(one, tempered))
                && agree(trials.get(best), tempered)) {
            return new Decision(trials.get(best).candidate(), "no barriers in a trial" + over(trials, best),
                    trials.get(best).cost(), false);
        }
        return crossing(trials);
    }

    /** Whether runs from different starts say the same. */
    private static boolean isUnanimous(Trial trial) {
        return trial.apart().mean() < AGREEMENT && trial.apart().farthest() < FAR;
    }

    private static boolean agree(Trial one, Trial other) {
        return isUnanimous(one) && one.apartFrom(other).mean() < APART;
    }

    /**
     * The chain of the least variance for its work, as far as a trial can tell. What sweeps take is known, how precise
     * they are is measured with noise: before it, chains are taken to be equally precise up to a factor of about e.
     */
    private static int mostPrecise(List<Trial> trials) {
        int best = 0;
        for (int i = 1; i < trials.size(); i++) {
            Trial one = trials.get(best);
            Trial other = trials.get(i);
            double quickness = Math.log(one.candidate().nanosOfSweep() / other.candidate().nanosOfSweep());
            double precision = Math.log(one.cost() / other.cost()) - quickness;
            double noise = Math.hypot(one.noise(), other.noise());
            LOG.debug("{}, and {}: the second is e^{} times as precise, noise {}, and e^{} times as quick", one, other,
                    precision, noise, quickness);
            best = precision / (1 + noise * noise) + quickness > 0 ? i : best;
        }
        return best;
    }

    /**
     * Which of the usual chains is more precise? Where any runs differ, batches say nothing: then it is the first,
     * whose steps are the largest, and moves by symmetries may still join the runs.
     */
    private Decision quick(List<Candidate> usual) {
        if (usual.stream().anyMatch(one -> QUICK_LENGTH * Trial.fewestNanos(one, RUNS) > QUICK_SHARE * nanos)) {
            return new Decision(usual.get(0), "too little time for a trial");
        }
        List<Trial> trials = usual.stream().map(one -> trial(one, RUNS, QUICK_SHARE)).toList();
        String reason = "too little time for a trial of chains for barriers";
        if (trials.get(0).isConstant()) {
            return new Decision(usual.get(0), reason + over(trials, 0));
        }
        // All runs of one chain may fall into the same mode, but hardly those of all chains.
        boolean apart = trials.stream().anyMatch(one -> !agree(one, trials.get(0)));
        int best = apart ? 0 : mostPrecise(trials);
        double cost = apart ? Trial.pooled(trials).cost() : 0;
        return new Decision(usual.get(best), reason + over(trials, best), cost, apart);
    }

    /** There are barriers, or chains are slow: runs of some chain without tempering, from the same starts, differ. */
    private Decision crossing(List<Trial> untempered) {
        BarrierChain tempered = late.getAsBoolean() ? BarrierChain.rough(model, setup, random(0))
                : made(ChainKind.TEMPERED, 0);
        if (late.getAsBoolean()) {
            return new Decision(tempered.candidate(), "barriers in a trial, and no time to try others");
        }
        List<Trial> trials = new ArrayList<>(List.of(trial(tempered.candidate(), 2, SHARE)));
        int best = 0;
        for (int i = 0; i < plannedBudgets() && best == i; i++) {
            // Wider blocks are tried if wide ones are better than single variables.
            BarrierChain both = tempered.withWideBlocks(entries()[i], random(0));
            if ((i == 0 || Trial.fewestNanos(both.candidate(), 2) < SHARE * nanos) && fits(both)) {
                Trial trial = trial(both.candidate(), 2, SHARE);
                best = isBetter(trial, trials.get(i), i) ? i + 1 : best;
                trials.add(trial);
            }
        }
        Trial all = Trial.pooled(Stream.concat(untempered.stream(), trials.stream()).toList());
        boolean found = false;
        List<Trial> near = hard ? List.of() : untempered.stream().filter(one -> one.apart().mean() < NEAR)
                .sorted(Comparator.comparingDouble(Trial::cost)).toList();
        for (int i = 0; i < near.size() && !found && !late.getAsBoolean(); i++) {
            Trial longer = returning(near.get(i), all);
            trials.add(longer);
            found = isUnanimous(longer);
        }
        best = found ? trials.size() - 1 : best;
        untempered.forEach(trial -> LOG.debug("{}", trial));
        trials.forEach(trial -> LOG.debug("{}", trial));
        return new Decision(trials.get(best).candidate(), (found ? "slow, but no barriers in a longer trial"
                : "barriers in a trial") + over(trials, best), trials.get(best).cost(), true);
    }

    /** Whether runs of wide blocks differ less than those of Gibbs, the first, or of narrower ones. */
    private boolean isBetter(Trial wide, Trial before, int budget) {
        boolean still = wide.within() < STILL * before.within();
        double worth = budget > 0 ? 1 : hard ? WIDER : 1 / WIDER;
        return !still && wide.difference() < worth * before.difference();
    }

    /**
     * Longer runs of a chain without tempering, from the same starts, and from where other chains were and this one was
     * not. Runs that share a place agree although they miss all others; if runs from there come to say the same, this
     * chain crosses what is between them.
     */
    private Trial returning(Trial one, Trial all) {
        List<int[]> elsewhere = one.leastLikely(all, RUNS / 2);
        return Trial.run(model, one.candidate(), RUNS + elsewhere.size(), LONG_SHARE * nanos,
                i -> i < RUNS ? starts.get(i) : elsewhere.get(i - RUNS).clone(), options.sampling());
    }

    /** What was tried, and how much less precise it was. */
    private static String over(List<Trial> trials, int best) {
        return trials.size() < 2 ? "" : IntStream.range(0, trials.size()).filter(i -> i != best)
                .mapToObj(i -> String.format(Locale.ROOT, "%s (errors %.1f times as large)",
                        trials.get(i).candidate().name(),
                        Math.sqrt(trials.get(i).cost() / trials.get(best).cost())))
                .collect(Collectors.joining(", ", "; over ", ""));
    }

    /** Whether the tables of all chains fit into memory. */
    boolean fits(BarrierChain chain) {
        return chain.bytes(options.sampling().chains()) < options.memory();
    }

    /** The budgets of wide blocks' tables. */
    private int[] entries() {
        return options.tableEntries().isPresent() ? new int[] {options.tableEntries().getAsInt()} : ENTRIES;
    }

    /** Wide blocks without tempering, if there is time to plan them and room for their tables. */
    private Optional<Candidate> wide(int budget) {
        return budget >= plannedBudgets() ? Optional.empty()
                : Optional.of(made(ChainKind.WIDE, entries()[budget])).filter(this::fits).map(BarrierChain::candidate);
    }

    /** Whether the shortest trial of a chain is short enough. */
    private boolean isQuick(Candidate one) {
        return Trial.fewestNanos(one, RUNS) <= MOST_SHARE * nanos;
    }

    /** For how many of them there is time to plan. */
    private int plannedBudgets() {
        return (int) Math.min(entries().length, PLAN_SHARE * nanos / BarrierChain.nanosToPlan(model));
    }

    private Xoshiro256 random(long more) {
        return Xoshiro256.of(options.sampling().seed(), STREAM - 16 * more);
    }

    private BarrierChain made(ChainKind kind, int entries) {
        return new BarrierChain(kind, model, setup, entries, starts, nanos,
                random((kind.ordinal() + 1L) * (entries + 1)));
    }

    private Trial trial(Candidate candidate, int runs, double share) {
        return Trial.run(model, candidate, runs, share * nanos, starts::get, options.sampling());
    }
}
