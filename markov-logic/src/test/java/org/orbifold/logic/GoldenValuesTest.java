package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.orbifold.logic.Sentence.and;
import static org.orbifold.logic.Sentence.atom;
import static org.orbifold.logic.Sentence.implies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.GraphicalModel;

/** Values known from elsewhere. */
class GoldenValuesTest {

    /** {@code models/friendsmoker.mln} of Forclift, with five people. */
    private static final String FRIENDS_AND_SMOKERS = """
            person = {Guy, Nima, Wannes, Jesse, Luc}
            friends(person,person)
            smokes(person)
            2 friends(x,y) ^ smokes(x) => smokes(y)
            """;

    private static GroundNetwork ground(String network, String database, GroundingOptions options) throws IOException {
        return Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(network), database), options);
    }

    private static GroundNetwork ground(String network) throws IOException {
        return ground(network, "", GroundingOptions.defaults());
    }

    private static void checkFriendsAndSmokers(GroundNetwork ground) {
        ExactResult exact = ContractionPlan.solve(ground.model());
        // Recomputed in closed form over the number of smokers; the digits are those of FORMATS.md.
        assertThat(ground.probability("friends(Guy,Nima)", exact.marginals()))
                .isCloseTo(0.458048855602448, within(1e-14));
        assertThat(ground.probability("smokes(Luc)", exact.marginals())).isCloseTo(0.5, within(1e-13));
        assertThat(exact.logPartition()).isCloseTo(68.639088107192, within(1e-12));
    }

    @Test
    void friendsAndSmokers() throws IOException {
        GroundNetwork ground = ground(FRIENDS_AND_SMOKERS);
        assertThat(ground.model().variableCount()).isEqualTo(30);
        // The five groundings with x = y are tautologies.
        assertThat(ground.model().features()).hasSize(20);
        assertThat(ground.model().constant()).isEqualTo(10);
        checkFriendsAndSmokers(ground);
    }

    @Test
    void friendsAndSmokersFromJava() {
        MarkovLogic network = MarkovLogic.builder()
                .type("person", "Guy", "Nima", "Wannes", "Jesse", "Luc")
                .predicate("friends", "person", "person")
                .predicate("smokes", "person")
                .formula(2, implies(and(atom("friends", "x", "y"), atom("smokes", "x")), atom("smokes", "y")))
                .build();
        checkFriendsAndSmokers(Grounder.ground(Database.empty(network), GroundingOptions.defaults()));
    }

    /** One clause: both semantics agree. */
    @Test
    void friendsAndSmokersInClausalForm() throws IOException {
        checkFriendsAndSmokers(ground(FRIENDS_AND_SMOKERS, "",
                GroundingOptions.defaults().withSemantics(Semantics.ALCHEMY_CNF)));
    }

    /** Issue 22 of LoMRF, which gave 0.62. */
    @Test
    void hardFormulasAreHard() throws IOException {
        GroundNetwork ground = ground("""
                item = {I}
                other = {O}
                H(item)
                S(other)
                H(i) v S(o).
                """);
        ExactResult exact = ContractionPlan.solve(ground.model());
        assertThat(ground.probability("H(I)", exact.marginals())).isCloseTo(2.0 / 3, within(1e-15));
        assertThat(ground.probability("S(O)", exact.marginals())).isCloseTo(2.0 / 3, within(1e-15));
        assertThat(exact.logPartition()).isCloseTo(Math.log(3), within(1e-15));
    }

    /** Issue 21 of LoMRF, which gave 0.5. */
    @Test
    void unitFormulasCount() throws IOException {
        GroundNetwork ground = ground("coin = {Penny, Dime}\nHeads(coin)\n1 Heads(x)\n");
        assertThat(ground.probability("Heads(Dime)", ContractionPlan.solve(ground.model()).marginals()))
                .isCloseTo(0.7310586, within(1e-7)).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-15));
    }

    /** The example of Alchemy's manual: 2.5 P ^ Q ^ (R v S) becomes -1.25 !P v !Q and 1.25 R v S. */
    @Test
    void alchemysClausalForm() throws IOException {
        String declarations = "t = {A}\nP(t)\nQ(t)\nR(t)\nS(t)\n";
        GroundNetwork divided = ground(declarations + "2.5 P(x) ^ Q(x) ^ (R(x) v S(x))\n", "",
                GroundingOptions.defaults().withSemantics(Semantics.ALCHEMY_CNF));
        GroundNetwork written = ground(declarations + "-1.25 !P(x) v !Q(x)\n1.25 R(x) v S(x)\n");
        assertThat(divided.model()).isEqualTo(written.model());
    }

    @Test
    void roundTripThroughUai(@TempDir Path folder) throws IOException {
        GroundNetwork ground = ground(FRIENDS_AND_SMOKERS, "friends(Guy,Luc) friends(Luc,Nima)\nsmokes(Guy)",
                GroundingOptions.defaults().withQuery("smokes"));
        Path file = folder.resolve("ground.uai");
        ModelFiles.write(ground.model(), file);
        GraphicalModel read = ModelFiles.read(file);
        ExactResult one = ContractionPlan.solve(ground.model());
        ExactResult other = ContractionPlan.solve(read);
        assertThat(read.variableCount()).isEqualTo(4);
        assertThat(other.logPartition()).isCloseTo(one.logPartition(), within(1e-12));
        for (int v = 0; v < read.variableCount(); v++) {
            assertThat(other.marginals().probability(v, 1)).isCloseTo(one.marginals().probability(v, 1), within(1e-13));
        }
        assertThat(Files.size(file)).isPositive();
    }
}
