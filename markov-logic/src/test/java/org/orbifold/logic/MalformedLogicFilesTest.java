package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.io.ModelParseException;

/**
 * A corpus of malformed files. In each of them the place of the mistake is marked with '§', which is taken out before
 * the file is read: the error must point exactly there.
 */
class MalformedLogicFilesTest {

    private static final String GOOD =
            "person = {Anna, Bob}\nSmokes(person)\nFriends(person,person)\nGrade(person,g!)\nperson Best(person)\n";

    @TempDir
    private Path folder;

    private static Arguments bad(String content, String problem, String expected) {
        return Arguments.of(content, problem, expected);
    }

    static Stream<Arguments> networks() {
        return Stream.of(
            bad(GOOD + "1 Smokes(x§", "the statement ends too early", "',' or ')'"),
            bad(GOOD + "1 Smokes(x) =>§", "the statement ends too early", "an atom"),
            bad(GOOD + "1 Smokes(x) => §^ Smokes(y)", "unexpected '^'", "an atom"),
            bad(GOOD + "1 Smokes(x) §Smokes(y)", "unexpected 'Smokes'", "a connective"),
            bad(GOOD + "1 (Smokes(x) v Smokes(y)§", "ends too early", "')'"),
            bad(GOOD + "1 Smokes(x)§)", "unexpected ')'", "a connective, '.' or the end"),
            bad(GOOD + "1 Smokes()§(x)", "unexpected '('", "a connective"),
            bad(GOOD + "1 §Smokes(x,y)", "'Smokes' has 2 arguments here", "1 as in its declaration Smokes(person)"),
            bad(GOOD + "1 §Smokes()", "'Smokes' has 0 arguments here", "1 as in"),
            bad(GOOD + "1 Smokes(x) v §Drinks(x)", "the predicate 'Drinks' is not declared", "a declaration Drinks("),
            bad(GOOD + "§Drinks(x) => Smokes(x).", "the predicate 'Drinks' is not declared", "before its first use"),
            bad(GOOD + "Drinks(§Anna)", "'Drinks' is not declared, and Anna is a constant", "the name of a type"),
            bad(GOOD + "1 Smokes(§Carl)", "'Carl' is no constant of type person", "one of Anna, Bob"),
            bad(GOOD + "1 Smokes(x) v x = §Carl", "'Carl' is no constant of type person", "one of Anna, Bob"),
            bad(GOOD + "1 Grade(x,y) v Smokes(§y)", "'y' stands for a g elsewhere", "a person as argument 1"),
            bad(GOOD + "1 Grade(x,y) v x = §y", "'y' is a g", "a person to compare with 'x'"),
            bad(GOOD + "1 §z = w v Smokes(x)", "nothing determines the type of the variable 'z'", "some predicate"),
            bad(GOOD + "1 Smokes(x) v §EXIST z Smokes(x)", "nothing determines the type of the variable 'z'",
                    "argument"),
            bad(GOOD + "1 EXIST §Anna Smokes(x)", "'Anna' is a constant", "lower case"),
            bad(GOOD + "1 EXIST §(x) Smokes(x)", "unexpected '('", "a variable after the quantifier"),
            bad(GOOD + "1 FORALL x,§x Friends(x,x)", "'x' stands twice", "different variables"),
            bad(GOOD + "1 EXIST y Friends(+x,§+y)", "'+y' is bound by a quantifier", "free variable only"),
            bad(GOOD + "1 Smokes(§+Anna)", "'+' stands before the constant Anna", "before a variable"),
            bad(GOOD + "Smokes(§+x) => Friends(x,x).", "a hard formula has no weights", "without '+'"),
            bad(GOOD + "1.5 Smokes(x)§.", "the formula has a weight and a final '.'", "either a weight"),
            bad(GOOD + "§1e999 Smokes(x)", "the weight is too large", "a smaller one"),
            bad(GOOD + "- §Smokes(x)", "unexpected 'Smokes'", "a number as weight"),
            bad(GOOD + "2§", "ends too early", "an atom"),
            bad(GOOD + "2 §3 Smokes(x)", "unexpected '3'", "an atom"),
            bad(GOOD + "§2Smokes(person)", "'2Smokes' begins with a digit", "a space missing"),
            bad(GOOD + "1 Smokes(§v)", "unexpected 'v' ('v' is the sign of disjunction)", "a variable or a constant"),
            bad(GOOD + "1 Smokes(x) §; Smokes(y)", "';' has no meaning here", "! ^ v => <=>"),
            bad(GOOD + "0.4§::Smokes(x)", "ProbLog", "a weight and a blank before a formula"),
            bad(GOOD + "1 Smokes(x) => §\\+ Smokes(y)", "the negation of Prolog", "'!' before an atom"),
            bad(GOOD + "1 §@Smokes(x)", "this looks like Tuffy's built-in", "without it"),
            bad(GOOD + "1 Smokes(x) ^ x §>= y", "this looks like RockIt's or PSL's comparison", "or a count"),
            bad(GOOD + "§[1.5] Smokes(x)", "this looks like LoMRF's or Tuffy's", "without brackets"),
            bad(GOOD + "1 Smokes(x) §< Smokes(y)", "this looks like RockIt's", "'!='"),
            bad(GOOD + "§log(0) Smokes(x)", "log of 0.0 is -Infinity", "a finite number"),
            bad(GOOD + "log(2 §^ 3) Smokes(x)", "unexpected '^'", "')' after a number"),
            bad(GOOD + "§1/0 Smokes(x)", "the weight is too large", "a smaller one"),
            bad(GOOD + "P(Smokes(x)) = §1.4", "1.4 is no probability", "a number from 0 to 1"),
            bad(GOOD + "§P(Smokes(x) ^ Smokes(y)) = 0.4", "that is no atom has no closed form", "a weight before"),
            bad(GOOD + "1 Smokes(x)\n§P(Smokes(x)) = 0.4", "has no closed form, since another formula", "a weight"),
            bad(GOOD + "§P(Grade(x,y)) = 0.4", "since its atoms exclude each other", "a weight"),
            bad(GOOD + "§Conf: Smokes(x)", "'Conf' is no variable", "a variable of the formula"),
            bad(GOOD + "§w: Smokes(x)", "the weight 'w' does not stand in the formula", "a variable of an atom"),
            bad(GOOD + "1 Smokes(x + §y)", "unexpected 'y'", "a whole number, as in t + 1"),
            bad(GOOD + "1 Smokes(x + §1.5)", "'1.5' is no whole number", "a step such as 1"),
            bad(GOOD + "1 Smokes(Anna §+ 1)", "only a variable can be counted on", "t + 1"),
            bad(GOOD + "§1 Smokes(z + 1) v Smokes(z,z)", "'Smokes' has 2 arguments here", "1 as in"),
            bad(GOOD + "1 Smokes(§\"Anna)", "the quoted text is not closed", "before the end of the line"),
            bad(GOOD + "1 Smokes(§\"\")", "the quoted text is empty", "a name"),
            bad(GOOD + "1 Smokes(x) §/* v Smokes(y)\n2 Smokes(x)\n", "the comment is not closed", "'*/'"),
            bad(GOOD + "§Smokes(person)", "the predicate 'Smokes' is declared twice", "one declaration"),
            bad(GOOD + "§Smokes(person!,person!)", "'Smokes' has 2 arguments here", "1 as in its declaration"),
            bad(GOOD + "Likes(person,§,person)", "unexpected ','", "the name of a type"),
            bad(GOOD + "§person = {Anna}", "the type 'person' is declared twice", "one declaration"),
            bad("person = {Anna, §Anna}", "the constant 'Anna' stands twice", "each constant once"),
            bad("P(person)\n1 P(bob)\nperson = {Anna, §bob}", "was a variable in a formula before", "types before"),
            bad("person = {Anna, §v}", "'v' is the sign of disjunction", "double quotes"),
            bad("person = {Anna,\n  Bob\n  §Carl}", "unexpected 'Carl'", "',' or '}'"),
            bad("person = {Anna, Bob§", "ends too early", "',' or '}'"),
            bad("person = {Anna} §Smokes(person)", "unexpected 'Smokes'", "nothing after the declaration"),
            bad("n = {5,...,§2}", "the range from 5 to 2 is empty", "a larger last number"),
            bad("n = {1,...,§99999999999}", "empty or too large", "at most"),
            bad("n = {A,§...,7}", "the range has no whole number before", "{1,...,20}"),
            bad("n = {1,...,§Z}", "unexpected 'Z'", "the last number of the range"),
            bad(GOOD + "1 Smokes(§father(x))", "the function 'father' is not declared", "TYPE father(TYPE,…)"),
            bad(GOOD + "1 Smokes(§Smokes(x))", "the function 'Smokes' is not declared", "before its first use"),
            bad(GOOD + "1 Smokes(§Best(x,y))", "'Best' has 2 arguments here", "1 as in its declaration person Best("),
            bad(GOOD + "1 Grade(x,§Best(x))", "the value of 'Best' is a person", "a g as argument 2 of Grade("),
            bad(GOOD + "1 §Best(x) ^ Smokes(x)", "'Best' is a function, not a predicate", "x = Best(x)"),
            bad(GOOD + "1 Grade(x,y) v Best(x) = §y", "'y' stands for a g", "a person like the value"),
            bad(GOOD + "1 Best(x) = §Carl", "'Carl' is no constant of type person", "one of Anna, Bob"),
            bad(GOOD + "1 Best(§Carl) = x", "'Carl' is no constant of type person", "one of Anna, Bob"),
            bad(GOOD + "1 Best(x) =§", "ends too early", "a variable or a constant"),
            bad(GOOD + "1 Smokes(§+Best(x))", "'+' stands before the function Best", "before a variable"),
            bad(GOOD + "person §Best(g)", "'Best' is declared twice", "one declaration"),
            bad(GOOD + "Person §Father(person)", "unexpected 'Father'", "a type in lower case before it"),
            bad(GOOD + "person Father§", "ends too early", "'(' and the types"),
            bad(GOOD + "person Father(person§!)", "is marked with '!'", "exactly one value anyway"),
            bad(GOOD + "person Father(person) §Smokes(x)", "unexpected 'Smokes'", "nothing after the declaration"),
            bad(GOOD + "person Father(person §g)", "unexpected 'g'", "',' or ')'"),
            bad(GOOD + "person §2nd(person)", "'2nd' begins with a digit", "a letter first"),
            bad(GOOD + "§Best(person!)", "'Best' is marked with '!'", "exactly one value anyway"),
            bad(GOOD + "1 Smokes(" + "Best(".repeat(499) + "§Best(x)", "nested too deeply", "at most 500"),
            bad(GOOD + "1 Smokes(§1.5)", "'1.5' is no constant of type person", ""),
            bad(GOOD + "#include §x.mln", "unexpected 'x'", "in double quotes"),
            bad(GOOD + "#include §\"none.mln\"", "none.mln cannot be found", "a file beside"),
            bad(GOOD + "#include §\"m.mln\"", "the file includes itself", "do not include each other"),
            bad(GOOD + "1 Smokes(x)" + " v Smokes(x)".repeat(1000) + " §v Smokes(x)", "too long", "at most 1000"),
            bad(GOOD + "1 Smokes(§\"a\\\n\")",
                    "the quoted text is not closed", "before the end of the line"),
            bad(GOOD + "1 " + "(".repeat(500) + "§Smokes(x)", "nested too deeply", "at most 500"),
            bad(GOOD + "\t1 Smokes(\"\uD83D\uDE00\") ^ §Ärger(x)", "'Ärger' is not declared", ""),
            bad(GOOD + "1 Smokes(x)\r\n1 Smokes(x) §Smokes(x)\r\n", "unexpected 'Smokes'", "a connective"),
            bad(GOOD + "§" + "*Smokes(x) v ".repeat(10) + "*Smokes(x)", "more than 10 atoms with '*'", "fewer"));
    }

