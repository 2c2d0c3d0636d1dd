package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** The same network in the formats that are only read, and noisy nodes beside their tables. */
class OtherNetworkFormatsTest {

    private static final String BIF = "network n {\n}\nvariable A {\n type discrete [ 2 ] { yes, no };\n}\n"
            + "variable B {\n type discrete [ 3 ] { low, mid, high };\n}\n"
            + "variable C {\n type discrete [ 2 ] { t, f };\n}\n"
            + "probability ( A ) {\n table 0.2, 0.8;\n}\nprobability ( B | A ) {\n (yes) 0.1, 0.2, 0.7;\n"
            + " (no) 0.5, 0.25, 0.25;\n}\nprobability ( C | A, B ) {\n (yes, low) 0.1, 0.9;\n (yes, mid) 0.2, 0.8;\n"
            + " (yes, high) 0.3, 0.7;\n (no, low) 0.4, 0.6;\n (no, mid) 0.5, 0.5;\n (no, high) 0.6, 0.4;\n}\n";

    @TempDir
    private Path folder;

    private GraphicalModel read(String name, String text) throws IOException {
        return ModelFiles.read(Files.writeString(folder.resolve(name), text));
    }

    private static void assertSame(GraphicalModel actual, GraphicalModel expected) {
        Marginals one = ContractionPlan.solve(actual).marginals();
        Marginals other = ContractionPlan.solve(expected).marginals();
        assertThat(actual.variables()).isEqualTo(expected.variables());
        States.assertSameWeights(actual, expected);
        assertThat(one.probability(2, 0)).isCloseTo(other.probability(2, 0), within(1e-12));
    }

    @Test
    void bnlearnsDsc() throws IOException {
        String text = "belief network \"unknown\"\nnode A {\n  type : discrete [ 2 ] = { \"yes\", \"no\" };\n}\n"
                + "node B {\n  type : discrete [ 3 ] = { \"low\", \"mid\", \"high\" };\n}\n"
                + "node C {\n  type : discrete [ 2 ] = { \"t\", \"f\" };\n}\nprobability ( A ) {\n   0.2, 0.8;\n}\n"
                + "probability ( B | A ) {\n  (0) : 0.1, 0.2, 0.7;\n  (1) : 0.5, 0.25, 0.25;\n}\n"
                + "probability ( C | A, B ) {\n  (0, 0) : 0.1, 0.9;\n  (1, 0) : 0.4, 0.6;\n  (0, 1) : 0.2, 0.8;\n"
                + "  (1, 1) : 0.5, 0.5;\n  (0, 2) : 0.3, 0.7;\n  (1, 2) : 0.6, 0.4;\n}\n";
        assertSame(read("n.dsc", text), read("n.bif", BIF));
        assertSame(read("unknown", text), read("n.bif", BIF));
        assertThatThrownBy(() -> read("n.dsc", text.replace("  (1, 2) : 0.6, 0.4;\n", "")))
                .hasMessageContaining("no probabilities of variable 'C' given A=no, B=high");
        assertThatThrownBy(() -> read("n.dsc", text.replace("(1, 2)", "(1, 3)"))).hasMessageContaining("n.dsc:24");
    }

    /** GeNIe writes rows in order, each after as many zeros as there are nodes; names stand in quotation marks. */
    @Test
    void geniesDsc() throws IOException {
        String text = """
                belief network "Sub0"
                node N1
                {
                    name : "Age";
                    type : discrete[3] =
                    {
                        "a",
                        "b", "c"
                    };
                    position : (207, 95);
                }
                node N2 { type : discrete[2] = { "x", "y" }; }
                node N3 { type : discrete[2] = { "u", "v" }; }
                probability (N1) { 0.2, 0.3, 0.5; }
                probability (N2) { 0.4, 0.6; }
                probability (N3 | N1, N2)
                {
                    (0, 0, 0) : 0.1, 0.9;
                    (0, 0, 0) : 0.2, 0.8;
                    (0, 0, 0) : 0.3, 0.7;
                    (0, 0, 0) : 0.4, 0.6
                    ;
                    (0, 0, 0) : 0.5, 0.5;
                    (0, 0, 0) : 0.6, 0.4;
                }
                """;
        GraphicalModel model = read("n.dsc", text);
        for (int row = 0; row < 6; row++) {
            GraphicalModel given = model.condition(Evidence.none().and(0, row / 2).and(1, row % 2)).model();
            assertThat(ContractionPlan.solve(given).marginals().probability(0, 0))
                    .isCloseTo((row + 1) / 10.0, within(1e-12));
        }
        assertThatThrownBy(() -> read("n.dsc", text.replace("    (0, 0, 0) : 0.6, 0.4;\n", "")))
                .hasMessageContaining("no probabilities of");
        assertThatThrownBy(() -> read("n.dsc", text.replace("0.5, 0.5;\n", "0.5, 0.5;\n (0, 0, 0) : 0.5, 0.5;\n")))
                .hasMessageContaining("a second row");
    }

