package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.testing.RandomModels;

/** {@code +x}: a weight per constant, and per tuple if there are several; summed by hand over all groundings. */
class SeveralWeightsTest {

    private static final String DECLARATIONS = "t = {A, B, \"c d\"}\nP(t)\nR(t,t)\n";
    private static final List<String> CONSTANTS = List.of("A", "B", "\"c d\"");

    /** A formula as it is written with its constants, and when it holds. */
    private record Instance(String weighted, boolean holds) { }

    private interface Pattern {
        Instance at(String x, String y, Predicate<String> holds);
    }

    private static final Map<String, Pattern> PATTERNS = new LinkedHashMap<>();

    static {
        PATTERNS.put("R(+x,+y) v P(+x)", (x, y, holds) -> new Instance("R(" + x + "," + y + ") v P(" + x + ")",
                holds.test("R(" + x + "," + y + ")") || holds.test("P(" + x + ")")));
        PATTERNS.put("P(+x) ^ R(+x,y)", (x, y, holds) -> new Instance("P(" + x + ") ^ R(" + x + ",y)",
                holds.test("P(" + x + ")") && holds.test("R(" + x + "," + y + ")")));
        PATTERNS.put("R(x,+y) => P(x)", (x, y, holds) -> new Instance("R(x," + y + ") => P(x)",
                !holds.test("R(" + x + "," + y + ")") || holds.test("P(" + x + ")")));
        PATTERNS.put("(P(+x) <=> P(+y)) v x = y", (x, y, holds) -> new Instance(
                "(P(" + x + ") <=> P(" + y + ")) v " + x + " = " + y,
                holds.test("P(" + x + ")") == holds.test("P(" + y + ")") || x.equals(y)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "R(A,B) R(B,A)", "!P(A) R(A,A) ?R(B,\"c d\")", "P(\"c d\") ?P(A)"})
    void weightsOfTuplesAreAddedUp(String evidence) throws IOException {
        RandomGenerator random = new SplittableRandom(evidence.hashCode());
        for (Map.Entry<String, Pattern> entry : PATTERNS.entrySet()) {
            Map<String, Double> weights = new LinkedHashMap<>();
            FormulaWeights drawn = instance -> weights.computeIfAbsent(instance, text -> random.nextDouble(-2, 2));
            MarkovLogic network = LogicFiles.parseNetwork(DECLARATIONS + entry.getKey() + "\n");
            GroundNetwork ground = Grounder.ground(LogicFiles.parseDatabase(network, evidence),
                    GroundingOptions.defaults().withWeights(drawn));
            Map<String, int[]> atoms = atoms(ground);
            for (int[] state : RandomModels.states(ground.model())) {
                double sum = 0;
                for (String x : CONSTANTS) {
                    for (String y : CONSTANTS) {
                        Instance instance = entry.getValue().at(x, y, atom ->
                                atoms.get(atom)[0] < 0 ? atoms.get(atom)[1] == 1 : state[atoms.get(atom)[0]] == 1);
                        assertThat(weights).containsKey(instance.weighted());
                        sum += instance.holds() ? weights.get(instance.weighted()) : 0;
                    }
                }
                assertThat(ground.model().logWeight(state)).isCloseTo(sum, within(1e-12));
            }
        }
    }

    /** For each atom its variable, or −1 and its truth value. */
    private static Map<String, int[]> atoms(GroundNetwork ground) {
        Map<String, int[]> atoms = new HashMap<>();
        ground.model().variables().forEach(variable -> atoms.put(variable.name(), new int[] {variable.index(), 0}));
        for (String x : CONSTANTS) {
            atoms.computeIfAbsent("P(" + x + ")", atom -> known(ground, atom));
            CONSTANTS.forEach(y -> atoms.computeIfAbsent("R(" + x + "," + y + ")", atom -> known(ground, atom)));
        }
        return atoms;
    }

    private static int[] known(GroundNetwork ground, String atom) {
        assertThat(ground.truth(atom)).isNotEqualTo(TruthValue.UNKNOWN);
        return new int[] {-1, ground.truth(atom) == TruthValue.TRUE ? 1 : 0};
    }

    /** Asked in the order that the interface promises, the last variable changing fastest. */
    @Test
    void weightsAreAskedForInOrder() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("t = {A, B}\nR(t,t)\nR(+x,+y)\n*R(x,+x)\n");
        StringBuilder asked = new StringBuilder();
        Grounder.plan(Database.empty(network), GroundingOptions.defaults().withWeights(instance -> {
            asked.append(instance).append(';');
            return 1;
        }));
        assertThat(asked.toString()).startsWith("R(A,A);R(A,B);R(B,A);R(B,B);")
                .isEqualTo("R(A,A);R(A,B);R(B,A);R(B,B);R(A,A);R(B,B);!R(A,A);!R(B,B);");
    }

    /** What a file of weights leaves out, and what it has too much, is named. */
    @Test
    void filesMustFit(@TempDir Path folder) throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("t = {A, B}\nP(t)\nP(+x)\n");
        Path few = Files.writeString(folder.resolve("few.weights"), "1 P(A)\n");
        Path many = Files.writeString(folder.resolve("many.weights"), "1 P(A)\n2 P(B)\n3 P(C)\n");
        for (Path path : List.of(few, many)) {
            GroundingOptions options = GroundingOptions.defaults().withWeights(LogicFiles.readWeights(path));
            assertThatThrownBy(() -> Grounder.ground(Database.empty(network), options))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(path == few ? "few.weights:1:1: there is no weight for 'P(B)'"
                            : "many.weights:3:1: the weight belongs to no formula");
        }
    }

    /** More shapes than the reader keeps in mind: each line is still read as it stands. */
    @Test
    void filesOfVeryManyShapes(@TempDir Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int shape = 0; shape < 200; shape++) {
            text.append(shape).append(".5 P").append(shape).append("(A)\n")
                    .append(-shape).append(" P").append(shape).append("(B)\n");
        }
        FormulaWeights weights = LogicFiles.readWeights(Files.writeString(folder.resolve("w.weights"), text));
        for (int shape = 0; shape < 200; shape++) {
            assertThat(weights.weight("P" + shape + "(A)")).isEqualTo(shape + 0.5);
            assertThat(weights.weight("P" + shape + "(B)")).isEqualTo(-shape);
        }
        assertThat(weights.unused()).isEmpty();
    }
}
