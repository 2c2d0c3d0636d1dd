package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;

/** Markov logic as other programs write it: each form beside the one that Alchemy has for it. */
class DialectsTest {

    private static final String HEAD = "person = {Anna, Bob}\nS(person)\nF(person,person)\n";

    private static GroundNetwork ground(String network, String database, String... query) throws IOException {
        MarkovLogic logic = LogicFiles.parseNetwork(network);
        return Grounder.ground(LogicFiles.parseDatabase(logic, database), GroundingOptions.defaults().withQuery(query));
    }

    private static double probability(GroundNetwork network, String atom) {
        ExactResult exact = BruteForce.solve(network.model());
        return network.probability(atom, exact.marginals());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', value = {
        "S(x) & F(x,y) -> S(y) % S(x) ^ F(x,y) => S(y)", "~S(x) | S(y) % !S(x) v S(y)", "S(x) <-> S(y) % S(x) <=> S(y)",
        "S(x) <= F(x,y) % F(x,y) => S(x)", "S(x) :- F(x,y), S(y) % F(x,y) ^ S(y) => S(x)",
        "S(x) :- EXIST y F(x,y), F(x,x) % (EXIST y F(x,y)) ^ F(x,x) => S(x)",
        "(EXIST y F(x,y)), F(x,x) => S(x) % (EXIST y F(x,y)) ^ F(x,x) => S(x)",
        "F(x,y), S(x), x != y => S(y) % F(x,y) ^ S(x) ^ x != y => S(y)", "S(x) v S(y), !F(x,y) => S(y) v F(y,x) % "
            + "(S(x) v S(y)) ^ !F(x,y) => S(y) v F(y,x)", "|y| F(x,y) <= 1 % \\exists_{<=1} y F(x,y)",
        "|x,y| F(x,y) = 2 % |F(x,y)| = 2", "S(x) && S(y) || !S(x) % "
            + "S(x) ^ S(y) v !S(x)", "S(x) ∧ ¬S(y) ∨ S(y) % S(x) ^ !S(y) v S(y)"})
    void connectives(String theirs, String ours) throws IOException {
        GraphicalModel expected = ground(HEAD + "1.5 " + ours + "\n", "").model();
        assertThat(ground(HEAD + "# a comment\n1.5 " + theirs + " # another\n", "").model()).isEqualTo(expected);
    }

    @Test
    void rulesThatAreUnclearOrTooLongAreRefused() {
        assertThatThrownBy(() -> ground(HEAD + "1 EXIST y F(x,y), S(x) => F(x,x)\n", ""))
                .hasMessageContaining("brackets around what it reaches");
        assertThatThrownBy(() -> ground(HEAD + "1 S(x) :- S(x)" + ", S(x)".repeat(20_000) + "\n", ""))
                .hasMessageContaining("the formula is too long");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', value = {"log(0.9/0.1) % 2.1972245773362196", "logx(0.5) % -0.6931471805599453",
        "logx(0) % -100", "-2*log(3) % -2.1972245773362196", "1 + 2 * 3 - 4/2 % 5", "exp(0) % 1",
        "log((1+2)*exp(1)) % 2.09861228866811", "-1.5e0 % -1.5", "2.5: % 2.5"})
    void weightsAsExpressions(String text, double weight) throws IOException {
        WeightedSentence formula = LogicFiles.parseNetwork(HEAD + text + " S(x)\n").formulas().get(0);
        assertThat(formula.weight().getAsDouble()).isCloseTo(weight, within(1e-14));
    }

    @Test
    void aStarIsNoProduct() throws IOException {
        assertThat(LogicFiles.parseNetwork(HEAD + "2 *S(x) v F(x,x)\n").formulas().get(0).sentence())
                .hasToString("*S(x) v F(x,x)");
    }

    @Test
    void probabilitiesOfAtoms() throws IOException {
        assertThat(probability(ground(HEAD + "P(S(x)) = 0.4\n", ""), "S(Bob)")).isCloseTo(0.4, within(1e-12));
        assertThat(probability(ground(HEAD + "P(!S(x)) = 0.4\n", ""), "S(Bob)")).isCloseTo(0.6, within(1e-12));
        assertThat(probability(ground(HEAD + "P(S(x)) = 0\n", ""), "S(Bob)")).isZero();
    }

    @Test
    void weightsFromTheDatabase() throws IOException {
        String network = "R(thing,conf)\nS(thing)\nconf: !R(x, conf) v S(x)\n";
        GroundNetwork ground = ground(network, "R(A, 0.8)\nR(B, -1.5)\n");
        assertThat(probability(ground, "S(A)")).isCloseTo(1 / (1 + Math.exp(-0.8)), within(1e-12));
        assertThat(probability(ground, "S(B)")).isCloseTo(1 / (1 + Math.exp(1.5)), within(1e-12));
        assertThat(BruteForce.solve(ground.model()).logPartition()).isCloseTo(
                Math.log1p(Math.exp(0.8)) + 0.8 + Math.log1p(Math.exp(-1.5)) - 1.5, within(1e-12));
        assertThatThrownBy(() -> ground(network, "R(A, High)\n"))
                .hasMessageContaining("the constant 'High' is to be a weight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"At(t) => At(t + 1)", "At(t) => At(t++)", "At(t) => At(succ(t))", "At(t - 1) => At(t)",
        "FORALL t (At(t) => At(t+1))", "u = t + 1 ^ At(t) => At(u)", "At(t-1) => At(t)", "u = t-1 ^ At(u) => At(t)",
        "At(a-time-1) => At(a-time)", "At(t-1) => At(succ(t-1))"})
    void arithmeticOfTerms(String formula) throws IOException {
        String head = "time = {1,...,4}\nAt(time)\n";
        GroundNetwork ground = ground(head + "1.5 " + formula + "\n", "");
        GroundNetwork expected = ground(head + "1.5 At(1) => At(2)\n1.5 At(2) => At(3)\n1.5 At(3) => At(4)\n", "");
        for (int t = 1; t <= 4; t++) {
            assertThat(probability(ground, "At(" + t + ")"))
                    .isCloseTo(probability(expected, "At(" + t + ")"), within(1e-12));
        }
        assertThat(LogicFiles.parseNetwork(head + "1.5 At(t) => At(t + 1)").formulas().get(0))
                .hasToString("1.5 At(t) => At(t + 1)");
    }

    @Test
    void arithmeticNeedsNumbersAndFreeVariables() {
        assertThatThrownBy(() -> ground(HEAD + "1 S(x) => S(x + 1)\n", "")).hasMessageContaining("is no whole number");
        assertThatThrownBy(() -> ground("time = {1,2}\nAt(time)\n1 !(EXIST t At(t + 1))\n", ""))
                .hasMessageContaining("of a quantifier; expected a free variable");
    }

    @Test
    void variablesWithAMark() throws IOException {
        String plain = HEAD + "1.5 S(x) ^ x != Anna => (EXIST y S(y) ^ y != x)\n";
        String marked = HEAD + "1.5 S(?x) ^ ?x != Anna => (EXIST ?y S(?y) ^ ?y != ?x)\n";
        assertThat(LogicFiles.parseNetwork(marked)).hasToString(LogicFiles.parseNetwork(plain).toString());
    }

    @Test
    void anEmptyTypeHasNoAtoms() throws IOException {
        GroundNetwork ground = ground("none = {}\nperson = {Anna}\nQ(none)\nS(person)\n1 Q(x) => S(y)\n0.5 S(y)\n"
                + "(EXIST x Q(x)) => S(y).\n", "");
        assertThat(ground.model().variables()).extracting("name").containsExactly("S(Anna)");
        assertThat(probability(ground, "S(Anna)")).isCloseTo(1 / (1 + Math.exp(-0.5)), within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', value = {"|S| <= 1. % 0,1", "|S(x)| = 2 % 2,2", "|S| >= 2 % 2,3", "|S| < 2 % 0,1",
        "\\exists_{=1} x S(x) % 1,1", "|S| > 0 % 1,3"})
    void hardCardinalities(String text, String bounds) throws IOException {
        int least = bounds.charAt(0) - '0';
        int most = bounds.charAt(2) - '0';
        GroundNetwork ground = ground("p = {A, B, C}\nS(p)\n0.7 S(A)\n" + text + "\n", "");
        double z = 0;
        double a = 0;
        for (int world = 0; world < 8; world++) {
            if (Integer.bitCount(world) >= least && Integer.bitCount(world) <= most) {
                z += Math.exp(0.7 * (world & 1));
                a += (world & 1) * Math.exp(0.7);
            }
        }
        assertThat(probability(ground, "S(A)")).isCloseTo(a / z, within(1e-12));
        assertThat(BruteForce.solve(ground.model()).logPartition()).isCloseTo(Math.log(z), within(1e-12));
    }

    @Test
    void softCardinalitiesAreOneFeatureEach() throws IOException {
        String types = "p = {1,...,100}\nq = {U, W}\nF(p,q)\n";
        GraphicalModel large = ground(types + "1.5 |F| <= 3\n", "").model();
        assertThat(large.features()).hasSize(1);
        assertThat(ground(types + "1.5 \\exists_{=1} x F(x,y)\n", "").model().features()).hasSize(2);
        String small = "p = {A, B}\nq = {U}\nF(p,q)\n";
        double one = BruteForce.solve(ground(small + "1.5 |F(x,U)| = 1\n", "").model()).logPartition();
        assertThat(BruteForce.solve(ground("p = {A, B}\nF(p,p)\n|F| = 4.\n", "").model()).logPartition()).isZero();
        String text = "p = {A, B}\nF(p,p)\n|F(x,A)| <=3.\n1.5 \\exists_{>=1} x F(x,y)\n";
        assertThat(LogicFiles.parseNetwork(text))
                .hasToString(text.replace("|F(x,A)| <=3.", "\\exists_{<=3} x F(x,A)."));
        assertThat(one).isCloseTo(Math.log(2 + 2 * Math.exp(1.5)), within(1e-12));
        GroundNetwork given = ground(small + "|F| = 1.\n", "F(A,U)\n", "F(B,U)");
        assertThat(probability(given, "F(B,U)")).isZero();
        assertThatThrownBy(() -> ground(small + "|F| = 1.\n", "F(A,U)\nF(B,U)\n"))
                .hasMessageContaining("\\exists_{=1} x0,x1 F(x0,x1)");
        assertThatThrownBy(() -> ground(small + "|F(A,U)| = 1.\n", "")).hasMessageContaining("nothing to count");
    }

    /** Z of a network in which S(A) implies that exactly one x has F(x,A), and so on, by hand. */
    @Test
    void countsWithinFormulas() throws IOException {
        String head = "p = {A, B}\nS(p)\nF(p,p)\n";
        GraphicalModel model = ground(head + "S(y) => \\exists_{=1} x F(x,y).\n1.5 |F(u,w)| >= 3 ^ S(A)\n", "").model();
        double z = 0;
        for (int world = 0; world < 64; world++) {
            int inA = Integer.bitCount(world & 0b0011);
            int inB = Integer.bitCount(world & 0b1100);
            boolean a = (world & 16) != 0;
            boolean b = (world & 32) != 0;
            if ((!a || inA == 1) && (!b || inB == 1)) {
                z += Math.exp(a && inA + inB >= 3 ? 1.5 : 0);
            }
        }
        assertThat(BruteForce.solve(model).logPartition()).isCloseTo(Math.log(z), within(1e-12));
        GraphicalModel large = ground("p = {1,...,200}\nS(p)\nF(p,p)\n2 S(y) => \\exists_{<=3} x F(x,y)\n", "").model();
        assertThat(large.features()).hasSize(200);
        assertThatThrownBy(() -> ground(head + "1 S(x) => |F(x,y)| <= 2\n", ""))
                .hasMessageContaining("the variable 'x' stands between bars and outside");
    }

    @Test
    void softEvidence() throws IOException {
        String network = HEAD + "1 S(Anna) <=> S(Bob)\n";
        GroundNetwork ground = ground(network, "0.3 S(Anna)\n", "S");
        double odds = 0.3 / 0.7;
        double both = odds * Math.E;
        double z = both + odds + 1 + Math.E;
        assertThat(probability(ground, "S(Anna)")).isCloseTo((both + odds) / z, within(1e-12));
        assertThat(probability(ground, "S(Bob)")).isCloseTo((both + 1) / z, within(1e-12));
        assertThat(probability(ground(network, "0.7 !S(Anna)\n", "S"), "S(Anna)"))
                .isCloseTo(probability(ground, "S(Anna)"), within(1e-12));
        assertThat(probability(ground(HEAD, "0.3 S(Anna) 1.0 F(Anna,Bob)\n"), "S(Anna)")).isCloseTo(0.3, within(1e-12));
        assertThat(ground(HEAD, "1.0 F(Anna,Bob)\n").truth("F(Anna,Bob)")).isEqualTo(TruthValue.TRUE);
    }

    /** Soft evidence on one atom says nothing of the others; a listed atom closes the predicate all the same. */
    @Test
    void softEvidenceAloneClosesNothing() throws IOException {
        GroundNetwork open = ground(HEAD + "1 S(Anna) <=> S(Bob)\n", "0.3 S(Anna)\n");
        assertThat(open.truth("S(Bob)")).isEqualTo(TruthValue.UNKNOWN);
        assertThat(open.model()).isEqualTo(ground(HEAD + "1 S(Anna) <=> S(Bob)\n", "0.3 S(Anna)\n", "S").model());
        GroundNetwork closed = ground(HEAD, "0.3 F(Anna,Bob) F(Bob,Anna)\n");
        assertThat(closed.truth("F(Anna,Anna)")).isEqualTo(TruthValue.FALSE);
        assertThat(probability(closed, "F(Anna,Bob)")).isCloseTo(0.3, within(1e-12));
    }

    /** In a closed world, too, an atom with soft evidence is not the only one that its block has left. */
    @Test
    void softEvidenceDecidesNoBlock() throws IOException {
        String network = "topic = {Arts, Science, Sports}\nTopic(page, topic!)\n";
        GroundNetwork ground = ground(network, "Topic(P2,Science)\n0.3 Topic(P1,Sports)\n");
        double odds = 0.3 / 0.7;
        assertThat(probability(ground, "Topic(P1,Sports)")).isCloseTo(odds / (odds + 2), within(1e-12));
        assertThat(probability(ground, "Topic(P1,Arts)")).isCloseTo(1 / (odds + 2), within(1e-12));
        GroundNetwork less = ground(network, "Topic(P2,Science) !Topic(P1,Arts)\n0.3 Topic(P1,Sports)\n");
        assertThat(probability(less, "Topic(P1,Sports)")).isCloseTo(0.3, within(1e-12));
        GroundNetwork listed = ground(network, "?Topic(P1,Arts)\n0.3 Topic(P1,Sports)\n");
        assertThat(listed.truth("Topic(P1,Science)")).isEqualTo(TruthValue.FALSE);
        assertThat(probability(listed, "Topic(P1,Sports)")).isCloseTo(0.3, within(1e-12));
    }

    @Test
    void commasAndFullStopsInDatabases() throws IOException {
        assertThat(ground(HEAD, "F(Anna,Bob), !S(Anna), F(Bob,Anna).\nS(Bob).\n").truth("S(Anna)"))
                .isEqualTo(TruthValue.FALSE);
        assertThatThrownBy(() -> ground(HEAD + "1 S(x), F(x,y)\n", "")).hasMessageContaining(
                "expected ',' or '=>' after premises");
    }
}
