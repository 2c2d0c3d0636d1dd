package org.orbifold.pgm.testing;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A corpus of malformed files: for each its name, its content, the line of the mistake, a part of the message. */
public final class MalformedFiles {

    private static final String TWO = "MARKOV\n2\n2 2\n1\n2 0 1\n";
    private static final String VARS = "Vars:a,b\n\na=0,1\nb=x,y\n\n";
    private static final String NUM = "2\n\n1:2\n2:3\n\n";

    /** A row of the corpus. */
    static Arguments bad(String name, String content, int line, String message) {
        return arguments(name, content, line, message);
    }

    private static Stream<Arguments> uai() {
        return Stream.of(
            bad("m.uai", "", 1, "the file ends too early, expected 'MARKOV' or 'BAYES'"),
            bad("m.uai", "\n\n", 2, "ends too early"),
            bad("m.uai", "c only\nc comments\n", 2, "ends too early"),
            bad("m.uai", "markow\n1\n2\n0\n", 1, "unknown heading 'markow', expected 'MARKOV' or 'BAYES'"),
            bad("m.uai", "\u0000\u0001\u0002\u0003\u0007binary", 1, "'\\u0000\\u0001\\u0002\\u0003\\u0007binary'"),
            bad("m.uai", "x".repeat(100_000), 1, "is longer than 4096 bytes"),
            bad("m.uai", "x".repeat(100), 1, "'" + "x".repeat(40) + "…'"),
            bad("m.uai", "MARKOV", 1, "ends too early, expected the number of variables"),
            bad("m.uai", "MARKOV\n", 1, "ends too early"),
            bad("m.uai", "MARKOV\n-2\n", 2, "'-2' is out of range, expected the number of variables, at least 0"),
            bad("m.uai", "MARKOV\ntwo\n", 2, "'two' is not a whole number"),
            bad("m.uai", "MARKOV\n2.5\n", 2, "'2.5' is not a whole number"),
            bad("m.uai", "MARKOV\n99999999999999999999\n", 2, "'99999999999999999999' is out of range"),
            bad("m.uai", "MARKOV\n2147483648\n", 2, "out of range"),
            bad("m.uai", "MARKOV\n2000000000\n2 2 2\n", 3, "ends too early, expected the domain size of a variable"),
            bad("m.uai", "MARKOV\n2\n2 0\n", 3, "'0' is out of range, expected the domain size of a variable"),
            bad("m.uai", "MARKOV\n2\n2\n-3\n", 4, "'-3' is out of range"),
            bad("m.uai", "MARKOV\n2\n2 2\n", 3, "expected the number of factors"),
            bad("m.uai", "MARKOV\n2\n2 2\n-1\n", 4, "'-1' is out of range"),
            bad("m.uai", "MARKOV\n2\n2 2\n2000000000\n1 0\n", 5, "expected the number of variables of a factor"),
            bad("m.uai", "MARKOV\n2\n2 2\n1\n3 0 1 1\n", 5, "'3' is out of range, expected the number of variables"),
            bad("m.uai", "MARKOV\n2\n2 2\n1\n-1\n", 5, "out of range"),
            bad("m.uai", "MARKOV\n2\n2 2\n1\n2 0 2\n", 5, "'2' is out of range, expected a variable of a factor"),
            bad("m.uai", "MARKOV\n2\n2 2\n1\n2 0 -1\n", 5, "'-1' is out of range"),
            bad("m.uai", "MARKOV\n2\n2 2\n1\n2 1 1\n", 5, "variable 1 stands twice in a factor"),
            bad("m.uai", "MARKOV\n0\n1\n1 0\n", 4, "'1' is out of range"),
            bad("m.uai", TWO, 5, "expected the number of entries of a table"),
            bad("m.uai", TWO + "3\n1 1 1\n", 6, "a table of 3 entries, expected 4, the product of the domain sizes"),
            bad("m.uai", TWO + "2000000000\n1 1 1\n", 6, "a table of 2000000000 entries, expected 4"),
            bad("m.uai", TWO + "4\n1 1\n1\n", 8, "ends too early, expected a potential"),
            bad("m.uai", TWO + "4\n1 1\n1 x\n", 8, "'x' is not a number"),
            bad("m.uai", TWO + "4\n1 1\n1 NaN\n", 8, "'NaN' is not a number"),
            bad("m.uai", TWO + "4\n1 1\n1 -0.5\n", 8, "'-0.5' is negative"),
            bad("m.uai", TWO + "4\n1 1\n1 -1e-400\n", 8, "is negative"),
            bad("m.uai", TWO + "4\n1 1\n1 inf\n", 8, "'inf' is too large"),
            bad("m.uai", TWO + "4\n1 1\n1 -inf\n", 8, "'-inf' is negative"),
            bad("m.uai", TWO + "4\n1 1\n1 1e99999999999999999999\n", 8, "is too large"),
            bad("m.uai", TWO + "4\n1 1\n1 0x10\n", 8, "'0x10' is not a number"),
            bad("m.uai", TWO + "4\n1 1\n1 1\n5\n", 9, "unexpected '5', expected the end of the file"),
            bad("m.uai", TWO + "4\n1 1\r\n1 1\r\ntrailing\r\n", 9, "unexpected 'trailing'"),
            bad("m.uai", "MARKOV\n2\n60000 60000\n1\n2 0 1\n2147483647\n1\n", 6,
                "the table over 2 variables is too large"),
            bad("m.uai", "MARKOV\n2\n2000000000 2\n1\n1 0\n2000000000\n1 1\n", 7, "ends too early"),
            bad("m.uai", "BAYES\n2\n2 2\n1\n1 0\n2\n.5 .5", 4, "2 variables with 1 factors, expected one conditional"),
            bad("m.uai", "BAYES\n2\n2 2\n2\n1 0\n2 1 0\n", 6, "variable 0 has two conditional probability tables"),
            bad("m.uai", "BAYES\n1\n2\n1\n0\n", 5, "'0' is out of range"));
    }

