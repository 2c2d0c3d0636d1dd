package org.orbifold.mcmc.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

class FringeEstimatorTest {

    private static final int CORE = 5;
    private static final GraphicalModel WHOLE = model();
    private static final Marginals EXACT = BruteForce.solve(WHOLE).marginals();
    private static final NarrowElimination FRINGE = NarrowElimination.of(WHOLE, 100,
            IntStream.range(0, CORE).boxed().toList(), Budget.unlimited());
    private static final List<int[]> SCOPES = FRINGE.separators();

    /** A ring of 5 variables; on it hang 5 others: by one variable, by two and by three, and one by another. */
    private static GraphicalModel model() {
        SplittableRandom random = new SplittableRandom(4);
        ModelBuilder builder = GraphicalModel.builder();
        int[] sizes = {2, 3, 2, 2, 3, 2, 3, 2, 2, 2};
        for (int v = 0; v < sizes.length; v++) {
            builder.variable("x" + v, Domain.ofSize(sizes[v]));
        }
        int[][] scopes = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {1, 5}, {0, 2, 6}, {4, 7, 3}, {7, 8}, {0, 1, 3, 9}};
        for (int[] scope : scopes) {
            int entries = Arrays.stream(scope).map(v -> sizes[v]).reduce(1, (x, y) -> x * y);
            builder.table(scope, random.doubles(entries, -1, 1).toArray());
        }
        return builder.build();
    }

    private static WideBlocks covers(int entries) {
        return WideBlocks.withJoints(FRINGE.core(), SCOPES, entries, 3, new SplittableRandom(1), Budget.unlimited());
    }

    private static Estimator conditionals() {
        return Estimator.withFringe(FRINGE, Estimator.conditionals(FRINGE.core()));
    }

    /** A state of the core that is drawn from the distribution. */
    private static int[] draw(Xoshiro256 random) {
        double left = random.nextDouble() * Math.exp(BruteForce.solve(WHOLE).logPartition());
        int[] state = {};
        for (int[] next : RandomModels.states(WHOLE)) {
            state = next;
            left -= Math.exp(WHOLE.logWeight(next));
            if (left < 0) {
                break;
            }
        }
        int[] last = state;
        return IntStream.range(0, CORE).map(v -> last[FRINGE.toOriginal(v)]).toArray();
    }

    private static double[] estimates(Estimator estimator, MarkovChain chain, int sweeps, Xoshiro256 random) {
        int[] state = draw(random);
        estimator.start(state, 0);
        long steps = (long) sweeps * chain.sweep();
        chain.advance(state, 0, steps, random, estimator);
        int[] offsets = MarginalSums.offsets(WHOLE);
        double[] sums = new double[offsets[offsets.length - 1]];
        estimator.addTo(steps, sums);
        for (int v = 0; v + 1 < offsets.length; v++) {
            double[] own = Arrays.copyOfRange(sums, offsets[v], offsets[v + 1]);
            MarginalSums.normalize(own);
            System.arraycopy(own, 0, sums, offsets[v], own.length);
        }
        return sums;
    }

    /**
     * 200 runs, each from a state of the distribution: means of bounded numbers are nearly normal, and |z| &gt; 6 has a
     * probability below 1e-7 for each of 24 values and 6 pairs of chain and estimator. False alarm below 2e-5, seeds
     * fixed.
     *
     * @return the mean squared error of the eliminated variables' values
     */
    private static double check(Supplier<MarkovChain> chains, Supplier<Estimator> estimators) {
        int runs = 200;
        int[] offsets = MarginalSums.offsets(WHOLE);
        double[] mean = new double[offsets[offsets.length - 1]];
        double[] squares = new double[mean.length];
        Xoshiro256 random = Xoshiro256.of(9, 0);
        for (int r = 0; r < runs; r++) {
            double[] found = estimates(estimators.get(), chains.get(), 4, random);
            for (int v = 0; v < WHOLE.variableCount(); v++) {
                for (int x = 0; x < WHOLE.size(v); x++) {
                    double difference = found[offsets[v] + x] - EXACT.probability(v, x);
                    mean[offsets[v] + x] += difference / runs;
                    squares[offsets[v] + x] += difference * difference / runs;
                }
            }
        }
        for (int i = 0; i < mean.length; i++) {
            double variance = Math.max(0, squares[i] - mean[i] * mean[i]);
            assertThat(Math.abs(mean[i])).isLessThan(6 * Math.sqrt(variance / (runs - 1)) + 1e-9);
        }
        return Arrays.stream(squares).skip(offsets[CORE]).average().orElseThrow();
    }

    @Test
    void estimatesAreUnbiasedAndTheMorePreciseTheMoreIsDrawnJointly() {
        GraphicalModel core = FRINGE.core();
        assertThat(core.variableCount()).isEqualTo(CORE);
        assertThat(SCOPES.stream().map(scope -> scope.length)).contains(1, 2, 3);
        CompiledModel single = CompiledModel.of(core);
        CompiledModel blocks = CompiledModel.of(core, BlockPartition.of(CORE, List.of(Block.of(0, 1), Block.of(2, 4),
                Block.of(3))));
        WideBlocks covers = covers(4);
        assertThat(covers.isWhole()).isFalse();
        Supplier<MarkovChain> gibbs = () -> Gibbs.of(single, Scan.SYSTEMATIC);
        double counted = check(gibbs, () -> Estimator.withFringe(FRINGE, Estimator.counts(core)));
        double conditional = check(gibbs, FringeEstimatorTest::conditionals);
        check(gibbs, () -> Estimator.withFringe(FRINGE, Estimator.orbitConditionals(core,
                SmallModels.symmetries(core, BlockPartition.singletons(CORE)).symmetries())));
        double ofBlocks = check(() -> Gibbs.of(blocks, Scan.SYSTEMATIC), FringeEstimatorTest::conditionals);
        double joint = check(covers::chain, () -> Estimator.withFringe(FRINGE, Estimator.conditionals(core), covers));
        double jointCounted = check(covers::chain, () -> Estimator.withFringe(FRINGE, Estimator.counts(core), covers));
        assertThat(conditional).isLessThan(0.7 * counted);
        assertThat(ofBlocks).isLessThan(0.7 * counted);
        assertThat(joint).isLessThan(0.3 * jointCounted);
    }

    /** If all of the core is drawn at once, its conditionals are the marginals, and all others follow from them. */
    @Test
    void oneStepIsExactWhereACoverHoldsTheCore() {
        WideBlocks whole = WideBlocks.whole(FRINGE.core(), BlockPartition.singletons(CORE), SCOPES, 1000, 1,
                new SplittableRandom(1), Budget.unlimited()).orElseThrow();
        double[] found = estimates(Estimator.withFringe(FRINGE, Estimator.conditionals(FRINGE.core()), whole),
                whole.chain(), 1, Xoshiro256.of(1, 0));
        int[] offsets = MarginalSums.offsets(WHOLE);
        for (int v = 0; v < WHOLE.variableCount(); v++) {
            for (int x = 0; x < WHOLE.size(v); x++) {
                assertThat(found[offsets[v] + x]).isCloseTo(EXACT.probability(v, x), within(1e-12));
            }
        }
    }

    @Test
    void goesOnFromWhatItSaved() throws IOException {
        WideBlocks covers = covers(4);
        for (Supplier<Estimator> kind : List.<Supplier<Estimator>>of(
                () -> Estimator.withFringe(FRINGE, Estimator.conditionals(FRINGE.core()), covers),
                () -> Estimator.withFringe(FRINGE, Estimator.counts(FRINGE.core())))) {
            Estimator whole = kind.get();
            int[] state = draw(Xoshiro256.of(3, 0));
            whole.start(state, 0);
            covers.chain().advance(state, 0, 50, Xoshiro256.of(4, 0), whole);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            whole.save(new DataOutputStream(bytes));
            Estimator resumed = kind.get();
            int[] copy = state.clone();
            resumed.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), copy);
            covers.chain().advance(state, 50, 90, Xoshiro256.of(7, 0), whole);
            covers.chain().advance(copy, 50, 90, Xoshiro256.of(7, 0), resumed);
            double[] expected = new double[24];
            double[] found = new double[24];
            whole.addTo(90, expected);
            resumed.addTo(90, found);
            assertThat(found).isEqualTo(expected);
        }
    }
}
