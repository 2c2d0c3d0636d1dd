package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.logic.Database;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Sentence;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Known answers and refusals. */
class LiftedInferenceTest {

    private static final String SMOKERS = """
            smokes(person)
            cancer(person)
            friends(person,person)
            0.6931471805599453 !smokes(x) v cancer(x)
            0.1823215567939546 !friends(x,y) v smokes(x) v !smokes(y)
            0.1823215567939546 !friends(x,y) v !smokes(x) v smokes(y)
            """;

    private static final String DRINKERS = """
            smokes(person)
            drinks(person)
            friends(person,person)
            0.1823215567939546 !friends(x,y) v !smokes(x) v smokes(y)
            0.1823215567939546 !friends(x,y) v !drinks(x) v drinks(y)
            """;

    private static String people(int n) {
        return IntStream.rangeClosed(1, n).mapToObj(i -> "P" + i)
                .collect(Collectors.joining(", ", "person = {", "}\n"));
    }

    private static MarkovLogic network(int people, String text) throws IOException {
        return LogicFiles.parseNetwork(people(people) + text);
    }

    /** Soft evidence, also on an atom without arguments and between two people, has the log Z of the ground model. */
    @Test
    void softEvidenceHasTheGroundPartition() throws IOException {
        MarkovLogic network = network(3, "rain\n" + SMOKERS + "0.4 rain => smokes(x)\n");
        Database database = LogicFiles.parseDatabase(network,
                "0.3 smokes(P1)\n0.9 rain\n0.2 friends(P1,P2)\n0.7 cancer(P2)\n!cancer(P3)\n");
        LiftedResult lifted = LiftedInference.on(database, GroundingOptions.defaults()).run();
        ExactResult ground = ContractionPlan.solve(Grounder.ground(database, GroundingOptions.defaults()).model());
        assertThat(lifted.logPartition()).isCloseTo(ground.logPartition(), within(1e-9));
    }

    /** Forclift's test models print these values (UCLA-StarAI/Forclift, models friendsmoker, friendsmokerdrinker). */
    @ParameterizedTest
    @CsvSource({"3,15.11455938018598", "100,10716.532380061839"})
    void friendsAndSmokersHaveForcliftsPartition(int people, double expected) throws IOException {
        assertThat(LiftedInference.on(network(people, SMOKERS)).run().logPartition())
                .isCloseTo(expected, within(1e-12 * expected));
    }

    /** The same model with evidence on one person and on one pair, of which the two people are then named. */
    @Test
    void friendsAndSmokersWithEvidenceHaveForcliftsPartition() throws IOException {
        Database database = LogicFiles.parseDatabase(network(100, SMOKERS), "smokes(P1)\nfriends(P1,P2)\n");
        LiftedInference question = LiftedInference.on(database, GroundingOptions.defaults().withOpen("smokes",
                "friends"));
        assertThat(question.run().logPartition()).isCloseTo(10698.228003257838, within(1e-10));
    }

    @ParameterizedTest
    @CsvSource({"2,6.919575403176769", "8,76.44237474352845"})
    void friendsSmokersAndDrinkersHaveForcliftsPartition(int people, double expected) throws IOException {
        assertThat(LiftedInference.on(network(people, DRINKERS)).run().logPartition())
                .isCloseTo(expected, within(1e-12 * expected));
    }

    /** By symmetry, friends or not: in this model smoking and not smoking are exchangeable. */
    @Test
    void exchangeableValuesAreEven() throws IOException {
        LiftedResult result = LiftedInference.on(network(300, DRINKERS)).run();
        assertThat(result.probability("smokes", "P7")).isCloseTo(0.5, within(1e-11));
        assertThat(result.probability("drinks", "P300")).isCloseTo(0.5, within(1e-11));
    }

