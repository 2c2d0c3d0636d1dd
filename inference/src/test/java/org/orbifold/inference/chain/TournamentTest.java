package org.orbifold.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbifold.inference.ChainChoice.Reason;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** Each rule of the tournament on a model that it is for. Work is counted: no clock decides here. */
class TournamentTest {

    /** Spins on a torus, of which tables of 1,024 entries do not hold all; strong couplings make two modes. */
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

    private static Tournament.Decision decide(GraphicalModel model, InferenceOptions more, double seconds,
            Budget budget) {
        InferenceOptions options = more.withSampling(SamplingOptions.defaults().withSeconds(seconds).withSeed(1));
        return new Tournament(new ChainContext(model, List.of(), options, budget, budget.late())).decide();
    }

    private static Tournament.Decision decide(GraphicalModel model, double seconds) {
        return decide(model, InferenceOptions.defaults(), seconds, Budget.unlimited());
    }

    private static String text(Tournament.Decision decision) {
        return decision.plan() + " " + decision.others();
    }

    @Test
    void nothingUnknownNeedsNoChain() {
        assertThat(decide(GraphicalModel.builder().build(), 1).reason()).isEqualTo(Reason.NOTHING_UNKNOWN);
    }

    @Test
    void whatMixesWellIsNotTempered() {
        Tournament.Decision decision = decide(torus(12, 0.2), 2);
        assertThat(decision.reason()).isEqualTo(Reason.MIXES_WELL);
        assertThat(decision.plan().describe().temperatures()).isEqualTo(1);
        assertThat(decision.others()).isNotEmpty();
        assertThat(decision.poorMixing()).isFalse();
    }

    @Test
    void disagreementCallsForTempering() {
        Tournament.Decision decision = decide(torus(12, 1.6), 2);
        assertThat(decision.poorMixing()).isTrue();
        if (decision.reason() == Reason.POOR_MIXING) {
            assertThat(decision.plan().describe().temperatures()).isGreaterThan(1);
        } else {
            assertThat(decision.reason()).isEqualTo(Reason.MOVES_PAY);
            assertThat(text(decision)).contains("temperatures");
        }
    }

    /** So that moves by symmetries are tried, which takes less than a trial of temperatures. */
    @Test
    void disagreementIsSeenInAShortRunToo() {
        assertThat(decide(torus(12, 1.6), 0.5).poorMixing()).isTrue();
        Tournament.Decision weak = decide(torus(12, 0.2), 0.5);
        assertThat(weak.poorMixing()).isFalse();
        assertThat(weak.reason()).isEqualTo(Reason.TOO_SHORT_FOR_TEMPERING);
    }

    @Test
    void tooShortARunHasNoTrials() {
        Tournament.Decision decision = decide(torus(12, 0.2), 0.001);
        assertThat(decision.reason()).isEqualTo(Reason.TOO_SHORT);
        assertThat(decision.others()).isEmpty();
    }

    @Test
    void withoutTimeTheDefaultRuns() {
        Tournament.Decision decision = decide(torus(12, 0.2), InferenceOptions.defaults(), 2, Budget.ofSeconds(1e-9));
        assertThat(decision.reason()).isIn(Reason.OUT_OF_TIME, Reason.TOO_SHORT);
        assertThat(decision.plan().units()).isInstanceOf(Units.Blocks.class);
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

    @Test
    void whatOneTableHoldsIsDrawnAtOnceIfThereIsTimeAndMemory() {
        InferenceOptions usual = InferenceOptions.defaults();
        assertThat(decide(clique(14), 1).reason()).isEqualTo(Reason.EXACT_DRAWS);
        assertThat(decide(clique(14), 0.01).reason()).as("a draw takes milliseconds").isNotEqualTo(Reason.EXACT_DRAWS);
        assertThat(decide(clique(14), usual.withTableEntries(1 << 12), 1, Budget.unlimited()).reason())
                .as("too large").isNotEqualTo(Reason.EXACT_DRAWS);
        assertThat(decide(clique(14), usual.withMemory(1 << 20), 1, Budget.unlimited()).reason())
                .as("four chains in a megabyte").isNotEqualTo(Reason.EXACT_DRAWS);
        assertThat(decide(clique(18), 1).reason()).as("too large").isNotEqualTo(Reason.EXACT_DRAWS);
    }

    /** A clause too long for a table holds them all, so that no block has any: a sweep still takes some time. */
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
        assertThat(decide(builder.build(), 1).plan().toString()).isNotEmpty();
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
    void blocksGetLargerTablesWhereTheyAreGood() {
        assertThat(text(decide(torus(14, 0.2), 10))).contains("tables of 1,024 entries").doesNotContain("8,192");
        assertThat(text(decide(parities(20, 20), 80))).contains("tables of 1,024 entries", "tables of 8,192 entries");
        assertThat(text(decide(parities(20, 20), InferenceOptions.defaults().withTableEntries(512), 10,
                Budget.unlimited()))).contains("tables of 512 entries").doesNotContain("8,192");
    }

    /** All states of a ring without fields are one orbit of values: averages over orbits settle it. */
    @Test
    void averagesOverOrbitsThatDoNotDependOnTheStateSettleIt() {
        int n = 40;
        int[] sizes = new int[n * n];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int s = 0; s < sizes.length; s++) {
            builder.table(new int[] {s, s / n * n + (s + 1) % n}, 0.1, 0, 0, 0.1);
            builder.table(new int[] {s, (s + n) % sizes.length}, 0.1, 0, 0, 0.1);
        }
        assertThat(decide(builder.build(), 5).reason()).isEqualTo(Reason.ORBITS_SETTLE_IT);
    }

