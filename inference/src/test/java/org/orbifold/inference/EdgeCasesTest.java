package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;

/** Models with next to nothing to ask about, for all questions, routes and chains. */
class EdgeCasesTest {

    private static final GraphicalModel EMPTY = GraphicalModel.builder().constant(0.5).build();
    private static final GraphicalModel SINGLE_VALUES = GraphicalModel.builder().variable("A", Domain.of("only"))
            .variable("B", Domain.of("only")).table(new int[] {0, 1}, 0.25).build();
    private static final GraphicalModel NO_FACTORS = GraphicalModel.builder().binary("A", "B").build();
    private static final GraphicalModel PAIR = GraphicalModel.builder().binary("A", "B")
            .table(new int[] {0, 1}, 0.2, 1.1, -0.4, 0.3).build();

    static Stream<Arguments> cases() {
        return Stream.of(Arguments.of("empty", EMPTY, Evidence.none(), 0.5),
                Arguments.of("single values", SINGLE_VALUES, Evidence.none(), 0.25),
                Arguments.of("no factors", NO_FACTORS, Evidence.none(), Math.log(4)),
                Arguments.of("all observed", PAIR, Evidence.of(0, 1).and(1, 0), -0.4));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void areAnsweredByAllRoutesAndChains(String name, GraphicalModel model, Evidence evidence, double logZ)
            throws IOException {
        for (Route route : Route.values()) {
            for (ChainKind chain : ChainKind.values()) {
                for (EstimatorKind estimator : List.of(EstimatorKind.AUTO, EstimatorKind.ORBIT)) {
                    Inference inference = Inference.on(model).withEvidence(evidence).withOptions(
                            InferenceOptions.defaults().withRoute(route).withChain(chain).withEstimator(estimator)
                                    .withSampling(SamplingOptions.defaults().withSamples(10).withThreads(2)));
                    String each = name + " " + route + " " + chain + " " + estimator;
                    InferenceResult result = inference.run();
                    assertThat(result.marginals().variableCount()).as(each).isEqualTo(model.variableCount());
                    result.logPartition().ifPresent(value -> assertThat(value).as(each).isCloseTo(logZ,
                            within(1e-9)));
                    assertThat(inference.plan().toString()).as(each).isNotEmpty();
                    assertThat(inference.sample(3, 1).states()).as(each).hasSize(3);
                    assertThat(inference.mostProbable().isProved()).as(each).isTrue();
                    assertThat(inference.ask(List.of(Query.event(Formula.TRUE))).get(0).cells().get(0)
                            .value()).as(each).isEqualTo(1);
                    assertThat(inference.prepare().sampledModel().variableCount()).as(each).isLessThanOrEqualTo(2);
                }
            }
        }
    }
}
