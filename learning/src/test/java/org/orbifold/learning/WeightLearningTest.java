package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.logic.Database;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.model.ContradictionException;

class WeightLearningTest {

    private static final String SMOKING = """
            Friends(person, person)
            Smokes(person)
            Cancer(person)
            Smokes(x) => Cancer(x)
            Friends(x, y) => (Smokes(x) <=> Smokes(y))
            """;

    /** The training data of Alchemy's tutorial on social networks. */
    private static final String TRAIN = """
            Friends(Anna, Bob) Friends(Bob, Anna) Friends(Anna, Edward) Friends(Edward, Anna) Friends(Anna, Frank)
            Friends(Frank, Anna) Friends(Bob, Chris) Friends(Chris, Bob) Friends(Chris, Daniel) Friends(Daniel, Chris)
            Friends(Edward, Frank) Friends(Frank, Edward) Friends(Gary, Helen) Friends(Helen, Gary)
            Friends(Gary, Anna) Friends(Anna, Gary)
            Smokes(Anna) Smokes(Edward) Smokes(Frank) Smokes(Gary)
            Cancer(Anna) Cancer(Edward)
            """;

    private static LearningResult learn(String network, LearningOptions options, String... databases)
            throws IOException {
        MarkovLogic logic = LogicFiles.parseNetwork(network);
        List<Database> worlds = new java.util.ArrayList<>();
        for (String database : databases) {
            worlds.add(LogicFiles.parseDatabase(logic, database));
        }
        return WeightLearning.on(logic, worlds).withOptions(options).run();
    }

    /** Closed form: (0, 0.437988), log-likelihood −53.048287; without weights −80 log 2 = −55.451774. */
    @Test
    void maximumLikelihoodOfTheTutorial() throws IOException {
        LearningResult result = learn(SMOKING, LearningOptions.defaults(), TRAIN);
        assertThat(result.objective()).isEqualTo(LearningObjective.LIKELIHOOD);
        assertThat(result.converged()).isTrue();
        assertThat(result.weights()[0]).isCloseTo(0, within(1e-6));
        assertThat(result.weights()[1]).isCloseTo(0.437988, within(1e-6));
        assertThat(result.value()).isCloseTo(-53.048287, within(1e-6));
        assertThat(result.logLikelihoodAtZero().orElseThrow()).isCloseTo(-55.451774, within(1e-6));
        assertThat(result.formulas()).allSatisfy(formula ->
                assertThat(formula.expectedCount()).isCloseTo(formula.dataCount(), within(1e-6)));
    }

    /** Closed form: (0.646696, 1.519900), −44.345521, whose likelihood is −57.393626. */
    @Test
    void pseudoLikelihoodOfTheTutorialAndWhatItIsWorth() throws IOException {
        LearningResult result = learn(SMOKING,
                LearningOptions.defaults().withObjective(LearningObjective.PSEUDO), TRAIN);
        assertThat(result.weights()[0]).isCloseTo(0.646696, within(1e-6));
        assertThat(result.weights()[1]).isCloseTo(1.519900, within(1e-6));
        assertThat(result.value()).isCloseTo(-44.345521, within(1e-6));
        assertThat(result.logLikelihood().orElseThrow()).isCloseTo(-57.393626, within(1e-5));
        assertThat(result.remarks()).anySatisfy(remark -> assertThat(remark).contains("worse than that of no weights"));
    }

    /** One world twice has the same optimum and errors smaller by √2. */
    @Test
    void worldsAreIndependent() throws IOException {
        LearningResult one = learn(SMOKING, LearningOptions.defaults(), TRAIN);
        LearningResult two = learn(SMOKING, LearningOptions.defaults(), TRAIN, TRAIN);
        assertThat(two.weights()[1]).isCloseTo(one.weights()[1], within(1e-7));
        assertThat(two.formulas().get(1).standardError() * Math.sqrt(2))
                .isCloseTo(one.formulas().get(1).standardError(), within(1e-5));
    }

    /** Symmetric friendship holds in all of the data: its weight is infinite without a prior. */
    @Test
    void infiniteWeightsAreNamedAndBounded() throws IOException {
        LearningResult result = learn(SMOKING + "Friends(x, y) => Friends(y, x)\n", LearningOptions.defaults(), TRAIN);
        LearnedFormula symmetry = result.formulas().get(2);
        assertThat(symmetry.bounded()).isTrue();
        assertThat(symmetry.weight()).isBetween(2.0, 40.0);
        assertThat(result.formulas().get(1).bounded()).isFalse();
        assertThat(result.remarks()).anySatisfy(remark -> assertThat(remark).contains("Friends(x,y) => Friends(y,x)"));
    }

