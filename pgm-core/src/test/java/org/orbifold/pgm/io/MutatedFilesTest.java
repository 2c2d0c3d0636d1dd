package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.Mutations;

/** Whatever happens to the bytes of a good file, the reader gives a model or a message, and nothing else. */
class MutatedFilesTest {

    private static final ModelFormat[] FORMATS =
        {ModelFormat.UAI, ModelFormat.CLAUSES, ModelFormat.NUM, ModelFormat.FG};

    private static final String BIF = "network n {\n}\nvariable A {\n type discrete [ 2 ] { yes, no };\n}\n"
            + "variable B {\n type discrete [ 3 ] { a, b, c };\n}\nprobability ( A ) {\n table 0.2, 0.8;\n}\n"
            + "probability ( B | A ) {\n default 0.1, 0.2, 0.7; // comment\n (no) 0.5, 0.25, 0.25;\n}\n";

    /** Files of formats that are only read. */
    private static final Map<ModelFormat, String> ONLY_READ = Map.of(
            ModelFormat.DSC, """
                    belief network "n"
                    node A { name : "Age"; type : discrete [ 2 ] = { "yes", "no" }; position : (1, 2); }
                    node B { type : discrete [ 3 ] = { "a", "b", "c" }; }
                    probability ( A ) { 0.2, 0.8; }
                    probability ( B | A ) {
                      (0) : 0.1, 0.2, 0.7;
                      (1) : 0.5, 0.25, 0.25;
                    }
                    """,
            ModelFormat.XBN, """
                    <?xml version="1.0"?>
                    <!DOCTYPE ANALYSISNOTEBOOK SYSTEM "xbn.dtd">
                    <ANALYSISNOTEBOOK NAME="n" ROOT="n"><BNMODEL NAME="n"><VARIABLES>
                    <VAR NAME="A" TYPE="discrete"><STATENAME>yes</STATENAME><STATENAME>no</STATENAME></VAR>
                    <VAR NAME="B" TYPE="discrete"><STATENAME>a</STATENAME><STATENAME>b</STATENAME></VAR>
                    </VARIABLES><STRUCTURE><ARC PARENT="A" CHILD="B"/></STRUCTURE><DISTRIBUTIONS>
                    <DIST TYPE="discrete"><PRIVATE NAME="A"/><DPIS><DPI>0.2 0.8</DPI></DPIS></DIST>
                    <DIST TYPE="discrete"><CONDSET><CONDELEM NAME="A"/></CONDSET><PRIVATE NAME="B"/><DPIS>
                    <DPI INDEXES=" 0 ">0.1 0.9</DPI><DPI INDEXES=" 1 ">0.5 0.5</DPI></DPIS></DIST>
                    </DISTRIBUTIONS></BNMODEL></ANALYSISNOTEBOOK>
                    """,
            ModelFormat.XMLBIF, """
                    <?xml version="1.0"?>
                    <!DOCTYPE BIF [
                    <!ELEMENT BIF ( NETWORK )*>
                    <!ELEMENT NAME (#PCDATA)>
                    ]>
                    <BIF VERSION="0.3"><NETWORK><NAME>n</NAME>
                    <VARIABLE TYPE="nature"><NAME>A</NAME><OUTCOME>yes</OUTCOME><OUTCOME>no</OUTCOME></VARIABLE>
                    <DEFINITION><FOR>A</FOR><TABLE>0.2 <!-- c --> 0.8</TABLE></DEFINITION></NETWORK></BIF>
                    """,
            ModelFormat.ERGO, """
                    2
                    2 3
                    0
                    1 0
                    /* Probabilities */
                    2
                    0.2 0.8
                    6
                    0.1 0.2 0.7 0.5 0.25 0.25
                    /* Names */
                    A B
                    /* Labels */
                    yes no
                    a b c
                    /* Centers */
                    1 2 3 4
                    """,
            ModelFormat.CNF, """
                    c t wmc
                    p cnf 4 3
                    c p weight 1 0.3 0
                    c p weight -1 1/3 0
                    c p show 1 2 3 4 0
                    1 2 3 0
                    -1 2 0
                    4 -3 0
                    """,
            ModelFormat.BIF, BIF);

    private interface Parser {
        Object parse(TokenReader in) throws IOException;
    }

    private static void check(String content, RandomGenerator random, Parser parser) throws IOException {
        byte[] bytes = Mutations.of(content, random);
        try (TokenReader in = new TokenReader("file", new ByteArrayInputStream(bytes))) {
            parser.parse(in);
        } catch (ModelParseException e) {
            long lines = new String(bytes, StandardCharsets.ISO_8859_1).chars().filter(c -> c == '\n' || c == '\r')
                    .count() + 1;
            assertThat((long) e.line()).isBetween(1L, lines);
            assertThat(e.getMessage()).startsWith("file:" + e.line() + ": ").contains(", expected ")
                    .doesNotContain("\n", "\r", "\u0000").hasSizeLessThan(700);
        }
    }

    @Property(tries = 6000, seed = "1")
    void models(@ForAll long seed, @ForAll @IntRange(max = 3) int format) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = RandomFileModels.any(random, false);
        check(TestFiles.write(FORMATS[format], model), random,
                in -> (random.nextBoolean() ? ModelFormat.sniff(in) : FORMATS[format]).read(in));
    }

    @Property(tries = 3000, seed = "1")
    void networks(@ForAll long seed, @ForAll @IntRange(max = 4) int kind) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        GraphicalModel model = RandomNetworkFiles.any(random, false);
        ModelFormat format = new ModelFormat[] {ModelFormat.BIF, ModelFormat.XMLBIF, ModelFormat.HUGIN,
            ModelFormat.DSL, ModelFormat.XDSL}[kind];
        String content = switch (kind) {
            case 2 -> RandomNetworkFiles.hugin(model);
            case 3 -> RandomNetworkFiles.dsl(model);
            case 4 -> RandomNetworkFiles.xdsl(model);
            default -> TestFiles.write(format, model);
        };
        check(content, random, in -> (random.nextBoolean() ? ModelFormat.sniff(in) : format).read(in));
    }

    @Property(tries = 3000, seed = "1")
    void formatsThatAreOnlyRead(@ForAll long seed) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        ModelFormat[] formats = ONLY_READ.keySet().toArray(ModelFormat[]::new);
        Arrays.sort(formats);
        ModelFormat format = formats[random.nextInt(formats.length)];
        check(ONLY_READ.get(format), random, in -> (random.nextBoolean() ? ModelFormat.sniff(in) : format).read(in));
    }

    @Property(tries = 1000, seed = "1")
    void namedEvidence(@ForAll long seed) throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.BIF, BIF);
        check("A = yes\nsoft B 0.1 0.2 0.4\n# c\n", new SplittableRandom(seed),
                in -> NamedEvidenceReader.isNamed(in) ? new NamedEvidenceReader(in, model).read()
                        : new EvidenceReader(in, model).readOne());
    }

    @Property(tries = 1000, seed = "1")
    void evidence(@ForAll long seed) throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3).build();
        check("1\n2 1 0 2 1\n", new SplittableRandom(seed), in -> new EvidenceReader(in, model).readAll());
    }

    @Property(tries = 1000, seed = "1")
    void marginals(@ForAll long seed) throws IOException {
        check("MAR\n1\n2 2 0.5 0.5 2 0.1 0.9\n", new SplittableRandom(seed), in -> new MarginalsReader(in).read());
    }
}
