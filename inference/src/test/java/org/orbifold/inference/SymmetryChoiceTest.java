package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.exact.JunctionTree;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class SymmetryChoiceTest {

    private static final SamplingOptions SHORT = SamplingOptions.defaults()
            .withUnit(SampleUnit.STEP).withSamples(200_000).withChains(4);

    /** A strip of Ising spins, strongly coupled, with weak fields: two modes of unlike weight. */
    private static GraphicalModel magnet(int length, double coupling, double field) {
        int[] sizes = new int[4 * length];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        SplittableRandom random = new SplittableRandom(3);
        for (int s = 0; s < sizes.length; s++) {
            builder.table(new int[] {s}, 0, field * (random.nextDouble() - 0.4));
            if (s % 4 < 3) {
                builder.table(new int[] {s, s + 1}, coupling, 0, 0, coupling);
            }
            if (s + 4 < sizes.length) {
                builder.table(new int[] {s, s + 4}, coupling, 0, 0, coupling);
            }
        }
        return builder.build();
    }

    private static InferenceResult run(GraphicalModel model, InferenceOptions options) throws IOException {
        return Inference.on(model).withOptions(options.withRoute(Route.SAMPLE).withSampling(SHORT)).run();
    }

    private static String chain(InferenceResult result) {
        return result.sampled().orElseThrow().chain();
    }

    /** 800,000 samples leave errors of about 0.005 in a chain that crosses between the modes; 0.03 is six of them. */
    @Test
    void clustersAndNearSymmetriesCrossWhereFieldsBreakTheSymmetry() throws IOException {
        GraphicalModel model = magnet(8, 2.5, 0.2);
        Marginals exact = JunctionTree.solve(model).marginals();
        for (ChainKind kind : List.of(ChainKind.CLUSTERS, ChainKind.NEAR)) {
            InferenceResult result = run(model, InferenceOptions.defaults().withChain(kind));
            assertThat(chain(result)).contains("tolerance");
            assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), exact)).as(chain(result))
                    .isLessThan(0.03);
        }
        InferenceResult stuck = run(model, InferenceOptions.defaults().withChain(ChainKind.BV));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(stuck.marginals(), exact)).isGreaterThan(0.1);
        InferenceResult chosen = run(model, InferenceOptions.defaults());
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(chosen.marginals(), exact)).as(chain(chosen))
                .isLessThan(0.03);
    }

    @Test
    void whatIsNotThereIsSaid() throws IOException {
        assertThat(chain(run(magnet(3, 0.2, 1), InferenceOptions.defaults().withChain(ChainKind.CONTEXTS))))
                .contains("no variable is a hub");
        InferenceOptions exactOnly = InferenceOptions.defaults().withChain(ChainKind.CLUSTERS)
                .withSymmetries(new SymmetryMoveOptions(List.of(), OptionalDouble.of(0)));
        assertThat(chain(run(magnet(3, 0.2, 1), exactOnly))).contains("no involutions were found");
        InferenceOptions named = InferenceOptions.defaults().withChain(ChainKind.CONTEXTS)
                .withSymmetries(new SymmetryMoveOptions(List.of("0"), OptionalDouble.empty()));
        GraphicalModel model = SmallModels.pottsRing(3, 0.5);
        assertThat(model.variable(0).name()).isEqualTo("0");
        InferenceResult result = run(model, named);
        assertThat(chain(result)).contains("contexts of 0");
        assertThat(result.marginals().probability(1, 1)).isBetween(0.32, 0.35);
        assertThatThrownBy(() -> new SymmetryMoveOptions(List.of(), OptionalDouble.of(2)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0 to 1");
    }

    /** Players in rows and columns, who play together by rows or by columns as the first variable says. */
    private static GraphicalModel teams(int side) {
        int[] sizes = new int[1 + side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (int sport = 0; sport < 2; sport++) {
            for (int team = 0; team < side; team++) {
                double[] table = new double[8];
                table[4 * sport] = 0.2 + 0.02 * team;
                table[4 * sport + 3] = table[4 * sport];
                for (int i = 0; i < side; i++) {
                    for (int j = 0; j < i; j++) {
                        builder.table(new int[] {0, 1 + (sport == 0 ? team * side + i : i * side + team),
                                1 + (sport == 0 ? team * side + j : j * side + team)}, table);
                    }
                }
            }
        }
        return builder.build();
    }

    /** A chain whose trial was so bad that everything is better, and one that was so good that nothing is. */
    @Test
    void contextsAreTriedWithoutBarriersWhereThereIsAHub() {
        for (GraphicalModel model : List.of(teams(6), magnet(3, 0.2, 1))) {
            InferenceOptions options = InferenceOptions.defaults().withSampling(SamplingOptions.defaults()
                    .withSeconds(5).withThreads(1));
            UsualChain usual = new UsualChain(model, options);
            SymmetryChoice choice = new SymmetryChoice(model, options, new Starts(model, 1), () -> false);
            boolean hub = model.variableCount() == 37;
            for (double cost : new double[] {1e12, 1e-12}) {
                Pilot.Decision decision = choice.decide(usual.symmetries().get(0),
                        new Pilot.Decision(usual.candidate(), "no barriers", cost, false));
                assertThat(decision.chosen().name().startsWith("contexts of 0")).isEqualTo(hub && cost > 1);
            }
        }
    }
}
