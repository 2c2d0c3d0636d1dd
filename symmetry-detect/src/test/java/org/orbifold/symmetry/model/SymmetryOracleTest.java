package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** Soundness and completeness against brute force. All seeds are fixed: nothing here is a matter of chance. */
class SymmetryOracleTest {

    private static final int MODELS = 1000;
    private static final double MOST_CANDIDATES = 100_000;

    /** Every generator found preserves the probability of every state: all features, domains, evidence. */
    @Test
    void generatorsPreserveTheProbabilityOfEveryState() {
        int symmetric = 0;
        for (int seed = 0; seed < MODELS; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            if (seed % 4 == 3) {
                ConditionedModel given = model.condition(RandomModels.evidence(model, seed));
                model = given.model();
            }
            SymmetryFinder finder = SymmetryFinder.of(model);
            BlockPartition partition = TinyModels.partition(model, new Random(seed));
            for (BlockSymmetries symmetries : new BlockSymmetries[] {finder.variable(), finder.variableValue(),
                finder.blockValue(partition)}) {
                symmetric += symmetries.isTrivial() ? 0 : 1;
                assertThat(BlockOracle.isSound(symmetries, RandomModels.states(model))).as("seed " + seed).isTrue();
            }
        }
        assertThat(symmetric).isGreaterThan(MODELS / 2);
    }

    /** Without hard constraints the group is that of all valid permutations that preserve the distribution. */
    @Test
    void theGroupIsComplete() {
        int tried = 0;
        int symmetric = 0;
        for (int seed = 0; seed < MODELS; seed++) {
            Random random = new Random(seed);
            GraphicalModel model = TinyModels.random(random, false);
            BlockPartition partition = TinyModels.partition(model, random);
            if (seed % 3 == 0) {
                model = TinyModels.planted(model, partition, random);
            }
            BlockOracle oracle = new BlockOracle(model, partition);
            if (oracle.candidates() > MOST_CANDIDATES) {
                continue;
            }
            tried++;
            BlockSymmetries found = SymmetryFinder.of(model).blockValue(partition);
            var expected = oracle.distributionSymmetries();
            symmetric += expected.size() > 1 ? 1 : 0;
            assertThat(found.order()).as("seed " + seed + " " + model + partition)
                    .isEqualTo(BigInteger.valueOf(expected.size()));
            assertThat(found.group().order()).isEqualTo(found.order());
            for (Permutation permutation : expected) {
                assertThat(found.group().contains(permutation)).as("seed " + seed).isTrue();
            }
        }
        assertThat(tried).isGreaterThan(MODELS * 9 / 10);
        assertThat(symmetric).isGreaterThan(MODELS / 3);
    }

    /**
     * With hard constraints, counted by what happens to possible states: at least what preserves the merged tables, at
     * most what preserves the distribution. No generator keeps all possible states.
     */
    @Test
    void hardModelsLieBetweenTablesAndDistribution() {
        int equal = 0;
        int tried = 0;
        for (int seed = 0; seed < MODELS; seed++) {
            Random random = new Random(seed);
            GraphicalModel model = TinyModels.random(random, true);
            BlockPartition partition = TinyModels.partition(model, random);
            BlockOracle oracle = new BlockOracle(model, partition);
            if (oracle.candidates() > 5000 || !oracle.isPossible()) {
                continue;
            }
            tried++;
            BlockSymmetries found = SymmetryFinder.of(model).blockValue(partition);
            assertThat(BlockOracle.isSound(found, RandomModels.states(model))).as("seed " + seed).isTrue();
            assertThat(found.unknownValues()).isZero();
            assertThat(found.generators()).as("seed " + seed).allMatch(generator ->
                    !BlockOracle.orderOnStates(found.pairs(), model, List.of(generator)).equals(BigInteger.ONE));
            BigInteger order = found.order();
            assertThat(order).as("seed " + seed + " " + model + partition)
                    .isEqualTo(BlockOracle.orderOnStates(found.pairs(), model, found.generators()));
            BigInteger most = BlockOracle.orderOnStates(found.pairs(), model, oracle.distributionSymmetries());
            assertThat(order).as("seed " + seed + " " + model + partition).isBetween(
                    BlockOracle.orderOnStates(found.pairs(), model, oracle.tableSymmetries()), most);
            equal += order.equals(most) ? 1 : 0;
        }
        assertThat(tried).isGreaterThan(MODELS / 2);
        // How often the lower bound is also the upper one; a figure for the guide, not a guarantee.
        assertThat(equal).isGreaterThan(tried * 2 / 3);
    }

    /** The group belongs to the distribution: rewriting the model changes nothing. */
    @Test
    void writingTheModelDifferentlyChangesNothing() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            GraphicalModel model = TinyModels.random(random, false);
            BlockPartition partition = TinyModels.partition(model, random);
            BigInteger order = SymmetryFinder.of(model).blockValue(partition).order();
            assertThat(SymmetryFinder.of(TinyModels.joint(model)).blockValue(partition).order())
                    .as("joint, seed " + seed).isEqualTo(order);
            assertThat(SymmetryFinder.of(TinyModels.rewritten(model, random)).blockValue(partition).order())
                    .as("rewritten, seed " + seed).isEqualTo(order);
        }
    }

    /** The search and a graph with one vertex per row of every table are two ways to one group. */
    @Test
    void theGraphOfRowsAgrees() {
        for (int seed = 0; seed < MODELS; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            BlockPartition partition = TinyModels.partition(model, new Random(seed));
            SymmetryFinder finder = SymmetryFinder.of(model);
            assertThat(finder.blockValue(partition).order()).as("seed " + seed)
                    .isEqualTo(new WholeGraph(finder, partition).orderByRows());
        }
    }

    /** Partitions into single variables give exactly the variable-value group, and it contains the variable group. */
    @Test
    void singletonsGiveVariableValueSymmetries() {
        for (int seed = 0; seed < 300; seed++) {
            GraphicalModel model = RandomModels.soft(seed);
            SymmetryFinder finder = SymmetryFinder.of(model);
            BlockSymmetries vv = finder.variableValue();
            BlockSymmetries bv = finder.blockValue(BlockPartition.singletons(model.variableCount()));
            assertThat(bv.group().isSameGroupAs(vv.group())).isTrue();
            assertThat(vv.group().containsGroup(finder.variable().group())).isTrue();
        }
    }
}
