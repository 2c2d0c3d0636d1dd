package org.orbifold.pgm.testing;

import static org.orbifold.pgm.testing.MalformedFiles.bad;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Malformed files of Bayesian networks: for each its name, content, the line of the mistake, a part of the message. */
public final class MalformedNetworks {

    private static final String A = "variable A { type discrete [ 2 ] { y, n }; }\n";
    private static final String AB = A + "variable B { type discrete [ 2 ] { u, v }; }\n";
    private static final String P = "probability ( A ) { table 0.5, 0.5; }\n";
    private static final String X = "<BIF><NETWORK>\n<VARIABLE><NAME>A</NAME><OUTCOME>y</OUTCOME><OUTCOME>n</OUTCOME>"
            + "</VARIABLE>\n";
    private static final String NODE = "net {}\nnode A { states = (\"y\" \"n\"); }\n";
    private static final String GENIE = "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/>\n";

    /** Ergo, MSBN's two formats, noisy nodes of GeNIe, DIMACS CNF, O3PRM. */
    private static Stream<Arguments> others() {
        return Stream.of(
            bad("m.erg", "", 1, "the file ends too early, expected the number of nodes"),
            bad("m.erg", "two\n2\n", 1, "'two' is not a whole number, expected the number of nodes"),
            bad("m.erg", "2\n2\n", 2, "the file ends too early, expected the number of states of each of 2 no"),
            bad("m.erg", "2\n2 0\n", 2, "'0' is out of range, expected the number of states of each of 2 nodes,"),
            bad("m.erg", "1\n2\n", 2, "the file ends too early, expected the number of parents of node 0"),
            bad("m.erg", "2\n2 2\n0\n3 0 0 0\n", 4,
                    "'3' is out of range, expected the number of parents of node 1 from 0 t"),
            bad("m.erg", "2\n2 2\n0\n1 5\n", 4, "'5' is out of range, expected a parent of node 1 from 0 to 2"),
            bad("m.erg", "1\n2\n0\n", 3, "the file ends too early, expected the size of the table of node 0"),
            bad("m.erg", "1\n2\n0\n/* Probabilities */\n3\n0.5 0.5\n", 5,
                    "the table of node 0 has 3 entries, expected 2, by the sizes of the nod"),
            bad("m.erg", "1\n2\n0\n/* Probabilities */\n2\n0.5\n", 6,
                    "the file ends too early, expected 2 probabilities of node 0"),
            bad("m.erg", "1\n2\n0\n/* Probabilities */\n2\n0.5 half\n", 6,
                    "'half' is not a number, expected a probability from 0 to 1"),
            bad("m.erg", "1\n2\n0\n/* Probabilities */\n2\n0.5 0.4\n", 5,
                    "the probabilities of variable '0' sum to 0.9, expected 1 (or reading w"),
            bad("m.erg", "1\n2\n0\n/* Probabilities\n2\n0.5 0.5\n", 4,
                    "a comment that begins here has no end, expected '*/'"),
            bad("m.erg", "1\n2\n0\n2\n0.5 0.5\n/* Names */\nA B\n", 7,
                    "unexpected 'B', expected the end of the file, '/* Labels */' or '/* Ce"),
            bad("m.erg", "1\n2\n0\n2\n0.5 0.5\n/* Names */\nA\n/* Labels */\ny\n", 9,
                    "the file ends too early, expected the labels of the states of node 0"),
            bad("m.erg", "1\n2\n0\n2\n0.5 0.5\n/* Names */\nA\n/* Labels */\ny y\n", 4,
                    "variable 'A' has two states 'y', expected states that differ"),
            bad("m.erg", "2\n2 2\n1 1\n1 0\n4\n1 0 1 0\n4\n1 0 1 0\n", 5,
                    "variable '0' is its own ancestor or below one, expected a network with"),
            bad("m.erg", "1\n2\n0\n2\n0.5 -0.5\n", 5, "'-0.5' is negative, expected a probability from 0 to 1"),
            bad("m.dsc", "belief network\nnode A {\n", 2,
                    "unexpected 'A', expected 'belief network', 'node' or 'probability'"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\n", 2,
                    "variable 'A' has no table of probabilities, expected one for each vari"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nnode A {\n "
                    + " type : discrete [ 2 ] = { \"y\", \"n\" };\n}\n", 5,
                    "variable 'A' is declared twice, expected names that differ"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : continuous [ 2 ] = { \"y\", \"n\" };\n}\n", 3,
                    "unexpected 'continuous', expected 'discrete': only finite domains can "),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 3 ] = { \"y\", \"n\" };\n}\n", 3,
                    "2 names of states for a node of 3, expected 3 names"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( B ) {\n 1;\n}\n", 5,
                    "unknown variable 'B', expected one that the file declares"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( A ) {\n 0.5, 0.4;\n}\n", 6,
                    "the probabilities of variable 'A' sum to 0.9, expected 1 (or reading w"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( A ) {\n 0.5;\n}\n", 6,
                    "unexpected ';', expected 2 probabilities"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( A | A ) {\n (0) : 1, 0;\n}\n", 5,
                    "variable 'A' is its own parent, expected a network without cycles"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( A ) {\n   0.5, 0.5;\n}\nnode B {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprob"
                    + "ability ( B | A ) {\n (0) : 1, 0;\n}\n", 13,
                    "no probabilities of variable 'B' given A=n, expected a row for each"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( A ) {\n   0.5, 0.5;\n}\nnode B {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprob"
                    + "ability ( B | A ) {\n (0) : 1, 0;\n (2) : 1, 0;\n}\n", 13,
                    "'2' is out of range, expected the number of a parent's state from 0 to"),
            bad("m.dsc", "belief network \"n\"\nnode A {\n  type : discrete [ 2 ] = { \"y\", \"n\" };\n}\nprobabilit"
                    + "y ( A ) {\n   0.5, 0.5;\n}\ndecision D {\n}\n", 8,
                    "unexpected 'decision', expected 'belief network', 'node' or 'probabili"),
            bad("m.xbn", "<ANALYSISNOTEBOOK>\n", 2,
                    "the XML is broken: XML document structures must start and end within t"),
            bad("m.xbn", "<NOTEBOOK/>\n", 1, "the document is a 'NOTEBOOK', expected 'ANALYSISNOTEBOOK'"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n</DISTRI"
                    + "BUTIONS></BNMODEL></ANALYSISNOTEBOOK>\n", 2,
                    "variable 'A' has no table of probabilities, expected one for each vari"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"continuous\"><STATENAM"
                    + "E>y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n</DIST"
                    + "RIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>\n", 2,
                    "a VAR of type 'continuous', expected 'discrete'"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"ci\"><PRIVATE NAME=\"A\"/></DIST>\n</DISTRIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>"
                    + "\n", 4,
                    "a DIST of type 'ci', expected 'discrete'"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"discrete\"><DPIS><DPI>0.5 0.5</DPI></DPIS></DIST>\n</DISTRIBUTIONS></BNMODEL><"
                    + "/ANALYSISNOTEBOOK>\n", 4,
                    "a DIST without the name of its variable, expected a PRIVATE in it"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"discrete\"><PRIVATE NAME=\"A\"/><DPIS><DPI>0.5</DPI></DPIS></DIST>\n</DISTRIBUTI"
                    + "ONS></BNMODEL></ANALYSISNOTEBOOK>\n", 4,
                    "the file ends too early, expected 2 probabilities"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"discrete\"><PRIVATE NAME=\"A\"/><DPIS><DPI>0.5 0.5 0.5</DPI></DPIS></DIST>\n</DI"
                    + "STRIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>\n", 4,
                    "unexpected '0.5', expected the end of the file after 2 probabilities"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"discrete\"><PRIVATE NAME=\"A\"/><DPIS><DPI>0.5 0.4</DPI></DPIS></DIST>\n</DISTRI"
                    + "BUTIONS></BNMODEL></ANALYSISNOTEBOOK>\n", 4,
                    "the probabilities of variable 'A' sum to 0.9, expected 1 (or reading w"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"discrete\"><CONDSET><CONDELEM NAME=\"B\"/></CONDSET><PRIVATE NAME=\"A\"/></DIST>\n"
                    + "</DISTRIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>\n", 4,
                    "unknown variable 'B', expected one that the file declares"),
            bad("m.xbn", "<ANALYSISNOTEBOOK><BNMODEL><VARIABLES>\n<VAR NAME=\"A\" TYPE=\"discrete\"><STATENAME>"
                    + "y</STATENAME><STATENAME>n</STATENAME></VAR>\n</VARIABLES><DISTRIBUTIONS>\n<DIST TY"
                    + "PE=\"discrete\"><PRIVATE NAME=\"A\"/><DPIS><DPI INDEXES=\"0\">0.5 0.5</DPI></DPIS></DI"
                    + "ST>\n</DISTRIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>\n", 4,
                    "unexpected '0', expected the end of the file after 0 numbers of states"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n<strengths>0 1</strengths><parameters>0.5 0.5 0 1 0.1</parameters></no"
                    + "isymax>\n</nodes></smile>\n", 4,
                    "the file ends too early, expected a probability for each state, each p"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n<strengths>0</strengths><parameters>0.5 0.5 0 1 0.1 0.9</parameters></"
                    + "noisymax>\n</nodes></smile>\n", 4,
                    "the file ends too early, expected the order of the states of each pare"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n<strengths>0 2</strengths><parameters>0.5 0.5 0 1 0.1 0.9</parameters>"
                    + "</noisymax>\n</nodes></smile>\n", 4,
                    "'2' is out of range, expected the number of a state of a parent from 0"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n<strengths>0 1</strengths><parameters>0.5 0.4 0 1 0.1 0.9</parameters>"
                    + "</noisymax>\n</nodes></smile>\n", 4,
                    "the probabilities of a cause sum to 0.9, expected 1"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n<strengths>0 1 0</strengths><parameters>0.5 0.5 0 1 0.1 0.9</parameter"
                    + "s></noisymax>\n</nodes></smile>\n", 4,
                    "unexpected '0', expected the end of the file after the order of the st"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n<strengths>0 1</strengths><parameters>0.5 0.5 0 1 0.1 0.9 1</parameter"
                    + "s></noisymax>\n</nodes></smile>\n", 4,
                    "unexpected '1', expected the end of the file after the probabilities o"),
            bad("m.xdsl", "<smile><nodes>\n<cpt id=\"A\"><state id=\"y\"/><state id=\"n\"/><probabilities>0.5 0.5<"
                    + "/probabilities></cpt>\n<noisymax id=\"X\"><state id=\"y\"/><state id=\"n\"/><parents>A<"
                    + "/parents>\n</noisymax>\n</nodes></smile>\n", 3,
                    "no probabilities of node 'X', expected 'probabilities', 'resultingstat"),
            bad("m.cnf", "", 1, "no line 'p cnf', expected 'p cnf VARIABLES CLAUSES' before the clauses"),
            bad("m.cnf", "p cnf two 1\n1 0\n", 1, "'two', expected 'p cnf VARIABLES CLAUSES', once"),
            bad("m.cnf", "p cnf 2 1\n3 0\n", 2,
                    "'3', expected literals from 1 to the number of variables, or their neg"),
            bad("m.cnf", "p cnf 2 2\n1 0\n", 2, "1 clauses, expected 2, as the line 'p cnf' says"),
            bad("m.cnf", "p cnf 2 1\n1 2\n", 2,
                    "the last clause does not end, expected literals from 1 to the number o"),
            bad("m.cnf", "1 0\n", 1, "something before the line 'p cnf', expected 'p cnf VARIABLES CLAUSES' "),
            bad("m.cnf", "p cnf 2 1\n1 x 0\n", 2,
                    "'x', expected literals from 1 to the number of variables, or their neg"),
            bad("m.cnf", "c t pmc\np cnf 2 1\n1 0\n", 3,
                    "a projected count (pmc, pwmc): 0 of 2 variables are shown, expected mc"),
            bad("m.cnf", "p cnf 2 1\nc p weight 1 -0.5 0\n1 0\n", 2,
                    "the weight '-0.5', expected a finite number, 0 or more: weights are pr"),
            bad("m.cnf", "p cnf 2 1\nc p weight 9 0.5 0\n1 0\n", 2,
                    "'9', expected literals from 1 to the number of variables, or their neg"),
            bad("m.o3prm", "class A {\n}\n", 1,
                    "this is aGrUM's O3PRM, classes of networks, expected one network: in a"));
    }

    private static Stream<Arguments> bif() {
        return Stream.of(
            bad("m.bif", "", 1, "the network has no variables"),
            bad("m.bif", "// only a comment\n", 1, "the network has no variables"),
            bad("m.bif", "netwrk x {\n}\n", 1, "unexpected 'netwrk', expected 'network', 'variable' or 'probability'"),
            bad("m.bif", "network x", 1, "the file ends too early, expected '{' after the network"),
            bad("m.bif", "network x {\n", 1, "the network has no end, expected a '}' for each '{'"),
            bad("m.bif", "network {\n}\n", 1, "unexpected '{', expected the name of the network"),
            bad("m.bif", "network \"x {\n}\n", 1, "the file ends too early, expected a closing"),
            bad("m.bif", "/* no end\n\n", 1, "a comment that begins here has no end"),
            bad("m.bif", "variable {", 1, "expected the name of a variable"),
            bad("m.bif", "variable A\n", 1, "expected '{' after the name of a variable"),
            bad("m.bif", "variable A {\n", 1, "ends too early, expected 'type' or '}'"),
            bad("m.bif", "variable A {\n}\n", 1, "variable 'A' has no states"),
            bad("m.bif", "variable A {\n kind discrete;\n}\n", 2, "unexpected 'kind'"),
            bad("m.bif", "variable A {\n type continuous;\n}\n", 2, "a variable of type 'continuous'"),
            bad("m.bif", "variable A {\n type discrete {y, n};\n}\n", 2, "expected '[' and the number of states"),
            bad("m.bif", "variable A {\n type discrete [ two ] { y, n };\n}\n", 2, "'two' is not a whole number"),
            bad("m.bif", "variable A {\n type discrete [ 0 ] { };\n}\n", 2, "'0' is out of range"),
            bad("m.bif", "variable A {\n type discrete [ 2 { y, n };\n}\n", 2, "expected ']'"),
            bad("m.bif", "variable A {\n type discrete [ 2 ] y, n;\n}\n", 2, "expected '{' and the names"),
            bad("m.bif", "variable A {\n type discrete [ 3 ] { y, n };\n}\n", 2,
                    "2 names of states for a variable of 3"),
            bad("m.bif", "variable A {\n type discrete [ 2 ] { (0,1], (1,2] };\n}\n", 2, "unexpected '('"),
            bad("m.bif", "variable A {\n type discrete [ 2 ] { y, y };\n}\n", 1, "has two states 'y'"),
            bad("m.bif", "variable A {\n type discrete [ 2 ] { y, n }\n}\n", 3, "expected ';' after the states"),
            bad("m.bif", "variable A {\n type discrete [ 2 ] { \"\", n };\n}\n", 2, "an empty text"),
            bad("m.bif", "variable A {\n property p = 3\n}\n", 2, "a property has no end, expected a ';'"),
            bad("m.bif", A + A, 2, "variable 'A' is declared twice"),
            bad("m.bif", A, 1, "variable 'A' has no table of probabilities"),
            bad("m.bif", "probability ( A ) { table 1; }\n", 1, "unknown variable 'A', expected one that the file"),
            bad("m.bif", A + "probability A { table 1; }\n", 2, "expected '(' after 'probability'"),
            bad("m.bif", A + "probability ( A { table 1; }\n", 2, "unexpected '{', expected the name of a parent"),
            bad("m.bif", AB + "probability ( A B ) { table 1; }\n", 3, "unexpected ';', expected 4 probabilities"),
            bad("m.bif", A + P + "probability ( A | C ) { table 1; }\n", 3, "unknown variable 'C'"),
            bad("m.bif", A + P + P, 3, "variable 'A' has two tables of probabilities"),
            bad("m.bif", A + "probability ( A | A ) { table 1 1 1 1; }\n", 2, "variable 'A' is its own parent"),
            bad("m.bif", AB + "probability ( A | B, B ) { }\n", 3, "is twice a parent of 'A'"),
            bad("m.bif", A + "probability ( A ) table 0.5, 0.5;\n", 2, "expected '{' and the probabilities"),
            bad("m.bif", A + "probability ( A ) { 0.5, 0.5; }\n", 2, "unexpected '0.5', expected 'table'"),
            bad("m.bif", A + "probability ( A ) { }\n", 2, "no probabilities of variable 'A', expected a row"),
            bad("m.bif", A + "probability ( A ) { table 0.5; }\n", 2, "unexpected ';', expected 2 probabilities"),
            bad("m.bif", A + "probability ( A ) { table 0.5, 0.4, 0.1; }\n", 2, "expected ';' after 2 probabilities"),
            bad("m.bif", A + "probability ( A ) { table 0.5, half; }\n", 2, "'half' is not a number"),
            bad("m.bif", A + "probability ( A ) { table 1.5, -0.5; }\n", 2, "'-0.5' is negative"),
            bad("m.bif", A + "probability ( A ) { table 0.5, NaN; }\n", 2, "'NaN' is not a number"),
            bad("m.bif", A + "probability ( A ) { table 0.5, inf; }\n", 2, "'inf' is too large"),
            bad("m.bif", A + "probability ( A ) { table 0.5, 0.4; }\n", 2, "sum to 0.9, expected 1 (or reading"),
            bad("m.bif", A + "probability ( A ) { table 0, 0; }\n", 2, "sum to 0.0, expected 1"),
            bad("m.bif", A + "probability ( A ) { table 0.5, 0.5", 2, "ends too early, expected ';'"),
            bad("m.bif", A + "probability ( A ) { table 0.5, 0.5; table 0.5, 0.5; }\n", 2, "a second table"),
            bad("m.bif", AB + P + "probability ( B | A ) {\n (y) 0.5, 0.5;\n}\n", 6, "no probabilities of variable 'B' "
                    + "given A=n"),
            bad("m.bif", AB + P + "probability ( B | A ) {\n (y) 0.5, 0.5;\n (y) 0.5, 0.5;\n}\n", 6, "a second row"),
            bad("m.bif", AB + P + "probability ( B | A ) {\n (maybe) 0.5, 0.5;\n}\n", 5,
                    "variable 'A' has no state 'maybe', expected one of 'y', 'n'"),
            bad("m.bif", AB + P + "probability ( B | A ) {\n () 0.5, 0.5;\n}\n", 5, "a state for each parent"),
            bad("m.bif", AB + P + "probability ( B | A ) {\n (y, n) 0.5, 0.5;\n}\n", 5, "expected ')' after a state"),
            bad("m.bif", AB + P + "probability ( B | A ) {\n (y) 0.5, 0.5;\n (n) 0.7, 0.7;\n}\n", 6,
                    "given A=n sum to"),
            bad("m.bif", AB + "probability ( A | B ) { default 0.5 0.5; }\nprobability ( B | A ) { default 1 0; }\n",
                    1, "is its own ancestor or below one"),
            bad("m.bif", A + P + "property x", 3, "a property has no end"),
            bad("m.bif", "\u0000\u0001", 1, "unexpected"),
            bad("m.bif", "variable " + "x".repeat(5000), 1, "is longer than 4096 bytes"));
    }

    private static Stream<Arguments> xmlBif() {
        return Stream.of(
            bad("m.xmlbif", "", 1, "the XML is broken"),
            bad("m.xmlbif", "not xml", 1, "the XML is broken"),
            bad("m.xmlbif", "<BIF>\n<NETWORK>\n</BIF>", 3, "the XML is broken"),
            bad("m.xmlbif", "<HTML></HTML>", 1, "the document is a 'HTML', expected 'BIF'"),
            bad("m.xmlbif", "<BIF></BIF>", 1, "the network has no variables"),
            bad("m.xmlbif", "<BIF><VARIABLE><OUTCOME>y</OUTCOME></VARIABLE></BIF>", 1,
                    "without the name of its variable"),
            bad("m.xmlbif", "<BIF>\n<VARIABLE><NAME>A</NAME></VARIABLE></BIF>", 2, "variable 'A' has no states"),
            bad("m.xmlbif", "<BIF>\n<VARIABLE TYPE=\"decision\"><NAME>A</NAME></VARIABLE></BIF>", 2,
                    "a variable of type 'decision', expected 'nature'"),
            bad("m.xmlbif", "<BIF><VARIABLE><NAME>A</NAME>\n<NAME>B</NAME></VARIABLE></BIF>", 2, "a second NAME"),
            bad("m.xmlbif", "<BIF><VARIABLE><NAME>A</NAME><OUTCOME></OUTCOME></VARIABLE></BIF>", 1, "has no name"),
            bad("m.xmlbif", "<BIF><VARIABLE><NAME>A</NAME><OUTCOME>y</OUTCOME><OUTCOME>y</OUTCOME></VARIABLE></BIF>", 1,
                    "has two states 'y'"),
            bad("m.xmlbif", X + "</NETWORK></BIF>", 2, "variable 'A' has no table"),
            bad("m.xmlbif", X + "<DEFINITION><TABLE>1</TABLE></DEFINITION></NETWORK></BIF>", 3, "without the name"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>A</FOR></DEFINITION></NETWORK></BIF>", 3, "expected a TABLE"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>C</FOR><TABLE>1</TABLE></DEFINITION></NETWORK></BIF>", 3,
                    "unknown variable 'C'"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>A</FOR><GIVEN>C</GIVEN><TABLE>1</TABLE></DEFINITION></NETWORK></BIF>",
                    3, "unknown variable 'C'"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>A</FOR><TABLE>\n0.5</TABLE></DEFINITION></NETWORK></BIF>", 4,
                    "1 probabilities, expected 2 probabilities of variable 'A'"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>A</FOR><TABLE>\n0.5\n0.25 0.25</TABLE></DEFINITION></NETWORK></BIF>",
                    5, "unexpected '0.25', expected only 2 probabilities"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>A</FOR><TABLE>0.5\nx</TABLE></DEFINITION></NETWORK></BIF>", 4,
                    "'x' is not a number"),
            bad("m.xmlbif", X + "<DEFINITION><FOR>A</FOR><TABLE>0.5 0.4</TABLE></DEFINITION></NETWORK></BIF>", 3,
                    "sum to 0.9"),
            bad("m.xmlbif", "<!DOCTYPE BIF [<!ENTITY a \"" + "x".repeat(100) + "\"><!ENTITY b \"" + "&a;".repeat(100)
                    + "\"><!ENTITY c \"" + "&b;".repeat(100) + "\"><!ENTITY d \"" + "&c;".repeat(100)
                    + "\">]>\n<BIF>&d;</BIF>", 1, "the XML is broken"));
    }

    private static Stream<Arguments> hugin() {
        return Stream.of(
            bad("m.net", "% empty\n", 1, "the network has no variables"),
            bad("m.net", "hello", 1, "unexpected 'hello', expected 'net', 'node' or 'potential'"),
            bad("m.net", "net {\n", 1, "'net' has no end"),
            bad("m.net", "continuous node A { }\n", 1, "a node of kind 'continuous'"),
            bad("m.net", "decision D { states = (\"a\"); }\n", 1, "a node of kind 'decision'"),
            bad("m.net", "discrete A { }\n", 1, "expected 'node' after 'discrete'"),
            bad("m.net", "node A { states = \"y\"; }\n", 1, "expected '(' and the names of the states"),
            bad("m.net", "node A { states = (\"y\" \"n\")\n}\n", 2, "expected ';' after the states"),
            bad("m.net", "node A { }\n", 1, "variable 'A' has no states"),
            bad("m.net", "node A { label }\n", 1, "expected '=' after an attribute"),
            bad("m.net", "node A { label = \"x\" }\n", 1, "the attribute 'label' has no end"),
            bad("m.net", NODE, 2, "variable 'A' has no table"),
            bad("m.net", NODE + "potential (C) { }\n", 3, "unknown variable 'C'"),
            bad("m.net", NODE + "node B { states = (\"1\"); }\npotential (A B) { }\n", 4, "a potential of two nodes"),
            bad("m.net", NODE + "potential (A) { model_nodes = (); }\n", 3, "given by an expression"),
            bad("o.net", NODE + "potential (A) {\n model_nodes = ();\n model_data = ( NoisyOR (A, 0.1) );\n}\n", 4,
                    "the table of 'A' is given by an expression (NoisyOR) only"),
            bad("m.net", NODE + "potential (A) { data = 0.5 0.5; }\n", 3, "expected 2 probabilities in brackets"),
            bad("m.net", NODE + "potential (A) { data = (0.5); }\n", 3, "1 probabilities, expected 2"),
            bad("m.net", NODE + "potential (A) { data = (0.5 0.3 0.2); }\n", 3, "unexpected '0.2'"),
            bad("m.net", NODE + "potential (A) { data = ((0.5 0.5);\n", 3, "unexpected ';'"),
            bad("m.net", NODE + "potential (A) { data = (normal(0, 1)); }\n", 3, "a normal distribution"),
            bad("m.net", NODE + "potential (A) { data = (0.9 0.9); }\n", 3, "sum to 1.8"));
    }

    private static Stream<Arguments> genie() {
        return Stream.of(
            bad("m.xdsl", "<smil/>", 1, "the document is a 'smil', expected 'smile'"),
            bad("m.xdsl", "<smile><nodes>\n<cpt/></nodes></smile>", 2, "expected the attribute 'id'"),
            bad("m.xdsl", "<smile><nodes>\n<noisyadder id=\"A\"/></nodes></smile>", 2,
                "node 'A' is of kind 'noisyadder'"),
            bad("m.xdsl", "<smile><nodes><utility id=\"U\"/></nodes></smile>", 1, "is of kind 'utility'"),
            bad("m.xdsl", "<smile>\n<dynamic numslices=\"2\"/></smile>", 2, "a dynamic network"),
            bad("m.xdsl", GENIE + "</cpt></nodes></smile>", 2, "no probabilities of node 'A'"),
            bad("m.xdsl", GENIE + "<probabilities>0.5</probabilities></cpt></nodes></smile>", 3, "1 probabilities"),
            bad("m.xdsl", GENIE + "<parents>Z</parents><probabilities>0.5 0.5</probabilities></cpt></nodes></smile>", 3,
                    "unknown variable 'Z'"),
            bad("m.xdsl", GENIE + "<probabilities>0.5 0.6</probabilities></cpt></nodes></smile>", 3, "sum to 1.1"),
            bad("m.xdsl", "<smile><nodes>\n<deterministic id=\"A\"><state id=\"y\"/><resultingstates>x"
                    + "</resultingstates></deterministic></nodes></smile>", 2, "variable 'A' has no state 'x'"),
            bad("m.xdsl", "<smile><nodes>", 1, "the XML is broken"),
            bad("m.dsl", "nett x {", 1, "unexpected 'nett', expected 'net'"),
            bad("m.dsl", "net x {\n", 1, "ends too early, expected 'node' or '}'"),
            bad("m.dsl", "net x { node A { TYPE = TRUTHTABLE; }; };", 1, "a node of type 'TRUTHTABLE'"),
            bad("m.dsl", "net x { node A { PARENTS = B; }; };", 1, "expected '(' and a list"),
            bad("m.dsl", "net x { node A { DEFINITION = { NAMESTATES = (y, n); }; }; };", 1, "0 probabilities"),
            bad("m.dsl", "net x {\n node A { DEFINITION = { NAMESTATES = (y, n);\n PROBABILITIES = (0.5, 0.1); }; };};",
                    3, "sum to 0.6"),
            bad("m.dsl", "net x { node A { SCREEN = { x = 1; };", 1, "ends too early"),
            bad("m.dsl", "net x { node A { TYPE = CPT }; };", 1, "expected ';' after the attribute 'TYPE'"),
            bad("m.dsl", "net x { node A { PARENTS = (Z);DEFINITION = { NAMESTATES = (y);PROBABILITIES = (1); };};};",
                    1, "unknown variable 'Z'"),
            bad("m.dsl", "net x { };\nmore", 2, "unexpected 'more', expected the end of the file"),
            bad("m.unknown", "hello world\n", 1, "'hello' begins no known kind of model file, expected 'MARKOV'"),
            bad("m.unknown", "<html><body/></html>", 1, "the XML is of no known kind, expected <BIF>"));
    }

    /** Files of all formats of Bayesian networks. */
    public static Stream<Arguments> models() {
        return Stream.of(bif(), xmlBif(), hugin(), genie(), others()).flatMap(s -> s);
    }

    /** Evidence by names, on a model with variables called 0, 1 and 2 of sizes 2, 2 and 3. */
    public static Stream<Arguments> evidence() {
        return Stream.of(
            bad("e.txt", "A = y\n", 1, "unknown variable 'A', expected one of the model's names"),
            bad("e.txt", "# c\n0 = 0\n\n1 = yes\n", 4, "variable '1' has no state 'yes', expected one of '0', '1'"),
            bad("e.txt", "0 = 0\n1 is 1\n", 2, "no '=' in '1 is 1', expected NAME = STATE"),
            bad("e.txt", "0 = 0\n0 = 1\n", 2, "variable '0' is observed twice"),
            bad("e.txt", "2 =\n", 1, "variable '2' has no state ''"),
            bad("e.txt", "= 1\n", 1, "unknown variable ''"));
    }

    private MalformedNetworks() { }
}
