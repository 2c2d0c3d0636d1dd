package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways in which other programs write networks. */
class DialectsTest {

    @TempDir
    private Path folder;

    private MarkovLogic read(String text) throws IOException {
        return LogicFiles.readNetwork(Files.writeString(folder.resolve("n.mln"), text));
    }

    @ParameterizedTest
    @CsvSource({"(0.5 * 2), 1", "2 * -0.5, -1", "(1 + 2) * (3 - 1), 6", "-(2), -2", "(log(1)), 0", "3 / -2, -1.5",
        "(1), 1"})
    void weightsAreExpressions(String written, double weight) throws IOException {
        MarkovLogic network = read("person = {A, B}\nP(person)\n" + written + " P(x)\n");
        assertThat(network.formulas().get(0).weight().orElseThrow()).isEqualTo(weight, within(1e-12));
        assertThat(network.formulas().get(0).sentence().toString()).isEqualTo("P(x)");
    }

    @Test
    void bracketsOfFormulasAreNoWeights() throws IOException {
        MarkovLogic network = read("number = {1, 2}\nP(number)\n2 (1 = x) v P(x)\n(P(1) v P(2)).\n");
        assertThat(network.formulas()).hasSize(2);
    }

    @Test
    void namesOfTypesMayBeginWithCapitals() throws IOException {
        MarkovLogic network = read("Person = {A, B}\nLikes(Person, Person)\n1 Likes(x, y)\n");
        assertThat(network.constants("Person")).containsExactly("A", "B");
        assertThatThrownBy(() -> read("Likes(Person)\n")).hasMessageContaining("Person is a constant");
    }

    @Test
    void utilitiesAreExplained() {
        assertThatThrownBy(() -> read("person = {A}\nP(person)\n1.5 :3 P(x)\n"))
                .hasMessageContaining("3:5: a utility").hasMessageContaining("leave ': 3' out");
        assertThatThrownBy(() -> read("person = {A}\nP(person)\n1.5 [P(x)]\n")).hasMessageContaining("kept whole");
    }

    @Test
    void doubleColonsAreExplained() {
        assertThatThrownBy(() -> read("person = {A}\nP(person)\n(P(x) | !P(y)) ::0.5\n"))
                .hasMessageContaining("3:16").hasMessageContaining("Alchemy 2's lifted files");
        assertThatThrownBy(() -> read("person = {A}\nP(person)\n1.5::P(x)\n")).hasMessageContaining("Alchemy 2")
                .hasMessageContaining("a weight and a blank");
    }
}
