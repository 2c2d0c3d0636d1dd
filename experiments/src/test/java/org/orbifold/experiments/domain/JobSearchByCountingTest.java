package org.orbifold.experiments.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** The planner's counting against the domain's own closed form, by elementary symmetric polynomials. */
class JobSearchByCountingTest {

    @ParameterizedTest
    @ValueSource(ints = {30, 50})
    void everyMarginalIsThatOfTheClosedForm(int people) throws IOException {
        JobSearch domain = JobSearch.generate(people, JobSearch.PAPER_COUPLING, 7);
        InferenceResult result = Inference.on(domain.model()).run();
        assertThat(result.plan().parts()).singleElement()
                .satisfies(part -> assertThat(part.route()).isEqualTo(Route.COUNTING));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(result.marginals(), domain.truth().marginals()))
                .isLessThan(1e-9);
    }

    /** Every third GetsJob is observed, and two of TakesML: people then differ, but only by terms of their own. */
    @Test
    void withEvidenceOnPeople() throws IOException {
        int people = 40;
        GraphicalModel model = JobSearch.generate(people, 0.3, 8).model();
        Map<Integer, Integer> observed = new HashMap<>();
        for (int i = 2; i < people; i += 3) {
            observed.put(2 * i + 1, i % 2);
        }
        observed.put(0, 1);
        observed.put(2, 0);
        InferenceResult result = Inference.on(model).withEvidence(Evidence.of(observed)).run();
        assertThat(result.plan().parts()).anyMatch(part -> part.route() == Route.COUNTING);
        double[] expected = takesCourse(model, people, observed);
        for (int i = 2; i < people; i++) {
            assertThat(result.marginals().probability(2 * i, 1)).as("TakesML(%d)", i)
                    .isCloseTo(expected[i - 2], within(1e-9));
        }
    }

    /** P(TakesML) of all but the first two people, who are observed to take it and not to take it. */
    private static double[] takesCourse(GraphicalModel model, int people, Map<Integer, Integer> observed) {
        double coupling = 0.3;
        double pair = Math.log((Math.exp(coupling) + 1) / (2 * Math.exp(coupling)));
        double[] logRatio = new double[people - 2];
        double[][] logPair = new double[people - 2][people - 2];
        for (int i = 2; i < people; i++) {
            double first = ((Clause) model.features().get(2 * i)).weight();
            double second = ((Clause) model.features().get(2 * i + 1)).weight();
            Integer job = observed.get(2 * i + 1);
            // With t=0 both clauses hold; with t=1 the one that agrees with the job.
            double own = job == null ? Math.log((Math.exp(first) + Math.exp(second)) / 2) : job == 1 ? first : second;
            // Person 0 takes the course, which costs t=0; person 1 does not, which costs t=1.
            logRatio[i - 2] = own - first - second - pair + pair;
            for (int j = 2; j < people; j++) {
                logPair[i - 2][j - 2] = i == j ? 0 : pair;
            }
        }
        return new People(logRatio, logPair).solve(1, Xoshiro256.of(1, 1)).one();
    }
}