    @Test
    void ergo() throws IOException {
        String text = "3\n2 3 2\n0\n1 0\n2 0 1\n\n/* Probabilities */\n2\n0.2 0.8\n6\n0.1 0.2 0.7\n0.5 0.25 0.25\n"
                + "12\n0.1 0.9 0.2 0.8 0.3 0.7\n0.4 0.6 0.5 0.5 0.6 0.4\n";
        String names = "/* Names */\nA\nB\nC\n/* Labels */\nyes no\nlow mid high\nt f\n";
        assertSame(read("n.erg", text + names), read("n.bif", BIF));
        GraphicalModel plain = read("plain.erg", text);
        assertThat(plain.variable(1).name()).isEqualTo("1");
        States.assertSameWeights(plain, read("n.bif", BIF));
        assertThatThrownBy(() -> read("n.erg", text.replace("\n12\n", "\n11\n"))).hasMessageContaining("11 entries");
        assertThatThrownBy(() -> read("n.erg", text + "/* Names */\nA B\n")).hasMessageContaining("names of 3 nodes");
        assertThatThrownBy(() -> read("n.erg", text + names + "more\n")).hasMessageContaining("unexpected 'more'");
        assertThatThrownBy(() -> read("n.erg", text + "/* Names\nA B C\n")).hasMessageContaining("has no end");
        // Labels without names, and a heading without blanks.
        GraphicalModel labels = read("n.erg", text + "/*Labels*/\nyes no\nlow mid high\nt f\n");
        assertThat(labels.variable("1").value("mid")).isEqualTo(1);
    }

    /** Worked examples of two descriptions: graphmod.ics.uci.edu/group/Ergo_file_format, and GeNIe's manual. */
    @Test
    void examplesOfErgosDescriptions() throws IOException {
        GraphicalModel uci = read("n.erg", "3\n2 2 3\n0\n1 0\n1 1\n/* Probabilities */\n2\n 0.436 0.564\n4\n"
                + " 0.128 0.872\n 0.920 0.080\n6\n 0.210 0.333 0.457\n 0.811 0.000 0.189\n/* Names */\nX\nY\nZ\n"
                + "/* Labels */\n0 1\n0 1\n0 1 2\n");
        assertThat(Math.exp(uci.logWeight(new int[] {1, 0, 2}))).isCloseTo(0.564 * 0.92 * 0.457, within(1e-12));
        assertThat(Math.exp(uci.logWeight(new int[] {0, 1, 0}))).isCloseTo(0.436 * 0.872 * 0.811, within(1e-12));
        GraphicalModel genie = read("v.erg", "2\n2 3\n0\n1 1\n/* Probabilities */\n2\n0.2 0.8\n6\n"
                + "0.4 0.4 0.2 0.1 0.3 0.6\n/* Names */\nSuccess Forecast\n/* Labels */\nSuccess Failure\n"
                + "Good Moderate Poor\n/* Centers */\n98 159\n98 253\n");
        double[] forecast = {0.4 * 0.2 + 0.1 * 0.8, 0.4 * 0.2 + 0.3 * 0.8, 0.2 * 0.2 + 0.6 * 0.8};
        Marginals marginals = ContractionPlan.solve(genie).marginals();
        for (int x = 0; x < 3; x++) {
            assertThat(marginals.probability(1, x)).isCloseTo(forecast[x], within(1e-12));
        }
    }

