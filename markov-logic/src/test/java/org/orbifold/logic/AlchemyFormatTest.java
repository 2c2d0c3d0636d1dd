package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;

/** The formats of Alchemy and its relatives, point by point: what each notation means, seen in the ground model. */
class AlchemyFormatTest {

    private static final GroundingOptions DEFAULTS = GroundingOptions.defaults();

    private static GroundNetwork ground(String network, String database, GroundingOptions options) throws IOException {
        return Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(network), database), options);
    }

    private static GroundNetwork ground(String network, String database) throws IOException {
        return ground(network, database, DEFAULTS);
    }

    private static Set<String> variables(GroundNetwork ground) {
        return ground.model().variables().stream().map(variable -> variable.name()).collect(Collectors.toSet());
    }

    private static List<String> features(GroundNetwork ground) {
        return ground.model().features().stream().map(ground.model()::describe).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1.5 P(x)|1.5", "-2 P(x)|-2", "+3 P(x)|3", "1e-2 P(x)|0.01", ".5 P(x)|0.5", "007 P(x)|7", "0 P(x)|0",
        "-.25 P(x)|-0.25"})
    void weightsAreSignedDecimals(String formula, double weight) throws IOException {
        GroundNetwork ground = ground("t = {A}\nP(t)\n" + formula + "\n", "");
        assertThat(ground.model().logWeight(new int[] {1}) - ground.model().logWeight(new int[] {0}))
                .isEqualTo(weight);
    }

    /** A line may end after a connective, a comma or an opening bracket, whatever comments say. */
    @ParameterizedTest
    @ValueSource(strings = {"1 P(x) =>\nQ(x)", "1 P(x) => // because\n\n  Q(x)", "1 (\nP(x) => Q(x))",
        "1 P(\nx) => Q(x)", "1 /* a\nb */ P(x) => Q(x)", "1 P(x) => Q(x)\r", "\t1\tP(x)=>Q(x)  // end",
        "1 !P(x)v Q(x)", "1 !P( x ) v Q( x )"})
    void layoutDoesNotMatter(String formula) throws IOException {
        assertThat(features(ground("t = {A}\nP(t)\nQ(t)\n" + formula + "\n", "")))
                .containsExactly("1.0 P(A)=0 ∨ Q(A)=1");
    }

    /** Tight to loose ! ^ v => <=>, equals from left to right: checked by truth tables over four atoms. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "A v B ^ C | A v (B ^ C)", "!A ^ B | (!A) ^ B", "A => B v C | A => (B v C)", "A <=> B => C | A <=> (B => C)",
        "A => B => C | (A => B) => C", "A <=> B <=> C | (A <=> B) <=> C", "A ^ B v C ^ D | (A ^ B) v (C ^ D)",
        "!A v B <=> C ^ D | ((!A) v B) <=> (C ^ D)", "A v B => C ^ D | (A v B) => (C ^ D)", "!!A v B | A v B"})
    void precedence(String text, String brackets) throws IOException {
        String declarations = "A\nB\nC\nD\n";
        GraphicalModel one = ground(declarations + "1 " + text + "\n", "").model();
        GraphicalModel other = ground(declarations + "1 " + brackets + "\n", "").model();
        for (int bits = 0; bits < 16; bits++) {
            int[] state = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3};
            assertThat(one.logWeight(state)).isEqualTo(other.logWeight(state));
        }
    }

    /** A predicate with an atom in the database is closed-world; the others are open. */
    @Test
    void worldAssumption() throws IOException {
        String network = "t = {A, B}\nP(t)\nQ(t)\n1 P(x) => Q(x)\n";
        assertThat(variables(ground(network, ""))).containsExactlyInAnyOrder("P(A)", "P(B)", "Q(A)", "Q(B)");
        assertThat(variables(ground(network, "P(A)"))).containsExactlyInAnyOrder("Q(A)", "Q(B)");
        // A false atom, and an unknown one, close the world as well.
        assertThat(variables(ground(network, "!P(A)"))).containsExactlyInAnyOrder("Q(A)", "Q(B)");
        assertThat(variables(ground(network, "?P(A)"))).containsExactlyInAnyOrder("P(A)", "Q(A)", "Q(B)");
        assertThat(variables(ground(network, "P(A)", DEFAULTS.withQuery("P"))))
                .containsExactlyInAnyOrder("P(B)", "Q(A)", "Q(B)");
        assertThat(variables(ground(network, "P(A)", DEFAULTS.withOpen("P"))))
                .containsExactlyInAnyOrder("P(B)", "Q(A)", "Q(B)");
        assertThat(variables(ground(network, "P(A)", DEFAULTS.withQuery("P(B)"))))
                .containsExactlyInAnyOrder("P(B)", "Q(A)", "Q(B)");
        assertThat(variables(ground(network, "P(A)", DEFAULTS.withClosed("Q")))).isEmpty();
        // The same statement twice is one; blanks after the sign are allowed.
        assertThat(variables(ground(network, "P(A) P(A)\n? P(B) ?P(B)"))).contains("P(B)").doesNotContain("P(A)");
    }

    /** Tuffy and RockIt: a star before a declaration closes the world, also without a database. */
    @Test
    void starredDeclarationsAreClosedWorld() throws IOException {
        String network = "t = {\"a\", \"b\"}\n*P(t)\nQ(t)\n1 P(x) => Q(x)\n";
        assertThat(variables(ground(network, ""))).containsExactlyInAnyOrder("Q(\"a\")", "Q(\"b\")");
        assertThat(variables(ground(network, "?P(\"a\")"))).contains("P(\"a\")").doesNotContain("P(\"b\")");
        assertThat(variables(ground(network, "", DEFAULTS.withQuery("P")))).contains("P(\"a\")", "P(\"b\")");
        assertThat(variables(ground(network, "", DEFAULTS.withOpen("P")))).contains("P(\"a\")", "P(\"b\")");
        MarkovLogic read = LogicFiles.parseNetwork(network);
        assertThat(read.isClosedWorld("P")).isTrue();
        assertThat(read.isClosedWorld("Q")).isFalse();
        assertThat(LogicFiles.parseNetwork(read.toString())).hasToString(read.toString());
        // Of a declared predicate, the star is Alchemy's: both signs.
        assertThat(LogicFiles.parseNetwork("t = {A}\nP(t)\n*P(x)\n").formulas()).hasSize(1);
        assertThatThrownBy(() -> MarkovLogic.builder().closedWorld("P")).hasMessageContaining("no predicate 'P'");
    }

    /** Neither a weight nor a full stop: needs learning, so it is refused, except for the mark of exactly-one. */
    @Test
    void formulasWithoutWeight() throws IOException {
        assertThatThrownBy(() -> ground("t = {A}\nP(t)\nQ(t)\nP(x) => Q(x)\n", ""))
                .hasMessageContaining("text:4:1: the formula 'P(x) => Q(x)' has no weight");
        GroundNetwork marked = ground("t = {A}\ng = {G, H}\nP(t,g)\nP(x,y!)\n", "");
        assertThat(variables(marked)).containsExactly("P(A,g!)");
    }

    /** 2.5 P^Q^(RvS): Alchemy divides the weight; the probabilities of both semantics by hand. */
    @Test
    void clausalSemanticsByHand() throws IOException {
        String network = "P\nQ\nR\nS\n2.5 P ^ Q ^ (R v S)\n";
        ExactResult formula = ContractionPlan.solve(ground(network, "").model());
        GroundNetwork divided = ground(network, "", DEFAULTS.withSemantics(Semantics.ALCHEMY_CNF));
        ExactResult clauses = ContractionPlan.solve(divided.model());
        // Formula: 3 of 16 worlds have weight e^2.5. P holds in 8, among them those 3.
        double e = Math.exp(2.5);
        assertThat(formula.marginals().probability(0, 1)).isCloseTo((3 * e + 5) / (3 * e + 13), within(1e-14));
        // Clauses: -1.25 for !P v !Q, 1.25 for R v S: two independent halves.
        double half = Math.exp(1.25);
        assertThat(clauses.marginals().probability(0, 1))
                .isCloseTo((1 + 1 / half) / (1 + 3 / half), within(1e-14));
        assertThat(clauses.marginals().probability(2, 1)).isCloseTo(2 * half / (3 * half + 1), within(1e-14));
        assertThat(clauses.logPartition())
                .isCloseTo(Math.log(1 + 3 / half) + Math.log(3 * half + 1), within(1e-13));
        // Hard stays hard, not twice the largest weight.
        GroundNetwork hard = ground("P\nQ\n3 P\nP => Q.\n", "", DEFAULTS.withSemantics(Semantics.ALCHEMY_CNF));
        assertThat(hard.model().logWeight(new int[] {1, 0})).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Exactly-one in several arguments: one block for all pairs. */
    @Test
    void severalExactlyOneArguments() throws IOException {
        GroundNetwork ground = ground("a = {A, B}\nb = {C, D}\nR(t,a!,b!)\n1 R(x,A,y)\n", "t = {T}\n");
        assertThat(variables(ground)).containsExactly("R(T,a!,b!)");
        assertThat(ground.model().variable(0).domain()).isEqualTo(Domain.of("A,C", "A,D", "B,C", "B,D"));
        ExactResult exact = ContractionPlan.solve(ground.model());
        double e = Math.E;
        assertThat(ground.probability("R(T,A,C)", exact.marginals())).isCloseTo(e / (2 * e + 2), within(1e-14));
        assertThat(ground.probability("R(T,B,D)", exact.marginals())).isCloseTo(1 / (2 * e + 2), within(1e-14));
    }

    /** What a database says about exactly-one blocks, value by value. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "G(A,X)|X", "!G(A,X)|Y Z", "!G(A,X) !G(A,Y)|Z", "?G(A,X) ?G(A,Y)|X Y", "?G(A,X)|X", "!G(A,X) ?G(A,Y)|Y",
        "''|X Y Z", "!G(B,X)|X Y Z"})
    void exactlyOneEvidence(String database, String possible) throws IOException {
        GroundNetwork ground = ground("t = {A, B}\ng = {X, Y, Z}\nG(t,g!)\n1 G(x,y)\n", database);
        for (String value : List.of("X", "Y", "Z")) {
            TruthValue expected = !possible.contains(value) ? TruthValue.FALSE
                    : possible.length() == 1 ? TruthValue.TRUE
                    : TruthValue.UNKNOWN;
            assertThat(ground.truth("G(A," + value + ")")).as(value).isEqualTo(expected);
        }
    }

    @Test
    void includesAreRelativeAndPacked(@TempDir Path folder) throws IOException {
        Path inner = Files.createDirectory(folder.resolve("in ner"));
        Files.writeString(inner.resolve("types.mln"), "t = {A}\n#include \"more.mln.gz\"\n");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(inner.resolve("more.mln.gz")))) {
            out.write("P(t)\n".getBytes(StandardCharsets.UTF_8));
        }
        Path main = Files.writeString(folder.resolve("main.mln"), "\uFEFF#include \"in ner/types.mln\"\n2 P(x)\n");
        MarkovLogic network = LogicFiles.readNetwork(main);
        assertThat(network.formulas().get(0).origin()).endsWith("main.mln:2:1");
        // The same file from two places is no cycle, but declares twice.
        Files.writeString(folder.resolve("twice.mln"), "#include \"main.mln\"\n#include \"main.mln\"\n");
        assertThatThrownBy(() -> LogicFiles.readNetwork(folder.resolve("twice.mln")))
                .isInstanceOf(LogicParseException.class).hasMessageContaining("declared twice");
        assertThatThrownBy(() -> LogicFiles.parseNetwork("#include \"main.mln\"\n")).hasMessageContaining("no file");
        assertThat(LogicFiles.isNetwork(Path.of("a.MLN.gz"))).isTrue();
        assertThat(LogicFiles.isNetwork(Path.of("a.mlnx"))).isFalse();
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings().all().ofMinLength(1).ofMaxLength(8)
                .filter(name -> name.indexOf('\n') < 0 && name.indexOf('\r') < 0
                        && name.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF));
    }

    /** Any text is a constant in quotes: written, read, named in results and found there. */
    @Property(tries = 200)
    void anyTextIsAConstant(@ForAll("names") String name, @ForAll("names") String other) throws IOException {
        MarkovLogic.Builder builder = MarkovLogic.builder().predicate("P", "t");
        builder.type("t", name.equals(other) ? List.of(name) : List.of(name, other));
        MarkovLogic network = builder.formula(1, new Sentence.Atom("P", List.of(new Term.Constant(name)))).build();
        MarkovLogic read = LogicFiles.parseNetwork(network.toString());
        assertThat(read.constants("t")).isEqualTo(network.constants("t"));
        assertThat(read).hasToString(network.toString());
        String atom = "P(" + new Term.Constant(name) + ")";
        Database database = LogicFiles.parseDatabase(read, "?" + atom);
        GroundNetwork ground = Grounder.ground(database, DEFAULTS.withQuery(atom));
        assertThat(ground.queried()).hasSize(1);
        assertThat(ground.model().variable(0).name()).isEqualTo(atom);
        assertThat(ground.truth(atom)).isEqualTo(TruthValue.UNKNOWN);
    }

    /** A whole random network comes back from its text, with the same ground model. */
    @Property(tries = 150)
    void networksReadBack(@ForAll long seed) throws IOException {
        RandomNetworks random = new RandomNetworks(seed, false, 4);
        MarkovLogic network = LogicFiles.parseNetwork(random.text());
        MarkovLogic again = LogicFiles.parseNetwork(network.toString());
        assertThat(again).hasToString(network.toString());
        assertThat(again.predicates()).containsExactlyElementsOf(network.predicates());
    }
}