    private static Stream<Arguments> clauses() {
        return Stream.of(
            bad("m.clauses", "", 1, "expected 'Vars:' and the names of the variables"),
            bad("m.clauses", "MARKOV\n2\n", 1, "unknown heading 'MARKOV', expected 'Vars:'"),
            bad("m.clauses", "Vars 0,1\n", 1, "unknown heading 'Vars'"),
            bad("m.clauses", "vars:0,1\n", 1, "unknown heading 'vars'"),
            bad("m.clauses", "Vars:a,,b\n", 1, "a variable without a name"),
            bad("m.clauses", "Vars:,a\n", 1, "a variable without a name"),
            bad("m.clauses", "Vars:a,b,a\n", 1, "the variable 'a' is declared twice"),
            bad("m.clauses", "Vars:a b\n", 1, "unexpected 'b', expected a comma between names"),
            bad("m.clauses", "Vars:a\u0001b\na\u0001b=0\n", 1, "contains a control character"),
            bad("m.clauses", "Vars:a,b\n\na=0,1\n", 3, "ends too early, expected 'name=value,value' for each of the 2"),
            bad("m.clauses", "Vars:a,b\n\na=0,1\n\n1.5\ta 0\n", 5, "no values in '1.5'"),
            bad("m.clauses", "Vars:a,b\n\na=0,1\na=0,1\n", 4, "the values of variable 'a' are declared twice"),
            bad("m.clauses", "Vars:a,b\n\na=0,1\nc=0,1\n", 4, "unknown variable 'c'"),
            bad("m.clauses", "Vars:0,1\n\n0=0,1\n2=0,1\n", 4, "unknown variable '2'"),
            bad("m.clauses", "Vars:a\n\na=\n", 3, "the value '', expected values between commas"),
            bad("m.clauses", "Vars:a\n\na=0,,1\n", 3, "the value ''"),
            bad("m.clauses", "Vars:a\n\na=0,b=1\n", 3, "the value 'b=1'"),
            bad("m.clauses", "Vars:a\n\na=0,1,0\n", 3, "the value '0' is declared twice"),
            bad("m.clauses", "Vars:a\n\na=0 1\n", 3, "unexpected '1', expected a comma between values"),
            bad("m.clauses", VARS + "x\ta 0\n", 6, "'x' is not a number, expected a weight"),
            bad("m.clauses", VARS + "NaN\ta 0\n", 6, "'NaN' is not a number"),
            bad("m.clauses", VARS + "1e999\ta 0\n", 6, "'1e999' is too large"),
            bad("m.clauses", VARS + "0.5\n", 6, "a weight without a clause"),
            bad("m.clauses", VARS + "0.5\ta 0\n0.5\t\n", 7, "a weight without a clause"),
            bad("m.clauses", VARS + "0.5\ta\n", 6, "a variable without a value"),
            bad("m.clauses", VARS + "0.5\ta,b x\n", 6, "a variable without a value"),
            bad("m.clauses", VARS + "0.5\ta 0,,b x\n", 6, "unknown variable ''"),
            bad("m.clauses", VARS + "0.5\ta 0 b x\n", 6, "unexpected 'b', expected a comma between literals"),
            bad("m.clauses", VARS + "0.5\tc 0\n", 6, "unknown variable 'c', expected a name from the line 'Vars:'"),
            bad("m.clauses", VARS + "0.5\ta 2\n", 6,
                "'2' is out of range, expected a value of the variable from 0 to 1"),
            bad("m.clauses", VARS + "0.5\ta x\n", 6, "'x' is not a whole number"),
            bad("m.clauses", VARS + "0.5\ta -1\n", 6, "'-1' is out of range"),
            bad("m.clauses", VARS + "0.5\tb z\n", 6, "unknown value 'z', expected one of variable 'b'"),
            bad("m.clauses", "Vars:0,1\n\n0=0,1\n1=0,1\n\n1\t2 0\n", 6, "'2' is out of range, expected a variable"),
            bad("m.clauses", "Vars:0,1\n\n0=0,1\n1=0,1\n\n1\tq 0\n", 6, "unknown variable 'q'"),
            bad("m.clauses", "Vars:0,1\n\n0=0,1\n1=0,1\n\n1\t99999999999 0\n", 6, "'99999999999' is out of range"),
            bad("m.clauses", "Vars:\n\n1\t0 0\n", 3, "expected a variable"));
    }

