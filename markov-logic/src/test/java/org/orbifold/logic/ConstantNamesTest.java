package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.Variable;

/** The same network with constants and variables as several programs write them. */
class ConstantNamesTest {

    private static final String UPPER = "person = {Anna, Bob, Carl}\nFriends(person,person)\nSmokes(person)\n"
            + "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n0.7 EXIST y Friends(x,y)\n-0.4 Smokes(Anna) v Smokes(z)\n";
    private static final String LOWER = "person = {anna, bob, carl}\nFriends(person,person)\nSmokes(person)\n"
            + "1.5 Friends(X,Y) ^ Smokes(X) => Smokes(Y)\n0.7 EXIST V: Friends(X,V)\n-0.4 Smokes(anna) v Smokes(Z)\n";
    private static final String ANY = "person = {anna, Bob, carl}\nFriends(person,person)\nSmokes(person)\n"
            + "1.5 Friends(?x,?y) ^ Smokes(?x) => Smokes(?y)\n0.7 EXIST ?y Friends(?x,?y)\n"
            + "-0.4 Smokes(anna) v Smokes(?z)\n";

    @TempDir
    private Path folder;

    private static ExactResult solve(MarkovLogic network, String database, String... query) throws IOException {
        return ContractionPlan.solve(Grounder.ground(LogicFiles.parseDatabase(network, database),
                GroundingOptions.defaults().withQuery(query)).model());
    }

    @Test
    void sameDistribution() throws IOException {
        ExactResult expected = solve(LogicFiles.parseNetwork(UPPER), "Smokes(Bob)\n!Friends(Anna,Carl)\n", "Smokes",
                "Friends");
        ExactResult lower = solve(LogicFiles.parseNetwork(LOWER, ConstantNames.LOWER),
                "Smokes(bob)\n!Friends(anna,carl)\n", "Smokes", "Friends");
        ExactResult any = solve(LogicFiles.parseNetwork(ANY, ConstantNames.ANY),
                "Smokes(Bob)\n!Friends(anna,carl)\n", "Smokes", "Friends");
        assertThat(lower.logPartition()).isCloseTo(expected.logPartition(), within(1e-12));
        assertThat(any.logPartition()).isCloseTo(expected.logPartition(), within(1e-12));
        for (int v = 0; v < expected.marginals().variableCount(); v++) {
            assertThat(lower.marginals().probability(v, 1)).isCloseTo(expected.marginals().probability(v, 1),
                    within(1e-12));
            assertThat(any.marginals().probability(v, 1)).isCloseTo(expected.marginals().probability(v, 1),
                    within(1e-12));
        }
    }

