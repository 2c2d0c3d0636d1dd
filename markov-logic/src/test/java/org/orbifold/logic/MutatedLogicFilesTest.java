package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Files with random mistakes are read, or refused with a place; nothing else happens. */
class MutatedLogicFilesTest {

    private static final String NETWORK = """
            person = {Anna, Bob, "c d"}
            n = {1,...,4}
            Friends(person,person)
            Smokes(person)
            Age(person,n!)
            1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
            Friends(x,y) => Friends(y,x).
            -0.25 (EXIST y (Friends(x,y) ^ x != y)) <=> Age(x,3) // a comment
            Friends(+x,y) v *Smokes(y)
            """;

    private static final String DATABASE =
            "Friends(Anna,Bob) Friends(Bob,Anna) !Smokes(Anna)\n?Smokes(Bob)\nAge(Bob,2)\n";

    private static final String CHARACTERS = "(){}!^v=<>,.?+*-\"\\/#&xA1 \n\té";

    private static String mutated(String text, RandomGenerator random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(mutated.length());
            char other = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            switch (random.nextInt(4)) {
                case 0 -> mutated.deleteCharAt(at);
                case 1 -> mutated.insert(at, other);
                case 2 -> mutated.setCharAt(at, other);
                default -> mutated.insert(at, text, 0, random.nextInt(20));
            }
        }
        return mutated.toString();
    }

    @Test
    void mistakesNeverEscape() throws IOException {
        RandomGenerator random = new SplittableRandom(11);
        MarkovLogic intact = LogicFiles.parseNetwork(NETWORK);
        GroundingOptions options = GroundingOptions.defaults().withWeights(instance -> 1).withMaxGround(100_000);
        int refused = 0;
        int ground = 0;
        for (int i = 0; i < 2500; i++) {
            boolean inNetwork = random.nextBoolean();
            String text = mutated(inNetwork ? NETWORK : DATABASE, random);
            Database database;
            try {
                database = inNetwork ? LogicFiles.parseDatabase(LogicFiles.parseNetwork(text), "")
                        : LogicFiles.parseDatabase(intact, text);
            } catch (LogicParseException e) {
                refused++;
                assertThat(e.getMessage().lines()).hasSize(1);
                assertThat(e.line()).isBetween(1, (int) text.lines().count() + 1);
                assertThat(e.excerpt().lines().count()).isBetween(1L, 2L);
                continue;
            }
            try {
                Grounder.ground(database, options);
                ground++;
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
        assertThat(refused).isGreaterThan(1000);
        assertThat(ground).isGreaterThan(60);
    }

    @Test
    void deepNestingIsRefusedWithItsPlace() {
        int deep = 100_000;
        for (String statement : List.of("(".repeat(deep) + "1" + ")".repeat(deep) + " P(x)",
                "log(".repeat(deep) + "1" + ")".repeat(deep) + " P(x)", "(" + "-".repeat(deep) + "1) P(x)",
                "1 " + "(".repeat(deep) + "P(x)" + ")".repeat(deep), "1 " + "!".repeat(deep) + "P(x)",
                "1 " + "EXIST y ".repeat(deep) + "P(y)", "1 " + "P(x) => ".repeat(deep) + "P(x)")) {
            assertThatThrownBy(() -> LogicFiles.parseNetwork("t = {A}\nP(t)\n" + statement + "\n"))
                    .as(statement.substring(0, 10)).isInstanceOf(LogicParseException.class)
                    .hasMessageContaining(":3:").hasMessageContaining("expected at most");
        }
    }

    @Test
    void longFormulasAreRead() throws IOException {
        String text = "P(t)\n1 " + String.join(" v ", Collections.nCopies(1001, "P(x)")) + "\n";
        GroundNetwork network = Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(text), "?P(A)"),
                GroundingOptions.defaults());
        assertThat(network.model().describe(network.model().features().get(0))).isEqualTo("1.0 P(A)=1");
    }
}