    private static Stream<Arguments> numbered() {
        return Stream.of(
            bad("m.num", "", 1, "ends too early, expected the number of variables"),
            bad("m.num", "x\n", 1, "'x' is not a whole number"),
            bad("m.num", "-1\n", 1, "'-1' is out of range"),
            bad("m.num", "2 2\n", 1, "unexpected '2', expected the end of the line"),
            bad("m.num", "2000000000\n\n1:2\n2:2\n", 4, "ends too early, expected 'i:size' for each variable"),
            bad("m.num", "2\n\n1:2\n", 3, "ends too early"),
            bad("m.num", "2\n\n1:2\n1:2\n", 4, "'1' is out of turn, expected '2:size'"),
            bad("m.num", "2\n\n0:2\n1:2\n", 3, "'0' is out of range"),
            bad("m.num", "2\n\n1:2\n3:2\n", 4, "'3' is out of range"),
            bad("m.num", "2\n\n1:0\n2:2\n", 3, "'0' is out of range, expected the domain size"),
            bad("m.num", "2\n\n1:x\n2:2\n", 3, "'x' is not a whole number"),
            bad("m.num", "2\n\n1\n2:2\n", 3, "variable 1 without a size"),
            bad("m.num", "2\n\n1:\n2:2\n", 3, "variable 1 without a size"),
            bad("m.num", "2\n\n1:2 2:2\n", 3, "unexpected '2:2', expected the end of the line"),
            bad("m.num", NUM + "0.5\t0 0,\n", 6, "'0' is out of range, expected a variable from 1 to 2"),
            bad("m.num", NUM + "0.5\t3 0,\n", 6, "'3' is out of range"),
            bad("m.num", NUM + "0.5\t1 2,\n", 6, "'2' is out of range, expected a value of the variable from 0 to 1"),
            bad("m.num", NUM + "0.5\t1 1,2 3,\n", 6, "'3' is out of range"),
            bad("m.num", NUM + "0.5\t1 1,2,\n", 6, "a variable without a value"),
            bad("m.num", NUM + "0.5\t,\n", 6, "a number is missing, expected a variable"),
            bad("m.num", NUM + "nan\t1 1,\n", 6, "'nan' is not a number"),
            bad("m.num", NUM + "0.5\t1 1,\n0.5\n", 7, "a weight without a clause"));
    }

