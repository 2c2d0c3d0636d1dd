package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

/** The examples of Madan et al. 2018, sections 2 and 3. */
class PaperExamplesTest {

    private static final BlockPartition TWO_PAIRS = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));

    /** Figure 1(a): (1,0) and (1,1) have one probability, (0,0) and (0,1) have others. */
    private static GraphicalModel withinBlock() {
        return GraphicalModel.builder().binary("X1", "X2").table(new int[] {0, 1}, 0.3, 1.1, 2.4, 2.4).build();
    }

    /** Figure 1(b): the same four potentials in two tables, in an order that no exchange of values explains. */
    private static GraphicalModel acrossBlocks() {
        return GraphicalModel.builder().binary("X1", "X2", "X3", "X4")
                .table(new int[] {0, 1}, 0.3, 1.1, 2.4, 3.9)
                .table(new int[] {2, 3}, 1.1, 2.4, 3.9, 0.3).build();
    }

    @Test
    void symmetryWithinABlock() {
        SymmetryFinder finder = SymmetryFinder.of(withinBlock());
        assertThat(finder.variable().isTrivial()).isTrue();
        assertThat(finder.variableValue().isTrivial()).isTrue();
        BlockSymmetries found = finder.blockValue(BlockPartition.of(2, List.of(Block.of(0, 1))));
        assertThat(found.order()).isEqualTo(BigInteger.TWO);
        Permutation swap = found.generators().get(0);
        assertThat(found.apply(swap, new int[] {1, 0})).containsExactly(1, 1);
        assertThat(found.describe(swap)).isEqualTo("swaps (X1=1,X2=0) and (X1=1,X2=1) of {X1,X2}");
        assertThat(finder.local().valueClasses(Block.of(0, 1))).containsExactly(0, 1, 2, 2);
    }

    @Test
    void symmetryAcrossBlocks() {
        SymmetryFinder finder = SymmetryFinder.of(acrossBlocks());
        assertThat(finder.variableValue().isTrivial()).isTrue();
        BlockSymmetries found = finder.blockValue(TWO_PAIRS);
        assertThat(found.order()).isEqualTo(BigInteger.TWO);
        Permutation exchange = found.generators().get(0);
        assertThat(found.apply(exchange, new int[] {0, 0, 0, 0})).containsExactly(0, 1, 1, 1);
        BlockValuePairs pairs = found.pairs();
        assertThat(exchange.image(pairs.pair(0, 0b00))).isEqualTo(pairs.pair(1, 0b11));
        assertThat(exchange.image(pairs.pair(0, 0b01))).isEqualTo(pairs.pair(1, 0b00));
        assertThat(found.describe(exchange)).contains("swaps (X1=0,X2=0) and (X3=1,X4=1)");
        assertThat(found.orbits().count()).isEqualTo(4);
        assertThat(found.factors()).hasSize(1);
    }

    /** Section 2: φ maps (X0,0) to itself and (X1,1) to (X0,1): no state comes of (0,1). */
    @Test
    void inconsistentVariableValuePermutationIsRefused() {
        BlockSymmetries any = SymmetryFinder.of(withinBlock()).variableValue();
        Permutation phi = Permutation.transposition(4, 1, 3);
        assertThatThrownBy(() -> any.apply(phi, new int[] {0, 1})).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not valid").hasMessageContaining("values of one block");
    }

    /** Section 3: ψ maps ({X1,X2},01) to ({X1,X2},10) and ({X3,X4},10) to ({X1,X2},11). */
    @Test
    void inconsistentBlockValuePermutationIsRefused() {
        SymmetryFinder finder = SymmetryFinder.of(acrossBlocks());
        Permutation psi = Permutation.ofCycles(8, new int[] {1, 2}, new int[] {6, 3});
        assertThatThrownBy(() -> finder.blockValue(TWO_PAIRS).requireValid(psi))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not valid");
        assertThatThrownBy(() -> finder.certify(TWO_PAIRS, psi)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void validPermutationsThatChangeProbabilitiesAreRefusedToo() {
        SymmetryFinder finder = SymmetryFinder.of(acrossBlocks(), SymmetryOptions.defaults().withProbes(20));
        Permutation wrong = Permutation.ofCycles(8, new int[] {0, 4}, new int[] {1, 5}, new int[] {2, 6},
                new int[] {3, 7});
        finder.blockValue(TWO_PAIRS).requireValid(wrong);
        assertThatThrownBy(() -> finder.certify(TWO_PAIRS, wrong)).hasMessageContaining("differ in probability");
        finder.certify(TWO_PAIRS, finder.blockValue(TWO_PAIRS).generators().get(0));
    }

    /** X2 with block {X1,X2} becomes (X1 ∧ X2) ∨ (¬X1 ∧ X2). */
    @Test
    void blockConsistentRepresentation() {
        GraphicalModel model = GraphicalModel.builder().binary("X1", "X2").conjunction(1.5, "X2=1").build();
        GraphicalModel written = GraphicalModel.builder().binary("X1", "X2").formula(1.5, Formula.or(
                Formula.and(Formula.is(0, 1), Formula.is(1, 1)),
                Formula.and(Formula.not(Formula.is(0, 1)), Formula.is(1, 1)))).build();
        BlockPartition partition = BlockPartition.of(2, List.of(Block.of(0, 1)));
        GraphicalModel blocks = BlockModel.of(model, partition).transformed(100);
        assertThat(blocks.features()).isEqualTo(BlockModel.of(written, partition).transformed(100).features());
        assertThat(blocks.variable(0).name()).isEqualTo("(X1,X2)");
        assertThat(blocks.variable(0).domain().label(2)).isEqualTo("(1,0)");
        for (int y = 0; y < 4; y++) {
            assertThat(blocks.logWeight(new int[] {y})).isEqualTo(y % 2 == 1 ? 1.5 : 0);
        }
    }

    /** Theorem 3: a state and its counterpart over blocks have the same probability. */
    @Test
    void theTransformedModelHasTheSameDistribution() {
        for (int seed = 0; seed < 200; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            BlockModel blocks = BlockModel.of(model, TinyModels.partition(model, new java.util.Random(seed)));
            GraphicalModel transformed = blocks.transformed(1 << 20);
            assertThat((double) transformed.features().stream()
                    .mapToInt(f -> ((org.orbifold.pgm.model.Table) f).entryCount()).sum())
                    .isEqualTo(blocks.tableEntries());
            for (int[] state : RandomModels.states(model)) {
                int[] image = blocks.toBlocks(state);
                double expected = model.logWeight(state);
                double actual = transformed.logWeight(image);
                assertThat(actual == expected || Math.abs(actual - expected) < 1e-9 * (1 + Math.abs(expected)))
                        .as("seed " + seed).isTrue();
                assertThat(blocks.toVariables(image)).containsExactly(state);
            }
        }
    }

    @Test
    void transformedModelsTooLargeAreRefusedBeforeTheyAreMade() {
        GraphicalModel model = GraphicalModel.builder().variables(10, 10, 10, 10)
                .clause(1, new org.orbifold.pgm.model.Literal(0, 0), new org.orbifold.pgm.model.Literal(2, 0)).build();
        BlockModel blocks = BlockModel.of(model, TWO_PAIRS);
        assertThat(blocks.tableEntries()).isCloseTo(10_000, within(0.0));
        assertThatThrownBy(() -> blocks.transformed(9_999)).hasMessageContaining("10000");
        assertThatThrownBy(() -> BlockModel.of(model, BlockPartition.singletons(3))).hasMessageContaining("3");
        assertThatThrownBy(() -> blocks.toVariables(new int[] {100, 0})).hasMessageContaining("100");
        assertThatThrownBy(() -> blocks.toVariables(new int[] {1})).hasMessageContaining("2 blocks");
    }

    /** Job Search: in the paper's conjunctions a block's (0,0) and (1,0) can be exchanged; in its release others. */
    @Test
    void jobSearchSaysWhatTheModelSays() {
        GraphicalModel paper = GraphicalModel.builder().binary("TakesML", "GetsJob")
                .conjunction(1.5, "TakesML=1", "GetsJob=1").conjunction(0.7, "TakesML=0", "GetsJob=1").build();
        GraphicalModel release = GraphicalModel.builder().binary("TakesML", "GetsJob")
                .clause(1.5, "TakesML=0", "GetsJob=1").clause(0.7, "TakesML=0", "GetsJob=0").build();
        assertThat(SymmetryFinder.of(paper).local().valueClasses(Block.of(0, 1))).containsExactly(0, 1, 0, 2);
        assertThat(SymmetryFinder.of(release).local().valueClasses(Block.of(0, 1))).containsExactly(0, 0, 1, 2);
    }

    /** The published Job Search: 2^N with blocks (TakesML, GetsJob), with and without evidence on Connected. */
    @Test
    void jobSearchHasTwoToTheN() {
        int people = 12;
        GraphicalModel model = SmallDomains.jobSearch(people, new SplittableRandom(1));
        BlockPartition partition = SmallDomains.peopleBlocks(people, model.variableCount());
        BlockSymmetries found = SymmetryFinder.of(model).blockValue(partition);
        assertThat(found.order()).isEqualTo(BigInteger.TWO.pow(people));
        assertThat(found.factors()).hasSize(people);
        assertThat(found.group().order()).isEqualTo(found.order());
        assertThat(SymmetryFinder.of(model).variableValue().isTrivial()).isTrue();
        GraphicalModel given = model.condition(Evidence.of(2 * people, 1).and(2 * people + 5, 0)).model();
        BlockPartition left = SmallDomains.peopleBlocks(people, given.variableCount());
        assertThat(SymmetryFinder.of(given).blockValue(left).order().testBit(0)).isFalse();
        assertThat(SymmetryFinder.of(given).blockValue(left).log10Order())
                .isGreaterThanOrEqualTo(people * Math.log10(2) - 1e-9);
    }
}
