package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;
import org.orbifold.graph.refine.Trace;

/** Folding leaves and twins, taking graphs apart, and the arithmetic of orders. */
class ReductionTest {

    @Test
    void treesFoldIntoOneVertexOrTwo() {
        for (long seed = 0; seed < 50; seed++) {
            Reduction reduction = new Reduction(LocalGraphs.of(TestGraphs.randomTree(60, seed)));
            LocalGraph reduced = reduction.reduce();
            assertThat(reduced.size()).isBetween(1, 2);
            int[] all = new int[reduced.size()];
            Arrays.setAll(all, i -> i);
            int[] order = reduction.forest.expandOrder(all, reduction.kept);
            assertThat(order).hasSize(60).doesNotHaveDuplicates();
        }
    }

    @Test
    void whatCannotBeReducedIsLeftAlone() {
        assertThat(new Reduction(LocalGraphs.of(TestGraphs.kneser(5, 2))).reduce()).isNull();
        assertThat(new Reduction(LocalGraphs.of(TestGraphs.cycle(5))).reduce()).isNull();
    }

    @Test
    void twinsOfBothKindsAreFolded() {
        Reduction complete = new Reduction(LocalGraphs.of(TestGraphs.complete(5)));
        assertThat(complete.reduce().size()).isEqualTo(1);
        assertThat(complete.order.toBigInteger()).isEqualTo(120);
        Reduction blown = new Reduction(LocalGraphs.of(TestGraphs.blowUp(TestGraphs.cycle(7), 3)));
        assertThat(blown.reduce().size()).isEqualTo(7);
        assertThat(blown.order.toBigInteger()).isEqualTo(BigInteger.valueOf(6).pow(7));
        assertThat(blown.generators).hasSize(14);
    }

    @Test
    void generatorsOfReductionsAreAutomorphisms() {
        SplittableRandom random = new SplittableRandom(8);
        for (int round = 0; round < 200; round++) {
            ColoredGraph g = TestGraphs.random(14, 0.15 + 0.7 * random.nextDouble(), 2, random.nextLong());
            LocalGraph local = LocalGraphs.of(g);
            Certifier certifier = new Certifier(local.offsets(), local.neighbours(), local.colors());
            Reduction reduction = new Reduction(local);
            reduction.reduce();
            for (int[] generator : reduction.generators) {
                int size = generator.length / 2;
                int[] to = Arrays.copyOfRange(generator, size, 2 * size);
                assertThat(certifier.isAutomorphism(generator, to, size)).isTrue();
            }
        }
    }

    @Test
    void completeAndEmptyEdgesAreDroppedAndDenseOnesTurned() {
        // The join of two different cycles: all edges between them carry no information.
        ColoredGraph join = TestGraphs.complement(TestGraphs.disjointCopies(TestGraphs.cycle(7), 3));
        Decomposition parts = new Decomposition(LocalGraphs.of(join), Trace.NONE);
        assertThat(parts.componentCount()).isEqualTo(3);
        assertThat(parts.extract(0).size()).isEqualTo(7);
        assertThat(parts.extract(0).neighbours()).hasSize(14);
        assertThat(parts.isRigid(0)).isFalse();
    }

    @Test
    void rigidComponentsAreRecognised() {
        ColoredGraph paths = TestGraphs.disjointCopies(
            ColoredGraph.builder(3).edge(0, 1).edge(1, 2).color(0, 1).build(), 4);
        Decomposition parts = new Decomposition(LocalGraphs.of(paths), Trace.NONE);
        assertThat(parts.componentCount()).isEqualTo(4);
        for (int k = 0; k < 4; k++) {
            assertThat(parts.isRigid(k)).isTrue();
        }
    }

    @Test
    void discretePartitionsHaveNoComponents() {
        ColoredGraph path = ColoredGraph.builder(3).edge(0, 1).edge(1, 2).color(0, 1).build();
        assertThat(new Decomposition(LocalGraphs.of(path), Trace.NONE).componentCount()).isZero();
    }

    @Test
    void ordersAreExact() {
        GroupOrder order = new GroupOrder();
        assertThat(order.isOne()).isTrue();
        assertThat(order.toBigInteger()).isEqualTo(1);
        BigInteger expected = BigInteger.ONE;
        for (int k = 0; k <= 60; k++) {
            order.multiplyFactorial(k);
            for (int i = 2; i <= k; i++) {
                expected = expected.multiply(BigInteger.valueOf(i));
            }
            order.multiply(k + 1);
            expected = expected.multiply(BigInteger.valueOf(k + 1));
            assertThat(order.toBigInteger()).isEqualTo(expected);
        }
        GroupOrder power = new GroupOrder();
        power.multiply(order, 3);
        assertThat(power.toBigInteger()).isEqualTo(expected.pow(3));
        GroupOrder prime = new GroupOrder();
        prime.multiply(1_000_003);
        assertThat(prime.toBigInteger()).isEqualTo(1_000_003);
        assertThat(prime.log10()).isCloseTo(Math.log10(1_000_003), org.assertj.core.data.Offset.offset(1e-12));
    }
}
