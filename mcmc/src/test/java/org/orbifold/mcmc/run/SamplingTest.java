package org.orbifold.mcmc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

class SamplingTest {

    static final GraphicalModel MODEL = SmallModels.pottsRing(4, 0.6);
    private static final Progress SILENT = (seconds, samples, share, now) -> { };

    @TempDir
    private Path folder;

    /** BV-MCMC on Gibbs, with counts or conditionals. */
    record Parts(boolean conditionals) implements ChainParts {

        private static final OrbitAction ACTION = SmallModels.symmetries(MODEL, SmallModels.pairs(MODEL));
        private static final CompiledModel COMPILED = CompiledModel.of(MODEL);

        @Override
        public MarkovChain chain() {
            return BlockValueChain.of(Gibbs.of(COMPILED, Scan.RANDOM), ACTION, 0.2);
        }

        @Override
        public Estimator estimator() {
            return conditionals ? Estimator.conditionals(MODEL) : Estimator.counts(MODEL);
        }

        @Override
        public String description() {
            return "test " + conditionals;
        }
    }

    /** The same as if making a chain, or a call of it, took long. */
    record SlowParts(double secondsToMake, double secondsToAdvance) implements ChainParts {

        private static void sleep(double seconds) {
            long end = System.nanoTime() + (long) (seconds * 1e9);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }

        @Override
        public MarkovChain chain() {
            sleep(secondsToMake);
            Gibbs gibbs = Gibbs.of(Parts.COMPILED, Scan.SYSTEMATIC);
            return new MarkovChain() {
                @Override
                public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
                    sleep(secondsToAdvance);
                    gibbs.advance(state, from, to, random, listener);
                }

                @Override
                public int sweep() {
                    return gibbs.sweep();
                }
            };
        }

        @Override
        public Estimator estimator() {
            return Estimator.conditionals(MODEL);
        }

