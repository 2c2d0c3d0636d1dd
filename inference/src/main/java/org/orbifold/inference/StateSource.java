package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.ExactSampler;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * States of a model given evidence: components whose junction tree is affordable are drawn exactly and independently,
 * the others come from a chain, what was summed out beside its core drawn exactly given that.
 */
final class StateSource {

    private static final long STREAM = -9;
    private static final int BURN_IN = 100;
    /** And no longer than this share of the time. */
    private static final double SHARE_OF_BURN_IN = 0.05;

    private final InferenceOptions options;
    private final Simplification simplification;
    /** By component; null where it is sampled. */
    private final @Nullable ExactSampler[] exact;
    private final @Nullable SampledPart part;
    private final @Nullable PreparedInference chains;
    private final List<String> lines = new ArrayList<>();

    StateSource(ConditionedModel given, InferenceOptions options) {
        Planner planner = new Planner(given, options);
        this.options = options;
        this.simplification = planner.simplification();
        List<Piece> pieces = planner.pieces();
        this.exact = new ExactSampler[pieces.size()];
        int drawn = 0;
        for (Piece piece : pieces) {
            exact[piece.component()] = piece.route() == Route.SAMPLE ? null : sampler(planner, piece);
            drawn += exact[piece.component()] == null ? 0
                    : simplification.components().get(piece.component()).variableCount();
        }
        int[] rest = IntStream.range(0, exact.length).filter(c -> exact[c] == null).toArray();
        this.part = rest.length == 0 ? null
                : new SampledPart(simplification.components(), rest, options.route() != Route.SAMPLE);
        this.chains = part == null || part.core().variableCount() == 0 ? null
                : new PreparedInference(part.core(), options);
        lines.add("simplify " + simplification);
        if (drawn > 0) {
            lines.add(String.format(Locale.ROOT, "exact    %,d variable%s: independent draws down the junction tree",
                    drawn, drawn == 1 ? "" : "s"));
        }
        if (part != null) {
            lines.add(String.format(Locale.ROOT, "sample   %,d variables: %s", part.model().variableCount(),
                    chains == null ? "drawn exactly" : chains.chainText()));
        }
    }

    /** Null if the tree is too large after all. */
    private static @Nullable ExactSampler sampler(Planner planner, Piece piece) {
        try {
            return piece.solver().sampler(planner.limits());
        } catch (TooLargeException | OutOfTimeException e) {
            return null;
        }
    }

    /** Whether states are independent and exact. */
    boolean isExact() {
        return chains == null;
    }

    /** How states are drawn. */
    List<String> lines() {
        return lines;
    }

    /** Several that make states, made side by side. */
    List<Walker> walkers(int count) {
        return map(IntStream.range(0, count).boxed().toList(), this::walker);
    }

    /** Does something with each, by all threads. */
    <T, R> List<R> map(List<T> items, Function<T, R> task) {
        try (Workers workers = new Workers(options.sampling().threads())) {
            return workers.run(() -> items.parallelStream().<R>map(task).toList());
        }
    }

    /** One that makes states; each number has randomness of its own. */
    Walker walker(int number) {
        return new Walker(Xoshiro256.of(options.sampling().seed(), STREAM * 1024 - number));
    }

    /** Makes states one after the other. Not safe for several threads. */
    final class Walker {

        private final Xoshiro256 random;
        private final @Nullable MarkovChain chain;
        private int[] core = {};
        private long time;

        Walker(Xoshiro256 random) {
            this.random = random;
            this.chain = chains == null ? null : chains.chain();
            if (part != null) {
                GraphicalModel model = part.core();
                this.core = FeasibleStart.find(model, random);
                long began = System.nanoTime();
                double most = options.sampling().seconds() > 0 ? SHARE_OF_BURN_IN * 1e9 * options.sampling().seconds()
                        : Double.POSITIVE_INFINITY;
                for (int sweep = 0; sweep < BURN_IN && System.nanoTime() - began < most; sweep++) {
                    advance(1);
                }
            }
        }

        /** Goes on by some sweeps. */
        void advance(int sweeps) {
            if (chain != null) {
                long end = time + (long) sweeps * chain.sweep();
                chain.advance(core, time, end, random, ChainListener.NONE);
                time = end;
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
            return part == null ? 0 : part.core().logWeight(core);
        }

        /** A state of the original model; what is exact is drawn anew. */
        int[] state() {
            int[][] states = new int[exact.length][];
            for (int c = 0; c < exact.length; c++) {
                ExactSampler sampler = exact[c];
                states[c] = sampler == null ? new int[simplification.components().get(c).variableCount()]
                        : sampler.draw(random);
            }
            if (part != null) {
                int[] whole = part.complete(core, random);
                for (int v = 0; v < whole.length; v++) {
                    states[part.componentOf(v)][part.variableOf(v)] = whole[v];
                }
            }
            return simplification.expand(Arrays.asList(states));
        }
    }
}
