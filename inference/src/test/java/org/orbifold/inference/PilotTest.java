package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

class PilotTest {

    /** Spins on a torus, of which a wide block of 1,024 entries does not hold all; strong couplings make two modes. */
    private static GraphicalModel torus(int side, double coupling) {
        int[] sizes = new int[side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int s = 0; s < sizes.length; s++) {
            int right = s / side * side + (s + 1) % side;
            int below = (s + side) % sizes.length;
            builder.table(new int[] {s}, 0, 0.01 * (s % 7));
            builder.table(new int[] {s, right}, coupling, 0, 0, coupling);
            builder.table(new int[] {s, below}, coupling, 0, 0, coupling);
        }
        return builder.build();
    }

    private record GibbsWith(CompiledModel compiled, Supplier<Estimator> estimators)
            implements Candidate.Source, BarrierChain.Usual {

        @Override
        public MarkovChain chain() {
            return Gibbs.of(compiled, Scan.SYSTEMATIC);
        }

        @Override
        public Estimator estimator() {
            return estimators.get();
        }

        @Override
        public MarkovChain withMoves(MarkovChain base) {
            return base;
        }
    }

    private static Candidate gibbs(String name, GraphicalModel model, Supplier<Estimator> estimator) {
        CompiledModel compiled = CompiledModel.of(model);
        Gibbs one = Gibbs.of(compiled, Scan.SYSTEMATIC);
        return new Candidate(name, name, new GibbsWith(compiled, estimator),
                BarrierChain.READ * one.work() * model.variableCount());
    }

    private static Pilot.Decision decide(GraphicalModel model, double seconds, boolean late) {
        return decide(model, seconds, late, gibbs("counting", model, () -> Estimator.counts(model)),
                gibbs("averaging", model, () -> Estimator.conditionals(model)));
    }

    private static Pilot.Decision decide(GraphicalModel model, double seconds, boolean late, Candidate... usual) {
        return decide(model, InferenceOptions.defaults(), seconds, late, usual);
    }

    private static Pilot.Decision decide(GraphicalModel model, InferenceOptions more, double seconds, boolean late,
            Candidate... usual) {
        InferenceOptions options = more.withSampling(SamplingOptions.defaults().withSeconds(seconds).withSeed(1));
        BarrierChain.Setup setup = new BarrierChain.Setup(BlockPartition.singletons(model.variableCount()), "",
                "conditionals", new GibbsWith(CompiledModel.of(model), () -> Estimator.conditionals(model)));
        return new Pilot(model, options, setup, new Starts(model, 1), () -> late).decide(List.of(usual));
    }

    /** Conditionals have a variance that is several times smaller than that of counts. */
    @Test
    void theMorePreciseOfTheUsualChainsIsTakenHoweverShortTheTime() {
        for (double seconds : new double[] {0.2, 2}) {
            Pilot.Decision decision = decide(torus(12, 0.2), seconds, false);
            assertThat(decision.chosen().name()).isEqualTo("averaging");
            assertThat(decision.reason()).contains("counting (errors ");
        }
    }

    /** The same chain as if a sweep of it took another time: variances are equal but for noise. */
    @Test
    void ofEquallyPreciseChainsTheQuickestIsTaken() {
        GraphicalModel model = torus(12, 0.2);
        Candidate one = gibbs("quick", model, () -> Estimator.conditionals(model));
        Candidate slow = new Candidate("slow", "conditionals", one.source(), 1.4 * one.nanosOfSweep());
        assertThat(decide(model, 0.5, false, slow, one).chosen().name()).isEqualTo("quick");
        assertThat(decide(model, 0.5, false, one, slow).chosen().name()).isEqualTo("quick");
    }

    /** So that moves by symmetries are tried, which takes less than a trial of temperatures. */
    @Test
    void barriersAreSeenInAShortTimeToo() {
        assertThat(decide(torus(12, 1.6), 0.5, false).barriers()).isTrue();
        assertThat(decide(torus(12, 0.2), 0.5, false).barriers()).isFalse();
    }

    @Test
    void tooShortATimeIsNotSpentOnTrials() {
        Pilot.Decision decision = decide(torus(12, 0.2), 0.001, false);
        assertThat(decision.chosen().name()).isEqualTo("counting");
        assertThat(decision.reason()).isEqualTo("too little time for a trial");
    }

    @Test
    void barriersCallForTemperingAndWhenItIsLateForNoMoreTrials() {
        GraphicalModel magnet = torus(12, 1.6);
        assertThat(decide(magnet, 2, false).chosen().name()).contains("temperatures");
        assertThat(decide(magnet, 2, false).reason()).startsWith("barriers in a trial; over ");
        Pilot.Decision late = decide(magnet, 2, true);
        assertThat(late.chosen().name()).startsWith("systematic Gibbs at ");
        assertThat(late.reason()).isEqualTo("barriers in a trial, and no time to try others");
    }

