package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.chain.ChainSelection;
import org.orbifold.inference.chain.Zeros;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.diagnose.HardParts;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.ExactSampler;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;

/**
 * States of a model given evidence: components with an affordable contraction tree are drawn exactly, independently,
 * the others come from a chain, with eliminated variables drawn exactly given its state.
 */
final class StateSource {

    /** Approximate share of the remaining time for the burn-in of all samplers. */
    private static final double SHARE_OF_BURN_IN = 0.1;

    private final InferenceOptions options;
    private final Budget budget;
    private final Simplification simplification;
    /** By component; null where it is sampled. */
    private final @Nullable ExactSampler[] exact;
    private final Optional<SampledPart> part;
    private final Optional<ChainSelection> chains;
    private final List<String> lines = new ArrayList<>();

    /**
     * Plans, and chooses a chain for the part that is not exact.
     *
     * @throws org.orbifold.pgm.exact.TooLargeException if an exact route is asked for that needs too much memory
     */
    StateSource(ConditionedModel given, InferenceOptions options, Reuse reuse, Budget budget) {
        Planner planner = new Planner(given, options, Capability.DRAWS, reuse, budget);
        this.options = options;
        this.simplification = planner.simplification();
        ExactParts<ExactSampler> solved = ExactParts.solve(planner, planner.pieces(), options.route(),
                Capability.DRAWS, Solver::sampler, reuse);
        this.exact = new ExactSampler[solved.pieces().size()];
        solved.results().forEach((component, sampler) -> exact[component] = sampler);
        int[] rest = solved.rest();
        this.part = rest.length == 0 ? Optional.empty()
                : Optional.of(new SampledPart(simplification.components(), rest, options, budget));
        this.chains = part.filter(one -> !one.isSummedOut()).flatMap(one -> chains(one, budget.share(1)));
        this.budget = budget.share(1);
        if (isTooShort()) {
            lines.add("TOO_SHORT no chain was set up in the time: the states are random ones that hard constraints "
                    + "allow, not draws from the model");
        }
        lines.add("simplify " + simplification);
        int drawn = solved.results().keySet().stream()
                .mapToInt(c -> simplification.components().get(c).variableCount()).sum();
        if (drawn > 0) {
            lines.add(String.format(Locale.ROOT, "exact    %,d variable%s: independent draws down the contraction tree",
                    drawn, drawn == 1 ? "" : "s"));
        }
        part.ifPresent(one -> lines.add(String.format(Locale.ROOT, "sample   %,d variables: %s",
                one.model().variableCount(), chains.map(chosen -> chosen.choice().chain().chain())
                        .orElse(isTooShort() ? "random states" : "drawn exactly"))));
    }

