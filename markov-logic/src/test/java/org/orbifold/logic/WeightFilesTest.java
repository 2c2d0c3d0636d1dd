package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of weights: lines of a known shape take a short cut, which must not be noticed. */
class WeightFilesTest {

    @TempDir
    private Path folder;

    private FormulaWeights read(String text) throws IOException {
        return LogicFiles.readWeights(Files.writeString(folder.resolve("w.weights"), text));
    }

    /** The same formulas in many spellings; each line alone is parsed in full. */
    @Test
    void theShortCutReadsWhatTheParserReads() throws IOException {
        RandomGenerator random = new SplittableRandom(7);
        List<String> patterns = List.of("P(%s) v !Q(%s,%s)", "P( %s ) v !Q(%s,%s)", "!P(%s)^Q(%s,x)",
                "P(%s) => Q(%s,y)", "EXIST x Q(%s,x)", "P(f(%s)) v P(%s)", "%s = f(%s)", "P(%s) v P(%s) // said so",
                "(P(%s) v P(%s)) ^ P(%s)",
                "((P(%s)))", "P(%s) v\n  P(%s)");
        List<String> constants = List.of("A", "B7", "Anna_Maria", "12", "2nd", "Every", "Forall1", "EXISTENCE",
                "\"x y\"", "É", "O'Neill", "Saint-Malo", "7e5", "\"A\"");
        List<String> numbers = List.of("1", "-2", "0.5", "-1.25", "+3", "1e-3", ".5", "2E2", "007");
        Map<String, Double> expected = new LinkedHashMap<>();
        StringBuilder file = new StringBuilder("// a heading\n\n");
        for (int i = 0; i < 600; i++) {
            String formula = patterns.get(random.nextInt(patterns.size()));
            while (formula.contains("%s")) {
                formula = formula.replaceFirst("%s", constants.get(random.nextInt(constants.size())));
            }
            String number = numbers.get(random.nextInt(numbers.size()));
            String text = LogicFiles.parseNetwork("P(t)\nQ(t,t)\nt f(t)\n1 " + formula).formulas().get(0).sentence()
                    .toString();
            if (!expected.containsKey(text)) {
                expected.put(text, Double.parseDouble(number));
                file.append(random.nextInt(5) == 0 ? "\t" : "").append(number)
                        .append(random.nextInt(5) == 0 ? "  " : " ").append(formula)
                        .append(random.nextInt(6) == 0 ? "\r\n" : random.nextInt(6) == 0 ? "\n\n" : "\n");
            }
        }
        FormulaWeights weights = read(file.toString());
        assertThat(expected).hasSizeGreaterThan(300);
        assertThat(weights.unused()).isPresent();
        expected.forEach((text, weight) -> assertThat(weights.weight(text)).as(text).isEqualTo(weight));
        assertThat(weights.unused()).isEmpty();
    }

