package org.orbifold.group.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.group.element.Permutation;

class GroupFileTest {

    @TempDir
    private Path folder;

    private static GroupFile parse(String text) throws IOException {
        return GroupFile.read(new StringReader(text), "g.grp");
    }

    @Test
    void readsHeaderImagesAndCycles() throws IOException {
        GroupFile file = parse("# by hand\n\nsquare 4 8\r\n1 2 3 0\n  (1 3)\n\n# end\n");
        assertThat(file.name()).isEqualTo("square");
        assertThat(file.degree()).isEqualTo(4);
        assertThat(file.claimedOrder()).hasValueSatisfying(order -> assertThat(order).isEqualTo(8));
        assertThat(file.headerLine()).isEqualTo(3);
        assertThat(file.generators()).containsExactly(Permutation.ofImages(1, 2, 3, 0),
            Permutation.transposition(4, 1, 3));
        assertThat(parse("nothing 7").generators()).isEmpty();
        assertThat(parse("nothing 7").claimedOrder()).isEmpty();
        assertThat(parse("empty 0\n()").degree()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''|g.grp:1: the file is empty, expected a header",
        "name|g.grp:1: the header has 1 field, expected 'name degree'",
        "a b c d|g.grp:1: the header has 4 fields",
        "a x|the degree is 'x', expected a number of points",
        "a -3|the degree is '-3'",
        "a 99999999999|the degree is '99999999999'",
        "a 3 0|the order is '0', expected a positive integer",
        "a 3 many|the order is 'many'",
        "a 3;0 1|g.grp:2: only 2 images for 3 points, expected a permutation of the points 0 to 2",
        "a 3;;0 1 2;0 1 1|g.grp:4: point 1 is repeated",
        "a 3;0 1 3|g.grp:2: image 3 of point 2 is out of range",
        "a 3;(0 1|g.grp:2: found the end at column 5, expected ')'",
        "a 3;(0 1)(1 2)|point 1 is repeated",
        "a 3;(0 5)|point 5 is out of range",
        "a 3;zero one two|found 'z' at column 1",
    })
    void errorsNameFileLineProblemAndExpectation(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace(';', '\n'))).isInstanceOf(GroupParseException.class)
            .hasMessageContaining(message).hasMessageContaining(", expected ");
    }

    @Test
    void theExceptionHasParts() {
        assertThatThrownBy(() -> parse("a 3\n0 1")).isInstanceOfSatisfying(GroupParseException.class, e -> {
            assertThat(e.file()).isEqualTo("g.grp");
            assertThat(e.line()).isEqualTo(2);
            assertThat(e.problem()).isEqualTo("only 2 images for 3 points");
            assertThat(e.expectation()).contains("3 images");
        });
    }

    @Test
    void membersMayCarryASign() throws IOException {
        Path file = Files.writeString(folder.resolve("m"), "+ 1 0 2\n- (0 2)\n2 1 0\n-(1 2)\n");
        assertThat(GroupFile.readPermutations(file, 3)).containsExactly(Permutation.transposition(3, 0, 1),
            Permutation.transposition(3, 0, 2), Permutation.transposition(3, 0, 2), Permutation.transposition(3, 1, 2));
        assertThatThrownBy(() -> GroupFile.readPermutations(file, 4)).hasMessageContaining(file + ":1: only 3 images");
        assertThatThrownBy(() -> GroupFile.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        Path group = Files.writeString(folder.resolve("g"), "swap 2\n(0 1)\n");
        assertThat(GroupFile.read(group).generators()).hasSize(1);
    }
}