    /** GeNIe numbers parents from 1 and adds centers; its names and labels stand on one line each. */
    @Test
    void geniesErgo() throws IOException {
        String text = "3\n2 3 2\n0\n1 1\n2 1 2\n/* Probabilities */\n2\n0.2 0.8\n6\n0.1 0.2 0.7 0.5 0.25 0.25\n"
                + "12\n0.1 0.9 0.2 0.8 0.3 0.7 0.4 0.6 0.5 0.5 0.6 0.4\n/* Names */\nA B C\n"
                + "/* Labels */\nyes no\nlow mid high\nt f\n/* Centers */\n98 159\n98 253\n1 2\n";
        assertSame(read("n.erg", text), read("n.bif", BIF));
        // Without the sections the numbers themselves say it: node 1 would be its own parent.
        States.assertSameWeights(read("n.erg", text.substring(0, text.indexOf("/* Names"))), read("n.bif", BIF));
    }

    /** Where the numbers of parents fit both ways, files of the evaluations and of GeNIe differ by the centers. */
    @Test
    void ambiguousErgo() throws IOException {
        String text = "4\n2 2 2 2\n1 1\n0\n0\n1 2\n/* Probabilities */\n4\n0.1 0.9 0.2 0.8\n2\n0.3 0.7\n2\n0.4 0.6\n"
                + "4\n0.15 0.85 0.25 0.75\n";
        // From 1, node 0 would be its own parent: no choice.
        assertThat(Math.exp(read("n.erg", text).logWeight(new int[] {1, 0, 1, 0})))
                .isCloseTo(0.9 * 0.3 * 0.6 * 0.25, within(1e-12));
        String both = "3\n2 2 2\n0\n0\n1 1\n/* Probabilities */\n2\n0.1 0.9\n2\n0.3 0.7\n4\n0.15 0.85 0.25 0.75\n";
        assertThat(Math.exp(read("n.erg", both).logWeight(new int[] {0, 1, 0})))
                .isCloseTo(0.1 * 0.7 * 0.25, within(1e-12));
        assertThat(Math.exp(read("n.erg", both + "/* Centers */\n1 1\n2 2\n3 3\n").logWeight(new int[] {0, 1, 0})))
                .isCloseTo(0.1 * 0.7 * 0.15, within(1e-12));
    }

    @Test
    void microsoftsXbn() throws IOException {
        String text = """
                <?xml version="1.0"?>
                <!DOCTYPE ANALYSISNOTEBOOK SYSTEM "xbn.dtd">
                <ANALYSISNOTEBOOK NAME="n" ROOT="n"><BNMODEL NAME="n"><VARIABLES>
                <VAR NAME="A" TYPE="discrete"><STATENAME>yes</STATENAME><STATENAME>no</STATENAME></VAR>
                <VAR NAME="B" TYPE="discrete"><STATENAME>low</STATENAME><STATENAME>mid</STATENAME>
                  <STATENAME>high</STATENAME></VAR>
                <VAR NAME="C" TYPE="discrete"><STATENAME>t</STATENAME><STATENAME>f</STATENAME></VAR>
                </VARIABLES><STRUCTURE><ARC PARENT="A" CHILD="B"/></STRUCTURE><DISTRIBUTIONS>
                <DIST TYPE="discrete"><PRIVATE NAME="A"/><DPIS><DPI>0.2 0.8</DPI></DPIS></DIST>
                <DIST TYPE="discrete"><CONDSET><CONDELEM NAME="A"/></CONDSET><PRIVATE NAME="B"/><DPIS>
                <DPI INDEXES=" 0 ">0.1 0.2 0.7</DPI><DPI INDEXES=" 1 ">0.5 0.25 0.25</DPI></DPIS></DIST>
                <DIST TYPE="discrete"><CONDSET><CONDELEM NAME="A"/><CONDELEM NAME="B"/></CONDSET>
                <PRIVATE NAME="C"/><DPIS>
                <DPI INDEXES=" 0 0 ">0.1 0.9</DPI><DPI INDEXES=" 0 1 ">0.2 0.8</DPI><DPI INDEXES=" 0 2 ">0.3 0.7</DPI>
                <DPI INDEXES=" 1 0 ">0.4 0.6</DPI><DPI INDEXES=" 1 1 ">0.5 0.5</DPI><DPI INDEXES=" 1 2 ">0.6 0.4</DPI>
                </DPIS></DIST></DISTRIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>
                """;
        assertSame(read("n.xbn", text), read("n.bif", BIF));
        assertSame(read("unknown", text), read("n.bif", BIF));
        // As MSBN itself writes it: the variable before its parents, properties and full names beside.
        assertSame(read("n.xbn", text.replace("<CONDSET><CONDELEM NAME=\"A\"/></CONDSET><PRIVATE NAME=\"B\"/>",
                "<PRIVATE NAME=\"B\"/><CONDSET>\n<CONDELEM NAME=\"A\"/>\n</CONDSET>")
                .replace("<VARIABLES>", "<STATICPROPERTIES><FORMAT>MSR DTAS XML</FORMAT><VERSION VALUE=\"0.2\"/>"
                        + "</STATICPROPERTIES><DYNAMICPROPERTIES><PROPERTYTYPE NAME=\"p\" TYPE=\"stringarray\">"
                        + "<COMMENT>c</COMMENT></PROPERTYTYPE></DYNAMICPROPERTIES><VARIABLES>")
                .replace("<STATENAME>yes", "<FULLNAME>Answer</FULLNAME><DESCRIPTION>d</DESCRIPTION><STATENAME>yes")),
                read("n.bif", BIF));
        assertThatThrownBy(() -> read("n.xbn", text.replace("INDEXES=\" 1 2 \"", "INDEXES=\" 1 1 \"")))
                .hasMessageContaining("a second row");
    }