    /** All pairs of n spins are coupled: one table of 2^n entries holds them all. */
    private static GraphicalModel clique(int n) {
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                builder.table(new int[] {a, b}, 0.1, 0, 0, 0.01 * (a + b));
            }
        }
        return builder.build();
    }

    private static Pilot.Decision decide(GraphicalModel model, InferenceOptions options, double seconds) {
        return decide(model, options, seconds, false, gibbs("Gibbs", model, () -> Estimator.conditionals(model)));
    }

    @Test
    void whatOneTableHoldsIsDrawnWholeIfThereIsTimeAndItIsNotForbidden() {
        InferenceOptions usual = InferenceOptions.defaults();
        assertThat(decide(clique(14), usual, 1).chosen().name()).isEqualTo("wide blocks (all variables at once)");
        assertThat(decide(clique(14), usual, 0.01).chosen().name()).as("a draw takes milliseconds").isEqualTo("Gibbs");
        assertThat(decide(clique(14), usual.withTableEntries(1 << 13), 1).chosen().name()).as("too large")
                .doesNotContain("all variables");
        assertThat(decide(clique(14), usual.withMemory(1 << 20), 1).chosen().name()).as("four chains in a megabyte")
                .doesNotContain("all variables");
        assertThat(decide(clique(17), usual, 1).chosen().name()).as("too large").doesNotContain("all variables");
    }

    /** A clause too long for a table holds them all, so that no wide block has any: a sweep still takes some time. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatNoCoverHoldsIsTriedInTime() {
        int[] sizes = new int[12];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        builder.clause(1, IntStream.range(0, 12).mapToObj(v -> Literal.of(v, 1)).toArray(Literal[]::new));
        for (int v = 0; v < 12; v++) {
            builder.table(new int[] {v}, 0, 0.1 * v);
        }
        assertThat(decide(builder.build(), InferenceOptions.defaults(), 1).chosen().name()).isNotEmpty();
    }

    /** Between neighbours in a row stands their parity, so that no variable can change alone; columns are coupled. */
    private static GraphicalModel parities(int rows, int columns) {
        double never = Double.NEGATIVE_INFINITY;
        int[] sizes = new int[rows * columns * 2];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int s = 0; s < rows * columns; s++) {
            int parity = rows * columns + s;
            builder.table(new int[] {parity}, 0.3, 0);
            if ((s + 1) % columns > 0) {
                builder.table(new int[] {s, s + 1, parity}, 0, never, never, 0, never, 0, 0, never);
            }
            if (s + columns < rows * columns) {
                builder.table(new int[] {s, s + columns}, 0.1, 0, 0, 0.1);
            }
        }
        return builder.build();
    }

    @Test
    void wideBlocksGetLargerTablesWhereTheyAreGood() {
        String weak = decide(torus(14, 0.2), InferenceOptions.defaults(), 10).reason();
        assertThat(weak).contains("tables of 1,024 entries").doesNotContain("8,192");
        GraphicalModel slow = parities(20, 20);
        Pilot.Decision decision = decide(slow, InferenceOptions.defaults(), 40);
        assertThat(decision.chosen().name() + decision.reason()).contains("tables of 1,024 entries",
                "tables of 8,192 entries");
        Pilot.Decision asked = decide(slow, InferenceOptions.defaults().withTableEntries(512), 10);
        assertThat(asked.chosen().name() + asked.reason()).contains("tables of 512 entries")
                .doesNotContain("8,192");
    }

    /** A softened zero does not hide the weights beside it: the hard model's symmetries need not be its own. */
    @Test
    void onlyTheColdestReplicaMovesWhereThereAreHardZeros() {
        for (boolean zeros : new boolean[] {false, true}) {
            GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                    .table(new int[] {0, 1}, 0.5, 0, zeros ? Double.NEGATIVE_INFINITY : 0, 1).build();
            AtomicInteger moving = new AtomicInteger();
            BarrierChain.Usual usual = new BarrierChain.Usual() {
                @Override
                public MarkovChain withMoves(MarkovChain base) {
                    moving.incrementAndGet();
                    return base;
                }

                @Override
                public Estimator estimator() {
                    return Estimator.conditionals(model);
                }
            };
            BarrierChain.rough(model, new BarrierChain.Setup(BlockPartition.singletons(2), "", "", usual),
                    Xoshiro256.of(1, 0)).chain();
            assertThat(moving.get()).isEqualTo(zeros ? 1 : 8);
        }
    }

    /** b may flip where a is 1, for then c is 0; where the zero is soft, c may be 1, and b matters. */
    @Test
    void symmetriesOfHardZerosAreNoneOfSoftOnes() {
        GraphicalModel hard = GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {0, 2}, 0, 0, 0, Double.NEGATIVE_INFINITY).table(new int[] {1, 2}, 0, 0, 0, 2)
                .table(new int[] {0, 1}, 0, 0.3, 0.7, 0.7).build();
        BlockSymmetries found = SymmetryFinder.of(hard).blockValue(
                BlockPartition.of(3, List.of(Block.of(0, 1), Block.of(2))));
        assertThat(found.order().intValue()).isEqualTo(2);
        MarkovChain moves = BlockValueChain.of((state, from, to, random, listener) -> { }, OrbitAction.of(found), 1);
        assertThat(TransitionMatrix.of(hard, moves).invarianceError()).isLessThan(1e-12);
        GraphicalModel soft = Tempering.Ladder.of(hard, 1, 0.2).models().get(1);
        assertThat(TransitionMatrix.of(soft, moves).invarianceError()).isGreaterThan(1e-3);
    }
}
