package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;

/** A function is an exactly-one predicate, written as a term. */
class FunctionsTest {

    private static final String FUNCTIONS = """
            person = {Anna, Bob, Carl}
            town = {Ulm, Bonn}
            Smokes(person)
            Likes(person,person)
            Big(town)
            person Mother(person)
            town Home(person)
            """;
    private static final String PREDICATES = FUNCTIONS.replace("person Mother(person)", "Mother(person,person!)")
            .replace("town Home(person)", "Home(person,town!)");

    private static GroundNetwork ground(String network, String database, GroundingOptions options) throws IOException {
        return Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(network), database), options);
    }

    private static GroundNetwork ground(String network, String database) throws IOException {
        return ground(network, database, GroundingOptions.defaults());
    }

    /** What a formula with functions says, and the same with an exactly-one predicate. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Smokes(Mother(x))                  | EXIST z (Mother(x,z) ^ Smokes(z))",
        "!Smokes(Mother(x))                 | EXIST z (Mother(x,z) ^ !Smokes(z))",
        "Smokes(x) => Smokes(Mother(x))     | Smokes(x) => (FORALL z (Mother(x,z) => Smokes(z)))",
        "Smokes(Mother(x)) <=> Smokes(x)    | (EXIST z (Mother(x,z) ^ Smokes(z))) <=> Smokes(x)",
        "Mother(x) = y                      | Mother(x,y)",
        "y = Mother(x) ^ Smokes(y)          | Mother(x,y) ^ Smokes(y)",
        "Mother(x) != y v Smokes(y)         | !Mother(x,y) v Smokes(y)",
        "Mother(x) = Anna => Smokes(x)      | Mother(x,Anna) => Smokes(x)",
        "Mother(x) = Mother(y)              | EXIST z (Mother(x,z) ^ Mother(y,z))",
        "Mother(x) != Mother(y)             | !(EXIST z (Mother(x,z) ^ Mother(y,z)))",
        "Mother(Mother(x)) = y              | EXIST z (Mother(x,z) ^ Mother(z,y))",
        "Likes(Mother(x),Mother(y))         | EXIST z,w (Mother(x,z) ^ Mother(y,w) ^ Likes(z,w))",
        "Big(Home(Mother(x)))               | EXIST z,w (Mother(x,z) ^ Home(z,w) ^ Big(w))",
        "EXIST x Likes(x,Mother(x))         | EXIST x (EXIST z (Mother(x,z) ^ Likes(x,z)))",
        "FORALL x Home(x) = Home(Mother(x)) | EXIST z,w (Mother(x,z) ^ Home(z,w) ^ Home(x,w))"})
    void functionsAreExactlyOnePredicates(String function, String predicate) throws IOException {
        RandomGenerator random = new SplittableRandom(function.hashCode());
        for (int i = 0; i < 12; i++) {
            StringBuilder functionFacts = new StringBuilder();
            StringBuilder predicateFacts = new StringBuilder();
            for (String person : List.of("Anna", "Bob", "Carl")) {
                if (random.nextInt(3) > 0) {
                    String sign = List.of("", "!", "?").get(random.nextInt(3));
                    String value = List.of("Anna", "Bob", "Carl").get(random.nextInt(3));
                    functionFacts.append(sign).append(value).append(" = Mother(").append(person).append(")\n");
                    predicateFacts.append(sign).append("Mother(").append(person).append(',').append(value)
                            .append(")\n");
                }
            }
            if (random.nextBoolean()) {
                functionFacts.append("Smokes(Anna) ?Smokes(Bob) Likes(Bob,Anna) ?Likes(Anna,Anna)\n");
                predicateFacts.append("Smokes(Anna) ?Smokes(Bob) Likes(Bob,Anna) ?Likes(Anna,Anna)\n");
            }
            sameDistribution(ground(FUNCTIONS + "0.75 " + function + "\n", functionFacts.toString()).model(),
                    ground(PREDICATES + "0.75 " + predicate + "\n", predicateFacts.toString()).model());
        }
    }

    /** Random states are enough: a formula of weight 0.75 that differs somewhere differs in many of them. */
    private static void sameDistribution(GraphicalModel one, GraphicalModel other) {
        assertThat(one.sizes()).isEqualTo(other.sizes());
        RandomGenerator random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            int[] state = new int[one.variableCount()];
            for (int v = 0; v < state.length; v++) {
                state[v] = random.nextInt(one.variable(v).size());
            }
            assertThat(one.logWeight(state)).isCloseTo(other.logWeight(state), within(1e-12));
        }
    }

    @Test
    void aKnownFunctionCostsNothing() throws IOException {
        GroundNetwork ground = ground(FUNCTIONS + "2 Smokes(x) => Smokes(Mother(x))\n",
                "Anna = Mother(Bob) Anna = Mother(Carl)\nCarl = Mother(Anna)\n");
        assertThat(ground.model().features().stream().map(ground.model()::describe)).containsExactly(
                "2.0 Smokes(Anna)=0 ∨ Smokes(Carl)=1", "2.0 Smokes(Bob)=0 ∨ Smokes(Anna)=1",
                "2.0 Smokes(Carl)=0 ∨ Smokes(Anna)=1");
    }

    @Test
    void anUnknownFunctionIsOneVariableNamedLikeIt() throws IOException {
        GroundNetwork ground = ground("""
                person = {Anna, Bob}
                Smokes(person)
                person Best(person)
                1 Smokes(Best(x))
                """, "Smokes(Anna) Anna = Best(Bob)", GroundingOptions.defaults().withQuery("Best(Anna)",
                "Best(Bob)", "Anna = Best(Anna)", "Bob = Best(Bob)"));
        assertThat(ground.model().variables()).extracting("name").containsExactly("Best(Anna)");
        assertThat(ground.model().variable(0).domain()).isEqualTo(Domain.of("Anna", "Bob"));
        assertThat(ground.queried()).containsExactly(
                new GroundNetwork.Queried("Best(Anna)", 0, -1, TruthValue.UNKNOWN),
                new GroundNetwork.Queried("Anna = Best(Bob)", -1, -1, TruthValue.TRUE),
                new GroundNetwork.Queried("Best(Anna)", 0, 0, TruthValue.UNKNOWN),
                new GroundNetwork.Queried("Bob = Best(Bob)", -1, -1, TruthValue.FALSE));
        ExactResult exact = ContractionPlan.solve(ground.model());
        // Only Anna smokes: Best(Anna) = Anna has weight e.
        assertThat(ground.probability("Anna = Best(Anna)", exact.marginals()))
                .isCloseTo(Math.E / (1 + Math.E), within(1e-14));
        assertThat(ground.probability("Best(Anna) = Bob", exact.marginals()))
                .isCloseTo(1 / (1 + Math.E), within(1e-14));
        assertThat(ground.truth("Bob = Best(Bob)")).isEqualTo(TruthValue.FALSE);
        // The grounding for Bob holds: log Z = 1 + log(1 + e).
        assertThat(exact.logPartition()).isCloseTo(1 + Math.log(1 + Math.E), within(1e-14));
        assertThatThrownBy(() -> ground.truth("Best(Bob)")).hasMessageContaining("expected VALUE = Best(…)");
    }

    @Test
    void javaSaysTheSameAsFiles() throws IOException {
        MarkovLogic built = MarkovLogic.builder().type("person", "Anna", "Bob").predicate("Smokes", "person")
                .function("person", "Best", "person")
                .formula(1.5, new Sentence.Atom("Smokes", List.of(Term.apply("Best", "x"))))
                .formula(2, Sentence.equal(Term.apply("Best", "Anna"), Term.of("y"))).build();
        String text = """
                person = {Anna, Bob}
                Smokes(person)
                person Best(person)
                1.5 Smokes(Best(x))
                2.0 Best(Anna) = y
                """;
        assertThat(built).hasToString(text);
        MarkovLogic read = LogicFiles.parseNetwork(text);
        assertThat(read).hasToString(text);
        Database database = Database.builder(built).add("Best", "Bob", "Anna").build();
        assertThat(Grounder.ground(database, GroundingOptions.defaults()).model())
                .isEqualTo(ground(text, "Best(Bob) = Anna").model());
    }

    /** Alchemy's clauses: the value of a function is a variable of the clause. */
    @Test
    void functionsInClausalForm() throws IOException {
        GroundingOptions clausal = GroundingOptions.defaults().withSemantics(Semantics.ALCHEMY_CNF);
        GraphicalModel divided = ground(FUNCTIONS + "2 Smokes(x) => Smokes(Mother(x))\n", "", clausal).model();
        GraphicalModel written = ground(PREDICATES + "2 !Smokes(x) v !Mother(x,v1) v Smokes(v1)\n", "").model();
        assertThat(divided.features()).containsExactlyInAnyOrderElementsOf(written.features());
    }

    @Test
    void weightsPerConstantReachIntoFunctions() throws IOException {
        GroundNetwork ground = ground(FUNCTIONS + "Smokes(Mother(+x))\n",
                "Anna = Mother(Anna) Anna = Mother(Bob) Anna = Mother(Carl)", GroundingOptions.defaults()
                        .withWeights(instance -> instance.equals("Smokes(Mother(Bob))") ? 4 : 1));
        assertThat(ground.model().features().stream().map(ground.model()::describe)).containsExactly(
                "1.0 Smokes(Anna)=1", "4.0 Smokes(Anna)=1", "1.0 Smokes(Anna)=1");
    }

    /** 50,000 people with known mothers: pairs of people are not gone through. */
    @Test
    @Timeout(20)
    void functionsAreJoinedOn() throws IOException {
        int people = 50_000;
        StringBuilder text = new StringBuilder("person = {1,...," + people + "}\n");
        for (int i = 1; i <= people; i++) {
            text.append(1 + i / 2).append(" = Mother(").append(i).append(")\n");
        }
        Grounder grounder = Grounder.plan(LogicFiles.parseDatabase(LogicFiles.parseNetwork(
                "person Mother(person)\nSmokes(person)\n1 Smokes(Mother(Mother(x))) => Smokes(x)\n"
                        + "1 Mother(x) = y ^ Smokes(x) => Smokes(y)\n"), text.toString()), GroundingOptions.defaults());
        assertThat(grounder.size().formulas()).extracting(GroundingSize.Count::count)
                .containsExactly((double) people, (double) people);
        grounder.ground();
    }
}
