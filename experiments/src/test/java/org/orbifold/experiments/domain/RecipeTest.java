package org.orbifold.experiments.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

/** The domains follow the release's recipe for every seed and size, and their truths agree with exact inference. */
class RecipeTest {

    private static double weight(Feature feature) {
        return ((Clause) feature).weight();
    }

    private static Clause clause(double weight, Literal... literals) {
        return Clause.of(weight, List.of(literals));
    }

    /** Pearson's statistic of counts that should be equal. */
    private static double chiSquare(int[] counts) {
        double expected = IntStream.of(counts).sum() / (double) counts.length;
        return IntStream.of(counts).mapToDouble(c -> (c - expected) * (c - expected) / expected).sum();
    }

    /** Built a second time from nothing but the recipe's words (PEERS of the release: three kinds of clauses). */
    @Property(tries = 40)
    void jobSearchClauseByClause(@ForAll @IntRange(min = 1, max = 9) int n, @ForAll long seed) {
        GraphicalModel model = JobSearch.generate(n, 0.1, seed).model();
        List<Feature> features = model.features();
        assertThat(model.variableCount()).isEqualTo(2 * n + n * (n - 1));
        assertThat(features).hasSize(2 * n + n * (n - 1));
        for (int i = 0; i < n; i++) {
            assertThat(features.get(2 * i)).isEqualTo(clause(weight(features.get(2 * i)), Literal.of(2 * i, 0),
                    Literal.of(2 * i + 1, 1)));
            assertThat(features.get(2 * i + 1)).isEqualTo(clause(weight(features.get(2 * i + 1)),
                    Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0)));
        }
        int next = 2 * n;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    assertThat(model.variable(next).name()).isEqualTo("Connected(" + i + "," + j + ")");
                    assertThat(features.get(next)).isEqualTo(clause(0.1, Literal.of(next, 0), Literal.of(2 * i, 0),
                            Literal.of(2 * j, 1)));
                    next++;
                }
            }
        }
    }

    @Property(tries = 30)
    void jobSearchIsRecognised(@ForAll @IntRange(min = 1, max = 8) int n, @ForAll long seed) {
        GraphicalModel model = JobSearch.generate(n, 0.3, seed).model();
        assertThat(JobSearch.recognise(model).model()).isEqualTo(model);
        assertThat(JobSearch.peopleOf(model)).isEqualTo(n);
    }

    @Example
    void othersAreNotTakenForJobSearch() {
        assertThatThrownBy(() -> JobSearch.recognise(StudentCurriculum.generate(3, 1, 0.1, 1).model()))
                .hasMessageContaining("not a Job Search model");
        GraphicalModel right = JobSearch.generate(2, 0.1, 1).model();
        var wrong = GraphicalModel.builder();
        right.variables().forEach(v -> wrong.variable(v.name(), v.domain()));
        right.features().subList(0, 5).forEach(wrong::add);
        wrong.clause(0.1, Literal.of(5, 1), Literal.of(2, 0), Literal.of(0, 1));
        assertThatThrownBy(() -> JobSearch.recognise(wrong.build())).hasMessageContaining("are not the domain's");
    }

    @Property(tries = 15)
    void closedFormIsThatOfExactInference(@ForAll @IntRange(min = 2, max = 9) int n,
            @ForAll @DoubleRange(min = 0.05, max = 1.5) double coupling, @ForAll long seed) {
        Problem problem = JobSearch.generate(n, coupling, seed).problem("x", 0, EvidenceWay.CONDITION, seed, 1);
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(problem.truth().marginals(),
                ContractionPlan.solve(problem.model()).marginals())).isLessThan(1e-10);
        Problem smokers = FurtherDomains.smokers(n, coupling);
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(smokers.truth().marginals(),
                ContractionPlan.solve(smokers.model()).marginals())).isLessThan(1e-10);
    }

    @Property(tries = 15)
    void evidenceKeepsTheTruthTrue(@ForAll @IntRange(min = 2, max = 8) int n,
            @ForAll @DoubleRange(min = 0, max = 1) double share, @ForAll EvidenceWay way, @ForAll long seed) {
        Problem problem = JobSearch.generate(n, 0.6, seed).problem("x", share, way, seed, 1);
        assertThat(problem.truth().error()).isZero();
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(problem.truth().marginals(),
                ContractionPlan.solve(problem.model()).marginals())).isLessThan(1e-10);
        assertThat(problem.kinds()).filteredOn("TakesML"::equals).hasSize(n);
    }

    @Example
    void jobWeightsAreUniform() {
        int[] bins = new int[10];
        GraphicalModel model = JobSearch.generate(100, 0.1, 42).model();
        Map<Long, Integer> seen = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            double w = weight(model.features().get(i));
            bins[(int) Math.min(9, Math.floor((w - 1) * 10 - 1e-9 + 0.05))]++;
            seen.merge(Math.round(w * 100), 1, Integer::sum);
        }
        // 9 degrees of freedom: above 40 once in 10^5 seeds. The bins' edges are off by as much as rounding is.
        assertThat(chiSquare(bins)).isLessThan(40);
        assertThat(seen).hasSizeBetween(60, 101);
    }

    @Example
    void studentWeightsAreDrawnWithoutPreference() {
        List<Double> weights = List.of(1.1, 1.3, 1.5, 1.7, 1.9, 2.1);
        GraphicalModel model = StudentCurriculum.generate(3000, 500, 0.01, 7).model();
        for (int place = 0; place < 4; place++) {
            int[] counts = new int[6];
            for (int i = 0; i < 3000; i++) {
                counts[weights.indexOf(weight(model.features().get(4 * i + place)))]++;
            }
            // 5 degrees of freedom: above 32 once in 10^5 seeds and places.
            assertThat(chiSquare(counts)).isLessThan(32);
        }
        for (int i = 0; i < 3000; i++) {
            for (int k = 0; k < 4; k++) {
                assertThat(model.features().get(4 * i + k)).isEqualTo(clause(weight(model.features().get(4 * i + k)),
                        Literal.of(2 * i, k / 2), Literal.of(2 * i + 1, k % 2)));
            }
        }
    }

    @Property(tries = 30)
    void friendsAreDifferentPairsInBothDirectionsAndCourses(@ForAll @IntRange(min = 2, max = 30) int students,
            @ForAll long seed) {
        int friends = students / 2;
        GraphicalModel model = StudentCurriculum.generate(students, friends, 0.01, seed).model();
        List<Feature> tail = model.features().subList(4 * students, model.features().size());
        assertThat(tail).hasSize(4 * friends).doesNotHaveDuplicates();
        for (Feature feature : tail) {
            int[] scope = feature.scope();
            assertThat(scope[0] % 2).isEqualTo(scope[1] % 2);
            assertThat(scope[0] / 2).isNotEqualTo(scope[1] / 2);
            assertThat(feature).isEqualTo(clause(0.01, Literal.of(scope[0], 0), Literal.of(scope[1], 1)));
        }
    }

    @Property(tries = 50)
    void evidenceIsOnAsManyAsAskedFor(@ForAll @DoubleRange(min = 0, max = 1) double share, @ForAll long seed) {
        GraphicalModel model = JobSearch.generate(6, 0.1, 1).model();
        int[] candidates = IntStream.range(12, 42).toArray();
        Evidence evidence = EvidenceWay.draw(model, candidates, share, Xoshiro256.of(seed, 0));
        assertThat(evidence.size()).isEqualTo((int) Math.round(30 * share));
        assertThat(IntStream.range(0, 12).noneMatch(evidence::observes)).isTrue();
        assertThat(EvidenceWay.draw(model, candidates, share, Xoshiro256.of(seed, 0))).isEqualTo(evidence);
    }
}
