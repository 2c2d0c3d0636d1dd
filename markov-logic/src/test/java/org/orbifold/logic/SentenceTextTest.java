package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.orbifold.logic.Sentence.and;
import static org.orbifold.logic.Sentence.atom;
import static org.orbifold.logic.Sentence.equal;
import static org.orbifold.logic.Sentence.exists;
import static org.orbifold.logic.Sentence.forall;
import static org.orbifold.logic.Sentence.iff;
import static org.orbifold.logic.Sentence.implies;
import static org.orbifold.logic.Sentence.not;
import static org.orbifold.logic.Sentence.or;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Precedence, associativity and quantifiers, as read and as written. */
class SentenceTextTest {

    private static final String DECLARATIONS = "t = {A, B, \"lower case\", 7}\nP(t)\nQ(t)\nR(t,t)\nZ()\n";

    private static final Sentence P = atom("P", "x");
    private static final Sentence Q = atom("Q", "x");
    private static final Sentence Z = atom("Z");

    private static Sentence parse(String formula) throws IOException {
        return LogicFiles.parseNetwork(DECLARATIONS + "1 " + formula).formulas().get(0).sentence();
    }

    static Stream<Arguments> readings() {
        return Stream.of(
                Arguments.of("P(x) ^ Q(x) v Z", or(and(P, Q), Z)),
                Arguments.of("P(x) v Q(x) ^ Z", or(P, and(Q, Z))),
                Arguments.of("P(x) => Q(x) v Z", implies(P, or(Q, Z))),
                Arguments.of("P(x) <=> Q(x) => Z()", iff(P, implies(Q, Z))),
                Arguments.of("!P(x) ^ Q(x)", and(not(P), Q)),
                Arguments.of("!(P(x) ^ Q(x))", not(and(P, Q))),
                Arguments.of("!!P(x)", not(not(P))),
                // Equals from left to right: not what logicians mean.
                Arguments.of("P(x) => Q(x) => Z", implies(implies(P, Q), Z)),
                Arguments.of("P(x) => (Q(x) => Z)", implies(P, implies(Q, Z))),
                // A quantifier reaches to the end.
                Arguments.of("EXIST x P(x) ^ Q(x)", exists("x", and(P, Q))),
                Arguments.of("(EXIST x P(x)) ^ Q(x)", and(exists("x", P), Q)),
                Arguments.of("Q(x) => EXIST x P(x) v Z", implies(Q, exists("x", or(P, Z)))),
                Arguments.of("forall x Exists y R(x,y)", forall("x", exists("y", atom("R", "x", "y")))),
                Arguments.of("x = y ^ P(x) ^ P(y)", and(equal("x", "y"), P, atom("P", "y"))),
                Arguments.of("x != A v P(x)", or(not(equal("x", "A")), P)),
                Arguments.of("R(+x,7) v P(\"lower case\")", or(atom("R", "+x", "7"), atom("P", "\"lower case\""))),
                Arguments.of("P(x) ^\n  Q(x) // and so on\n  ", and(P, Q)),
                Arguments.of("R(x, /* the second\nline */ A)", atom("R", "x", "A")));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void reads(String text, Sentence expected) throws IOException {
        assertThat(parse(text)).isEqualTo(expected);
        assertThat(parse(expected.toString())).isEqualTo(expected);
    }

    /** Sentences of many shapes come back as they were written. */
    @Property(tries = 300, seed = "20231")
    void writtenSentencesReadBack(@ForAll long seed) throws IOException {
        RandomNetworks random = new RandomNetworks(seed, false);
        List<WeightedSentence> read = LogicFiles.parseNetwork(random.text()).formulas();
        assertThat(read.stream().map(WeightedSentence::sentence).toList())
                .isEqualTo(random.formulas().stream().map(WeightedSentence::sentence).toList());
        assertThat(read.stream().map(WeightedSentence::toString).toList())
                .isEqualTo(random.formulas().stream().map(WeightedSentence::toString).toList());
    }

    @Test
    void noMoreBracketsThanNeeded() throws IOException {
        for (String text : List.of("P(x) ^ Q(x) v Z() => P(A) <=> Q(B)", "P(x) => (Q(x) => Z())", "!(P(x) v Q(x))",
                "(EXIST x P(x)) ^ Q(x)", "x != y ^ P(x) ^ P(y)", "*P(x) v Q(+x)", "P(x) v (Q(x) v Z())")) {
            assertThat(parse(text)).hasToString(text);
        }
    }

    @Test
    void aNetworkReadsBackFromItsText() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(
                DECLARATIONS + "G(t,t!)\n1.5 P(x) => Q(x)\nZ v P(A).\nR(+x,y) v Z\n");
        assertThat(LogicFiles.parseNetwork(network.toString())).hasToString(network.toString());
        assertThat(network.constants("t")).containsExactly("A", "B", "lower case", "7");
        assertThat(network.predicates()).extracting(Predicate::toString)
                .containsExactly("P(t)", "Q(t)", "R(t,t)", "Z()", "G(t,t!)");
        assertThat(network.formulas()).extracting(WeightedSentence::origin).first().isEqualTo("text:7:1");
    }

    @Test
    void declarationsInAllForms() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("""
                n = {1,...,5}
                m = {A, 3,...,5, "x y", 2nd, Saint-Malo, O'Neill}
                Rain
                Grade(n, m)
                Grade(s, g!)
                """);
        assertThat(network.constants("n")).containsExactly("1", "2", "3", "4", "5");
        assertThat(network.constants("m")).containsExactly("A", "3", "4", "5", "x y", "2nd", "Saint-Malo",
                "O'Neill");
        assertThat(network.predicate("Rain").arity()).isZero();
        assertThat(network.predicate("Grade").exactlyOne()).isTrue();
        assertThat(network.predicate("Grade").arguments().get(0).exactlyOne()).isFalse();
        assertThat(network.types()).containsExactly("n", "m");
        assertThatThrownBy(() -> network.constants("q")).hasMessageContaining("no type 'q'");
    }

    @Test
    void mistakesFromJavaAreNamed() {
        MarkovLogic.Builder builder = MarkovLogic.builder().type("t", "A").predicate("P", "t");
        assertThatThrownBy(() -> builder.predicate("P", "t")).hasMessageContaining("declared twice");
        assertThatThrownBy(() -> builder.type("t", "B")).hasMessageContaining("declared twice");
        assertThatThrownBy(() -> builder.formula(Double.NaN, P)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> builder.formula(Double.NEGATIVE_INFINITY, P)).hasMessageContaining("negate");
        assertThatThrownBy(() -> Term.of("")).hasMessageContaining("empty");
        assertThatThrownBy(() -> builder.formula(1, atom("P", "x", "y")).build())
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("'P' has 2 arguments here");
        String[] many = new String[31];
        Arrays.fill(many, "t");
        assertThatThrownBy(() -> builder.predicate("Wide", many)).hasMessageContaining("at most 30");
    }

    /** The same sentence object may stand in several places, bound here and free there. */
    @Test
    void sentencesMayBeShared() {
        MarkovLogic network = MarkovLogic.builder().type("t", "A", "B").predicate("P", "t")
                .formula(1, implies(exists("x", P), P)).build();
        GroundNetwork ground = Grounder.ground(Database.empty(network), GroundingOptions.defaults());
        // (P(A) v P(B)) => P(x), for x = A and x = B.
        assertThat(ground.model().features()).hasSize(2);
        assertThat(ground.model().logWeight(new int[] {0, 0})).isEqualTo(2);
        assertThat(ground.model().logWeight(new int[] {1, 0})).isEqualTo(1);
    }
}