    static Stream<Arguments> databases() {
        return Stream.of(
            bad("Smokes(§Carl)", "'Carl' is no constant of type person", "one of Anna, Bob"),
            bad("Smokes(Anna)\nFriends(Anna,§bob)", "'bob' is a variable", "double quotes"),
            bad("§Drinks(Anna)", "there is no predicate 'Drinks'", "Smokes(person)"),
            bad("§Smokes(Anna,Bob)", "'Smokes' has 2 arguments here", "1 as in"),
            bad("Smokes(Anna§", "ends too early", "',' or ')'"),
            bad("Smokes(Anna) §=> Smokes(Bob)", "unexpected '=>'", "a ground atom"),
            bad("§1.5 Smokes(Anna)", "1.5 is no probability", "a number from 0 to 1"),
            bad("§0.5 ?Smokes(Anna)", "a probability and '?'", "one of them"),
            bad("! §! Smokes(Anna)", "unexpected '!'", "a ground atom"),
            bad("Anna = §Father(Bob)", "there is no predicate 'Father'", "person Best(person)"),
            bad("Anna = §Smokes(Bob)", "'Smokes' is a predicate and has no value", "a function"),
            bad("§Best(Bob)", "the value of the function 'Best' is missing", "VALUE = Best(Bob)"),
            bad("Anna = §Best(Anna,Bob)", "'Best' has 2 arguments here", "1 as in its declaration"),
            bad("§Carl = Best(Bob)", "'Carl' is no constant of type person", "one of Anna, Bob"),
            bad("§anna = Best(Bob)", "'anna' is a variable", "double quotes"),
            bad("Anna = Best(§Best(Bob))", "'Best(Bob)' is the value of a function", "a constant"),
            bad("Anna = Best(Bob)\n§Bob = Best(Bob)", "Bob = Best(Bob) is true as well as Anna = Best(Bob)",
                    "exactly one true atom of Best(Bob)"),
            bad("Anna §!= Best(Bob)", "unexpected '!='", "'!' before the whole"),
            bad("Smokes(Anna)\n\n§!Smokes(Anna)", "Smokes(Anna) is false here and true elsewhere", "m.db:1:1"),
            bad("Grade(Anna,A)\nGrade(Bob,B) §Grade(Anna,B)", "Grade(Anna,B) is true as well as Grade(Anna,A)",
                    "exactly one true atom of Grade(Anna,g!)"),
            bad("§animal = {Cat}", "no predicate has an argument of type 'animal'", "person"),
            bad("§person = {Anna, Bob, Carl}", "the type 'person' is declared twice", "one declaration"),
            bad("Grade(Anna,D)\n§g = {A, B}", "the constant 'D', used before, is missing", "all constants"));
    }