    @Test
    void hardFormulasStayHardAndMustHold() throws IOException {
        String hard = SMOKING + "Friends(x, y) => Friends(y, x).\n";
        LearningResult result = learn(hard, LearningOptions.defaults(), TRAIN);
        assertThat(result.formulas()).hasSize(2);
        assertThatThrownBy(() -> learn(hard, LearningOptions.defaults(), TRAIN + "Friends(Helen, Bob)\n"))
                .isInstanceOf(ContradictionException.class).hasMessageContaining("x = Helen, y = Bob");
    }

    /** An atom on its own: the logit of its share, with error 1 / √(n p (1 − p)); missing ones change nothing. */
    @Test
    void missingAtomsAreSummedOut() throws IOException {
        String network = "P(t)\nP(x)\n".replace("P(x)", "P(y) v P(y)");
        LearningResult all = learn(network, LearningOptions.defaults(), "P(A) !P(B) !P(C) !P(D)");
        assertThat(all.weights()[0]).isCloseTo(-Math.log(3), within(1e-7));
        assertThat(all.formulas().get(0).standardError()).isCloseTo(1 / Math.sqrt(0.75), within(1e-5));
        LearningResult some = learn(network, LearningOptions.defaults(), "P(A) !P(B) !P(C) !P(D) ?P(E) ?P(F)");
        assertThat(some.weights()[0]).isCloseTo(-Math.log(3), within(1e-6));
        assertThat(some.value()).isCloseTo(all.value(), within(1e-7));
    }

    @Test
    void constantsHaveWeightsOfTheirOwn() throws IOException {
        String network = "Topic(page,topic!)\nWord(page,word)\nWord(p,+w) ^ Topic(p,+t)\n";
        String data = "Topic(P1,Sports) Topic(P2,Science) Topic(P3,Sports) Topic(P4,Science) "
                + "Word(P1,Ball) Word(P2,Atom) Word(P3,Ball) Word(P3,Atom) Word(P4,Ball) Word(P4,Atom)";
        LearningResult result = learn(network, LearningOptions.defaults().withQuery("Topic")
                .withPrior(Prior.gaussian(1)), data);
        assertThat(result.objective()).isEqualTo(LearningObjective.CONDITIONAL);
        assertThat(result.formulas()).extracting(LearnedFormula::text).contains("Word(p,Ball) ^ Topic(p,Sports)");
        assertThat(result.formulas()).hasSize(4);
        assertThat(result.gradientNorm()).isLessThan(1e-7);
    }

    @Test
    void badQuestionsAreRefused() {
        assertThatThrownBy(() -> learn("P(t)\n1 P(x) v P(y)\n", LearningOptions.defaults(), "P(A)"))
                .hasMessageContaining("no weight to learn");
        assertThatThrownBy(() -> learn(SMOKING, LearningOptions.defaults(), "")).hasMessageContaining("lists no atom");
        assertThatThrownBy(() -> learn(SMOKING, LearningOptions.defaults().withQuery("Drinks"), TRAIN))
                .hasMessageContaining("no predicate 'Drinks'");
        assertThatThrownBy(() -> learn(SMOKING, LearningOptions.defaults(), "0.3 Smokes(Anna) Smokes(Bob)"))
                .hasMessageContaining("gives a probability to Smokes(Anna)");
    }

    @Test
    void threadsDoNotChangeTheResult() throws IOException {
        LearningOptions options = LearningOptions.defaults().withQuery("Smokes", "Cancer");
        assertThat(learn(SMOKING, options.withThreads(1), TRAIN).weights())
                .isEqualTo(learn(SMOKING, options.withThreads(3), TRAIN).weights());
    }

    /** An interrupt ends learning after the current step, and what was learned so far is returned. */
    @ParameterizedTest
    @EnumSource(value = LearningObjective.class, names = {"LIKELIHOOD", "PSEUDO"})
    void interruptedLearningReturnsWhatItHas(LearningObjective objective) throws IOException {
        MarkovLogic logic = LogicFiles.parseNetwork(SMOKING);
        LearningResult result;
        try {
            result = WeightLearning.on(logic, List.of(LogicFiles.parseDatabase(logic, TRAIN)))
                    .withOptions(LearningOptions.defaults().withObjective(objective))
                    .run((iteration, value, gradient) -> {
                        if (iteration == 2) {
                            Thread.currentThread().interrupt();
                        }
                    });
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is left to the caller").isTrue();
        }
        assertThat(result.converged()).isFalse();
        assertThat(result.iterations()).isEqualTo(2);
        assertThat(result.value()).isEqualTo(result.curve().get(2)).isNotEqualTo(result.curve().get(0));
    }
}
