package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;

class NormalFormTest {

    @Test
    void neighboursWithoutAGapAreOneClass() {
        ValueClasses classes = new ValueClasses();
        int[] handles = {classes.add(0.3, 1e-9), classes.add(0.1 + 0.2, 1e-9), classes.add(0.31, 1e-9),
            classes.add(Double.NEGATIVE_INFINITY, 0), classes.add(-0.0, 0), classes.add(0.0, 0)};
        assertThat(classes.count()).isEqualTo(4);
        assertThat(classes.classOf(handles[0])).isEqualTo(classes.classOf(handles[1])).isEqualTo(2);
        assertThat(classes.classOf(handles[2])).isEqualTo(3);
        assertThat(classes.classOf(handles[3])).isZero();
        assertThat(classes.classOf(handles[4])).isEqualTo(classes.classOf(handles[5])).isEqualTo(1);
    }

    /** A grid of width 1e-9 would cut between these two; a gap does not. */
    @Test
    void equalWeightsUpToRoundingAreOneColour() {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b")
                .conjunction(0.1 + 0.2, "a=1").conjunction(0.3, "b=1").build();
        assertThat(SymmetryFinder.of(model).variable().order()).isEqualTo(BigInteger.TWO);
        GraphicalModel different = GraphicalModel.builder().binary("a", "b")
                .conjunction(0.3001, "a=1").conjunction(0.3, "b=1").build();
        assertThat(SymmetryFinder.of(different).variable().isTrivial()).isTrue();
        assertThat(SymmetryFinder.of(different, SymmetryOptions.defaults().withTolerance(0.01)).variable().order())
                .isEqualTo(BigInteger.TWO);
    }

    /** A huge number in one table must not blur the small ones beside it. */
    @Test
    void extremeWeightsDoNotHideDifferences() {
        GraphicalModel model = GraphicalModel.builder().variables(4, 4)
                .table(new int[] {0}, 0, 1, 1, -1e30).table(new int[] {1}, 0, 1, 2, -1e30).build();
        SymmetryFinder finder = SymmetryFinder.of(model);
        assertThat(finder.variableValue().order()).isEqualTo(BigInteger.TWO);
        assertThat(finder.local().valueClasses(Block.of(0))).containsExactly(0, 1, 1, 2);
        assertThat(finder.local().valueClasses(Block.of(1))).containsExactly(0, 1, 2, 3);
    }

