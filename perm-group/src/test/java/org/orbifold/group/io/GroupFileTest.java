package org.orbifold.group.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.group.element.Permutation;

class GroupFileTest {

    @TempDir
    private Path folder;

    private static GroupFile parse(String text) throws IOException {
        return GroupFile.read(stream(text), "g.grp", false);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Permutation> members(Path file, int degree) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return GroupFile.readPermutations(in, file.toString(), degree, false);
        }
    }

    /** The dihedral group of the square with a fixed point in front, or its like, as others print it. */
    @ParameterizedTest
    @ValueSource(strings = {
        "Group([ (1,2,3,4), (1,3) ])",
        "gap> G := Group( (1,2,3,4),\n  (1,3) );;\n",
        "Group(\n[ ( 1, 2,\n 3, 4), (1,3) ] ) # a comment (5,6)",
        "(1,2,3,4)\n(1,3)\n",
        "(1,2,3,4),\n(1,3);",
        "Permutation group acting on a set of cardinality 4\nOrder = 8 = 2^3\n    (1, 2, 3, 4)\n    (1, 3)\n",
        "PermutationGroup< 4 | (1, 2, 3, 4), (1, 3) >; // Magma",
        "[2,3,4,1]\n[3,2,1,4]",
        "[ PermList([ 2, 3, 4, 1 ]), (1,3) ]",
        "2 3 4 1\n3 2 1 4",
        "PermutationGroup([\n    (0 1 2 3),\n    (3)(0 2)])",
        "[Permutation([1, 2, 3, 0]), Permutation([2, 1, 0, 3])]",
        "PermutationGroup([Permutation(0, 1, 2, 3), Permutation(3)(0, 2)])",
        "(0 1 2 3)\n(0 2)",
        "1 2 3 0\n2 1 0 3",
        "\uFEFFsquare 4 8\n1 2 3 0\n(0 2)\n",
    })
    void readsWhatOthersPrint(String text) throws IOException {
        GroupFile file = GroupFile.read(stream(text), "g", false);
        assertThat(file.degree()).isEqualTo(4);
        assertThat(file.generators()).containsExactly(Permutation.ofImages(1, 2, 3, 0),
            Permutation.transposition(4, 0, 2));
    }

    @Test
    void packedTextAndCountingFromOne() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("swap 3\n(1 2)\n3 2 1\n".getBytes(StandardCharsets.US_ASCII));
        }
        GroupFile file = GroupFile.read(new ByteArrayInputStream(bytes.toByteArray()), "g", true);
        assertThat(file.generators()).containsExactly(Permutation.transposition(3, 0, 1),
            Permutation.transposition(3, 0, 2));
        assertThatThrownBy(() -> GroupFile.read(new ByteArrayInputStream(new byte[] {'a', (byte) 0xFF}), "g", false))
            .hasMessageContaining("g:1: the file is not text in UTF-8");
        assertThatThrownBy(() -> GroupFile.read(folder)).hasMessageContaining("is a folder");
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
        "name|g.grp:1: no permutation was found in text that starts 'name', expected a header",
        "a b c d|g.grp:1: no permutation was found",
        "(1,2,2)|g.grp:1: point 1 is repeated (counted from 0)",
        "Group((1,2|g.grp:1: a bracket is not closed",
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
        assertThat(members(file, 3)).containsExactly(Permutation.transposition(3, 0, 1),
            Permutation.transposition(3, 0, 2), Permutation.transposition(3, 0, 2), Permutation.transposition(3, 1, 2));
        assertThatThrownBy(() -> members(file, 4)).hasMessageContaining(file + ":1: only 3 images");
        assertThatThrownBy(() -> GroupFile.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        Path group = Files.writeString(folder.resolve("g"), "swap 2\n(0 1)\n");
        assertThat(GroupFile.read(group).generators()).hasSize(1);
    }

    /** Numbers in brackets behind a name are the arguments of a function, not a cycle. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "MathieuGroup(11)        | g.grp:1: numbers in brackets behind 'MathieuGroup'",
        "G := SymmetricGroup(5); | g.grp:1: numbers in brackets behind 'SymmetricGroup'",
        "(1,2)/CyclicGroup( 7 )  | g.grp:2: numbers in brackets behind 'CyclicGroup'",
        "gens[1] := (1,2)        | g.grp:1: numbers in brackets behind 'gens'",
    })
    void functionsOfNumbersAreNoPermutations(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace('/', '\n'))).isInstanceOf(GroupParseException.class)
            .hasMessageContaining(message).hasMessageContaining(", expected ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"G := sub<Sym(4) | (1,2,3,4), (1,3)>;", "[Cycle(0, 1, 2, 3), Cycle(0, 2)]"})
    void namesThatMayStandBeforeNumbers(String text) throws IOException {
        GroupFile file = parse(text);
        assertThat(file.degree()).isEqualTo(4);
        assertThat(file.generators()).contains(Permutation.parseCycles(4, "(0 1 2 3)"),
            Permutation.parseCycles(4, "(0 2)"));
    }

    /** What is not closed is looked for once, however often it begins. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void commentsAndBracketsThatAreNotClosed() {
        assertThatThrownBy(() -> parse("Group([(1,2),\n (3,4)]) /* a\n")).isInstanceOf(GroupParseException.class)
            .hasMessage("g.grp:2: a comment is not closed, expected '*/'");
        assertThatThrownBy(() -> parse("Group([(1,2)]) " + "/* ".repeat(500_000)))
            .hasMessageContaining("a comment is not closed");
        assertThatThrownBy(() -> parse("(1,2)\n" + "sub<".repeat(500_000))).hasMessageContaining("is not closed");
        assertThatThrownBy(() -> parse("Permutation group\n" + "\n".repeat(1_000_000) + "x"))
            .hasMessageContaining("no permutation was found");
    }

    @Test
    void longLinesOfImages() throws IOException {
        int degree = 100_000;
        String images = IntStream.range(0, degree).mapToObj(x -> Integer.toString((x + 1) % degree))
            .collect(Collectors.joining(" "));
        assertThat(parse(images).degree()).isEqualTo(degree);
    }
}