    /** After many lines of one shape a mistake is found where it is. */
    @Test
    void mistakesAfterManyLinesHaveTheirPlace() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            many.append("1.5 P(C").append(i).append(") v !Q(C").append(i).append(")\n");
        }
        Map<String, String> mistakes = new LinkedHashMap<>();
        mistakes.put("1.5 P(C7) v !Q(C7)", ":201:1: the formula 'P(C7) v !Q(C7)' has a weight already, on line 8");
        mistakes.put("1.5 P(C7) v !Q(C7", ":201:18: the statement ends too early");
        mistakes.put("1.5 P(C7) v !!Q(C7))", ":201:20: unexpected ')'");
        mistakes.put("1.5 P(C7) v !Q(C7).", ":201:19: unexpected '.'");
        mistakes.put("1.5. P(C7) v !Q(C7)", ":201:4: unexpected '.'");
        mistakes.put("1.5P(C7) v !Q(C7)", ":201:1: unexpected '1.5P'");
        mistakes.put("P(C7) v !Q(C7)", ":201:1: unexpected 'P'");
        mistakes.put("1.5 P(C7) v !Q(FORALL)", ":201:16: unexpected 'FORALL'");
        mistakes.put("1.5 P(C7) v !Q(Exist)", ":201:16: unexpected 'Exist'");
        mistakes.forEach((line, message) -> assertThatThrownBy(() -> read(many + line + "\n"))
                .as(line).isInstanceOf(LogicParseException.class).hasMessageContaining(message));
    }

    @Test
    void weightsNobodyAsksForAreAMistake() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("t = {A, B}\nP(t)\nP(+x) v P(x)\n");
        FormulaWeights weights = read("1 P(A) v P(A)\n2 P(B) v P(B)\n3 P(A) v P(B)\n");
        assertThatThrownBy(() -> Grounder.plan(Database.empty(network),
                GroundingOptions.defaults().withWeights(weights)))
                .hasMessageContaining("w.weights:3:1: the weight belongs to no formula");
        assertThatThrownBy(() -> read("1 P(A) v P(A)\n").weight("P(C)")).hasMessageContaining("no weight for 'P(C)'");
    }

    /** One weight per tuple of constants if several variables have a '+', asked for with the last one fastest. */
    @Test
    void severalVariablesWithPlus() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(
                "s = {A, B}\nt = {1,2,3}\nR(s,t)\nP(s)\nR(+x,+y) ^ P(x)\nP(+x) => R(x,y)\n");
        List<String> asked = new ArrayList<>();
        GroundNetwork ground = Grounder.ground(Database.empty(network), GroundingOptions.defaults()
                .withWeights(instance -> {
                    asked.add(instance);
                    return asked.size();
                }));
        assertThat(asked).containsExactly("R(A,1) ^ P(A)", "R(A,2) ^ P(A)", "R(A,3) ^ P(A)", "R(B,1) ^ P(B)",
                "R(B,2) ^ P(B)", "R(B,3) ^ P(B)", "P(A) => R(A,y)", "P(B) => R(B,y)");
        assertThat(ground.model().features().stream().map(ground.model()::describe)).containsExactly(
                "1.0 R(A,1)=1 ∧ P(A)=1", "2.0 R(A,2)=1 ∧ P(A)=1", "3.0 R(A,3)=1 ∧ P(A)=1",
                "4.0 R(B,1)=1 ∧ P(B)=1", "5.0 R(B,2)=1 ∧ P(B)=1", "6.0 R(B,3)=1 ∧ P(B)=1",
                "7.0 P(A)=0 ∨ R(A,1)=1", "7.0 P(A)=0 ∨ R(A,2)=1", "7.0 P(A)=0 ∨ R(A,3)=1",
                "8.0 P(B)=0 ∨ R(B,1)=1", "8.0 P(B)=0 ∨ R(B,2)=1", "8.0 P(B)=0 ∨ R(B,3)=1");
    }

    /** A weight in front is that of all copies; two stars are four formulas. */
    @Test
    void givenWeightsAndStars() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("t = {A}\nP(t)\nQ(t)\n0.5 P(+x) v Q(x)\n*P(x) ^ *Q(x)\n");
        List<String> asked = new ArrayList<>();
        GroundNetwork ground = Grounder.ground(Database.empty(network), GroundingOptions.defaults()
                .withWeights(instance -> {
                    asked.add(instance);
                    return 10 * asked.size();
                }));
        assertThat(asked).containsExactly("P(x) ^ Q(x)", "P(x) ^ !Q(x)", "!P(x) ^ Q(x)", "!P(x) ^ !Q(x)");
        assertThat(ground.model().logWeight(new int[] {1, 1})).isEqualTo(10.5);
        assertThat(ground.model().logWeight(new int[] {1, 0})).isEqualTo(20.5);
        assertThat(ground.model().logWeight(new int[] {0, 1})).isEqualTo(30.5);
        assertThat(ground.model().logWeight(new int[] {0, 0})).isEqualTo(40);
    }
}