        @Override
        public String description() {
            return "slow";
        }
    }

    private static SamplingOptions options(long samples) {
        return SamplingOptions.defaults().withUnit(SampleUnit.STEP).withSamples(samples).withChains(3).withSeed(5)
                .withBurnIn(100);
    }

    private static SamplingResult run(SamplingOptions options) throws IOException {
        return Sampling.run(MODEL, new Parts(false), options, SILENT);
    }

    private static void same(SamplingResult a, SamplingResult b) {
        assertThat(a.marginals()).isEqualTo(b.marginals());
        for (int v = 0; v < MODEL.variableCount(); v++) {
            assertThat(a.standardError(v, 1)).isEqualTo(b.standardError(v, 1));
            assertThat(a.rHat(v)).isEqualTo(b.rHat(v));
        }
        assertThat(a.statistics()).isEqualTo(b.statistics());
        assertThat(a.samples()).isEqualTo(b.samples());
    }

    @Test
    void sameBitsForAnyNumberOfThreads() throws IOException {
        SamplingResult one = run(options(50_000).withThreads(1));
        same(one, run(options(50_000).withThreads(2)));
        same(one, run(options(50_000).withThreads(3)));
        assertThat(run(options(50_000).withSeed(6)).marginals()).isNotEqualTo(one.marginals());
        assertThat(one.samples()).isEqualTo(150_000);
        assertThat(one.steps()).isEqualTo(150_300);
    }

    /** Errors are looked at after fixed numbers of samples: the end is the same for any number of threads. */
    @Test
    void errorsEndARun() throws IOException {
        SamplingOptions options = SamplingOptions.defaults().withUntilError(0.004).withChains(3).withSeed(5);
        SamplingResult one = run(options.withThreads(1));
        assertThat(one.worstError()).isLessThan(0.004);
        same(one, run(options.withThreads(3)));
        SamplingResult finer = run(options.withUntilError(0.002));
        assertThat(finer.worstError()).isLessThan(0.002);
        assertThat(finer.samples()).isGreaterThan(2 * one.samples());
        assertThat(run(options.withSeconds(0.05)).seconds()).isLessThan(5);
        assertThatThrownBy(() -> options.withUntilError(-1)).hasMessageContaining("0 or more");
    }

    /** A chain that stays where it is: nothing gets better with time. */
    @Test
    void chainsThatStayAreStuck() throws IOException {
        CompiledModel compiled = CompiledModel.of(MODEL);
        ChainParts stays = new ChainParts() {
            @Override
            public MarkovChain chain() {
                MarkovChain gibbs = Gibbs.of(compiled, Scan.SYSTEMATIC);
                // Each chain draws its first variables only; the others stay where the start put them.
                return (state, from, to, random, listener) -> {
                    for (long t = from; t < to; t++) {
                        gibbs.advance(state, t % 2, t % 2 + 1, random, listener);
                    }
                };
            }

            @Override
            public Estimator estimator() {
                return Estimator.counts(MODEL);
            }

            @Override
            public String description() {
                return "stays";
            }
        };
        SamplingResult stuck = Sampling.run(MODEL, stays, options(5_000).withChains(6), SILENT);
        assertThat(stuck.verdict()).isEqualTo(SamplingResult.Verdict.STUCK);
        assertThat(stuck.advice()).contains("do not come closer", "tempered");
        SamplingResult tooShort = run(options(20));
        assertThat(tooShort.verdict()).isEqualTo(SamplingResult.Verdict.TOO_SHORT);
        assertThat(tooShort.advice()).contains("too short");
        SamplingResult good = run(options(50_000));
        assertThat(good.verdict()).isEqualTo(SamplingResult.Verdict.CONVERGED);
        assertThat(good.advice()).isEmpty();
        assertThat(good.roundTrips()).isEmpty();
    }

    /** A chain of a run is the same as the chain alone. */
    @Test
    void oneChainIsWhatALoopGives() throws IOException {
        Marginals marginals = run(options(1000).withChains(1)).marginals();
        Xoshiro256 random = Xoshiro256.of(5, 0);
        int[] state = FeasibleStart.find(MODEL, random);
        MarkovChain chain = new Parts(false).chain();
        chain.advance(state, 0, 100, random, ChainListener.NONE);
        int[] ones = new int[state.length];
        for (int t = 100; t < 1100; t++) {
            chain.advance(state, t, t + 1, random, ChainListener.NONE);
            for (int v = 0; v < ones.length; v++) {
                ones[v] += state[v];
            }
        }
        for (int v = 0; v < ones.length; v++) {
            assertThat(marginals.probability(v, 1)).isCloseTo(ones[v] / 1000.0, within(1e-15));
        }
    }

    @Test
    void thinningTakesEverySoManyethState() throws IOException {
        Marginals marginals = run(options(500).withChains(1).withThinning(7)).marginals();
        Xoshiro256 random = Xoshiro256.of(5, 0);
        int[] state = FeasibleStart.find(MODEL, random);
        MarkovChain chain = new Parts(false).chain();
        chain.advance(state, 0, 100, random, ChainListener.NONE);
        int[] ones = new int[state.length];
        for (int t = 100; t < 100 + 3500; t += 7) {
            chain.advance(state, t, t + 7, random, ChainListener.NONE);
            for (int v = 0; v < ones.length; v++) {
                ones[v] += state[v];
            }
        }
        for (int v = 0; v < ones.length; v++) {
            assertThat(marginals.probability(v, 1)).isCloseTo(ones[v] / 500.0, within(1e-15));
        }
    }

    /** Estimates against the truth by symmetry, 1/3 and 2/3, in units of the reported error; false alarm below 1e-6. */
    @Test
    void errorsAreHonest() throws IOException {
        for (boolean conditionals : new boolean[] {false, true}) {
            SamplingResult result = Sampling.run(MODEL, new Parts(conditionals), options(200_000), SILENT);
            Marginals exact = BruteForce.solve(MODEL).marginals();
            for (int v = 0; v < MODEL.variableCount(); v++) {
                double error = result.standardError(v, 1);
                assertThat(error).isBetween(1e-5, 0.01);
                assertThat(Math.abs(result.marginals().probability(v, 1) - exact.probability(v, 1)))
                        .isLessThan(6 * error);
                assertThat(result.effectiveSamples(v, 1)).isBetween(1000.0, 1e7);
            }
            assertThat(result.worstRhat()).isBetween(0.98, 1.1);
            assertThat(result.worstError()).isLessThan(0.01);
            assertThat(result.statistics().get(0).name()).isEqualTo("log-weight");
            assertThat(result.statistics().get(0).ess()).isGreaterThan(100);
        }
    }

    /** A sample is a sweep for every chain, and a sweep of a chain that draws blocks is one draw of each block. */
    @Test
    void aSampleIsASweep() throws IOException {
        SamplingOptions sweeps = options(500).withUnit(SampleUnit.SWEEP);
        int n = MODEL.variableCount();
        SamplingResult result = Sampling.run(MODEL, new InTurn(MODEL), sweeps, SILENT);
        assertThat(result.samples()).isEqualTo(3 * 500);
        assertThat(result.unit()).isEqualTo(SampleUnit.SWEEP);
        assertThat(result.steps()).isEqualTo(3L * (100 + 500) * n);
        SamplingResult inSteps = Sampling.run(MODEL, new InTurn(MODEL), options(500L * n).withBurnIn(100L * n), SILENT);
        assertThat(inSteps.marginals()).isEqualTo(result.marginals());
        assertThat(inSteps.samples()).isEqualTo(3L * 500 * n);
        assertThat(inSteps.unit()).isEqualTo(SampleUnit.STEP);
        // Thinned, only the states after every third sweep are counted.
        SamplingResult thinned = Sampling.run(MODEL, new Parts(false), sweeps.withThinning(3), SILENT);
        assertThat(thinned.samples()).isEqualTo(3 * 500);
        assertThat(thinned.steps()).isEqualTo(3L * (100 + 3 * 500) * n);
        assertThat(thinned.marginals().probability(0, 1) * 3 * 500 % 1).isCloseTo(0, within(1e-9));
        assertThat(thinned.history().samples(thinned.history().moments() - 1)).isBetween(400L, 500L);
        MarkovChain blocks = Gibbs.of(CompiledModel.of(MODEL, SmallModels.pairs(MODEL)), Scan.SYSTEMATIC);
        assertThat(blocks.sweep()).isEqualTo(n / 2).isEqualTo(blocks.period());
    }

    /** A run that dies at any report goes on from its file to the same bits. */
    @Test
    void diesAndGoesOnToTheSameBits() throws IOException {
        // Enough samples for many rounds of 0.1 s also on a fast machine: a run of one round cannot die.
        SamplingOptions plain = options(8_000_000).withThreads(2);
        SamplingResult whole = run(plain);
        Path file = folder.resolve("run.checkpoint");
        SamplingOptions kept = plain.withCheckpoint(file, 0);
        int deaths = 0;
        while (true) {
            int[] reports = new int[1];
            try {
                SamplingResult result = Sampling.run(MODEL, new Parts(false), kept, (seconds, samples, share, now) -> {
                    if (++reports[0] == 2) {
                        throw new UncheckedIOException(new IOException("killed"));
                    }
                });
                same(result, whole);
                break;
            } catch (UncheckedIOException e) {
                deaths++;
            }
        }
        assertThat(deaths).isPositive();
        // A finished run is not run again.
        same(run(kept), whole);
        assertThat(Files.list(folder)).containsExactly(file);
    }

    @Test
    void checkpointsOfOtherRunsAreRefused() throws IOException {
        Path file = folder.resolve("run.checkpoint");
        run(options(100).withCheckpoint(file, 1));
        assertThatThrownBy(() -> run(options(100).withSeed(6).withCheckpoint(file, 1)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("another run").hasMessageContaining("seed 5").hasMessageContaining("seed 6");
        assertThatThrownBy(() -> Sampling.run(MODEL, new Parts(true), options(100).withCheckpoint(file, 1), SILENT))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining("another run");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() / 2));
        assertThatThrownBy(() -> run(options(100).withCheckpoint(file, 1))).isInstanceOf(UncheckedIOException.class);
        Files.writeString(file, "something else\n");
        assertThatThrownBy(() -> run(options(100).withCheckpoint(file, 1))).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no checkpoint");
    }

    @Test
    void interruptionGivesWhatThereIs() throws IOException {
        Thread thread = Thread.currentThread();
        Progress interrupting = (seconds, samples, share, now) -> {
            assertThat(now.marginals().variableCount()).isEqualTo(8);
            thread.interrupt();
        };
        SamplingResult result = Sampling.run(MODEL, new Parts(false), options(1L << 50), interrupting);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.samples()).isPositive();
        assertThat(result.marginals().probability(0, 1)).isBetween(0.2, 0.5);
    }

    @Test
    void timeEndsARunAndProgressIsReported() throws IOException {
        List<Double> shares = new ArrayList<>();
        SamplingResult result = Sampling.run(MODEL, new Parts(false),
                SamplingOptions.defaults().withSeconds(0.5).withThreads(1).withChains(2),
                (seconds, samples, share, now) -> shares.add(share));
        assertThat(result.seconds()).isBetween(0.45, 5.0);
        assertThat(result.samples()).isPositive();
        assertThat(shares).isSorted().endsWith(1.0).hasSizeGreaterThan(2);
    }

    /** Chains that take long to begin, as where possible states are hard to find, begin within the time. */
    @Test
    void theTimeHoldsTheBeginning() throws IOException {
        SamplingOptions options = SamplingOptions.defaults().withSeconds(0.2).withChains(4).withThreads(2);
        assertThatThrownBy(() -> Sampling.run(MODEL, new SlowParts(0.2, 0), options, SILENT))
                .isInstanceOf(OutOfTimeException.class).hasMessageContaining("time limit");
        List<Double> shares = new ArrayList<>();
        Sampling.run(MODEL, new SlowParts(0.2, 0), options.withUntilError(0.05).withSeconds(20),
                (seconds, samples, share, now) -> shares.add(share));
        assertThat(shares.get(0)).as("four chains of 0.2 s in 20 s").isGreaterThan(0.035);
    }

    /**
     * A first round of burn-in takes all the time; the first sweep comes in the 0.1 s after it. A machine that is busy
     * may do nothing in that time, but not again and again.
     */
    @Test
    void shortRunsGoOnToTheirFirstSweep() throws IOException {
        SamplingResult result = null;
        for (int tries = 0; tries < 10 && (result == null || result.samples() == 0); tries++) {
            try {
                result = Sampling.run(MODEL, new SlowParts(0, 0.001), SamplingOptions.defaults()
                        .withSeconds(0.001).withChains(2).withThreads(2), SILENT);
            } catch (OutOfTimeException e) {
                assertThat(e).hasMessageContaining("no start");
            }
        }
        assertThat(result).isNotNull();
        assertThat(result.samples()).isPositive();
        assertKnown(MODEL, result);
    }

    /** A step takes 0.05 s, so that a sweep of eight steps would take 0.4 s: nobody waits for it. */
    @Test
    void whatIsNotDrawnInTimeIsUnknown() throws IOException {
        long began = System.nanoTime();
        SamplingResult result = Sampling.run(MODEL, new SlowParts(0, 0.05), SamplingOptions.defaults()
                .withSeconds(0.01).withChains(2).withThreads(2), SILENT);
        // At most two steps after the time is over, and a wide margin.
        assertThat((System.nanoTime() - began) / 1e9).isLessThan(0.35);
        int last = MODEL.variableCount() - 1;
        assertThat(result.marginals().probability(last, 1)).isEqualTo(0.5);
        assertThat(result.standardError(last, 1)).isEqualTo(0.5);
        assertKnown(MODEL, result);
    }

    private static void assertKnown(GraphicalModel model, SamplingResult result) {
        for (int v = 0; v < model.variableCount(); v++) {
            for (int x = 0; x < model.size(v); x++) {
                assertThat(result.marginals().probability(v, x)).isBetween(0.0, 1.0);
                assertThat(result.standardError(v, x)).isBetween(0.0, 0.5);
            }
        }
    }

    /** The budget ends a run, whatever seconds the options have. */
    @Test
    void theBudgetEndsARun() throws IOException {
        SamplingOptions options = SamplingOptions.defaults().withSeconds(100).withThreads(2);
        SamplingResult result = Sampling.run(MODEL, new Parts(false), options, Budget.ofSeconds(0.2), SILENT);
        assertThat(result.seconds()).isBetween(0.15, 2.0);
        assertThat(result.interrupted()).isFalse();
        Budget cancelled = Budget.unlimited();
        Progress cancelling = (seconds, samples, share, now) -> cancelled.cancel();
        SamplingResult first = Sampling.run(MODEL, new Parts(false), options, cancelled, cancelling);
        assertThat(first.interrupted()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        // Without hard constraints, what is over before it begins gives an answer too.
        GraphicalModel free = GraphicalModel.builder().binary("A", "B").clause(1, "A=1", "B=1").build();
        SamplingResult none = Sampling.run(free, new InTurn(free), options, cancelled, SILENT);
        assertThat(none.samples()).isZero();
        assertKnown(free, none);
    }

    /** An interrupt from outside, while a file is kept: back at once, with a file that the run resumes from. */
    @Test
    void anInterruptReturnsAtOnce() throws IOException {
        Path file = folder.resolve("interrupted.checkpoint");
        SamplingOptions options = SamplingOptions.defaults().withSeconds(60).withThreads(2).withCheckpoint(file, 0);
        Thread runner = Thread.currentThread();
        long[] interruptedAt = new long[1];
        Thread other = new Thread(() -> {
            SlowParts.sleep(0.35);
            interruptedAt[0] = System.nanoTime();
            runner.interrupt();
        });
        other.start();
        SamplingResult result = Sampling.run(MODEL, new Parts(false), options, SILENT);
        assertThat((System.nanoTime() - interruptedAt[0]) / 1e9).as("0.1 s, with a wide margin").isLessThan(0.5);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.samples()).isPositive();
        SamplingResult more = Sampling.run(MODEL, new Parts(false), options, Budget.ofSeconds(0.1), SILENT);
        assertThat(more.samples()).isGreaterThan(result.samples());
    }

    /** A search for a start that nothing allows ends when the budget is cancelled. */
    @Test
    void startsThatAreNotFoundInTimeEndTheRun() {
        Budget cancelled = Budget.unlimited();
        cancelled.cancel();
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2);
        builder.table(new int[] {0, 1}, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY,
                Double.NEGATIVE_INFINITY);
        GraphicalModel impossible = builder.build();
        assertThatThrownBy(() -> Sampling.run(impossible, new InTurn(impossible), options(100), cancelled, SILENT))
                .isInstanceOf(OutOfTimeException.class)
                .hasMessageContaining("chain 1 of 3").hasMessageContaining("more time");
    }

    @Test
    void badOptionsAreRefused() {
        SamplingOptions options = SamplingOptions.defaults();
        assertThatThrownBy(() -> options.withSamples(0)).hasMessageContaining("expected at least 1");
        assertThatThrownBy(() -> options.withSeconds(0)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> options.withBurnIn(-1)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> options.withThinning(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> options.withChains(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> options.withThreads(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> options.withCheckpoint(Path.of("x"), -1)).hasMessageContaining("0 or more");
        assertThat(options.withSamples(500).burnIn(1000)).isEqualTo(50_000);
        assertThat(options.withSamples(5).burnIn(1000)).isEqualTo(500);
        assertThat(options.withSamples(500).withUnit(SampleUnit.STEP).burnIn(1000)).isEqualTo(50);
        assertThat(options.withBurnIn(7).burnIn(1000)).isEqualTo(7000);
        assertThat(options.withBurnIn(7).withUnit(SampleUnit.STEP).burnIn(1000)).isEqualTo(7);
        assertThat(options.burnIn(1000)).isEqualTo(100_000);
    }

    /** Gibbs in turn with conditionals. */
    private record InTurn(GraphicalModel model) implements ChainParts {

        @Override
        public MarkovChain chain() {
            return Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC);
        }

        @Override
        public Estimator estimator() {
            return Estimator.conditionals(model);
        }

        @Override
        public String description() {
            return "in turn";
        }
    }

    @Test
    void errorsCoverRareEventsThatNoChainMet() throws IOException {
        // Copy repeats Rare or Other, so its conditional is exactly 0 while both are: that is, in all of 600 sweeps.
        GraphicalModel model = GraphicalModel.builder().binary("Rare", "Other", "Copy")
                .clause(9, "Rare=0").clause(9, "Other=0")
                .forbid("Copy=1", "Rare=0", "Other=0").build();
        SamplingOptions options = SamplingOptions.defaults().withUnit(SampleUnit.STEP).withSamples(3 * 200)
                .withChains(3).withSeed(2).withBurnIn(60);
        SamplingResult result = Sampling.run(model, new InTurn(model), options, SILENT);
        double truth = BruteForce.solve(model).marginals().probability(2, 1);
        assertThat(result.marginals().probability(2, 1)).isZero();
        assertThat(truth).isPositive();
        // The rule of three: what 600 sweeps do not show has a probability of at most 3/600; they count as 60, because
        // nothing changed, so that nobody knows how long something else would have lasted. Copy's conditional is 0 or
        // a half.
        assertThat(1.96 * result.standardError(2, 1)).isCloseTo(0.5 * 3 / 60, within(1e-4)).isGreaterThan(truth);
        // With fewer samples than sweeps, samples count.
        SamplingResult thinned = Sampling.run(model, new InTurn(model), options.withSamples(50).withThinning(12),
                SILENT);
        assertThat(thinned.marginals().probability(2, 1)).isZero();
        assertThat(1.96 * thinned.standardError(2, 1)).isCloseTo(0.5 * 3 / 15, within(1e-3));
    }

    /** Hardly a random state of these models is possible, so that random states do not tell them apart. */
    private static GraphicalModel constrained(double weight, boolean wide) {
        int n = 60;
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int v = 0; v + 1 < n; v++) {
            builder.table(new int[] {v, v + 1}, 0, 0, 0, Double.NEGATIVE_INFINITY);
        }
        Literal[] literals = new Literal[20];
        Arrays.setAll(literals, v -> Literal.of(v, 1));
        return wide ? builder.clause(weight, literals).build() : builder.table(new int[] {0}, 0, weight).build();
    }

    @Test
    void checkpointsOfOtherModelsAreRefused() throws IOException {
        for (boolean wide : new boolean[] {false, true}) {
            Path file = folder.resolve("model " + wide);
            GraphicalModel model = constrained(1, wide);
            Sampling.run(model, new InTurn(model), options(100).withCheckpoint(file, 1), SILENT);
            Sampling.run(constrained(1, wide), new InTurn(model), options(100).withCheckpoint(file, 1), SILENT);
            GraphicalModel other = constrained(2, wide);
            assertThatThrownBy(() -> Sampling.run(other, new InTurn(other), options(100).withCheckpoint(file, 1),
                    SILENT)).isInstanceOf(UncheckedIOException.class).hasMessageContaining("another run");
        }
    }

    /** A scan in turn and a thinning with a common divisor: every variable is drawn, so every one is estimated. */
    @Test
    void thinningLeavesNoVariableOut() throws IOException {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C", "D").clause(1.5, "A=1")
                .clause(1, "A=0", "B=1").clause(1, "B=0", "C=1").clause(0.5, "C=0", "D=0").build();
        Marginals exact = BruteForce.solve(model).marginals();
        for (int thinning : new int[] {2, 4}) {
            SamplingOptions options = SamplingOptions.defaults().withSamples(40_000).withUnit(SampleUnit.STEP)
                    .withChains(3).withSeed(3).withBurnIn(10).withThinning(thinning);
            SamplingResult result = Sampling.run(model, new InTurn(model), options, SILENT);
            for (int v = 0; v < model.variableCount(); v++) {
                // Six standard errors: false alarm below 1e-8.
                assertThat(result.standardError(v, 1)).isBetween(1e-6, 0.01);
                assertThat(result.marginals().probability(v, 1)).isCloseTo(exact.probability(v, 1),
                        within(6 * result.standardError(v, 1)));
            }
            assertThat(Sampling.run(model, new InTurn(model), options.withUntilError(0.01), SILENT).samples())
                    .isLessThan(result.samples());
            // Resumed half way it goes on to the same bits.
            SamplingOptions kept = options.withCheckpoint(folder.resolve("thinned" + thinning), 0);
            Sampling.run(model, new InTurn(model), kept.withSamples(10_001), SILENT);
            SamplingResult resumed = Sampling.run(model, new InTurn(model), kept, SILENT);
            assertThat(resumed.marginals()).isEqualTo(result.marginals());
            assertThat(resumed.worstError()).isEqualTo(result.worstError());
        }
    }

    /** A variable of one value cannot surprise, whatever the chains overlooked of others. */
    @Test
    void whatIsCertainHasNoError() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(1, 2, 2)
                .table(new int[] {1, 2}, 5, 0, 0, Double.NEGATIVE_INFINITY).build();
        SamplingResult result = Sampling.run(model, new InTurn(model), options(600), SILENT);
        assertThat(result.standardError(0, 0)).isZero();
        assertThat(result.effectiveSamples(0, 0)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(result.standardError(1, 1)).isPositive();
    }

    /** A variable that depends on no other has the same conditional in all states, met or not. */
    @Test
    void conditionalsThatAreExactHaveNoError() throws IOException {
        GraphicalModel model = GraphicalModel.builder().binary("Rare", "Free").clause(9, "Rare=0").build();
        SamplingResult result = Sampling.run(model, new InTurn(model), SamplingOptions.defaults().withSamples(600)
                .withChains(3).withSeed(1).withBurnIn(0), SILENT);
        assertThat(result.worstError()).isLessThan(1e-15);
    }

    private static GraphicalModel farMode() {
        return GraphicalModel.builder().variables(2, 2)
                .table(new int[] {0, 1}, 0, Math.log(1e-4), Math.log(1e-4), Math.log(2e-3)).build();
    }

    /** Chains that never left one state have conditionals that never changed, and know nothing of the other mode. */
    @Test
    void conditionalsThatNeverChangedAreNotExact() throws IOException {
        GraphicalModel model = farMode();
        double truth = BruteForce.solve(model).marginals().probability(0, 1);
        assertThat(truth).isCloseTo(2.095e-3, within(1e-6));
        int covered = 0;
        for (int seed = 0; seed < 40; seed++) {
            SamplingResult result = Sampling.run(model, new InTurn(model), SamplingOptions.defaults()
                    .withUntilError(0.0005).withThreads(2).withSeed(seed), SILENT);
            double off = Math.abs(result.marginals().probability(0, 1) - truth);
            assertThat(result.standardError(0, 1)).as("seed %d", seed).isGreaterThan(off / 10);
            covered += off <= 1.96 * result.standardError(0, 1) ? 1 : 0;
        }
        // 95% of 40, less four standard deviations: false alarm below 1e-4.
        assertThat(covered).isGreaterThanOrEqualTo(33);
    }

    /** One block that holds everything draws exactly, so that what it did not draw is in its conditionals. */
    @Test
    void wholeDrawsAreExact() throws IOException {
        GraphicalModel model = farMode();
        WideBlocks blocks = WideBlocks.of(model, 1 << 10, 1, Xoshiro256.of(1, 1), Budget.unlimited());
        ChainParts whole = new ChainParts() {
            @Override
            public MarkovChain chain() {
                return blocks.chain();
            }

            @Override
            public Estimator estimator() {
                return Estimator.conditionals(model);
            }

            @Override
            public String description() {
                return "whole";
            }
        };
        SamplingResult result = Sampling.run(model, whole, options(100), SILENT);
        assertThat(result.marginals().probability(0, 1))
                .isCloseTo(BruteForce.solve(model).marginals().probability(0, 1), within(1e-15));
        assertThat(result.worstError()).isLessThan(1e-15);
    }

    /** Equal by a hard constraint, so that single variables never change: what is known are the starts. */
    @Test
    void whatConstraintsHoldInPlaceIsNotKnown() throws IOException {
        double no = Double.NEGATIVE_INFINITY;
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2).table(new int[] {0, 1}, 0, no, no, 1)
                .table(new int[] {1, 2}, 0, 1, 1, 0).build();
        for (int seed = 0; seed < 20; seed++) {
            SamplingResult result = Sampling.run(model, new InTurn(model), options(3000).withSeed(seed), SILENT);
            assertThat(result.standardError(0, 1)).as("seed %d", seed).isGreaterThan(0.2);
            assertThat(result.verdict()).isEqualTo(SamplingResult.Verdict.STUCK);
            // Its neighbour depends on it.
            assertThat(result.standardError(2, 1)).as("seed %d", seed).isGreaterThan(0.05);
        }
    }

    @Test
    void rangesOfConditionals() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3)
                .table(new int[] {0, 1}, 0, Math.log(1e-4), Math.log(1e-4), Math.log(2e-3))
                .table(new int[] {2}, 1, 2, 3).build();
        ConditionalRanges ranges = new ConditionalRanges(model);
        double expected = 2e-3 / (2e-3 + 1e-4) - 1e-4 / (1 + 1e-4);
        assertThat(ranges.of(0)).containsExactly(new double[] {expected, expected}, within(1e-12));
        assertThat(ranges.of(1)).containsExactly(new double[] {expected, expected}, within(1e-12));
        assertThat(ranges.of(2)).containsExactly(new double[] {0, 0, 0}, within(1e-12));
        Literal[] literals = new Literal[20];
        Arrays.setAll(literals, v -> Literal.of(v, 1));
        int[] sizes = new int[20];
        Arrays.fill(sizes, 2);
        GraphicalModel wide = GraphicalModel.builder().variables(sizes).clause(1, literals).build();
        double most = 1 / (1 + Math.exp(-1)) - 1 / (1 + Math.exp(1));
        assertThat(new ConditionalRanges(wide).of(3)[1]).isCloseTo(most, within(1e-12));
    }
}