    private static Stream<Arguments> factorGraphs() {
        String head = "1\n\n2\n0 1\n2 2\n";
        return Stream.of(
            bad("m.fg", "", 1, "ends too early, expected the number of factors"),
            bad("m.fg", "# nothing\n", 1, "ends too early"),
            bad("m.fg", "-1\n", 1, "'-1' is out of range"),
            bad("m.fg", "1e3\n", 1, "'1e3' is not a whole number"),
            bad("m.fg", "2000000000\n\n0\n\n\n1\n0 1\n", 7, "expected the number of variables of a factor"),
            bad("m.fg", "1\n\n2000000000\n0 1 2\n", 4, "ends too early, expected the label of a variable"),
            bad("m.fg", "1\n\n-2\n", 3, "'-2' is out of range"),
            bad("m.fg", "1\n\n2\n0 -1\n", 4, "'-1' is out of range, expected the label"),
            bad("m.fg", "1\n\n2\n0 99999999999\n", 4, "'99999999999' is out of range"),
            bad("m.fg", "1\n\n2\n7 7\n2 2\n", 4, "variable 7 stands twice in a factor"),
            bad("m.fg", "1\n\n2\n0 1\n2 0\n", 5, "'0' is out of range, expected the domain size"),
            bad("m.fg", "1\n\n2\n0 1\n2\n", 5, "ends too early, expected the domain size"),
            bad("m.fg", "2\n\n1\n0\n2\n1\n0 1\n\n1\n0\n3\n0\n", 11, "variable 0 has 3 values here but 2 above"),
            bad("m.fg", "1\n\n2\n0 1\n60000 60000\n0\n", 5, "is too large"),
            bad("m.fg", "1\n\n2\n0 1\n40000 40000\n0\n", 6, "the tables leave out more than 33554432 entries"),
            bad("m.fg", "1\n\n2\n0 1\n40000 40000\n2\n0 1\n1500000000 1\n", 8, "leave out more than"),
            bad("m.fg", head + "5\n", 6,
                "'5' is out of range, expected the number of entries that are not 0, from 0 to 4"),
            bad("m.fg", head + "2\n0 1\n", 7, "ends too early, expected the index of an entry"),
            bad("m.fg", head + "1\n0\n", 7, "ends too early, expected a potential"),
            bad("m.fg", head + "1\n4 1\n", 7, "'4' is out of range, expected the index of an entry from 0 to 3"),
            bad("m.fg", head + "1\n-1 1\n", 7, "'-1' is out of range"),
            bad("m.fg", head + "2\n1 1\n1 2\n", 8, "entry 1 is listed twice"),
            bad("m.fg", head + "1\n1 -1\n", 7, "'-1' is negative"),
            bad("m.fg", head + "1\n1 nan\n", 7, "'nan' is not a number"),
            bad("m.fg", head + "1\n1 inf\n", 7, "'inf' is too large"),
            bad("m.fg", head + "1\n1 1\n\n3\n", 9, "unexpected '3', expected the end of the file"));
    }

    private static Stream<Arguments> unknownKinds() {
        return Stream.of(
            bad("model", "", 1, "expected 'MARKOV' or 'BAYES' (UAI), 'Vars:' (clauses)"),
            bad("model.txt", "hello world\n", 1, "'hello' begins no known kind of model file"),
            bad("model.bin", "\u001f\u008b\b\u0000", 1, "begins no known kind of model file"),
            bad("model.txt", ("c " + "x".repeat(1000) + "\n").repeat(70) + "MARKOV\n0\n0\n", 71, "more than 64 KB of"),
            bad("line\nbreak.uai", "x\n", 1, "line\\u000abreak.uai:1: unknown heading"),
            bad("m.uai.gz", "MARKOV\n", 1, "the compressed data is damaged, expected a whole gzip file"),
            bad("m.uai.gz", "", 1, "the compressed data is damaged"));
    }