    /** P(no effect) is the product of what each cause leaves; by strengths 1 0 the second state is active. */
    @ParameterizedTest
    @CsvSource({"0 1 0 1, 0, 0, 0.271", "0 1 0 1, 1, 1, 0.9", "0 1 0 1, 0, 1, 0.54", "0 1 1 0, 0, 1, 0.271",
        "0 1 1 0, 0, 0, 0.54"})
    void noisyOr(String strengths, int a, int b, double none) throws IOException {
        // A leaves 0.6, B leaves 0.5018…, the leak 0.9.
        GraphicalModel model = read("n.xdsl", "<smile version=\"1.0\" id=\"n\"><nodes>"
                + "<cpt id=\"A\"><state id=\"t\"/><state id=\"f\"/><probabilities>0.5 0.5</probabilities></cpt>"
                + "<cpt id=\"B\"><state id=\"t\"/><state id=\"f\"/><probabilities>0.5 0.5</probabilities></cpt>"
                + "<noisymax id=\"X\"><state id=\"t\"/><state id=\"f\"/><parents>A B</parents><strengths>" + strengths
                + "</strengths><parameters>0.4 0.6 0 1 0.498148148 0.501851852 0 1 0.1 0.9</parameters></noisymax>"
                + "</nodes></smile>");
        assertThat(Math.exp(model.logWeight(new int[] {a, b, 1}))).isCloseTo(0.25 * none, within(1e-6));
        assertThat(Math.exp(model.logWeight(new int[] {a, b, 0}))).isCloseTo(0.25 * (1 - none), within(1e-6));
    }

    /** The largest of two draws, by enumeration. */
    @Test
    void noisyMaxOfThreeStates() throws IOException {
        GraphicalModel model = read("n.xdsl", "<smile version=\"1.0\" id=\"n\"><nodes>"
                + "<cpt id=\"A\"><state id=\"t\"/><state id=\"f\"/><probabilities>0.5 0.5</probabilities></cpt>"
                + "<noisymax id=\"X\"><state id=\"high\"/><state id=\"mid\"/><state id=\"none\"/><parents>A</parents>"
                + "<strengths>0 1</strengths><parameters>0.5 0.3 0.2 0 0 1 0.1 0.2 0.7</parameters></noisymax>"
                + "</nodes></smile>");
        double[] cause = {0.5, 0.3, 0.2};
        double[] leak = {0.1, 0.2, 0.7};
        double[] expected = new double[3];
        for (int x = 0; x < 3; x++) {
            for (int y = 0; y < 3; y++) {
                expected[Math.min(x, y)] += cause[x] * leak[y];
            }
        }
        for (int x = 0; x < 3; x++) {
            assertThat(Math.exp(model.logWeight(new int[] {0, x}))).isCloseTo(0.5 * expected[x], within(1e-12));
            assertThat(Math.exp(model.logWeight(new int[] {1, x}))).isCloseTo(0.5 * leak[x], within(1e-12));
        }
    }

