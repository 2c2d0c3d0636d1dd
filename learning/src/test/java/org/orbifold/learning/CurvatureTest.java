package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

/** Standard errors where the curvature is singular, steep or negative, and weights that the data make infinite. */
class CurvatureTest {

    private static LearningResult learn(String network, String data, LearningOptions options) throws IOException {
        MarkovLogic logic = LogicFiles.parseNetwork(network);
        return WeightLearning.on(logic, List.of(LogicFiles.parseDatabase(logic, data)))
                .withOptions(options.withThreads(1)).run();
    }

    /** Equal formulas share a weight in no determined way: both have no error, in either order; others have theirs. */
    @ParameterizedTest
    @ValueSource(strings = {"LIKELIHOOD", "PSEUDO"})
    void equalFormulasHaveNoErrors(String objective) throws IOException {
        String data = "P(A) !P(B) !P(C) !P(D) Q(A) Q(B) !Q(C) !Q(D)";
        LearningOptions options = LearningOptions.defaults().withObjective(LearningObjective.valueOf(objective));
        LearningResult result = learn("P(t)\nQ(t)\nP(x)\nQ(x)\nP(x) v P(x)\nP(x) v !P(x)\n", data, options);
        assertThat(result.formulas()).extracting(LearnedFormula::standardError).satisfies(errors -> {
            assertThat(errors.get(0)).isNaN();
            assertThat(errors.get(1)).isCloseTo(1, within(1e-5));
            assertThat(errors.get(2)).isNaN();
            assertThat(errors.get(3)).isNaN();
        });
        assertThat(result.weights()[0] + result.weights()[2]).isCloseTo(-Math.log(3), within(1e-6));
        // With a prior all are determined; along the difference of two equal formulas there is the prior alone.
        LearningResult bounded = learn("P(t)\nQ(t)\nP(x)\nP(x) v P(x)\n", data, options.withPrior(Prior.gaussian(2)));
        double w = bounded.weights()[0];
        double curvature = 4 * Math.exp(2 * w) / Math.pow(1 + Math.exp(2 * w), 2);
        assertThat(bounded.formulas().get(0).standardError())
                .isCloseTo(Math.sqrt(0.5 / (2 * curvature + 0.25) + 0.5 / 0.25), within(1e-5));
    }

    /** The count of S(x) ^ S(y) is k² for k people, C(n, k) worlds each: its error is 1 over its deviation. */
    @Test
    void errorsOfFormulasWithManyGroundings() throws IOException {
        int n = 100;
        int smokers = 60;
        String data = IntStream.range(0, n).mapToObj(i -> (i < smokers ? "" : "!") + "S(P" + i + ")")
                .collect(Collectors.joining(" "));
        LearnedFormula formula = learn("S(person)\nS(x) ^ S(y)\n", data, LearningOptions.defaults()).formulas().get(0);
        double sum = 0;
        double first = 0;
        double second = 0;
        double logChoose = 0;
        for (int k = 0; k <= n; k++) {
            double p = Math.exp(logChoose + formula.weight() * (k * k - smokers * smokers));
            sum += p;
            first += p * k * k;
            second += p * Math.pow(k, 4);
            logChoose += Math.log((n - k) / (k + 1.0));
        }
        double mean = first / sum;
        assertThat(mean).isCloseTo(smokers * smokers, within(1e-5));
        double error = 1 / Math.sqrt(second / sum - mean * mean);
        assertThat(error).isLessThan(2e-3);
        assertThat(formula.standardError()).isCloseTo(error, within(1e-5 * error));
    }

    /** A formula that always holds is named also if its slope vanishes at a small weight. */
    @ParameterizedTest
    @ValueSource(strings = {"LIKELIHOOD", "PSEUDO"})
    void smallWeightsCanRunToInfinity(String objective) throws IOException {
        String data = IntStream.range(0, 40).mapToObj(i -> "S(P" + i + ")").collect(Collectors.joining(" "))
                + " C(P1) C(P2) C(P3)";
        LearningResult result = learn("S(person)\nC(person)\nS(x) <=> S(y)\nC(x)\n", data,
                LearningOptions.defaults().withObjective(LearningObjective.valueOf(objective)));
        assertThat(result.formulas()).extracting(LearnedFormula::bounded).containsExactly(true, false);
        assertThat(result.weights()[0]).isBetween(0.05, 1.0);
        assertThat(result.weights()[1]).isCloseTo(Math.log(3 / 37.0), within(1e-6));
        assertThat(result.remarks()).anySatisfy(remark -> assertThat(remark).contains("'S(x) <=> S(y)'"));
    }

    /** Neither weight has reached a large number where the slope vanishes, but their sum can grow for ever. */
    @Test
    void infiniteWeightsOfNetworksAreNamed() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2).clause(0, new Literal(0, 1))
                .clause(0, new Literal(0, 1), new Literal(0, 1)).clause(0, new Literal(1, 1)).build();
        ParameterResult result = ParameterLearning.on(model, Observations.of(model, List.of(new int[] {1, 1},
                new int[] {1, 0}))).run();
        assertThat(result.remarks()).hasSize(1);
        assertThat(result.remarks().get(0)).contains("2 weights infinite").contains("0=1").doesNotContain("1=1");
    }

    /** At weights of 0 a hidden predicate depends on nothing, which is a saddle; two classes explain the data. */
    @Test
    void learningLeavesSaddles() throws IOException {
        String data = "S(A) S(B) S(C) S(D) S(E) !S(F) !S(G) !S(H) !S(I) !S(J) C(A) C(B) C(C) C(D) !C(E) C(F) !C(G) "
                + "!C(H) !C(I) !C(J)" + "ABCDEFGHIJ".replaceAll("(.)", " ?T($1)");
        LearningResult result = learn("S(p)\nC(p)\nT(p)\nS(x) <=> T(x)\nC(x) <=> T(x)\n", data,
                LearningOptions.defaults());
        // Without a saddle 20 log 0.5 = -13.9; weights on a curve all have the maximum, at its ends infinite ones.
        double best = 8 * Math.log(0.4) + 2 * Math.log(0.1);
        assertThat(result.value()).isCloseTo(best, within(1e-3));
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2).table(new int[] {0, 1}, new double[4])
                .table(new int[] {0, 2}, new double[4]).build();
        List<int[]> rows = IntStream.range(0, 10).mapToObj(r -> new int[] {-1, r < 5 ? 1 : 0, r % 5 < 4 ? r / 5
                : 1 - r / 5}).toList();
        ParameterResult hidden = ParameterLearning.on(model, Observations.of(model, rows))
                .withKind(ParameterKind.LOG_LINEAR).run();
        assertThat(hidden.logLikelihood()).isCloseTo(best, within(1e-2));
    }
}
