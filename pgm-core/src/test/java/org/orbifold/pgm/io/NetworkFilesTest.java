package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Bayesian networks: what is written is read again, in every format, and dialects mean what their programs mean. */
class NetworkFilesTest {

    private static final String HEAD = "network unknown {\n}\nvariable A {\n  type discrete [ 2 ] { yes, no };\n}\n"
            + "variable B {\n  type discrete [ 3 ] { low, mid, high };\n}\n";

    @Property(tries = 500)
    void writtenNetworksComeBackAsTheyWere(@ForAll long seed, @ForAll boolean odd) throws IOException {
        GraphicalModel model = RandomNetworkFiles.any(new SplittableRandom(seed), odd);
        assertThat(TestFiles.read(ModelFormat.BIF, TestFiles.write(ModelFormat.BIF, model))).isEqualTo(model);
        assertThat(TestFiles.read(ModelFormat.XMLBIF, TestFiles.write(ModelFormat.XMLBIF, model))).isEqualTo(model);
        States.assertSameWeights(TestFiles.read(ModelFormat.UAI, TestFiles.write(ModelFormat.UAI_BAYES, model)), model);
    }

    @Property(tries = 300)
    void formatsThatAreOnlyReadMeanTheSame(@ForAll long seed) throws IOException {
        GraphicalModel model = RandomNetworkFiles.any(new SplittableRandom(seed), false);
        assertThat(TestFiles.read(ModelFormat.HUGIN, RandomNetworkFiles.hugin(model))).isEqualTo(model);
        for (String text : new String[] {RandomNetworkFiles.dsl(model), RandomNetworkFiles.xdsl(model)}) {
            ModelFormat format = ModelFormat.sniff(TestFiles.reader("unknown", text));
            GraphicalModel back = TestFiles.read(format, text);
            Marginals expected = ContractionPlan.solve(model).marginals();
            Marginals actual = ContractionPlan.solve(back).marginals();
            for (Variable v : model.variables()) {
                Variable same = back.variable(v.name());
                assertThat(same.domain()).isEqualTo(v.domain());
                for (int x = 0; x < v.size(); x++) {
                    assertThat(actual.probability(same.index(), x))
                            .isCloseTo(expected.probability(v.index(), x), within(1e-12));
                }
            }
        }
    }

    @Example
    void theDialectsOfBif() throws IOException {
        GraphicalModel rows = TestFiles.read(ModelFormat.BIF, HEAD + "probability ( A ) {\n table 0.2, 0.8;\n}\n"
                + "probability ( B | A ) {\n (yes) 0.1, 0.2, 0.7;\n (no) 0.5, 0.25, 0.25;\n}\n");
        GraphicalModel table = TestFiles.read(ModelFormat.BIF, HEAD + "probability(A){table 0.2 0.8;}"
                + "probability(B|A){ table 0.1 0.5 0.2 0.25 0.7 0.25; }");
        // aGrUM 0.2x ends lines with comments, some of them right after a word; pgmpy and others write a whole default.
        assertThat(TestFiles.read(ModelFormat.BIF, HEAD.replace("yes, no };", "yes,no//2 states\n}/* two */;")
                + "probability(A){//one row\ndefault 0.2 0.8//the only one\n;}//end\n"
                + "probability(B|A){ default 0.1 0.5 0.2 0.25 0.7 0.25; }")).isEqualTo(table);
        GraphicalModel agrum = TestFiles.read(ModelFormat.BIF, "network \"unnamedBN\" {\n// written by a program\n"
                + "   property version 0.1;\n}\nvariable A {\n   type discrete[2] {yes, no};\n}\n"
                + "variable B { /* three */\n   type discrete[3] {low, mid, high};\n}\n"
                + "probability (A) {\n   default 0.2 0.8;\n}\nprobability (B | A) {\n   default 0.1 0.2 0.7;\n"
                + "   (no) 0.5 0.25 0.25;\n}\n");
        assertThat(table).isEqualTo(rows);
        assertThat(agrum).isEqualTo(rows);
        GraphicalModel javaBayes = TestFiles.read(ModelFormat.BIF, "// Produced by JavaBayes\nnetwork \"Net\"{ //2\n"
                + "}\nvariable  \"A\"{ //2 values\n\ttype discrete[2] {  \"yes\"  \"no\" };\n"
                + "\tproperty \"position = (218, 195)\" ;\n}\n"
                + "variable  \"B\"{\n\ttype discrete[3] {  \"low\"  \"mid\"  \"high\" };\n}\n"
                + "probability (  \"A\" ) {\n\ttable 0.2 0.8 ;\n}\n"
                + "probability (  \"B\"  \"A\" ) { //6 values\n\ttable 0.1 0.5 0.2 0.25 0.7 0.25 ;\n}\n");
        assertThat(javaBayes).isEqualTo(rows);
        assertThat(rows.logWeight(new int[] {0, 2})).isCloseTo(Math.log(0.14), within(1e-15));
    }

    @Example
    void olderXmlSaysProbability() throws IOException {
        String newer = "<?xml version=\"1.0\"?><BIF VERSION=\"0.3\"><NETWORK><NAME>n</NAME>"
                + "<VARIABLE TYPE=\"nature\"><NAME>A</NAME><OUTCOME>a</OUTCOME><OUTCOME>b</OUTCOME></VARIABLE>"
                + "<DEFINITION><FOR>A</FOR><TABLE>0.3 0.7</TABLE></DEFINITION></NETWORK></BIF>";
        assertThat(TestFiles.read(ModelFormat.XMLBIF, newer.replace("DEFINITION", "PROBABILITY")
                .replace("nature", "discrete"))).isEqualTo(TestFiles.read(ModelFormat.XMLBIF, newer));
    }

