package org.orbifold.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.partition.FirstFitPartitions;
import org.orbifold.inference.ChainChoice;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

class ChainPlanTest {

    private static ChainContext context(GraphicalModel model, InferenceOptions options) {
        return new ChainContext(model, List.of(), options, Budget.unlimited(), Budget.unlimited());
    }

    private static GraphicalModel oneTable() {
        int[] all = {0, 1, 2};
        return GraphicalModel.builder().variables(16, 16, 32).table(all, new double[1 << 13]).build();
    }

    /** Seven hot replicas have the model's 8192 entries, and compiled ones; exchanges have them hard and soft. */
    @Test
    void theTablesOfALadderTakeMemoryOnceForAllChains() {
        GraphicalModel model = oneTable();
        ChainPlan gibbs = context(model, InferenceOptions.defaults()).gibbs(Scan.SYSTEMATIC)
                .at(Temperatures.geometric(model));
        assertThat(gibbs.bytes(1)).isEqualTo((7 + 7 + 2) * (1 << 13) * (long) Double.BYTES);
        assertThat(gibbs.bytes(4)).isEqualTo(gibbs.bytes(1));
    }

    /** The blocks of all eight replicas have the model's entries, and their logarithms. */
    @Test
    void theTablesOfBlocksTakeMemoryForEachChain() {
        GraphicalModel model = oneTable();
        ChainContext context = context(model, InferenceOptions.defaults());
        ChainPlan trees = new ChainPlan(model, context.trees(1 << 10), Temperatures.geometric(model), Moves.NONE,
                context.estimates());
        long own = trees.bytes(2) - trees.bytes(1);
        assertThat(own).isPositive();
        assertThat(trees.bytes(1) - own).isEqualTo((7 + 16 + 2) * (1 << 13) * (long) Double.BYTES);
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

    private static DoubleStream rejections(ChainPlan plan, int[] state) {
        Tempering chain = (Tempering) plan.chain();
        chain.advance(state, 0, 2000L * chain.sweep(), Xoshiro256.of(2, 0), ChainListener.NONE);
        return IntStream.range(1, plan.describe().temperatures()).mapToDouble(i -> 1 - chain.exchangeRate(i));
    }

    /** Thousands of correlated exchanges know a rate to some 0.05; the ladder was adapted with hundreds. */
    @Test
    void neighboursRejectHalfOfTheExchangesAfterAdaptation() {
        GraphicalModel model = grid(14);
        InferenceOptions options = InferenceOptions.defaults().withChain(ChainKind.TEMPERED).withEstimator(
                EstimatorKind.CONDITIONAL).withSampling(SamplingOptions.defaults().withSeconds(20));
        ChainContext context = context(model, options);
        assertThat(rejections(context.named().orElseThrow(), context.start(0)))
                .allMatch(rate -> rate > 0.35 && rate < 0.65);
        assertThat(rejections(context.gibbs(Scan.SYSTEMATIC).at(Temperatures.geometric(model)), context.start(0)))
                .anyMatch(rate -> rate > 0.8);
        ChainContext hurried = context(model, options.withSampling(SamplingOptions.defaults().withSeconds(0.001)));
        assertThat(hurried.named().orElseThrow().describe().temperatures()).as("no time to adapt").isEqualTo(8);
    }

    /** The uniform draw from the orbits of states under the generators, by closure: Definition 3 of the paper. */
    private static double[][] orbitDraw(TransitionMatrix states, BlockSymmetries symmetries) {
        int size = states.size();
        int[] label = IntStream.range(0, size).toArray();
        for (boolean changed = true; changed;) {
            changed = false;
            for (int i = 0; i < size; i++) {
                for (Permutation generator : symmetries.generators()) {
                    int[] image = symmetries.apply(generator, states.state(i));
                    int j = IntStream.range(0, size).filter(k -> Arrays.equals(states.state(k), image)).findFirst()
                            .orElseThrow();
                    int least = Math.min(label[i], label[j]);
                    changed |= label[i] != least || label[j] != least;
                    label[i] = least;
                    label[j] = least;
                }
            }
        }
        double[][] draw = new double[size][size];
        for (int i = 0; i < size; i++) {
            int own = label[i];
            long members = IntStream.of(label).filter(one -> one == own).count();
            for (int j = 0; j < size; j++) {
                draw[i][j] = label[j] == own ? 1.0 / members : 0;
            }
        }
        return draw;
    }

    /**
     * Section 5 of the paper, entry by entry: BV-MCMC(α) is P((1 − α) I + α O), the aggregate the mean of these over
     * the partitions, and with α = 1 and single variables it is orbital MCMC. P is Gibbs with a random scan.
     */
    @Test
    void namedChainsAreThePapers() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C", "D").clause(0.7, "A=0", "B=1")
                .clause(0.7, "A=0", "B=0").clause(0.4, "C=0", "D=1").clause(0.4, "C=0", "D=0").clause(0.3, "A=1", "C=1")
                .build();
        List<BlockPartition> partitions = List.of(
                BlockPartition.completedBySingletons(4, List.of(Block.of(0, 1))),
                BlockPartition.completedBySingletons(4, List.of(Block.of(2, 3))),
                BlockPartition.of(4, List.of(Block.of(0, 2), Block.of(1, 3))));
        SymmetryFinder finder = SymmetryFinder.of(model);
        InferenceOptions counts = InferenceOptions.defaults().withEstimator(EstimatorKind.COUNTS);
        for (double alpha : new double[] {0.25, 1}) {
            isPaper(model, counts.withChain(ChainKind.ORBITAL).withAlpha(alpha), alpha, List.of(finder.variable()));
            isPaper(model, counts.withChain(ChainKind.VV).withAlpha(alpha), alpha, List.of(finder.variableValue()));
            isPaper(model, counts.withChain(ChainKind.AGGREGATE).withPartitions(partitions).withAlpha(alpha), alpha,
                    finder.blockValue(partitions));
            for (BlockPartition partition : partitions.subList(0, 2)) {
                isPaper(model, counts.withChain(ChainKind.BV).withPartitions(List.of(partition)).withAlpha(alpha),
                        alpha, finder.blockValue(List.of(partition)));
            }
        }
        assertThat(finder.blockValue(partitions)).as("two of the three have symmetries")
                .filteredOn(one -> !one.isTrivial()).hasSizeGreaterThanOrEqualTo(2);
        isPaper(model, InferenceOptions.paper(), 1, finder.blockValue(
                FirstFitPartitions.ofBinaryPairs(model, 100)));
    }

