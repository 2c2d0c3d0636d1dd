package org.orbifold.mcmc.orbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MovingChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.CoarseModel;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

class NearAndContextTest {

    /** Potts ring with weak random fields; the field is a table of the same scope as the hard one. */
    private static GraphicalModel pottsWithFields(int sites, double strength) {
        SplittableRandom random = new SplittableRandom(9);
        ModelBuilder builder = GraphicalModel.builder().variables(SmallModels.pottsRing(sites, 1).sizes());
        SmallModels.pottsRing(sites, 1).features().forEach(builder::add);
        for (int s = 0; s < sites; s++) {
            builder.table(new int[] {2 * s, 2 * s + 1}, strength * random.nextDouble(), strength * random.nextDouble(),
                    strength * random.nextDouble(), 0);
        }
        return builder.build();
    }

    private static TransitionMatrix matrix(GraphicalModel model, Move move) {
        MarkovChain chain = (state, from, to, random, listener) -> move.apply(state, from, random, listener);
        return TransitionMatrix.of(model, chain);
    }

    @Test
    void coarseWeightsHaveTheSymmetriesThatFieldsBreak() {
        GraphicalModel model = pottsWithFields(3, 0.2);
        assertThat(SymmetryFinder.of(model).blockValue(SmallModels.pairs(model)).order().intValue()).isEqualTo(1);
        GraphicalModel coarse = CoarseModel.of(model, 0.6);
        BlockSymmetries near = SymmetryFinder.of(coarse).blockValue(SmallModels.pairs(model));
        // Six permutations of the values, six symmetries of a triangle.
        assertThat(near.order().intValue()).isEqualTo(36);
        NearSymmetries moves = NearSymmetries.of(model, near);
        assertThat(moves.factorCount()).isEqualTo(1);
        assertThat(moves.exactCount()).isZero();
        // Only the three tables with fields count, not the three couplings.
        assertThat(moves.factors().get(0).changed().cardinality()).isEqualTo(3);
        TransitionMatrix matrix = matrix(model, moves.move());
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
        assertThat(matrix.probability(0, 0)).isLessThan(0.9);
    }

    @Test
    void exactSymmetriesAreAlwaysAccepted() {
        GraphicalModel model = SmallModels.pottsRing(3, 0.7);
        NearSymmetries moves = NearSymmetries.of(model,
                SymmetryFinder.of(model).blockValue(SmallModels.pairs(model)));
        assertThat(moves.exactCount()).isEqualTo(moves.factorCount()).isEqualTo(1);
        TransitionMatrix matrix = matrix(model, moves.move());
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
        // All equal: three such states, an orbit.
        assertThat(matrix.probability(0, 0)).isCloseTo(1.0 / 3, within(1e-12));
    }