    static Stream<Arguments> weights() {
        return Stream.of(
            bad("§Smokes(Anna)", "unexpected 'Smokes'", "a weight and then a formula"),
            bad("1 Smokes(Anna)§.", "unexpected '.'", "the end of the line"),
            bad("1 Smokes(Anna)\n§2 Smokes(Anna)", "has a weight already, on line 1", "one weight per formula"));
    }

    private interface Reader {
        Object read(Path path) throws IOException;
    }

    private void check(String name, String marked, String problem, String expected, Reader reader) throws IOException {
        int place = marked.indexOf('§');
        String content = marked.replace("§", "");
        Path path = folder.resolve(name);
        Files.writeString(path, content, StandardCharsets.UTF_8);
        Throwable thrown = catchThrowable(() -> reader.read(path));
        assertThat(thrown).isInstanceOf(LogicParseException.class).isInstanceOf(ModelParseException.class);
        LogicParseException mistake = (LogicParseException) thrown;
        assertThat(mistake.problem()).contains(problem);
        assertThat(mistake.expected()).contains(expected);
        String before = content.substring(0, place);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        String lastLine = before.substring(before.lastIndexOf('\n') + 1);
        assertThat(List.of(mistake.line(), mistake.column())).as(mistake.getMessage() + "\n" + mistake.excerpt())
                .isEqualTo(List.of(line, lastLine.codePointCount(0, lastLine.length()) + 1));
        assertThat(mistake.getMessage().lines()).hasSize(1);
        assertThat(mistake.getMessage()).startsWith(path + ":" + mistake.line() + ":" + mistake.column() + ": ")
                .contains(", expected ");
        checkExcerpt(mistake, content.substring(place));
    }

