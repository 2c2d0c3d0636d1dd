package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.heuristics.partition.FirstFitPartitions;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.SymmetryFinder;

class InferenceTest {

    private static final SamplingOptions SHORT = SamplingOptions.defaults()
            .withUnit(SampleUnit.STEP).withSamples(100_000).withChains(2);

    private static final InferenceOptions SAMPLED = InferenceOptions.defaults().withRoute(Route.SAMPLE);

    /** All chains with all estimators: 200,000 samples leave errors of about 0.002 by counting; 0.02 is ten of them. */
    @ParameterizedTest
    @EnumSource(ChainKind.class)
    void everyChainWithEveryEstimatorFindsTheMarginals(ChainKind chain) throws IOException {
        for (GraphicalModel model : new GraphicalModel[] {SmallModels.jobSearch(3), SmallModels.students()}) {
            Marginals exact = BruteForce.solve(model).marginals();
            for (EstimatorKind estimator : EstimatorKind.values()) {
                InferenceResult result = Inference.on(model).withOptions(SAMPLED
                        .withChain(chain).withEstimator(estimator).withSampling(SHORT)).run();
                assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), exact))
                        .as(chain + " " + estimator).isLessThan(0.02);
                assertThat(sampled(result).choice().chain().units()).isNotEmpty();
            }
        }
    }

    @Test
    void optionsAreUsed() throws IOException {
        GraphicalModel model = SmallModels.jobSearch(3);
        InferenceOptions counts = SAMPLED.withSampling(SHORT).withEstimator(EstimatorKind.COUNTS);
        InferenceOptions bv = counts.withChain(ChainKind.BV);
        assertThat(chain(model, bv)).isEqualTo("BV-MCMC(1) on Gibbs");
        assertThat(chain(model, bv.withAlpha(0.25))).isEqualTo("BV-MCMC(0.25) on Gibbs");
        assertThat(chain(model, bv.withMoveExtent(MoveExtent.TOUCHED))).contains("moves of touched factors");
        assertThat(chain(model, bv.withElements(ElementDraw.PRODUCT_REPLACEMENT))).contains("product replacement");
        assertThat(chain(model, bv.withScan(Scan.SYSTEMATIC))).isEqualTo("BV-MCMC(1) on systematic Gibbs");
        assertThat(chain(model, counts.withChain(ChainKind.GIBBS))).isEqualTo("Gibbs");
        assertThat(chain(model, counts.withChain(ChainKind.GIBBS).withScan(Scan.SYSTEMATIC)))
                .isEqualTo("systematic Gibbs");
        assertThat(chain(model, counts.withChain(ChainKind.ORBITAL))).isEqualTo("orbital MCMC(1) on Gibbs");
        Inference inference = Inference.on(model);
        assertThat(sampled(inference.withOptions(counts.withChain(ChainKind.AGGREGATE).withPartitions(2)).run())
                .choice().symmetries()).hasSize(2);
        assertThat(sampled(inference.withOptions(bv.withBlockSize(1)).run()).choice().symmetries().get(0).blocks())
                .isEqualTo(12);
        assertThat(sampled(inference.withOptions(counts.withChain(ChainKind.GIBBS)).run()).choice().symmetries())
                .isEmpty();
        assertThatThrownBy(() -> counts.withAlpha(1.5)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> counts.withAlpha(Double.NaN)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> counts.withBlockSize(-1)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> counts.withPartitions(0)).hasMessageContaining("at least 1");
    }

    /** Partitions are those of the model that is asked about, whatever evidence and simplification leave of it. */
    @Test
    void ownPartitionsAreUsed() throws IOException {
        GraphicalModel model = SmallModels.jobSearch(3);
        List<BlockPartition> own = List.of(BlockPartition.completedBySingletons(12, List.of(Block.of(0, 1),
                Block.of(4, 5))), BlockPartition.completedBySingletons(12, List.of(Block.of(2, 3))));
        Evidence evidence = Evidence.none().and(4, 1).and(11, 0);
        ConditionedModel given = model.condition(evidence);
        int[] free = IntStream.range(0, given.model().variableCount()).map(given::toOriginal).toArray();
        InferenceOptions options = SAMPLED.withSampling(SHORT).withPartitions(own);
        for (ChainKind kind : List.of(ChainKind.AGGREGATE, ChainKind.BV, ChainKind.BLOCK_GIBBS, ChainKind.AUTO)) {
            InferenceResult result = Inference.on(model).withEvidence(evidence).withOptions(options.withChain(kind))
                    .run();
            List<ChainChoice.SymmetryUse> expected = ScoredPartition.bestFirst(SymmetryFinder.of(given.model())
                    .blockValue(own.stream().map(one -> one.restrictedTo(free)).toList())).stream()
                    .map(one -> ChainChoice.SymmetryUse.of(one.symmetries())).toList();
            assertThat(sampled(result).choice().symmetries()).as(kind.name()).isEqualTo(expected);
            assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), Inference.on(model)
                    .withEvidence(evidence).run().marginals())).as(kind.name()).isLessThan(0.02);
        }
        assertThat(Inference.on(model).withOptions(options.withChain(ChainKind.AGGREGATE)).sample(3, 1).routes())
                .anyMatch(line -> line.contains("aggregate BV-MCMC(1) over 2 partitions"));
        assertThat(Inference.on(model).withOptions(options.withChain(ChainKind.AGGREGATE)).plan().lines())
                .anyMatch(line -> line.contains("aggregate BV-MCMC(1) over 2 partitions"));
        GraphicalModel smaller = SmallModels.jobSearch(2);
        assertThatThrownBy(() -> Inference.on(smaller).withOptions(options).run())
                .hasMessageContaining("partitions of 12 variables; expected 6");
        assertThatThrownBy(() -> options.withPartitions(List.of())).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> options.withPartitions(List.of(own.get(0), BlockPartition.singletons(3))))
                .hasMessageContaining("of one model");
    }

    /** What the paper's release does, as docs/results/evaluation.md describes it. */
    @Test
    void thePapersOptionsAreThoseOfItsRelease() throws IOException {
        InferenceOptions paper = InferenceOptions.paper();
        GraphicalModel model = SmallModels.jobSearch(3);
        InferenceResult result = Inference.on(model).withOptions(paper.withSampling(paper.sampling()
                .withSamples(1000))).run();
        assertThat(sampled(result).sampling().samples()).as("steps of one chain, none left out").isEqualTo(1000);
        assertThat(sampled(result).sampling().unit()).isEqualTo(SampleUnit.STEP);
        assertThat(sampled(result).choice().chain().estimator()).isEqualTo("counts");
        assertThat(sampled(result).choice().chain().chain()).startsWith("aggregate BV-MCMC(1) over ")
                .endsWith(" partitions, elements by product replacement on Gibbs");
        assertThat(sampled(result).choice().symmetries()).hasSize(FirstFitPartitions.ofBinaryPairs(model, 100).size());
        assertThat(chain(model, paper.withChain(ChainKind.VV).withSampling(SHORT)))
                .isEqualTo("VV-MCMC(1), elements by product replacement on Gibbs");
        GraphicalModel ternary = GraphicalModel.builder().variables(3, 3).table(new int[] {0, 1}, new double[9])
                .build();
        assertThat(Inference.on(ternary).withOptions(paper.withSampling(SHORT)).run().marginals().probability(0, 0))
                .as("no pair is binary: single variables").isBetween(0.3, 0.37);
    }

    private static String chain(GraphicalModel model, InferenceOptions options) throws IOException {
        return sampled(Inference.on(model).withOptions(options).run()).choice().chain().chain();
    }

    private static InferenceResult.Sampled sampled(InferenceResult result) {
        return result.sampled().orElseThrow();
    }

    /** The default says which chain runs and why, and decomposes no group. */
    @Test
    void theDefaultSaysWhatItDoes() throws IOException {
        InferenceResult result = Inference.on(SmallModels.students()).withOptions(SAMPLED.withSampling(SHORT)
                .withTableEntries(1)).run();
        ChainChoice choice = sampled(result).choice();
        assertThat(choice.chain().chain()).isEqualTo("systematic block Gibbs");
        // Its students are independent, so that their conditionals are always the same.
        assertThat(choice.reason()).isEqualTo(ChainChoice.Reason.ORBITS_SETTLE_IT);
        assertThat(choice.chain().estimator()).isEqualTo("conditionals averaged over orbits");
        ChainChoice mixing = sampled(Inference.on(SmallModels.jobSearch(4)).withOptions(SAMPLED.withSampling(SHORT)
                .withTableEntries(1)).run()).choice();
        assertThat(mixing.reason()).isEqualTo(ChainChoice.Reason.MIXES_WELL);
        assertThat(mixing.why()).startsWith(mixing.reason() + "; over systematic ");
        assertThat(Inference.on(SmallModels.students()).prepare().choice().chain().moves()).isEmpty();
    }

    /** What fits into one block is drawn at once, and its marginals have no error. */
    @Test
    void smallModelsAreDrawnAtOnce() throws IOException {
        InferenceResult result = Inference.on(SmallModels.students()).withOptions(SAMPLED.withSampling(SHORT)).run();
        assertThat(sampled(result).choice().reason()).isEqualTo(ChainChoice.Reason.EXACT_DRAWS);
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(),
                BruteForce.solve(SmallModels.students()).marginals())).isLessThan(1e-10);
        assertThat(sampled(result).sampling().worstError()).isLessThan(1e-10);
    }

    /** Orbit moves in every replica, and averages over block values, leave the answer right. */
    @Test
    void symmetriesComposeWithWideBlocksAndTempering() throws IOException {
        GraphicalModel model = SmallModels.pottsRing(3, 0.8);
        Marginals exact = BruteForce.solve(model).marginals();
        for (ChainKind kind : new ChainKind[] {ChainKind.WIDE, ChainKind.TEMPERED, ChainKind.TEMPERED_WIDE}) {
            for (EstimatorKind estimator : EstimatorKind.values()) {
                InferenceResult result = Inference.on(model).withOptions(SAMPLED.withChain(kind).withAlpha(0.2)
                        .withEstimator(estimator).withTableEntries(8).withSampling(SamplingOptions.defaults()
                                .withUnit(SampleUnit.STEP).withSamples(20_000).withChains(2))).run();
                // 40,000 draws of a ring of three that forgets itself within a few: errors of 0.005 at most.
                assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), exact))
                        .as("%s, %s", kind, estimator).isLessThan(0.03);
                assertThat(sampled(result).choice().chain().moves()).isEqualTo("BV-MCMC(0.2)");
            }
        }
    }

    /** Reports are of all variables, the observed ones included. */
    @Test
    void progressIsOfAllVariables() throws IOException {
        GraphicalModel model = SmallModels.jobSearch(2);
        List<Marginals> reports = new ArrayList<>();
        Marginals last = Inference.on(model.condition(Evidence.of(0, 1))).withOptions(SAMPLED.withSampling(SHORT))
                .run((seconds, samples, share, now) -> reports.add(now.marginals())).marginals();
        assertThat(reports).isNotEmpty().allSatisfy(report -> {
            assertThat(report.variableCount()).isEqualTo(model.variableCount());
            assertThat(report.probability(0, 1)).isEqualTo(1);
        });
        assertThat(reports.get(reports.size() - 1)).isEqualTo(last);
    }

    @Test
    void evidenceIsFixed() throws IOException {
        GraphicalModel model = SmallModels.jobSearch(2);
        Evidence evidence = Evidence.of(0, 1).and(4, 1);
        Marginals exact = BruteForce.solve(model.condition(evidence).model()).marginals()
                .extendTo(model.condition(evidence));
        InferenceResult result = Inference.on(model).withEvidence(evidence).withOptions(SAMPLED.withSampling(SHORT))
                .run();
        assertThat(result.marginals().probability(0, 1)).isEqualTo(1);
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), exact)).isLessThan(0.01);
        Evidence all = Evidence.of(0, 1).and(1, 0).and(2, 0).and(3, 1).and(4, 0).and(5, 1);
        assertThat(Inference.on(model).withEvidence(all).run().marginals().probability(5, 1)).isEqualTo(1);
    }

    @Test
    void sameSeedSameBits() throws IOException {
        GraphicalModel model = SmallModels.jobSearch(3);
        SamplingOptions few = SHORT.withSamples(4_000);
        for (ChainKind chain : ChainKind.values()) {
            for (EstimatorKind estimator : EstimatorKind.values()) {
                Inference inference = Inference.on(model).withOptions(
                        SAMPLED.withChain(chain).withEstimator(estimator));
                InferenceResult one = inference.withSampling(few.withThreads(1)).run();
                InferenceResult two = inference.withSampling(few.withThreads(2)).run();
                assertThat(two.marginals()).isEqualTo(one.marginals());
                for (int v = 0; v < model.variableCount(); v++) {
                    assertThat(two.standardError(v, 1)).isEqualTo(one.standardError(v, 1));
                }
                assertThat(sampled(two).choice().chain()).isEqualTo(sampled(one).choice().chain());
            }
        }
    }

    /** A binary-encoded 3-state Potts ferromagnet, well ordered: by symmetry every bit is 1 with probability 1/3. */
    static GraphicalModel pottsTorus(int side, double coupling) {
        int[] sizes = new int[2 * side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        double[] table = new double[16];
        for (int e = 0; e < 16; e++) {
            table[e] = e / 4 == e % 4 ? coupling : 0;
        }
        for (int i = 0; i < side * side; i++) {
            model.table(new int[] {2 * i, 2 * i + 1}, 0, 0, 0, Double.NEGATIVE_INFINITY);
            for (int j : new int[] {i / side * side + (i + 1) % side, (i + side) % (side * side)}) {
                model.table(new int[] {2 * i, 2 * i + 1, 2 * j, 2 * j + 1}, table);
            }
        }
        return model.build();
    }

    /** BV-MCMC joins the three modes; Gibbs stays in the one that it falls into. */
    @Test
    void modesOfPottsAreJoined() throws IOException {
        GraphicalModel model = pottsTorus(8, 1.5);
        SamplingOptions options = SamplingOptions.defaults()
                .withUnit(SampleUnit.STEP).withSamples(300_000).withChains(1);
        InferenceOptions counts = SAMPLED.withEstimator(EstimatorKind.COUNTS)
                .withSampling(options);
        Marginals moved = Inference.on(model).withOptions(counts.withChain(ChainKind.BV)).run().marginals();
        Marginals plain = Inference.on(model).withOptions(counts.withChain(ChainKind.GIBBS)).run().marginals();
        double worstPlain = 0;
        for (int v = 0; v < model.variableCount(); v++) {
            assertThat(moved.probability(v, 1)).isCloseTo(1.0 / 3, within(0.05));
            worstPlain = Math.max(worstPlain, Math.abs(plain.probability(v, 1) - 1.0 / 3));
        }
        assertThat(worstPlain).isGreaterThan(0.2);
    }

    /**
     * The same at full size: all marginals within 0.01 of the truth, by counts of BV-MCMC and by default. A
     * well-ordered state changes colour with every move, so the error is about 0.47 over the root of the number of
     * moves: here a twelfth of 0.01, and the seed is fixed.
     */
    @Test
    void everyMarginalOfPottsIsRight() throws IOException {
        GraphicalModel model = pottsTorus(12, 1.5);
        InferenceOptions options = SAMPLED
                .withSampling(SamplingOptions.defaults()
                        .withUnit(SampleUnit.STEP).withSamples(400_000).withChains(1));
        for (EstimatorKind estimator : new EstimatorKind[] {EstimatorKind.COUNTS, EstimatorKind.AUTO}) {
            Marginals marginals = Inference.on(model).withOptions(options.withEstimator(estimator)
                    .withChain(estimator == EstimatorKind.AUTO ? ChainKind.AUTO : ChainKind.BV)).run().marginals();
            for (int v = 0; v < model.variableCount(); v++) {
                assertThat(marginals.probability(v, 1)).as(estimator + " " + v).isCloseTo(1.0 / 3, within(0.01));
            }
        }
    }

    @Test
    void modelsWithoutSymmetriesGetNoMoves() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3)
                .table(new int[] {0, 1}, 0.1, 0.5, 0.9, 1.7, 0.3, 2.4).build();
        InferenceOptions options = SAMPLED.withSampling(SHORT);
        InferenceResult result = Inference.on(model).withOptions(options.withChain(ChainKind.BV)
                .withEstimator(EstimatorKind.COUNTS)).run();
        assertThat(sampled(result).choice().chain().chain()).isEqualTo("Gibbs");
        assertThat(sampled(result).choice().shortfall().orElseThrow().text()).contains("no block-value symmetries");
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), BruteForce.solve(model).marginals()))
                .isLessThan(0.01);
    }

    /** Exact parts have intervals as narrow as rounding; what is sampled has proved ones, of any route. */
    @Test
    void marginalBoundsContainTheTruth() throws IOException {
        GraphicalModel model = SmallModels.jobSearch(3);
        ConditionedModel given = model.condition(Evidence.of(1, 1));
        Marginals exact = BruteForce.solve(given.model()).marginals().extendTo(given);
        for (Route route : new Route[] {Route.AUTO, Route.SAMPLE}) {
            MarginalBounds bounds = Inference.on(given).withOptions(InferenceOptions.defaults().withRoute(route)
                    .withSampling(SHORT)).marginalBounds();
            assertThat(bounds.variableCount()).isEqualTo(model.variableCount());
            for (int v = 0; v < model.variableCount(); v++) {
                for (int x = 0; x < model.size(v); x++) {
                    assertThat(exact.probability(v, x)).isBetween(bounds.lower(v, x) - 1e-12,
                            bounds.upper(v, x) + 1e-12);
                }
                assertThat(bounds.width(v)).isLessThan(route == Route.AUTO ? 3e-9 : 1e-3);
            }
            assertThat(bounds.lower(1, 1)).isEqualTo(1);
        }
        assertThatThrownBy(() -> Inference.on(given).marginalBounds(new int[] {99}))
                .hasMessageContaining("no variable 99");
    }
}