    private static final SamplingOptions SHORT = SamplingOptions.defaults().withSamples(20_000).withChains(4);

    /** A strip of Ising spins, strongly coupled, with weak fields: two modes of unlike weight. */
    private static GraphicalModel magnet(int length, double coupling, double field) {
        int[] sizes = new int[4 * length];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        SplittableRandom random = new SplittableRandom(3);
        for (int s = 0; s < sizes.length; s++) {
            builder.table(new int[] {s}, 0, field * (random.nextDouble() - 0.4));
            if (s % 4 < 3) {
                builder.table(new int[] {s, s + 1}, coupling, 0, 0, coupling);
            }
            if (s + 4 < sizes.length) {
                builder.table(new int[] {s, s + 4}, coupling, 0, 0, coupling);
            }
        }
        return builder.build();
    }

    private static InferenceResult run(GraphicalModel model, InferenceOptions options) throws IOException {
        return Inference.on(model).withOptions(options.withRoute(Route.SAMPLE).withSampling(SHORT)).run();
    }

    private static String chain(InferenceResult result) {
        return result.plan().chain().orElseThrow().chain().chain();
    }

    /** 80,000 sweeps leave errors of about 0.005 in a chain that moves between the modes; 0.03 is six of them. */
    @Test
    void clustersAndApproximateSymmetriesJoinModesWhereFieldsBreakTheSymmetry() throws IOException {
        GraphicalModel model = magnet(8, 2.5, 0.2);
        Marginals exact = ContractionPlan.solve(model).marginals();
        for (ChainKind kind : List.of(ChainKind.CLUSTERS, ChainKind.NEAR)) {
            InferenceResult result = run(model, InferenceOptions.defaults().withChain(kind));
            assertThat(chain(result)).contains("tolerance");
            assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), exact)).as(chain(result))
                    .isLessThan(0.03);
        }
        InferenceResult stuck = run(model, InferenceOptions.defaults().withChain(ChainKind.BLOCK_GIBBS));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(stuck.marginals(), exact)).isGreaterThan(0.1);
        InferenceResult chosen = run(model, InferenceOptions.defaults());
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(chosen.marginals(), exact)).as(chain(chosen))
                .isLessThan(0.03);
    }

    @Test
    void whatIsNotThereIsSaid() throws IOException {
        assertThat(run(magnet(3, 0.2, 1), InferenceOptions.defaults().withChain(ChainKind.CONTEXTS)).plan().chain()
                .orElseThrow().shortfall().orElseThrow().text()).contains("no variable of high degree");
        InferenceOptions exactOnly = InferenceOptions.defaults().withChain(ChainKind.CLUSTERS)
                .withTolerance(0);
        assertThat(run(magnet(3, 0.2, 1), exactOnly).plan().chain().orElseThrow().shortfall().orElseThrow().text())
                .contains("no involutions");
        InferenceOptions named = InferenceOptions.defaults().withChain(ChainKind.CONTEXTS)
                .withContext(List.of("0"));
        InferenceResult result = run(SmallModels.pottsRing(3, 0.5), named);
        assertThat(chain(result)).contains("contexts of 0");
        assertThat(result.marginals().probability(1, 1)).isBetween(0.32, 0.35);
        assertThatThrownBy(() -> InferenceOptions.defaults().withTolerance(2))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0 to 1");
    }
}