    /** The table beside an expression is read; an expression alone is refused (MalformedNetworks). */
    @Example
    void expressionsOfHuginWithTheirTable() throws IOException {
        String text = "net {}\nnode A { states = (\"false\" \"true\"); }\nnode B { states = (\"false\" \"true\"); }\n"
                + "potential (A) { data = (0.75 0.25); }\npotential (B | A) {%s data = ((1 0)(0.3 0.7)); }\n";
        assertThat(TestFiles.read(ModelFormat.HUGIN, text.formatted(" model_data = (NoisyOR(A, 0.3));")))
                .isEqualTo(TestFiles.read(ModelFormat.HUGIN, text.formatted("")));
    }

    @Example
    void anUndefinedPotentialOfHuginIsUniform() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.HUGIN,
                "net { } node A { states = (\"a b\" \"c\"); } potential (A) { }");
        assertThat(model.variable(0).domain().label(0)).isEqualTo("a b");
        assertThat(model.logWeight(new int[] {1})).isCloseTo(Math.log(0.5), within(1e-15));
    }

    @Example
    void deterministicNodesOfGenie() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.XDSL, "<smile><nodes><cpt id=\"A\"><state id=\"t\"/><state "
                + "id=\"f\"/><probabilities>0.3 0.7</probabilities></cpt><deterministic id=\"B\"><state id=\"u\"/>"
                + "<state id=\"d\"/><parents>A</parents><resultingstates>d u</resultingstates></deterministic>"
                + "</nodes></smile>");
        assertThat(Math.exp(model.logWeight(new int[] {0, 1}))).isCloseTo(0.3, within(1e-15));
        assertThat(model.logWeight(new int[] {0, 0})).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Example
    void roundedRowsAreTakenAndOthersNamed() throws IOException {
        String file = HEAD + "probability ( A ) { table 0.2, 0.8; }\nprobability ( B | A ) {\n (yes) %s;\n"
                + " (no) 0.5, 0.25, 0.25;\n}\n";
        GraphicalModel rounded = TestFiles.read(ModelFormat.BIF, String.format(file, "0.333, 0.333, 0.333"));
        assertThat(Math.exp(rounded.logWeight(new int[] {0, 0}))).isCloseTo(0.2 * 0.333, within(1e-15));
        assertThat(TestFiles.read(ModelFormat.BIF, TestFiles.write(ModelFormat.BIF, rounded))).isEqualTo(rounded);
        String wrong = String.format(file, "0.3, 0.3, 0.3");
        assertThatThrownBy(() -> TestFiles.read(ModelFormat.BIF, wrong)).isInstanceOf(ModelParseException.class)
                .hasMessage("model:11: the probabilities of variable 'B' given A=yes sum to 0.8999999999999999, "
                        + "expected 1 (or reading with normalised rows)");
        GraphicalModel normalised = ModelFormat.BIF.read(TestFiles.reader("model", wrong), true);
        assertThat(Math.exp(normalised.logWeight(new int[] {0, 0}))).isCloseTo(0.2 / 3, within(1e-15));
    }

    @Example
    void normalisingIsForBayesianNetworks() throws IOException {
        Path path = Files.createTempFile("model", ".uai");
        Files.writeString(path, "MARKOV\n1\n2\n0\n");
        assertThatIllegalArgumentException().isThrownBy(() -> ModelFiles.readNormalised(path))
                .withMessageContaining("Bayesian networks");
        Files.delete(path);
    }

    @Example
    void otherModelsAreNotWrittenAsNetworks() {
        GraphicalModel model = GraphicalModel.builder().binary("a").clause(1, "a=1").build();
        for (ModelFormat format : new ModelFormat[] {ModelFormat.BIF, ModelFormat.XMLBIF}) {
            assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(format, model))
                    .withMessageContaining("not a Bayesian network");
            // The reader would refuse it.
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TestFiles.write(format, GraphicalModel.builder().build()))
                    .withMessageContaining("no variables");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.HUGIN, model))
                .withMessageContaining("can be read but not written").withMessageContaining(".xmlbif");
    }

    @Example
    void xmlOpensNoOtherFile() throws IOException {
        Path secret = Files.createTempFile("secret", ".txt");
        Files.writeString(secret, "stolen");
        String text = "<?xml version=\"1.0\"?><!DOCTYPE BIF [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>\n"
                + "<BIF><NETWORK><VARIABLE><NAME>x&e;</NAME><OUTCOME>1</OUTCOME></VARIABLE><DEFINITION><FOR>x</FOR>"
                + "<TABLE>1</TABLE></DEFINITION></NETWORK></BIF>";
        assertThat(TestFiles.read(ModelFormat.XMLBIF, text).variable(0).name()).isEqualTo("x");
        Files.delete(secret);
    }

    @Example
    void evidenceByNames() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.BIF, HEAD + "probability ( A ) { table 0.2, 0.8; }\n"
                + "probability ( B | A ) { default 0.1, 0.2, 0.7; }\n");
        Path path = Files.createTempFile("seen", ".txt");
        Files.writeString(path, "# what was seen\n\nB = high\r\nA=no\n");
        assertThat(ModelFiles.readEvidence(path, model).value(1)).isEqualTo(2);
        assertThat(ModelFiles.readEvidence(path, model).value(0)).isEqualTo(1);
        Files.writeString(path, "1 1 0\n");
        assertThat(ModelFiles.readEvidence(path, model).value(1)).isZero();
        Files.delete(path);
        assertThat(model.literal(" B = mid").value()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> model.literal("B=none"))
                .withMessageContaining("{low,mid");
    }
}