    /** Mistakes in model files of all formats. */
    public static Stream<Arguments> models() {
        return Stream.of(uai(), clauses(), numbered(), factorGraphs(), unknownKinds()).flatMap(s -> s);
    }

    /** Mistakes in evidence on three variables of sizes 2, 2 and 3. */
    public static Stream<Arguments> evidence() {
        return Stream.of(
            bad("m.evid", "", 1, "ends too early, expected the number of observed variables"),
            bad("m.evid", "x\n", 1, "'x' is not a whole number"),
            bad("m.evid", "-1\n", 1, "'-1' is out of range"),
            bad("m.evid", "1\n", 1, "ends too early, expected 'variable value' 1 times"),
            bad("m.evid", "2 0 1\n", 1, "ends too early"),
            bad("m.evid", "1 0\n", 1, "ends too early, expected a value for variable 0"),
            bad("m.evid", "1 3 0\n", 1, "variable 3 is unknown, expected one of the model's 3 variables"),
            bad("m.evid", "1 1 2\n", 1, "value 2 of variable 1 is out of range, expected 0 to 1"),
            bad("m.evid", "2 0 1 0 0\n", 1, "variable 0 is observed as 1 and as 0"),
            bad("m.evid", "1 0 1 1 1\n", 1, "unexpected '1', expected the end of the file"),
            bad("m.evid", "2\n0 1\n", 2, "ends too early"),
            bad("m.evid", "2\n0 1\n1 5\n", 3, "value 5 of variable 1 is out of range"),
            bad("m.evid", "1\n0 1\n1 1\n", 3, "unexpected '1'"),
            bad("m.evid", "2\n1 0 1\n1 0 0\n", 1, "the file has 2 cases of evidence, expected one"),
            bad("m.evid", "2000000000\n1 0 1\n", 2, "ends too early"),
            bad("m.evid", "2000000000\n0 1\n", 2, "ends too early"));
    }

    /** Mistakes in result files. */
    public static Stream<Arguments> marginals() {
        return Stream.of(
            bad("m.MAR", "", 1, "ends too early, expected a line 'MAR'"),
            bad("m.MAR", "PR\n-3.2\n", 2, "expected a line 'MAR'"),
            bad("m.MAR", "MAR\n", 1, "ends too early, expected the number of variables"),
            bad("m.MAR", "MAR\nx\n", 2, "'x' is not a number"),
            bad("m.MAR", "MAR\n1.5 2 0.5 0.5\n", 2, "1.5 is not a whole number"),
            bad("m.MAR", "MAR\n-1\n", 2, "-1.0 is not a whole number"),
            bad("m.MAR", "MAR\n2000000000 2 0.5 0.5\n", 2, "expected the domain size of variable 1"),
            bad("m.MAR", "MAR\n1 2000000000 0.5 0.5\n", 2, "expected 2000000000 probabilities of variable 0"),
            bad("m.MAR", "MAR\n1 2 0.5\n", 2, "ends too early, expected 2 probabilities"),
            bad("m.MAR", "MAR\n1 0\n", 2, "0.0 is not a whole number from 1 on"),
            bad("m.MAR", "MAR\n1 2 0.5 0.4\n", 2, "the probabilities of variable 0 sum to 0.9, expected 1"),
            bad("m.MAR", "MAR\n2 2 0.5 0.5\n2 1.5 -0.5\n", 3, "1.5 is no probability"),
            bad("m.MAR", "MAR\n1 2 -0.5 1.5\n", 2, "-0.5 is no probability"),
            bad("m.MAR", "MAR\n1 2 NaN 1\n", 2, "'NaN' is not a number"),
            bad("m.MAR", "MAR\n1 2 0.5 0.5 7\n", 2, "more numbers than the marginals of 1 variables"),
            bad("m.MAR", "MAR\n2\n1 2 0.5 0.5\n1 2 0.1 0.9\n", 2, "the file has 2 cases, expected one"),
            bad("m.MAR", "MAR\n1 2 0.5 0.5\ngarbage\n", 3, "'garbage' is not a number"));
    }

    private MalformedFiles() { }
}