    /** (2^n − 1)^(2n) models (README of yuanhong-wang/WFOMC's model existential). */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 12})
    void everyRowHasAnAtom(int n) throws IOException {
        ModelCount count = LiftedInference.on(network(n, """
                r1(person,person)
                r2(person,person)
                EXIST y r1(x,y).
                EXIST y r2(x,y).
                """)).count();
        assertThat(count.numerator()).isEqualTo(BigInteger.ONE.shiftLeft(n).subtract(BigInteger.ONE).pow(2 * n));
        assertThat(count.isInteger()).isTrue();
    }

    /** The number of labelled 2-regular graphs is OEIS A001205, of 3-regular ones A002829. */
    @ParameterizedTest
    @CsvSource({"3,2,1", "4,2,3", "5,2,12", "6,2,70", "10,2,286884", "4,3,1", "6,3,70", "8,3,19355", "5,3,0"})
    void regularGraphsAreCounted(int vertices, int degree, BigInteger expected) throws IOException {
        ModelCount count = LiftedInference.on(network(vertices, """
                e(person,person)
                !e(x,x).
                e(x,y) => e(y,x).
                \\exists_{=%d} y e(x,y).
                """.formatted(degree))).count();
        assertThat(count).isEqualTo(new ModelCount(expected, BigInteger.ONE));
    }

    /** Derangements: OEIS A000166. */
    @ParameterizedTest
    @CsvSource({"2,1", "3,2", "4,9", "5,44", "6,265", "9,133496"})
    void derangementsAreCounted(int n, BigInteger expected) throws IOException {
        ModelCount count = LiftedInference.on(network(n, """
                perm(person,person)
                !perm(x,x).
                EXIST y perm(x,y).
                EXIST x perm(x,y).
                |perm(x,y)| = %d.
                """.formatted(n))).count();
        assertThat(count).isEqualTo(new ModelCount(expected, BigInteger.ONE));
    }

    @Test
    void subsetsOfASizeAreCounted() throws IOException {
        MarkovLogic network = network(20, "p(person)\n|p(x)| <= 3.\n");
        assertThat(LiftedInference.on(network).count().numerator())
                .isEqualTo(BigInteger.valueOf(1 + 20 + 190 + 1140));
        network = network(20, "p(person)\n|p(x)| >= 18.\n");
        assertThat(LiftedInference.on(network).count().numerator()).isEqualTo(BigInteger.valueOf(1 + 20 + 190));
    }

    /** By hand: the formula holds in three of four worlds. */
    @Test
    void existentialOfPropositionIsRight() throws IOException {
        LiftedResult result = LiftedInference.on(LogicFiles.parseNetwork("""
                elmts = {E1,E2}
                p(elmts)
                1 EXIST x p(x)
                """)).run();
        double e = Math.E;
        assertThat(result.probability("p", "E1")).isCloseTo(2 * e / (1 + 3 * e), within(1e-14));
        assertThat(result.logPartition()).isCloseTo(Math.log(1 + 3 * e), within(1e-14));
    }

    @Test
    void cancellationIsNoticed() throws IOException {
        // The sum is 1 part in 2^n of its largest term: 60 binary digits would be lost.
        LiftedResult result = LiftedInference.on(network(60, """
                r(person,person)
                -3 r(x,y)
                EXIST y r(x,y).
                """)).run();
        double none = Math.pow(1 / (1 + Math.exp(-3)), 60);
        double expected = 60 * (60 * Math.log1p(Math.exp(-3)) + Math.log1p(-none));
        assertThat(result.logPartition()).isCloseTo(expected, within(1e-12));
        double p = Math.exp(-3) / (1 + Math.exp(-3)) / (1 - none);
        assertThat(result.probability("r", "P1", "P2")).isCloseTo(p, within(1e-14));
        assertThat(result.probability("r", "P2", "P2")).isCloseTo(p, within(1e-14));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "p(person,person)\\n1 p(x,y) ^ p(y,z) => p(x,z) | 3 logical variables in formula",
        "p(person,person,person)\\n1 p(x,y,x) | the predicate p(person,person,person) has 3 arguments",
        "g(person,person!)\\n1 g(x,y) | has an argument with '!'",
        "p(person)\\n1 p(+x) | a weight for each constant in the place of +x",
        "p(person)\\np(x) => p(x) | has no weight of its own"})
    void saysWhyNot(String text, String reason) throws IOException {
        MarkovLogic network = network(3, text.replace("\\n", "\n") + "\n");
        LiftedPlan plan = LiftedInference.on(network).plan();
        assertThat(plan.lifted()).isFalse();
        assertThat(plan.toString()).startsWith("not lifted: ").contains(reason.strip());
    }

    @Test
    void evidenceOnManyPairsIsRefused() throws IOException {
        MarkovLogic network = network(30, SMOKERS);
        String text = IntStream.range(1, 30).mapToObj(i -> "friends(P" + i + ",P" + (i + 1) + ")\n")
                .collect(Collectors.joining());
        LiftedPlan plan = LiftedInference.on(LogicFiles.parseDatabase(network, text), GroundingOptions.defaults())
                .plan();
        assertThat(plan.description()).startsWith("evidence on the binary predicate friends(person,person) (29 atoms");
    }

    /** A weight counts for every value of a free variable, also where the truth does not depend on it. */
    @ParameterizedTest
    @ValueSource(strings = {"(\\exists_{>=0} y (R(x,y)))", "(x = x) v R(x,x)",
        "(\\exists_{>=0} z (R(z,z) v P(x))) <=> (P(y) v y = A)"})
    void freeVariablesThatDoNotMatterAreCounted(String formula) throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("person = {A,B,C}\nP(person)\nR(person,person)\n0.7 " + formula);
        double truth = ContractionPlan.solve(Grounder.ground(Database.empty(network), GroundingOptions.defaults())
                .model()).logPartition();
        assertThat(LiftedInference.on(network).run().logPartition()).isCloseTo(truth, within(1e-9));
    }

    /** States of both signs of one cell that cancel each other: P(x) is true unless all three R(x,z) are false. */
    @Test
    void cancelledWeightsCountInMarginals() throws IOException {
        LiftedResult result = LiftedInference.on(LogicFiles.parseNetwork("person = {A,B,C}\nP(person)\n"
                + "R(person,person)\n((FORALL z !R(x,z)) <=> !P(x)).")).run();
        assertThat(result.count().orElseThrow().toString()).isEqualTo("512");
        assertThat(result.probability("P", "B")).isCloseTo(0.875, within(1e-12));
        assertThat(result.probability("R", "A", "C")).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void contradictionsAreErrors() throws IOException {
        MarkovLogic network = network(3, "p(person)\np(x).\n!p(x).\n");
        assertThatThrownBy(() -> LiftedInference.on(network).run()).isInstanceOf(ContradictionException.class)
                .hasMessageContaining("no world is possible");
        assertThat(LiftedInference.on(network).count().numerator()).isZero();
    }

    @Test
    void endsWhenTheTimeIsOver() throws IOException {
        MarkovLogic network = network(400, DRINKERS + "1 smokes(x) ^ drinks(x)\n");
        assertThatThrownBy(() -> LiftedInference.on(network).withBudget(Budget.ofSeconds(0)).run())
                .isInstanceOf(OutOfTimeException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> LiftedInference.on(network).run()).isInstanceOf(OutOfTimeException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void threadsDoNotChangeResults() throws IOException {
        Database database = LogicFiles.parseDatabase(network(40, DRINKERS), IntStream.range(1, 20)
                .mapToObj(i -> (i % 2 == 0 ? "" : "!") + "smokes(P" + i + ")\n").collect(Collectors.joining()));
        LiftedInference question = LiftedInference.on(database, GroundingOptions.defaults().withOpen("smokes"));
        LiftedResult one = question.withThreads(1).run();
        LiftedResult four = question.withThreads(4).run();
        assertThat(four.logPartition()).isEqualTo(one.logPartition());
        assertThat(four.patterns("friends")).isEqualTo(one.patterns("friends")).hasSize(3 + 9);
    }

    @Test
    void jointDistributionsAddUp() throws IOException {
        MarkovLogic network = network(5, SMOKERS);
        LiftedInference question = LiftedInference.on(network);
        double[] joint = question.joint(List.of(Sentence.atom("smokes", "P1"), Sentence.atom("friends", "P1", "P2")));
        LiftedResult result = question.run();
        assertThat(joint[2] + joint[3]).isCloseTo(result.probability("smokes", "P1"), within(1e-13));
        assertThat(joint[1] + joint[3]).isCloseTo(result.probability("friends", "P1", "P2"), within(1e-13));
    }
}