    /** Results write constants as the file does, and names read back. */
    @Test
    void namesOfAtoms() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(LOWER, ConstantNames.LOWER);
        GroundNetwork ground = Grounder.ground(LogicFiles.parseDatabase(network, "Smokes(bob)"),
                GroundingOptions.defaults().withQuery("Smokes(anna)", "Friends(anna,X)"));
        assertThat(ground.model().variables().stream().map(Variable::name))
                .contains("Smokes(anna)", "Friends(anna,bob)").doesNotContain("Smokes(carl)");
        assertThat(network.isConstant("anna")).isTrue();
        assertThat(network.isConstant("Anna")).isFalse();
        // As text, the network is one of the default notation.
        assertThat(LogicFiles.parseNetwork(network.toString()).toString()).isEqualTo(network.toString());
    }

    /** A lower-case word is a constant once a type lists it. */
    @Test
    void byDeclaration() throws IOException {
        String text = "person = {anna, bob, carl}\nFriends(person,person)\nSmokes(person)\n"
                + "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n0.7 EXIST y Friends(x,y)\n"
                + "-0.4 Smokes(anna) v Smokes(z)\n";
        ExactResult expected = solve(LogicFiles.parseNetwork(UPPER), "Smokes(Bob)", "Smokes");
        ExactResult declared = solve(LogicFiles.parseNetwork(text), "Smokes(bob)", "Smokes");
        assertThat(declared.logPartition()).isCloseTo(expected.logPartition(), within(1e-12));
        assertThatThrownBy(() -> LogicFiles.parseNetwork("Smokes(person)\n1 Smokes(anna)\nperson = {anna}\n"))
                .hasMessageContaining("text:3:11: 'anna' is listed as a constant here and was a variable");
        assertThatThrownBy(() -> LogicFiles.parseNetwork("person = {anna}\nSmokes(person)\n"
                + "1 EXIST anna Smokes(anna)\n"))
                .hasMessageContaining("'anna' is a constant");
    }

    @Test
    void mistakes() {
        assertThatThrownBy(() -> LogicFiles.parseNetwork("person = {Anna}\nSmokes(person)\n", ConstantNames.LOWER))
                .hasMessage("text:1:11: 'Anna' is a variable, expected a constant: a small letter or a digit first, or "
                        + "double quotes around it");
        assertThatThrownBy(() -> LogicFiles.parseNetwork("P(t)\n1 EXIST x P(x)\n", ConstantNames.LOWER))
                .hasMessageContaining("'x' is a constant, expected a variable, which begins with a capital letter");
        assertThatThrownBy(() -> LogicFiles.parseNetwork("P(t)\n1 EXIST x P(x)\n", ConstantNames.ANY))
                .hasMessageContaining("expected a variable, '?x'");
        assertThatThrownBy(() -> LogicFiles.parseDatabase(LogicFiles.parseNetwork("P(t)\n1 P(X)\n",
                ConstantNames.LOWER), "P(Anna)")).hasMessageContaining("text:1:3: 'Anna' is a variable");
        assertThatThrownBy(() -> LogicFiles.parseDatabase(LogicFiles.parseNetwork("P(t)\n1 P(x)\n"),
                "t = {anna}\nP(anna)")).hasMessageContaining("or the declaration in the network");
    }

    /** Weights of '+' formulas follow the network's notation, and may repeat a FORALL around the formula. */
    @Test
    void weights() throws IOException {
        Path weights = Files.writeString(folder.resolve("w.txt"),
                "1.5 FORALL Y (Friends(anna,Y) => Smokes(Y))\n0.5: Friends(bob,Y) => Smokes(Y)\n");
        MarkovLogic network = LogicFiles.parseNetwork("person = {anna, bob}\nFriends(person,person)\nSmokes(person)\n"
                + "FORALL X,Y (Friends(+X,Y) => Smokes(Y))\n", ConstantNames.LOWER);
        MarkovLogic plain = LogicFiles.parseNetwork("person = {Anna, Bob}\nFriends(person,person)\nSmokes(person)\n"
                + "1.5 Friends(Anna,y) => Smokes(y)\n0.5 Friends(Bob,y) => Smokes(y)\n");
        double logZ = ContractionPlan.solve(Grounder.ground(Database.empty(network), GroundingOptions.defaults()
                .withWeights(LogicFiles.readWeights(weights, network))).model()).logPartition();
        assertThat(logZ).isCloseTo(solve(plain, "").logPartition(), within(1e-12));
    }

    /** Learned weights of '+' formulas are written in the network's notation. */
    @Test
    void learnedNetworks() throws IOException {
        record Case(ConstantNames style, String text, String formula) { }
        for (Case one : List.of(
                new Case(ConstantNames.LOWER, "person = {anna, \"Bob\"}\nF(person,person)\nS(person)\n"
                        + "F(+X,Y) ^ (EXIST V F(V,Y)) => S(Y)\n", "1.0 F(anna,Y) ^ (EXIST _V F(_V,Y)) => S(Y)\n"
                        + "2.0 F(\"Bob\",Y) ^ (EXIST _V F(_V,Y)) => S(Y)"),
                new Case(ConstantNames.ANY, "person = {anna, Bob}\nF(person,person)\nS(person)\n"
                        + "F(+?x,?y) => S(?y)\n", "1.0 F(anna,?y) => S(?y)\n2.0 F(Bob,?y) => S(?y)"),
                new Case(ConstantNames.UPPER, "person = {anna, Bob}\nF(person,person)\nS(person)\n"
                        + "F(+x,y) => S(y)\n", "1.0 F(anna,y) => S(y)\n2.0 F(Bob,y) => S(y)"))) {
            Path file = Files.writeString(folder.resolve("n.mln"), one.text);
            MarkovLogic network = LogicFiles.readNetwork(file, one.style);
            String learned = LogicFiles.withWeights(file, network, FormulaInstances.of(network,
                    List.of(Database.empty(network))), new double[] {1, 2});
            assertThat(learned).contains(one.formula);
            double[] weights = LogicFiles.parseNetwork(learned, one.style).formulas().stream()
                    .mapToDouble(formula -> formula.weight().getAsDouble()).toArray();
            assertThat(weights).containsExactly(1, 2);
            MarkovLogic read = LogicFiles.parseNetwork(learned, one.style);
            assertThat(LogicFiles.parseNetwork(read.toString()).toString()).isEqualTo(read.toString());
        }
    }

    @Test
    void capitalisedNamesAmongLowerCaseConstantsAreNoted() {
        assertThatThrownBy(() -> LogicFiles.parseNetwork("t = {anna, bob}\nP(t)\n1 P(X)\n")).hasMessageContaining(
                "'X' is no constant of type t, expected one of anna, bob, or the dialect in which constants begin in "
                + "lower case");
    }

    @Test
    void databasesExtendDomainsOnRequest() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("person = {Anna, Bob}\nSmokes(person)\n1 Smokes(x)\n");
        assertThatThrownBy(() -> LogicFiles.parseDatabase(network, "Smokes(Carl)"))
                .hasMessageContaining("'Carl' is no constant of type person, expected one of Anna, Bob");
        Database database = LogicFiles.parseDatabase(network.withExtensibleTypes(), "Smokes(Carl)\n?Smokes(Dan)");
        assertThat(database.constants("person")).isEqualTo(List.of("Anna", "Bob", "Carl", "Dan"));
        assertThat(network.constants("person")).isEqualTo(List.of("Anna", "Bob"));
    }
}