    /** Empty if the time is over before a chain is set up. */
    private Optional<ChainSelection> chains(SampledPart sampled, Budget time) {
        try {
            return Optional.of(ChainSelection.of(sampled.core(), sampled.ofCore(options, simplification), time));
        } catch (OutOfTimeException e) {
            if (time.isCancelled()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Whether there was no time to set up the chain that is needed: states are starts of chains, not samples. */
    boolean isTooShort() {
        return chains.isEmpty() && part.isPresent() && !part.get().isSummedOut();
    }

    /** Whether states are independent and exact. */
    boolean isExact() {
        return chains.isEmpty() && !isTooShort();
    }

    /** How states are drawn. */
    List<String> lines() {
        return lines;
    }

    /**
     * Whether hard zeros may divide the states into parts between which the chain does not move: then states that were
     * not met are judged by the starts, not by the sweeps.
     */
    boolean mayBeReducible() {
        return chains.isPresent() && !isTempered() && !chains.get().plan().drawsIndependently()
                && Zeros.areIn(part.orElseThrow().core());
    }

    /** The parts between which the chain may not move; of the states of {@link Sampler#core}. */
    HardParts parts() {
        return mayBeReducible() ? HardParts.of(part.orElseThrow().core(), budget) : HardParts.none();
    }

    /** The component that a variable of the chain's states is of. */
    int componentOfCore(int variable) {
        SampledPart sampled = part.orElseThrow();
        return sampled.componentOf(sampled.ofCore(variable));
    }

    /** The component of a variable of the original model; −1 if it is fixed. */
    int component(int original) {
        return simplification.component(original);
    }

    boolean isTempered() {
        return chains.isPresent() && chains.get().choice().chain().temperatures() > 1;
    }

    /** The time for drawing: what the choice of a chain left. */
    Budget budget() {
        return budget;
    }

    /**
     * Several samplers, made side by side; those that find no possible state in time are left out.
     *
     * @throws OutOfTimeException if none does
     */
    List<Sampler> samplers(int count) {
        // Samplers that share a thread share its time.
        double burnIn = SHARE_OF_BURN_IN / Math.ceil((double) count / options.sampling().threads());
        List<Sampler> made = map(IntStream.range(0, count).boxed().toList(), number -> sampler(number, burnIn)).stream()
                .flatMap(Optional::stream).toList();
        if (made.isEmpty()) {
            throw new OutOfTimeException("no possible state was found: " + budget.reason());
        }
        return made;
    }

    /** A random state that hard constraints allow: all there is if the time {@linkplain #isTooShort is too short}. */
    int[] start(int number) {
        return new Sampler(Streams.STATES.of(options.sampling().seed(), number), 0).state();
    }

    private Optional<Sampler> sampler(int number, double burnIn) {
        try {
            return Optional.of(new Sampler(Streams.STATES.of(options.sampling().seed(), number), burnIn));
        } catch (OutOfTimeException e) {
            return Optional.empty();
        }
    }

    /** Does something with each, by all threads. */
    <T, R> List<R> map(List<T> items, Function<T, R> task) {
        try (Workers workers = new Workers(options.sampling().threads(), budget)) {
            return workers.map(items, task);
        }
    }

    /** Draws states one after the other. Not safe for several threads. */
    final class Sampler {

        private final Xoshiro256 random;
        private final @Nullable MarkovChain chain;
        private int[] core = {};
        private long time;

        Sampler(Xoshiro256 random, double shareOfBurnIn) {
            this.random = random;
            this.chain = chains.map(chosen -> chosen.plan().chain()).orElse(null);
            if (part.isPresent() && !part.get().isSummedOut()) {
                this.core = FeasibleStart.find(part.get().core(), random, budget.late());
            }
            if (chain != null) {
                // A burn-in that was asked for is ended by nothing but the whole time.
                Budget burnIn = budget.share(options.sampling().burnIn().isPresent() ? 1 : shareOfBurnIn);
                while (time < options.sampling().burnIn(chain.sweep()) && !burnIn.isOver()) {
                    advance(1);
                }
            }
        }

        /** Goes on by some sweeps; fewer if the question is cancelled. */
        void advance(int sweeps) {
            if (chain != null) {
                for (int i = 0; i < sweeps && !budget.isCancelled(); i++) {
                    chain.advance(core, time, time + chain.sweep(), random, ChainListener.NONE);
                    time += chain.sweep();
                }
            }
        }

        /** The steps of a sweep; 1 if states are drawn at once. */
        int sweep() {
            return chain == null ? 1 : chain.sweep();
        }

        /** The state of the chain alone; only to be read. */
        int[] core() {
            return core;
        }

        /** The log-weight of the chain's state. */
        double logWeight() {
            return part.isEmpty() ? 0 : part.get().core().logWeight(core);
        }

        /** A state of the original model; exact components are drawn independently. */
        int[] state() {
            int[][] states = new int[exact.length][];
            for (int c = 0; c < exact.length; c++) {
                ExactSampler sampler = exact[c];
                states[c] = sampler == null ? new int[simplification.components().get(c).variableCount()]
                        : sampler.draw(random);
            }
            part.ifPresent(one -> {
                int[] whole = one.complete(core, random);
                for (int v = 0; v < whole.length; v++) {
                    states[one.componentOf(v)][one.variableOf(v)] = whole[v];
                }
            });
            return simplification.expand(Arrays.asList(states));
        }
    }
}
