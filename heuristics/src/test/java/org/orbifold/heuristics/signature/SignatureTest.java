package org.orbifold.heuristics.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.heuristics.Domains;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

class SignatureTest {

    private static GraphicalModel model() {
        return GraphicalModel.builder().binary("a", "b", "c", "d")
                .clause(2, "a=0", "b=1").clause(3, "b=0", "c=1").conjunction(5, "a=1", "b=1")
                .formula(7, Formula.or(Formula.is(2, 0), Formula.is(3, 1)))
                .table(new int[] {3}, 0.25, 0.5).build();
    }

    @Test
    void usefulBlocksStandInOneFeature() {
        assertThat(UsefulBlocks.of(model(), 2)).containsExactlyInAnyOrder(Block.of(0, 1), Block.of(1, 2),
                Block.of(2, 3));
        assertThat(UsefulBlocks.of(model(), 1)).isEmpty();
        assertThat(UsefulBlocks.of(model(), 3)).hasSize(3);
        GraphicalModel three = GraphicalModel.builder().binary("x", "y", "z").clause(1, "x=0", "y=0", "z=0").build();
        assertThat(UsefulBlocks.of(three, 3)).hasSize(4).contains(Block.of(0, 1, 2));
        assertThatThrownBy(() -> UsefulBlocks.of(three, 0)).hasMessageContaining("at least 1");
    }

    /** 20,000 constants in one clause make 2e8 pairs, of which none says much. */
    @Test
    void wideFeaturesShowNoBlocks() {
        int n = 20_000;
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < n; v++) {
            builder.binary("x" + v);
        }
        builder.clause(1, IntStream.range(0, n).mapToObj(v -> Literal.of(v, 1)).toArray(Literal[]::new));
        builder.clause(1, Literal.of(3, 1), Literal.of(5, 1));
        assertThat(UsefulBlocks.of(builder.build(), 2)).containsExactly(Block.of(3, 5));
    }

    @Test
    void usefulBlocksStopInsideAFeature() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < 60; v++) {
            builder.binary("x" + v);
        }
        builder.clause(1, IntStream.range(0, 60).mapToObj(v -> Literal.of(v, 1)).toArray(Literal[]::new));
        assertThat(UsefulBlocks.of(builder.build(), 3, Budget.ofSeconds(0))).isEmpty();
    }

    /** Consistent as the release has it: the block's value alone makes the feature true. */
    @Test
    void weightsOfWhatTheBlockMakesTrue() {
        WeightSignature signature = WeightSignature.of(model());
        Block ab = Block.of(0, 1);
        assertThat(signature.weights(ab, 0b00)).containsExactly(2, 3);
        assertThat(signature.weights(ab, 0b01)).containsExactly(2);
        assertThat(signature.weights(ab, 0b10)).containsExactly(3);
        assertThat(signature.weights(ab, 0b11)).containsExactly(2, 5);
        assertThat(signature.weights(Block.of(2, 3), 0b11)).containsExactly(0.5, 3, 7);
    }

    /** Keys are computed by adding up single variables; they must say exactly what the multisets say. */
    @Test
    void keysAgreeWithMultisets() {
        for (GraphicalModel model : List.of(model(), Domains.jobSearch(6, new SplittableRandom(1)),
                Domains.studentCurriculum(8, 6, new SplittableRandom(2)), Domains.potts(3, 3, 0.5))) {
            WeightSignature signature = WeightSignature.of(model);
            Map<Long, List<Double>> byKey = new HashMap<>();
            Map<List<Double>, Long> byWeights = new HashMap<>();
            for (Block block : UsefulBlocks.of(model, 3)) {
                long[] keys = signature.keys(block);
                for (int value = 0; value < keys.length; value++) {
                    List<Double> weights = java.util.Arrays.stream(signature.weights(block, value)).boxed().toList();
                    assertThat(byKey.computeIfAbsent(keys[value], k -> weights)).isEqualTo(weights);
                    long key = keys[value];
                    assertThat(byWeights.computeIfAbsent(weights, w -> key)).isEqualTo(key);
                }
            }
        }
    }

    @Test
    void sharedFeatures() {
        WeightSignature signature = WeightSignature.of(model());
        assertThat(signature.sharedFeatures(Block.of(0, 1))).containsExactly(0, 2);
        assertThat(signature.sharedFeatures(Block.of(0, 3))).isEmpty();
        assertThat(signature.sharedFeatures(Block.of(0, 1, 2))).containsExactly(0, 1, 2);
    }

    /** A table counts where its entries agree, whatever the open variables are; equal within rounding is equal. */
    @Test
    void tablesCountWithWhatTheirEntriesHaveInCommon() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3, 2)
                .table(new int[] {0, 1, 2}, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 9)
                .table(new int[] {0}, 0.1 + 0.2, 0.3).table(new int[] {2}, 0.3, 0.31).build();
        WeightSignature signature = WeightSignature.of(model);
        assertThat(signature.weights(Block.of(0), 0)).containsExactly(0.1 + 0.2, 4);
        assertThat(signature.weights(Block.of(0), 1)).containsExactly(0.3);
        assertThat(signature.weights(Block.of(0, 1), 0b101)).containsExactly(0.3);
        assertThat(signature.weights(Block.of(1, 2), 5)).containsExactly(0.31);
        long[] keys = signature.keys(Block.of(0, 2));
        assertThat(keys[0b10]).isEqualTo(keys[0b00]).isNotEqualTo(keys[0b11]);
    }
}
