package org.orbifold.experiments.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/** Domains as the release generates them, and true marginals that are true. */
class DomainsTest {

    static Stream<Problem> small() {
        return Stream.of(
                JobSearch.generate(3, 0.1, 1).problem("a", 0, EvidenceWay.CONDITION, 1, 10),
                JobSearch.generate(4, 0.9, 2).problem("b", 0, EvidenceWay.CONDITION, 2, 10),
                JobSearch.generate(4, 0.7, 3).problem("c", 0.5, EvidenceWay.CONDITION, 3, 10),
                JobSearch.generate(4, 0.7, 3).problem("d", 0.5, EvidenceWay.RELEASE, 3, 10),
                JobSearch.generate(1, 0.1, 1).problem("e", 0, EvidenceWay.CONDITION, 1, 10),
                StudentCurriculum.generate(6, 5, 0.8, 1).problem("f", 0, EvidenceWay.CONDITION, 1),
                StudentCurriculum.generate(6, 5, 0.8, 1).problem("g", 0.25, EvidenceWay.CONDITION, 1),
                StudentCurriculum.generate(6, 5, 0.8, 1).problem("h", 0.25, EvidenceWay.RELEASE, 1),
                FurtherDomains.ising(3, 0.7),
                FurtherDomains.potts(3, 0.4),
                FurtherDomains.smokers(3, 0.6),
                FurtherDomains.smokers(4, 0.1),
                FurtherDomains.control(4, 7),
                BrokenDomains.sports(2, 1),
                BrokenDomains.sports(3, 2));
    }

    @ParameterizedTest
    @MethodSource("small")
    void truthIsTheBruteForceTruth(Problem problem) {
        Marginals expected = BruteForce.solve(problem.model()).marginals();
        assertThat(problem.truth().error()).isZero();
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(problem.truth().marginals(), expected)).isLessThan(1e-10);
    }

    @Test
    void aLongRunAgreesWithExactInference() {
        // 24 people are too many to enumerate; with nearly all pairs observed as the release has it, a tree is small
        // enough.
        Problem problem = JobSearch.generate(24, 0.8, 4).problem("x", 0.97, EvidenceWay.RELEASE, 4, 200_000);
        Marginals exact = ContractionPlan.solve(problem.model()).marginals();
        assertThat(problem.truth().error()).isBetween(1e-7, 1e-3);
        // 552 probabilities, all functions of 24 estimated ones, within 6 standard errors of the worst.
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(problem.truth().marginals(), exact))
                .isLessThan(6 * problem.truth().error());
    }

    @Test
    void jobSearchIsLaidOutAsInTheRelease() {
        GraphicalModel model = JobSearch.generate(30, 0.1, 1).model();
        assertThat(model.variableCount()).isEqualTo(930);
        assertThat(model.features()).hasSize(60 + 870);
        assertThat(model.variable(60).name()).isEqualTo("Connected(0,1)");
        // The release's file job_search_30 has "0.1 <TAB> 60 0,0 0,2 1" and ends in "0.1 <TAB> 929 0,58 0,56 1".
        assertThat(model.describe(model.features().get(60))).contains("Connected(0,1)=0", "TakesML(0)=0",
                "TakesML(1)=1");
        assertThat(model.describe(model.features().get(929)))
                .contains("Connected(29,28)=0", "TakesML(29)=0", "TakesML(28)=1");
        for (int i = 0; i < 60; i++) {
            double weight = ((Clause) model.features().get(i)).weight();
            assertThat(weight).isBetween(1.0, 2.0);
            assertThat(weight * 100).isCloseTo(Math.rint(weight * 100), within(1e-9));
        }
    }

    @Test
    void studentCurriculumIsLaidOutAsInTheRelease() {
        GraphicalModel model = StudentCurriculum.generate(300, 50, 0.01, 1).model();
        assertThat(model.variableCount()).isEqualTo(600);
        assertThat(model.features()).hasSize(4 * 300 + 4 * 50);
        for (int i = 0; i < 300; i++) {
            List<Double> weights = model.features().subList(4 * i, 4 * i + 4).stream()
                    .map(f -> ((Clause) f).weight()).toList();
            assertThat(weights).doesNotHaveDuplicates().isSubsetOf(1.1, 1.3, 1.5, 1.7, 1.9, 2.1);
        }
        assertThat(model.features().subList(1200, 1400).stream().map(f -> ((Clause) f).weight()).distinct())
                .containsExactly(0.01);
        assertThat(model.features().subList(1200, 1400).stream().map(model::describe).collect(Collectors.toSet()))
                .hasSize(200);
    }

    @Test
    void evidenceInTheReleasesWayDeletes() {
        GraphicalModel whole = JobSearch.generate(6, 0.1, 1).model();
        Problem left = JobSearch.generate(6, 0.1, 1).problem("x", 0.5, EvidenceWay.RELEASE, 1, 10);
        assertThat(left.model().variableCount()).isEqualTo(whole.variableCount() - 15);
        assertThat(left.model().features()).hasSize(whole.features().size() - 15);
        Problem conditioned = JobSearch.generate(6, 0.1, 1).problem("x", 0.5, EvidenceWay.CONDITION, 1, 10);
        assertThat(conditioned.kinds()).isEqualTo(left.kinds());
        assertThat(conditioned.truth().marginals()).isNotEqualTo(left.truth().marginals());
    }

    @Test
    void theSeedDecides() {
        assertThat(JobSearch.generate(5, 0.1, 1).model()).isEqualTo(JobSearch.generate(5, 0.1, 1).model())
                .isNotEqualTo(JobSearch.generate(5, 0.1, 2).model());
        assertThat(StudentCurriculum.generate(5, 3, 0.1, 1).model())
                .isEqualTo(StudentCurriculum.generate(5, 3, 0.1, 1).model())
                .isNotEqualTo(StudentCurriculum.generate(5, 3, 0.1, 2).model());
    }

    @Test
    void kindsAreNamed() {
        assertThat(JobSearch.generate(3, 0.1, 1).problem("x", 0, EvidenceWay.CONDITION, 1, 1).kindNames())
                .containsExactly("TakesML", "GetsJob", "Connected");
        assertThat(FurtherDomains.control(3, 1).kindNames()).containsExactly("Spin");
    }

    @Test
    void theControlHasDifferentFeatures() {
        List<Feature> features = FurtherDomains.control(5, 1).model().features();
        assertThat(features).hasSize(25 + 40).doesNotHaveDuplicates();
    }

    @Test
    void impossibleSizesAreRefused() {
        assertThatThrownBy(() -> JobSearch.generate(0, 0.1, 1)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> StudentCurriculum.generate(3, 4, 0.1, 1)).hasMessageContaining("at most 3 pairs");
        assertThatThrownBy(() -> FurtherDomains.potts(2, 1)).hasMessageContaining("at least 3");
        assertThatThrownBy(() -> FurtherDomains.smokers(1, 1)).hasMessageContaining("at least 2");
        assertThatThrownBy(() -> FurtherDomains.control(1, 1)).hasMessageContaining("at least 2");
        assertThatThrownBy(() -> JobSearch.generate(3, 0.1, 1).problem("x", 1.5, EvidenceWay.CONDITION, 1, 1))
                .hasMessageContaining("0 to 1");
    }
}
