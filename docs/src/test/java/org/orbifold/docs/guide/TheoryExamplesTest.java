package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** The worked examples of {@code docs/understand/theory.md}: every number that the page states. */
class TheoryExamplesTest {

    private static final double EXACT = 1e-12;

    private static GraphicalModel withinOneBlock() {
        return GraphicalModel.builder().binary("X1", "X2").potentials(new int[] {0, 1}, 1, 2, 3, 3).build();
    }

    @Test
    void valuesOfOneBlock() {
        GraphicalModel model = withinOneBlock();
        SymmetryFinder finder = SymmetryFinder.of(model);
        assertThat(finder.variable().order()).isEqualTo(1);
        assertThat(finder.variableValue().order()).isEqualTo(1);
        BlockSymmetries block = finder.blockValue(BlockPartition.of(2, List.of(Block.of(0, 1))));
        assertThat(block.order()).isEqualTo(2);
        assertThat(block.apply(block.generators().get(0), new int[] {1, 0})).containsExactly(1, 1);
        assertThat(block.apply(block.generators().get(0), new int[] {0, 1})).containsExactly(0, 1);
        // The variances of one sample: 2/9 by counting, 1/18 averaged over the orbit.
        double p = 3.0 / 9;
        assertThat(p * (1 - p)).isCloseTo(2.0 / 9, within(EXACT));
        assertThat(2 * p * (1 - 2 * p) / 4).isCloseTo(1.0 / 18, within(EXACT));
    }

    @Test
    void valuesOfTwoBlocks() {
        GraphicalModel model = GraphicalModel.builder().binary("X1", "X2", "X3", "X4")
                .potentials(new int[] {0, 1}, 1, 2, 3, 4)
                .potentials(new int[] {2, 3}, 2, 3, 4, 1)
                .build();
        BlockPartition partition = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));

        BlockSymmetries symmetries = SymmetryFinder.of(model).blockValue(partition);
        Permutation exchange = symmetries.generators().get(0);
        int[] image = symmetries.apply(exchange, new int[] {0, 0, 0, 0});     // 0, 1, 1, 1
        assertThat(image).containsExactly(0, 1, 1, 1);
        assertThat(symmetries.order()).isEqualTo(2);
        assertThat(SymmetryFinder.of(model).variableValue().order()).isEqualTo(1);
        assertThat(model.logWeight(image)).isCloseTo(model.logWeight(new int[4]), within(EXACT));
        assertThat(model.logWeight(image)).isCloseTo(Math.log(2), within(EXACT));

        // Every state and its image have the same probability, and in the block model too (Theorem 3).
        GraphicalModel transformed = BlockModel.of(model, partition).transformed(1000);
        assertThat(ContractionPlan.solve(transformed).logPartition())
                .isCloseTo(ContractionPlan.solve(model).logPartition(), within(EXACT));
        for (int code = 0; code < 16; code++) {
            int[] state = {code >> 3, code >> 2 & 1, code >> 1 & 1, code & 1};
            double weight = model.logWeight(state);
            assertThat(model.logWeight(symmetries.apply(exchange, state))).isCloseTo(weight, within(EXACT));
            int[] blocks = BlockModel.of(model, partition).toBlocks(state);
            assertThat(transformed.logWeight(blocks)).isCloseTo(weight, within(EXACT));
        }
    }

    /** In a person's own table (0,0) and (1,0) have the same potential, but another formula depends on TakesML. */
    @Test
    void theTableOfABlockIsNotEnough() {
        ModelBuilder people = GraphicalModel.builder().binary("t0", "j0", "t1", "j1", "c01", "c10")
                .conjunction(1.1, "t0=1", "j0=1").conjunction(1.2, "t0=0", "j0=1")
                .conjunction(1.3, "t1=1", "j1=1").conjunction(1.4, "t1=0", "j1=1");
        BlockPartition partition = BlockPartition.completedBySingletons(6, List.of(Block.of(0, 1), Block.of(2, 3)));
        // Alone, the tables allow an exchange for each person, and the two connections are free.
        assertThat(SymmetryFinder.of(people.build()).blockValue(partition).order()).isEqualTo(4 * 8);
        GraphicalModel model = people.clause(0.5, "c01=0", "t0=0", "t1=1").clause(0.5, "c10=0", "t1=0", "t0=1").build();
        assertThat(SymmetryFinder.of(model).blockValue(partition).order()).isEqualTo(1);
    }

    /** A ring of 3-state Potts spins, each site two binary variables of which not both are 1. */
    private static GraphicalModel potts(int sites, double coupling) {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < sites; i++) {
            builder.binary("a" + i, "b" + i);
        }
        for (int i = 0; i < sites; i++) {
            int j = (i + 1) % sites;
            builder.forbid("a" + i + "=1", "b" + i + "=1");
            for (int[] value : new int[][] {{0, 0}, {0, 1}, {1, 0}}) {
                builder.conjunction(coupling, "a" + i + "=" + value[0], "b" + i + "=" + value[1],
                        "a" + j + "=" + value[0], "b" + j + "=" + value[1]);
            }
        }
        return builder.build();
    }

    @Test
    void modesOfAPottsRing() {
        int sites = 4;
        GraphicalModel model = potts(sites, 3);
        SymmetryFinder finder = SymmetryFinder.of(model);
        BlockPartition siteBlocks = BlockPartition.of(2 * sites,
                List.of(Block.of(0, 1), Block.of(2, 3), Block.of(4, 5), Block.of(6, 7)));
        BlockSymmetries vv = finder.variableValue();
        BlockSymmetries bv = finder.blockValue(siteBlocks);

        CompiledModel compiled = CompiledModel.of(model);
        MarkovChain gibbs = Gibbs.of(compiled, Scan.RANDOM);
        MarkovChain vvChain = BlockValueChain.of(gibbs, OrbitAction.of(vv), 1.0);
        MarkovChain bvChain = BlockValueChain.of(gibbs, OrbitAction.of(bv), 1.0);

        MarkovChain[] chains = {gibbs, vvChain, bvChain};
        double[] gaps = new double[3];
        long[] mixing = new long[3];
        for (int c = 0; c < chains.length; c++) {
            TransitionMatrix matrix = TransitionMatrix.of(model, chains[c]);
            assertThat(matrix.invarianceError()).isLessThan(1e-12);     // π P = π
            gaps[c] = matrix.spectralGap();
            mixing[c] = matrix.mixingTime(0.01);
        }
        assertThat(vv.order()).isEqualTo(16);
        assertThat(bv.order()).isEqualTo(48);
        assertThat(gaps).containsExactly(new double[] {0.000352, 0.000948, 0.048388}, within(1e-6));
        assertThat(mixing).containsExactly(11141, 4433, 97);
    }
}