    /** Clauses of 40 literals: tables of 2^40 entries are never made. */
    @Test
    void wideClausesStayOneVertex() {
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(40));
        Literal[] literals = new Literal[40];
        java.util.Arrays.setAll(literals, v -> Literal.of(v, v % 2));
        GraphicalModel model = builder.clause(2, literals).build();
        SymmetryFinder finder = SymmetryFinder.of(model);
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 40; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        assertThat(finder.variableValue().order()).isEqualTo(factorial);
        BlockPartition pairs = BlockPartition.of(40, java.util.stream.IntStream.range(0, 20)
                .mapToObj(b -> Block.of(2 * b, 2 * b + 1)).toList());
        // One value of each pair falsifies the clause's part; the other three and the pairs are exchanged at will.
        BigInteger expected = BigInteger.valueOf(6).pow(20);
        for (int i = 2; i <= 20; i++) {
            expected = expected.multiply(BigInteger.valueOf(i));
        }
        assertThat(finder.blockValue(pairs).order()).isEqualTo(expected);
        assertThat(finder.local().valueClasses(Block.of(0, 1))).containsExactly(0, 0, 1, 0);
    }

    @Test
    void wideHardFeatures() {
        Literal[] literals = new Literal[12];
        java.util.Arrays.setAll(literals, v -> Literal.of(v, 1));
        for (double weight : new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            GraphicalModel clause = GraphicalModel.builder().variables(SmallDomains.twos(12))
                    .clause(weight, literals).build();
            GraphicalModel conjunction = GraphicalModel.builder().variables(SmallDomains.twos(12))
                    .conjunction(weight, literals).build();
            // A clause that must hold and a conjunction that must not leave all variables alike, 12!; the other two
            // leave one state, which nothing can change.
            boolean required = weight > 0;
            assertThat(SymmetryFinder.of(clause).variableValue().order())
                    .isEqualTo(BigInteger.valueOf(required ? 479001600 : 1));
            assertThat(SymmetryFinder.of(conjunction).variableValue().order())
                    .isEqualTo(BigInteger.valueOf(required ? 1 : 479001600));
        }
    }

    /** A formula beyond any table is compared as written: of a nested parity, the two innermost can be swapped. */
    @Test
    void hugeFormulasAreComparedAsWritten() {
        Formula odd = Formula.is(0, 1);
        for (int v = 1; v < 24; v++) {
            odd = Formula.not(Formula.iff(odd, Formula.is(v, 1)));
        }
        GraphicalModel model = GraphicalModel.builder().variables(SmallDomains.twos(26)).formula(1, odd).build();
        SymmetryFinder finder = SymmetryFinder.of(model);
        assertThat(finder.variableValue().order()).isEqualTo(BigInteger.valueOf(16));
        assertThat(finder.local().hasSymmetry(Block.of(0, 1))).isFalse();
        assertThat(finder.local().hasSymmetry(Block.of(24))).isTrue();
    }

    /** Large tables are compared as they are. */
    @Test
    void tablesTooLargeToSplit() {
        int[] scope = java.util.stream.IntStream.range(0, 11).toArray();
        double[] logs = new double[1 << 11];
        java.util.Arrays.setAll(logs, i -> Integer.bitCount(i));
        GraphicalModel model = GraphicalModel.builder().variables(SmallDomains.twos(11)).table(scope, logs).build();
        assertThat(SymmetryFinder.of(model).variable().order()).isEqualTo(BigInteger.valueOf(39916800));
    }

    @Test
    void partitionsBeyondTheLimitAreRefusedWithTheRemedy() {
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(16));
        for (int v = 0; v < 8; v++) {
            builder.conjunction(1 + v, Literal.of(v, 1), Literal.of(15 - v, 1));
        }
        GraphicalModel model = builder.build();
        BlockPartition halves = BlockPartition.of(16, List.of(Block.of(0, 1, 2, 3, 4, 5, 6, 7),
                Block.of(8, 9, 10, 11, 12, 13, 14, 15)));
        assertThatThrownBy(() -> SymmetryFinder.of(model, SymmetryOptions.defaults().withMaxEntries(1000))
                .blockValue(halves)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withMaxEntries");
        assertThat(SymmetryFinder.of(model).blockValue(halves).order()).isPositive();
        assertThatThrownBy(() -> SymmetryFinder.of(model).blockValue(BlockPartition.singletons(3)))
                .hasMessageContaining("3 variables");
    }

    /** The graph grows with the model, not with the size of blocks: a clause stays one vertex. */
    @Test
    void levelSetsStayLinear() {
        GraphicalModel model = SmallDomains.jobSearch(20, new SplittableRandom(3));
        int features = model.features().size();
        for (BlockPartition partition : List.of(BlockPartition.singletons(model.variableCount()),
                SmallDomains.peopleBlocks(20, model.variableCount()))) {
            int given = BlockValuePairs.of(model, partition).pairCount() + partition.blockCount();
            ColoredGraph graph = new WholeGraph(SymmetryFinder.of(model), partition).levelSets();
            assertThat(graph.vertexCount() - given).isLessThanOrEqualTo(features + 2 * 20);
        }
    }

    /** The clause graph sees clauses only, and what it finds the distribution has too. */
    @Test
    void clauseGraphFindsASubgroup() {
        int smaller = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(4));
            for (int c = 0; c < 4; c++) {
                builder.clause(1 + random.nextInt(2), Literal.of(random.nextInt(2), random.nextInt(2)),
                        Literal.of(2 + random.nextInt(2), random.nextInt(2)));
            }
            GraphicalModel model = builder.build();
            SymmetryFinder finder = SymmetryFinder.of(model);
            Automorphisms clauses = ClauseGraph.automorphisms(model);
            for (Permutation automorphism : clauses.generators()) {
                int[] images = new int[8];
                Arrays.setAll(images, automorphism::image);
                assertThat(finder.variableValue().group().contains(Permutation.ofImages(images))).isTrue();
            }
            smaller += clauses.order().equals(finder.variableValue().order()) ? 0 : 1;
        }
        assertThat(smaller).isPositive();
    }

    /** Local symmetries are exactly the transpositions that brute force finds inside a block. */
    @Test
    void localSymmetriesAgreeWithBruteForce() {
        for (int seed = 0; seed < 400; seed++) {
            boolean hard = seed % 2 == 1;
            GraphicalModel model = hard ? RandomModels.hard(seed) : RandomModels.soft(seed);
            Block block = TinyModels.partition(model, new Random(seed)).block(0);
            int[] classes = SymmetryFinder.of(model).local().valueClasses(block);
            for (int a = 0; a < classes.length; a++) {
                for (int b = a + 1; b < classes.length; b++) {
                    boolean symmetric = exchangeable(model, block, a, b);
                    if (classes[a] == classes[b]) {
                        assertThat(symmetric).as("seed " + seed).isTrue();
                    } else if (!hard) {
                        assertThat(symmetric).as("seed " + seed).isFalse();
                    }
                }
            }
        }
    }

    private static boolean exchangeable(GraphicalModel model, Block block, int a, int b) {
        for (int[] state : RandomModels.states(model)) {
            if (block.value(model, state) == a) {
                int[] other = state.clone();
                block.assign(model, b, other);
                if (!BlockOracle.close(model.logWeight(state), model.logWeight(other))) {
                    return false;
                }
            }
        }
        return true;
    }
}