    private static String noisy(int parents, long seed, int size) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder nodes = new StringBuilder("<smile version=\"1.0\" id=\"n\"><nodes>");
        StringBuilder names = new StringBuilder();
        StringBuilder strengths = new StringBuilder();
        StringBuilder parameters = new StringBuilder();
        String states = IntStream.range(0, size).mapToObj(x -> "<state id=\"x" + x + "\"/>")
                .collect(Collectors.joining());
        for (int k = 0; k < parents; k++) {
            nodes.append("<cpt id=\"P").append(k).append("\"><state id=\"a\"/><state id=\"b\"/><probabilities>")
                    .append(numbers(random, 2)).append("</probabilities></cpt>");
            names.append("P").append(k).append(' ');
            strengths.append(random.nextBoolean() ? "0 1 " : "1 0 ");
            parameters.append(numbers(random, size)).append(numbers(random, size));
        }
        parameters.append(numbers(random, size));
        return nodes + "<noisymax id=\"X\">" + states + "<parents>" + names + "</parents><strengths>" + strengths
                + "</strengths><parameters>" + parameters + "</parameters></noisymax></nodes></smile>";
    }

    /** Random numbers with four decimals that sum to 1. */
    private static String numbers(RandomGenerator random, int count) {
        StringBuilder text = new StringBuilder();
        int left = 10_000;
        for (int x = 0; x < count; x++) {
            int part = x == count - 1 ? left : random.nextInt(left + 1);
            left -= part;
            text.append(part / 10_000.0).append(' ');
        }
        return text.toString();
    }

    /** P(x or weaker | parents) as the product of the causes, for each state of 12 or 13 binary parents. */
    @ParameterizedTest
    @CsvSource({"12, 3, 1", "12, 2, 2", "13, 2, 3"})
    void manyParentsBecomeAChain(int parents, int size, long seed) throws IOException {
        String text = noisy(parents, seed, size);
        GraphicalModel model = read("n.xdsl", text);
        assertThat(model.variableCount()).isEqualTo(2 * parents);
        assertThat(model.ownVariables()).hasSize(parents + 1);
        assertThat(model.variable(parents).name()).isEqualTo("X");
        assertThat(model.variable(parents + 1).name()).isEqualTo("X#1");
        assertThat(ModelFiles.isBayesian(model)).isTrue();
        double[] numbers = Stream.of(text.replaceAll("(?s).*<parameters>|</parameters>.*", "").strip().split(" "))
                .mapToDouble(Double::parseDouble).toArray();
        String[] strengths = text.replaceAll("(?s).*<strengths>|</strengths>.*", "").split(" ");
        SplittableRandom random = new SplittableRandom(seed);
        for (int trial = 0; trial < 20; trial++) {
            double[] weaker = new double[size + 1];
            Arrays.fill(weaker, 0, size, 1);
            Evidence evidence = Evidence.none();
            for (int k = 0; k <= parents; k++) {
                int state = k < parents ? random.nextInt(2) : 0;
                // Strengths 0 1 and 1 0 are their own inverses.
                int place = k < parents ? 2 * k + Integer.parseInt(strengths[2 * k + state]) : 2 * parents;
                evidence = k < parents ? evidence.and(k, state) : evidence;
                double sum = 0;
                for (int x = size - 1; x >= 0; x--) {
                    sum += numbers[place * size + x];
                    weaker[x] *= sum;
                }
            }
            Marginals marginals = ContractionPlan.solve(model.condition(evidence).model()).marginals();
            int free = model.condition(evidence).model().variable("X").index();
            for (int x = 0; x < size; x++) {
                assertThat(marginals.probability(free, x)).isCloseTo(weaker[x] - weaker[x + 1], within(1e-12));
            }
        }
    }

    /** A table of 2^41 entries is never made; one of 2^12 is. */
    @Test
    void aChainOfFortyParents() throws IOException {
        GraphicalModel model = read("n.xdsl", noisy(40, 5, 4));
        assertThat(ContractionPlan.solve(model).logPartition()).isCloseTo(0, within(1e-9));
        assertThat(read("n.xdsl", noisy(11, 5, 2)).variableCount()).isEqualTo(12);
    }

    @Test
    void o3prmIsRefusedByName() {
        assertThatThrownBy(() -> read("n.o3prm", "class A { boolean b { [0.2, 0.8] }; }"))
                .hasMessageContaining("n.o3prm:1: this is aGrUM's O3PRM");
    }
}