    @Test
    void groupsAreCutAtGaps() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {0}, 0, 1.0).table(new int[] {1}, 0, 1.05).table(new int[] {2}, 0, 2.0).build();
        GraphicalModel coarse = CoarseModel.of(model, 0.1);
        assertThat(coarse.factors().tables().get(0).entry(1)).isEqualTo(coarse.factors().tables().get(1).entry(1))
                .isCloseTo(1.025, within(1e-12));
        assertThat(coarse.factors().tables().get(2).entry(1)).isEqualTo(2.0);
        GraphicalModel structure = CoarseModel.of(model, 1);
        assertThat(structure.factors().tables()).allSatisfy(t -> assertThat(t.entry(1)).isEqualTo(t.entry(0)));
        assertThatThrownBy(() -> CoarseModel.of(model, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Six people with unlike weights: the transpositions of people are accepted now and then, and keep the target. */
    @Test
    void tilesAreExchangedTwoByTwo() {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2);
        for (int v = 0; v < 4; v++) {
            builder.table(new int[] {v}, 0, 0.3 * v);
            for (int u = 0; u < v; u++) {
                builder.table(new int[] {u, v}, 0.5, 0, 0, 0.5);
            }
        }
        GraphicalModel model = builder.build();
        BlockSymmetries near = SymmetryFinder.of(CoarseModel.of(model, 1)).variable();
        assertThat(near.order().intValue()).isEqualTo(24);
        NearSymmetries moves = NearSymmetries.of(model, near);
        assertThat(moves.factors().get(0).changed().cardinality()).isEqualTo(4);
        NearMove move = moves.move();
        assertThat(matrix(model, move).invarianceError()).isLessThan(1e-12);
        int[] state = {0, 1, 0, 1};
        Xoshiro256 random = Xoshiro256.of(1, 0);
        for (int i = 0; i < 200; i++) {
            move.apply(state, i, random, ChainListener.NONE);
        }
        BitSet paying = move.paying();
        assertThat(paying.cardinality()).isEqualTo(1);
        assertThat(moves.only(new BitSet()).factorCount()).isZero();
    }

    /** Young and old: given the hub, one half of the variables are alike; without it, none are. */
    private static GraphicalModel youngAndOld(int people) {
        ModelBuilder builder = GraphicalModel.builder().binary("Young");
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < people; i++) {
            builder.binary("Smokes(" + i + ")", "Drives(" + i + ")");
            int smokes = 1 + 2 * i;
            builder.clause(0.7, Literal.of(0, 0), Literal.of(smokes, 1));
            builder.clause(random.nextDouble(), Literal.of(0, 1), Literal.of(smokes, 0));
            builder.clause(random.nextDouble(), Literal.of(0, 0), Literal.of(smokes + 1, 1));
            builder.clause(0.4, Literal.of(0, 1), Literal.of(smokes + 1, 0));
        }
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < i; j++) {
                for (int k = 1; k <= 2; k++) {
                    builder.table(new int[] {2 * i + k, 2 * j + k}, 0.5, 0, 0, 0.5);
                }
            }
        }
        return builder.build();
    }

    @Test
    void contextsMoveWhatIsAlikeInThem() {
        GraphicalModel model = youngAndOld(3);
        assertThat(SymmetryFinder.of(model).variableValue().order().intValue()).isEqualTo(1);
        ContextSymmetries contexts = ContextSymmetries.of(model, new int[] {0}, 1);
        TransitionMatrix matrix = matrix(model, contexts.move());
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
        int someYoung = 0;
        for (int s = 0; s < matrix.size(); s++) {
            someYoung += matrix.probability(s, s) < 0.99 ? 1 : 0;
        }
        assertThat(someYoung).isGreaterThan(40);
        assertThat(contexts.searches()).isEqualTo(2);
        // One group is kept, so the other is found again.
        contexts.move().apply(new int[7], 0, Xoshiro256.of(1, 0), ChainListener.NONE);
        assertThat(contexts.searches()).isEqualTo(3);
        assertThat(ContextSymmetries.hubs(youngAndOld(6), SymmetryOptions.defaults())).containsExactly(0);
        assertThat(ContextSymmetries.hubs(SmallModels.pottsRing(4, 1), SymmetryOptions.defaults())).isEmpty();
        // A value that a hard zero forbids is no context.
        ModelBuilder never = GraphicalModel.builder();
        youngAndOld(6).variables().forEach(v -> never.variable(v.name(), v.domain()));
        youngAndOld(6).features().forEach(never::add);
        never.table(new int[] {0}, 0, Double.NEGATIVE_INFINITY);
        assertThat(ContextSymmetries.hubs(never.build(), SymmetryOptions.defaults())).isEmpty();
    }

    @Test
    void estimatesAverageWithinContexts() {
        GraphicalModel model = youngAndOld(5);
        Marginals exact = ContractionPlan.solve(model).marginals();
        ContextSymmetries contexts = ContextSymmetries.of(model, new int[] {0}, 4);
        MarkovChain chain = MovingChain.of(Gibbs.of(CompiledModel.of(model), Scan.SYSTEMATIC),
                List.of(contexts.move()), 11);
        double[] worst = new double[2];
        Estimator[] estimators = {Estimator.contextConditionals(model, contexts), Estimator.conditionals(model)};
        for (int e = 0; e < 2; e++) {
            Xoshiro256 random = Xoshiro256.of(7, 1);
            int[] state = new int[model.variableCount()];
            estimators[e].start(state, 0);
            chain.advance(state, 0, 11 * 200_000, random, estimators[e]);
            double[] sums = new double[MarginalSums.of(model).entries()];
            estimators[e].addTo(11 * 200_000, sums);
            Marginals found = MarginalSums.of(model).marginals(sums, state);
            for (int v = 0; v < model.variableCount(); v++) {
                worst[e] = Math.max(worst[e], Math.abs(found.probability(v, 1) - exact.probability(v, 1)));
            }
        }
        // About 0.0015 is one standard error; six of them for eleven variables: a false alarm below 1e-7, fixed seed.
        assertThat(worst[0]).isLessThan(0.01);
        assertThat(worst[1]).isLessThan(0.01);
    }

    @Test
    void badContextsAreRefused() {
        GraphicalModel model = youngAndOld(2);
        for (int[] context : new int[][] {{}, {0, 0}, {-1}, {5}}) {
            assertThatThrownBy(() -> ContextSymmetries.of(model, context, 3))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("5 variables");
        }
    }
}