    private static void isPaper(GraphicalModel model, InferenceOptions options, double alpha,
            List<BlockSymmetries> groups) {
        // Product replacement has a memory: its matrix is taken with exact elements.
        ChainPlan plan = context(model, options.withElements(ElementDraw.EXACT)).named().orElseThrow();
        TransitionMatrix found = TransitionMatrix.of(model, plan.chain());
        TransitionMatrix base = TransitionMatrix.of(model, Gibbs.of(CompiledModel.of(model), Scan.RANDOM));
        List<double[][]> draws = groups.stream().map(group -> orbitDraw(base, group)).toList();
        for (int i = 0; i < base.size(); i++) {
            for (int j = 0; j < base.size(); j++) {
                double expected = (1 - alpha) * base.probability(i, j);
                for (double[][] draw : draws) {
                    for (int k = 0; k < base.size(); k++) {
                        expected += alpha / draws.size() * base.probability(i, k) * draw[k][j];
                    }
                }
                assertThat(found.probability(i, j)).as("%s %s %s", plan, i, j).isCloseTo(expected, within(1e-12));
            }
        }
    }

    /** Every kind with every estimator, and with α: what is asked for by name is had. */
    static Stream<Arguments> requests() {
        return Arrays.stream(ChainKind.values()).filter(kind -> kind != ChainKind.AUTO).flatMap(kind ->
                Arrays.stream(EstimatorKind.values()).flatMap(estimator -> Stream.of(OptionalDouble.empty(),
                        OptionalDouble.of(0.25)).map(alpha -> Arguments.of(kind, estimator, alpha))));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void whatIsAskedForByNameIsHad(ChainKind kind, EstimatorKind estimator, OptionalDouble alpha) {
        GraphicalModel model = SmallModels.pottsRing(3, 0.5);
        InferenceOptions options = InferenceOptions.defaults().withChain(kind).withEstimator(estimator)
                .withContext(kind == ChainKind.CONTEXTS ? List.of("0") : List.of());
        options = alpha.isPresent() ? options.withAlpha(alpha.getAsDouble()) : options;
        ChainSelection selection = ChainSelection.of(model, options, Budget.unlimited());
        ChainChoice choice = selection.choice();
        ChainChoice.Description chain = choice.chain();
        assertThat(choice.reason()).isEqualTo(ChainChoice.Reason.REQUESTED);
        assertThat(chain.units()).isEqualTo(switch (kind) {
            case GIBBS, ORBITAL, VV, BV, AGGREGATE -> "Gibbs";
            case BLOCK_GIBBS -> "block Gibbs";
            case TEMPERED, CONTEXTS -> "systematic Gibbs";
            case NEAR, CLUSTERS -> "systematic block Gibbs";
            default -> "exact draws of all variables at once";
        });
        boolean tempered = kind == ChainKind.TEMPERED || kind == ChainKind.TEMPERED_WIDE;
        assertThat(chain.temperatures() > 1).isEqualTo(tempered);
        assertThat(chain.lambdas()).hasSize(tempered ? chain.temperatures() : 0);
        String written = alpha.isPresent() ? "(0.25)" : "(1)";
        switch (kind) {
            case ORBITAL -> assertThat(chain.moves()).startsWith("orbital MCMC" + written);
            case VV -> assertThat(chain.moves()).startsWith("VV-MCMC" + written);
            case BV -> assertThat(chain.moves()).startsWith("BV-MCMC" + written);
            case AGGREGATE -> assertThat(chain.moves()).startsWith("aggregate BV-MCMC" + written);
            case WIDE, TEMPERED, TEMPERED_WIDE -> assertThat(chain.moves()).isEqualTo(alpha.isPresent()
                    ? "BV-MCMC(0.25)" : "");
            case CONTEXTS -> assertThat(chain.moves()).contains("contexts of 0");
            case NEAR, CLUSTERS -> assertThat(chain.moves().isEmpty()).isEqualTo(choice.shortfall().isPresent());
            default -> assertThat(chain.moves()).isEmpty();
        }
        assertThat(chain.estimator()).isEqualTo(switch (estimator) {
            case COUNTS -> "counts";
            case CONDITIONAL -> "conditionals";
            case ORBIT -> "counts averaged over orbits";
            case AUTO -> kind == ChainKind.CONTEXTS ? "conditionals averaged over the orbits of each context"
                    : "conditionals averaged over orbits";
        });
        MarkovChain one = selection.plan().chain();
        if (estimator == EstimatorKind.COUNTS && (kind == ChainKind.ORBITAL || kind == ChainKind.VV
                || kind == ChainKind.BV)) {
            assertThat(TransitionMatrix.of(model, one).invarianceError()).isLessThan(1e-10);
        }
        assertThat(choice.cost().nanosOfSweep()).isPositive();
        assertThat(choice.cost().bytes()).isNotNegative();
    }

    /** A model without symmetries: the absence is said, and that it was proved. */
    @Test
    void thatThereAreNoSymmetriesIsSaidWhenItWasProved() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2).table(new int[] {0, 1}, 0.1, 0.5, 1, 3).build();
        ChainChoice choice = ChainSelection.of(model, InferenceOptions.defaults().withChain(ChainKind.BV),
                Budget.unlimited()).choice();
        assertThat(choice.chain().moves()).isEmpty();
        assertThat(choice.shortfall()).hasValueSatisfying(missing -> assertThat(missing.text()).contains(
                "has no block-value symmetries", "the search was complete"));
        ChainChoice late = ChainSelection.of(SmallModels.pottsRing(3, 0.5),
                InferenceOptions.defaults().withChain(ChainKind.BV), Budget.ofSeconds(0)).choice();
        assertThat(late.shortfall()).hasValueSatisfying(missing -> assertThat(missing.text()).contains("cut off",
                "none were found until then, which proves nothing"));
    }

    /** A penalised zero does not hide the weights beside it: the hard model's symmetries need not be its own. */
    @Test
    void onlyTheTargetMovesWhereThereAreHardZeros() {
        for (boolean zeros : new boolean[] {false, true}) {
            GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                    .table(new int[] {0, 1}, 0.5, zeros ? Double.NEGATIVE_INFINITY : 0,
                            zeros ? Double.NEGATIVE_INFINITY : 0, 0.5).build();
            ChainContext context = context(model, InferenceOptions.defaults().withChain(ChainKind.TEMPERED)
                    .withAlpha(1));
            ChainPlan plan = context.named().orElseThrow();
            List<GraphicalModel> models = plan.ladder().models();
            assertThat(plan.replica(models.get(0))).isInstanceOf(BlockValueChain.class);
            assertThat(plan.replica(models.get(1)) instanceof BlockValueChain).isEqualTo(!zeros);
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
