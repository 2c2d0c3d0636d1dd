package org.orbifold.mcmc.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.PartitionChoice;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.symmetry.model.BlockSymmetries;

class EstimatorsTest {

    /** Small models: soft, hard, with evidence, and with symmetries. */
    static Stream<GraphicalModel> models() {
        GraphicalModel hard = RandomModels.hard(3);
        return Stream.concat(SmallModels.all().stream().filter(model -> regular(model)), Stream.of(
                SmallModels.jobSearch(2), SmallModels.pottsRing(3, 0.8),
                hard.condition(RandomModels.evidence(hard, 5)).model()));
    }

    /** Models on which short runs are a fair test: no state that is never left. */
    private static boolean regular(GraphicalModel model) {
        Marginals exact = BruteForce.solve(model).marginals();
        for (int v = 0; v < model.variableCount(); v++) {
            for (int x = 0; x < model.size(v); x++) {
                double p = exact.probability(v, x);
                if (p > 0 && p < 0.01) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<OrbitAction> actions(GraphicalModel model) {
        return List.of(SmallModels.symmetries(model, BlockPartition.singletons(model.variableCount())),
                SmallModels.symmetries(model, SmallModels.pairs(model)));
    }

    private static List<BlockSymmetries> symmetries(List<OrbitAction> actions) {
        return actions.stream().map(OrbitAction::symmetries).toList();
    }

    private static double[] sums(GraphicalModel model, Estimator estimator, long now) {
        double[] sums = new double[MarginalSums.offsets(model)[model.variableCount()]];
        estimator.addTo(now, sums);
        return sums;
    }

    private static int[] draw(GraphicalModel model, Xoshiro256 random) {
        double logZ = BruteForce.solve(model).logPartition();
        double u = random.nextDouble();
        int[] last = null;
        for (int[] state : RandomModels.states(model)) {
            double p = Math.exp(model.logWeight(state) - logZ);
            if (p > 0) {
                last = state;
                u -= p;
                if (u < 0) {
                    break;
                }
            }
        }
        return last;
    }

    /**
     * Each estimator over 200 independent runs that start in the target distribution, so that its expectation is the
     * true marginal. A run's estimate is bounded, so means of 200 are nearly normal; |z| &gt; 6 has probability below
     * 1e-7 each (Student's t with 199 degrees of freedom), and there are about 1000 of them: false alarm below 1e-4,
     * seeds fixed.
     */
    @ParameterizedTest
    @MethodSource("models")
    void areUnbiased(GraphicalModel model) {
        Marginals exact = BruteForce.solve(model).marginals();
        List<OrbitAction> actions = actions(model);
        OrbitAction bv = actions.get(1);
        CompiledModel blocks = CompiledModel.of(model, bv.symmetries().partition());
        CompiledModel compiled = CompiledModel.of(model);
        Supplier<MarkovChain> gibbs = () -> Gibbs.of(compiled, Scan.SYSTEMATIC);
        Supplier<MarkovChain> blockGibbs = () -> Gibbs.of(blocks, Scan.SYSTEMATIC);
        Supplier<MarkovChain> orbital = () -> BlockValueChain.of(gibbs.get(), bv, 1);
        Supplier<MarkovChain> regular = () -> BlockValueChain.regular(gibbs.get(), actions, 2, MoveExtent.ALL,
                ElementDraw.EXACT);
        Supplier<MarkovChain> touched = () -> BlockValueChain.of(blockGibbs.get(), actions, 0.5, MoveExtent.TOUCHED,
                ElementDraw.PRODUCT_REPLACEMENT);
        check(model, exact, regular, () -> Estimator.counts(model));
        check(model, exact, regular, () -> Estimator.conditionals(model));
        check(model, exact, regular, () -> Estimator.orbitCounts(model, symmetries(actions), List.of()));
        check(model, exact, touched, () -> Estimator.counts(model));
        check(model, exact, touched, () -> Estimator.conditionals(model));
        check(model, exact, touched, () -> Estimator.orbitConditionals(model, bv.symmetries()));
        check(model, exact, gibbs, () -> Estimator.counts(model));
        check(model, exact, orbital, () -> Estimator.counts(model));
        check(model, exact, gibbs, () -> Estimator.conditionals(model));
        check(model, exact, blockGibbs, () -> Estimator.conditionals(model));
        check(model, exact, orbital, () -> Estimator.conditionals(model));
        check(model, exact, gibbs, () -> Estimator.orbitCounts(model, symmetries(actions), List.of()));
        check(model, exact, blockGibbs, () -> Estimator.orbitCounts(model, List.of(bv.symmetries()), List.of()));
        check(model, exact, blockGibbs, () -> Estimator.orbitConditionals(model, bv.symmetries()));
        check(model, exact, gibbs, () -> Estimator.orbitConditionals(model, actions.get(0).symmetries()));
    }

    private static void check(GraphicalModel model, Marginals exact, Supplier<MarkovChain> chains,
            Supplier<Estimator> estimators) {
        int runs = 200;
        int[] offsets = MarginalSums.offsets(model);
        double[] mean = new double[offsets[model.variableCount()]];
        double[] squares = new double[mean.length];
        Xoshiro256 random = Xoshiro256.of(3, 0);
        for (int r = 0; r < runs; r++) {
            int[] state = draw(model, random);
            Estimator estimator = estimators.get();
            estimator.start(state, 0);
            // Whole sweeps, so that every variable has its share of updates.
            int steps = 4 * Math.max(1, model.variableCount());
            chains.get().advance(state, 0, steps, random, estimator);
            double[] sums = sums(model, estimator, steps);
            for (int v = 0; v < model.variableCount(); v++) {
                double total = 0;
                for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                    total += sums[i];
                }
                for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                    mean[i] += sums[i] / total / runs;
                    squares[i] += sums[i] / total * sums[i] / total;
                }
            }
        }
        for (int v = 0; v < model.variableCount(); v++) {
            for (int x = 0; x < model.size(v); x++) {
                int i = offsets[v] + x;
                double variance = Math.max(0, squares[i] - runs * mean[i] * mean[i]) / (runs - 1);
                double error = Math.sqrt(variance / runs);
                assertThat(Math.abs(mean[i] - exact.probability(v, x))).isLessThan(6 * error + 1e-9);
            }
        }
    }

    /** Time-stamped counts against counting every variable after every sample. */
    @Test
    void countsAreWhatNaiveCountingGives() {
        for (GraphicalModel model : models().toList()) {
            CompiledModel compiled = CompiledModel.of(model);
            List<OrbitAction> actions = actions(model);
            for (MarkovChain chain : List.of(Gibbs.of(compiled, Scan.RANDOM), Gibbs.of(compiled, Scan.SYSTEMATIC),
                    BlockValueChain.of(Gibbs.of(compiled, Scan.RANDOM), actions.get(1), 1),
                    Gibbs.of(CompiledModel.of(model, actions.get(1).symmetries().partition()), Scan.SYSTEMATIC))) {
                int[] state = FeasibleStart.find(model, Xoshiro256.of(1, 0));
                Estimator estimator = Estimator.counts(model);
                estimator.start(state, 100);
                int[] offsets = MarginalSums.offsets(model);
                double[] naive = new double[offsets[model.variableCount()]];
                Xoshiro256 random = Xoshiro256.of(2, 0);
                for (long t = 100; t < 400; t++) {
                    chain.advance(state, t, t + 1, random, estimator);
                    for (int v = 0; v < state.length; v++) {
                        naive[offsets[v] + state[v]]++;
                    }
                }
                assertThat(sums(model, estimator, 400)).isEqualTo(naive);
            }
        }
    }

    /** Orbit averages against the mean of the counts over all images of every sample. */
    @Test
    void orbitAveragesAreMeansOverTheGroup() {
        for (GraphicalModel model : models().toList()) {
            OrbitAction action = actions(model).get(1);
            List<Permutation> elements = action.symmetries().group().elements(100_000).toList();
            int[] state = FeasibleStart.find(model, Xoshiro256.of(1, 0));
            MarkovChain chain = Gibbs.of(CompiledModel.of(model), Scan.RANDOM);
            Estimator estimator = Estimator.orbitCounts(model, List.of(action.symmetries()), List.of());
            estimator.start(state, 0);
            int[] offsets = MarginalSums.offsets(model);
            double[] naive = new double[offsets[model.variableCount()]];
            Xoshiro256 random = Xoshiro256.of(2, 0);
            for (long t = 0; t < 40; t++) {
                chain.advance(state, t, t + 1, random, estimator);
                for (Permutation element : elements) {
                    int[] image = SmallModels.image(action.symmetries().pairs(), element, state);
                    for (int v = 0; v < image.length; v++) {
                        naive[offsets[v] + image[v]] += 1.0 / elements.size();
                    }
                }
            }
            assertThat(sums(model, estimator, 40)).containsExactly(naive, within(1e-9));
        }
    }

    @Test
    void goOnFromWhatTheySaved() throws IOException {
        GraphicalModel model = SmallModels.pottsRing(3, 0.8);
        OrbitAction bv = actions(model).get(1);
        CompiledModel blocks = CompiledModel.of(model, bv.symmetries().partition());
        for (Supplier<Estimator> kind : List.<Supplier<Estimator>>of(() -> Estimator.counts(model),
                () -> Estimator.conditionals(model),
                () -> Estimator.orbitCounts(model, symmetries(actions(model)), List.of()),
                () -> Estimator.orbitConditionals(model, bv.symmetries()))) {
            int[] state = FeasibleStart.find(model, Xoshiro256.of(1, 0));
            MarkovChain chain = Gibbs.of(blocks, Scan.RANDOM);
            Estimator whole = kind.get();
            whole.start(state, 0);
            Xoshiro256 random = Xoshiro256.of(2, 0);
            chain.advance(state, 0, 500, random, whole);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            whole.save(new DataOutputStream(bytes));
            Estimator resumed = kind.get();
            int[] copy = state.clone();
            resumed.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), copy);
            chain.advance(state, 500, 900, Xoshiro256.of(7, 0), whole);
            chain.advance(copy, 500, 900, Xoshiro256.of(7, 0), resumed);
            assertThat(sums(model, resumed, 900)).isEqualTo(sums(model, whole, 900));
        }
    }

    /** A partition that equals the symmetries' own is as good as that one; updates of another do not count. */
    @Test
    void equalPartitionsAreTheSame() {
        GraphicalModel model = SmallModels.pottsRing(3, 0.8);
        OrbitAction bv = actions(model).get(1);
        BlockPartition own = bv.symmetries().partition();
        double[] probabilities = {0.5, 0.25, 0.25, 0};
        for (BlockPartition reported : List.of(own, BlockPartition.of(6, own.blocks()))) {
            Estimator estimator = Estimator.orbitConditionals(model, bv.symmetries());
            estimator.blockConditional(0, reported, 1, probabilities);
            estimator.blockConditional(1, BlockPartition.of(6, List.of(Block.of(0, 1, 2, 3), Block.of(4, 5))), 1,
                    probabilities);
            estimator.blockConditional(2, reported, 2, probabilities);
            assertThat(Arrays.stream(sums(model, estimator, 3)).sum()).isCloseTo(2.0 * 6, within(1e-12));
        }
    }

    /** With the colours of Potts exchangeable, orbit averages are exact from the first sample on. */
    @Test
    void symmetryAloneCanDecide() {
        GraphicalModel model = SmallModels.pottsRing(3, 2);
        OrbitAction bv = actions(model).get(1);
        Estimator estimator = Estimator.orbitCounts(model, List.of(bv.symmetries()), List.of());
        int[] state = FeasibleStart.find(model, Xoshiro256.of(1, 0));
        estimator.start(state, 0);
        double[] sums = sums(model, estimator, 1);
        for (int v = 0; v < model.variableCount(); v++) {
            assertThat(sums[2 * v + 1]).isCloseTo(1.0 / 3, within(1e-12));
        }
    }

    @Test
    void eachVariableIsServedByTheBestPartition() {
        GraphicalModel model = SmallModels.pottsRing(2, 1);
        assertThat(PartitionChoice.best(symmetries(actions(model)), 4, List.of())).containsOnly(1);
        List<OrbitAction> reversed = List.of(actions(model).get(1), actions(model).get(0));
        assertThat(PartitionChoice.best(symmetries(reversed), 4, List.of()))
                .containsOnly(0);
        assertThatThrownBy(() -> Estimator.orbitCounts(model, List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(Arrays.stream(MarginalSums.offsets(model))).containsExactly(0, 2, 4, 6, 8);
    }
}