    /** The caret stands under the first character of what is wrong. */
    private static void checkExcerpt(LogicParseException mistake, String rest) {
        List<String> lines = mistake.excerpt().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).endsWith("^");
        int caret = lines.get(1).codePointCount(0, lines.get(1).length()) - 1;
        String shown = lines.get(0);
        String under = shown.substring(shown.offsetByCodePoints(0, caret));
        String wrong = rest.lines().findFirst().orElse("");
        assertThat(wrong).startsWith(under);
        assertThat(under.isEmpty()).isEqualTo(wrong.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("networks")
    void networkFiles(String content, String problem, String expected) throws IOException {
        check("m.mln", content, problem, expected, LogicFiles::readNetwork);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void databaseFiles(String content, String problem, String expected) throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork(GOOD);
        check("m.db", content, problem, expected, path -> LogicFiles.readDatabase(network, List.of(path)));
    }

    @ParameterizedTest
    @MethodSource("weights")
    void weightFiles(String content, String problem, String expected) throws IOException {
        check("m.weights", content, problem, expected, LogicFiles::readWeights);
    }

    @Test
    void theCorpusIsLarge() {
        assertThat(Stream.of(networks(), databases(), weights()).mapToLong(Stream::count).sum()).isGreaterThan(70);
    }

    @Test
    void mistakesInIncludedFilesAreFoundThere() throws IOException {
        Files.writeString(folder.resolve("types.mln"), "person = {Anna}\n1 Smokes(Bob)\n");
        Path main = Files.writeString(folder.resolve("main.mln"), "#include \"types.mln\"\nSmokes(person)\n");
        assertThatThrownBy(() -> LogicFiles.readNetwork(main)).hasMessageContaining("types.mln:2:10: 'Bob' is no");
    }

    @Test
    void cyclesOfIncludesAreFound() throws IOException {
        Files.writeString(folder.resolve("a.mln"), "#include \"b.mln\"\n");
        Path second = Files.writeString(folder.resolve("b.mln"), "P(t)\n  #include \"a.mln\"\n");
        assertThatThrownBy(() -> LogicFiles.readNetwork(second))
                .hasMessageContaining("a.mln:1:10: the file includes itself: a.mln from b.mln");
    }

    @Test
    void invalidUtf8HasAPlace() throws IOException {
        Path path = folder.resolve("m.mln");
        Files.write(path, new byte[] {'P', '(', 't', ')', '\n', '1', ' ', 'P', '(', (byte) 0xc3, '(', ')'});
        assertThatThrownBy(() -> LogicFiles.readNetwork(path))
                .hasMessageContaining("m.mln:2:5: this is not valid UTF-8");
    }

    @Test
    void missingAndDamagedFilesAreNamed() throws IOException {
        assertThatThrownBy(() -> LogicFiles.readNetwork(folder.resolve("none.mln")))
                .isInstanceOf(NoSuchFileException.class).hasMessageContaining("no such file");
        assertThatThrownBy(() -> LogicFiles.readNetwork(folder)).hasMessageContaining("is a directory");
        Path packed = Files.writeString(folder.resolve("m.mln.gz"), "P(t)\n");
        assertThatThrownBy(() -> LogicFiles.readNetwork(packed)).hasMessageContaining("the compressed data is damaged");
    }

    @Test
    void longLinesAreShownInPart() {
        Throwable thrown = catchThrowable(() -> LogicFiles.parseNetwork("// a\n1 " + "P(t) v ".repeat(200) + "& P(t)"));
        assertThat(((LogicParseException) thrown).excerpt().lines()).hasSize(2).allMatch(line -> line.length() < 210);
    }
}
