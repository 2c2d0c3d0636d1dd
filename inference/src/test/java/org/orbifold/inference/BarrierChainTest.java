package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class BarrierChainTest {

    private static BarrierChain.Setup setup(GraphicalModel model) {
        return new BarrierChain.Setup(BlockPartition.singletons(model.variableCount()), "", "",
                new BarrierChain.Usual() {
                    @Override
                    public MarkovChain withMoves(MarkovChain base) {
                        return base;
                    }

                    @Override
                    public Estimator estimator() {
                        return Estimator.conditionals(model);
                    }
                });
    }

    private static GraphicalModel oneTable() {
        int[] all = {0, 1, 2};
        return GraphicalModel.builder().variables(16, 16, 32).table(all, new double[1 << 13]).build();
    }

    /** Seven hot replicas have the model's 8192 entries, and compiled ones; exchanges have them hard and soft. */
    @Test
    void theTablesOfALadderTakeMemoryOnceForAllChains() {
        GraphicalModel model = oneTable();
        BarrierChain gibbs = BarrierChain.rough(model, setup(model), Xoshiro256.of(1, 0));
        assertThat(gibbs.bytes(1)).isEqualTo((7 + 7 + 2) * (1 << 13) * (long) Double.BYTES);
        assertThat(gibbs.bytes(4)).isEqualTo(gibbs.bytes(1));
    }

    /** Wide blocks of all eight replicas have the model's entries, and their logarithms. */
    @Test
    void theTablesOfBlocksTakeMemoryForEachChain() {
        GraphicalModel model = oneTable();
        BarrierChain wide = BarrierChain.rough(model, setup(model), Xoshiro256.of(1, 0))
                .withWideBlocks(1 << 10, Xoshiro256.of(1, 0));
        long own = wide.bytes(2) - wide.bytes(1);
        assertThat(own).isPositive();
        assertThat(wide.bytes(1) - own).isEqualTo((7 + 16 + 2) * (1 << 13) * (long) Double.BYTES);
    }

    /** Room for one ladder and the blocks of all chains is enough, and needed. */
    @Test
    void aTrialCountsSharedTablesOnce() {
        GraphicalModel model = oneTable();
        BarrierChain wide = BarrierChain.rough(model, setup(model), Xoshiro256.of(1, 0))
                .withWideBlocks(1 << 10, Xoshiro256.of(1, 0));
        InferenceOptions options = InferenceOptions.defaults().withSampling(SamplingOptions.defaults().withChains(4));
        assertThat(pilot(model, options.withMemory(wide.bytes(4) + 1)).fits(wide)).isTrue();
        assertThat(pilot(model, options.withMemory(wide.bytes(4))).fits(wide)).isFalse();
    }

    private static Pilot pilot(GraphicalModel model, InferenceOptions options) {
        return new Pilot(model, options, setup(model), new Starts(model, 1), () -> false);
    }

    /** Couplings of both signs, as strong as in the grids of the UAI competitions. */
    private static GraphicalModel grid(int side) {
        SplittableRandom random = new SplittableRandom(7);
        int[] sizes = new int[side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int v = 0; v < sizes.length; v++) {
            for (int w : new int[] {(v + 1) % side == 0 ? sizes.length : v + 1, v + side}) {
                if (w < sizes.length) {
                    double coupling = random.nextDouble(-6, 6);
                    builder.table(new int[] {v, w}, coupling, 0, 0, coupling);
                }
            }
        }
        return builder.build();
    }

    private static DoubleStream refusals(GraphicalModel model, BarrierChain made, int rungs) {
        Tempering chain = (Tempering) made.chain();
        int[] state = new Starts(model, 1).get(0);
        chain.advance(state, 0, 2000L * model.variableCount(), Xoshiro256.of(2, 0), ChainListener.NONE);
        return IntStream.range(1, rungs).mapToDouble(i -> 1 - chain.exchangeRate(i));
    }

    /** Thousands of correlated exchanges know a rate to some 0.05; the ladder was adapted with hundreds. */
    @Test
    void neighboursRefuseHalfOfTheExchangesAfterAdaptation() {
        GraphicalModel model = grid(14);
        BarrierChain adapted = new BarrierChain(ChainKind.TEMPERED, model, setup(model), 0, new Starts(model, 1), 2e10,
                Xoshiro256.of(1, 0));
        Matcher rungs = Pattern.compile("systematic Gibbs at (\\d+) temperatures").matcher(adapted.toString());
        assertThat(rungs.matches()).isTrue();
        assertThat(refusals(model, adapted, Integer.parseInt(rungs.group(1))))
                .allMatch(rate -> rate > 0.4 && rate < 0.6);
        assertThat(refusals(model, BarrierChain.rough(model, setup(model), Xoshiro256.of(1, 0)), 8))
                .anyMatch(rate -> rate > 0.8);
        // There is no time for any of it.
        assertThat(new BarrierChain(ChainKind.TEMPERED, model, setup(model), 0, new Starts(model, 1), 1e6,
                Xoshiro256.of(1, 0))).hasToString("systematic Gibbs at 8 temperatures");
    }
}
