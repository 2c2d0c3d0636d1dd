package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.logic.Grounder;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.io.ModelParseException;

/** The formats of WFOMC and Forclift. */
class ProblemFilesTest {

    /** The declarations of predicates distinguish a network with small constants from WFOMC's. */
    @Test
    void declarationsAreAlchemys(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("n.mln"),
                "person = {anna, bob}\nSmokes(person)\n1 Smokes(x)\n");
        assertThat(ProblemFiles.isProblem(file)).isFalse();
        assertThat(ProblemFiles.isProblem(Files.writeString(file, "1 smokes(X)\nperson = {anna, bob}\n"))).isTrue();
        assertThat(ProblemFiles.isProblem(Files.writeString(file, "1 smokes(X)\nperson = 6\n"))).isTrue();
    }

    /** A million empty lines, or as many domains that are not closed, are read once. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void longFilesAreToldApartAtOnce(@TempDir Path folder) throws IOException {
        for (String text : List.of("\n".repeat(1_000_000), "a={b\n".repeat(300_000))) {
            Path file = Files.writeString(folder.resolve("n.mln"), text);
            assertThat(ProblemFiles.isProblem(file)).isFalse();
            assertThat(ProblemFiles.isProblem(Files.writeString(folder.resolve("n.fg"), text))).isFalse();
        }
    }

    /** The first wrong line among many, with a domain of a million elements, of which formulas name the last. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theWrongLineOfMany() throws IOException {
        String text = "1 P(X) | Q(X)\n".repeat(500) + "%s" + "1 P(X) | Q(X)\n".repeat(500) + "person = 100000\n";
        assertThatThrownBy(() -> ProblemFiles.parseWfomc("text", String.format(text,
                "1 P(person99999) | Q(nobody)\n1 P(none)\n"), true)).isInstanceOf(ModelParseException.class)
                .hasMessageContaining("text:501: 'nobody' is no constant of type person");
        assertThat(ProblemFiles.parseWfomc("text", String.format(text, "1 P(person99999)\n"), true).factors())
                .hasSize(1001);
    }

    private static ModelCount count(String text) throws IOException {
        return LiftedInference.on(ProblemFiles.parseWfomc("text", text, false)).count();
    }

    private static double bruteForce(CountingProblem problem) {
        return BruteForce.solve(Grounder.ground(problem.toMarkovLogic(), problem.options()).model()).logPartition();
    }

    /** 286,884 labelled 2-regular graphs on 10 vertices (OEIS A001205), each with 2^10 ways to name edges. */
    @Test
    void regularGraphsWithNamedEdges() throws IOException {
        assertThat(count("""
                \\forall X: (~E(X,X)) &
                \\forall X: (\\forall Y: ((E(X,Y) -> E(Y,X)) &   # symmetric
                                        (E(X,Y) <-> (F1(X,Y) | F2(X,Y))) &
                                        (~F1(X, Y) | ~F2(X,Y)))) &
                \\forall X: (\\exists Y: (F1(X,Y))) &
                \\forall X: (\\exists Y: (F2(X,Y)))

                V = 10
                |E| = 20
                """).numerator()).isEqualTo(BigInteger.valueOf(286_884L << 10));
    }

    @Test
    void weightsAreRational() throws IOException {
        // Each of 3 atoms weighs 1/3 + 1.5 = 11/6.
        ModelCount count = count("\\forall X: (P(X) | ~P(X))\n\ndomain = 3\n1/3 1.5 P\n");
        assertThat(count).isEqualTo(new ModelCount(BigInteger.valueOf(1331), BigInteger.valueOf(216)));
        assertThat(count("\\forall X: (P(X) | ~P(X))\nd = 3\n1 -1 P\n").numerator()).isZero();
    }

    /** By hand: of 4 elements 2 are observed, and each of the others has 3 of 4 ways. */
    @Test
    void evidenceSplitsTheDomain() throws IOException {
        assertThat(count("\\forall X: (P(X) | Q(X))\n\ndomain = 4\n\nP(domain0), ~Q(domain1)\n").numerator())
                .isEqualTo(BigInteger.valueOf(2 * 1 * 3 * 3));
    }

    @ParameterizedTest
    @CsvSource({"'=',2,10", "'!=',2,22", "'<=',1,6", "'<',1,1", "'>=',4,6", "'>',3,6"})
    void cardinalitiesAreCounted(String sign, int bound, int expected) throws IOException {
        assertThat(count("\\forall X: (P(X) | ~P(X))\nd = 5\n|P| " + sign + " " + bound + "\n").numerator())
                .isEqualTo(BigInteger.valueOf(expected));
        assertThat(count("\\exists_{" + sign + bound + "} X: (P(X))\nd = 5\n").numerator())
                .isEqualTo(BigInteger.valueOf(expected));
    }

    @Test
    void networksHaveTheWeightsOfMarkovLogic() throws IOException {
        CountingProblem problem = ProblemFiles.parseWfomc("text", """
                ~friends(X,X).
                friends(X,Y) -> friends(Y,X).
                2.7 friends(X,Y) & smokes(X) -> smokes(Y)
                0.5 \\exists Y: (friends(X,Y))
                person = {alice, bob, eve}
                smokes(alice), ~smokes(bob)
                """, true);
        assertThat(LiftedInference.on(problem).run().logPartition()).isCloseTo(bruteForce(problem), within(1e-12));
    }

    /** Weights 1.2 and evidence on three of eight people, against all states of a smaller domain. */
    @Test
    void parfactorGraphsAreRead() throws IOException {
        CountingProblem problem = ProblemFiles.parseForclift("text", """
                domain Person 3 {guy, luc}

                predicate smokes(Person) 2 1
                predicate drinks(Person)
                predicate friends(Person,Person)
                predicate series

                !friends(X,Y) v !smokes(X) v smokes(Y) 1.2 1
                smokes(X) and series 0.501 0.499
                if series then drinks(P) 0.7 else 0.01
                drinks(guy)
                """);
        LiftedResult result = LiftedInference.on(problem).run();
        assertThat(result.count()).isPresent();
        assertThat(result.logPartition()).isCloseTo(bruteForce(problem), within(1e-12));
        assertThat(result.probability("drinks", "guy")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "\\forall X: (LEQ(X,X))\\nd = 3 | text:1: the linear order 'LEQ' is not supported",
        "\\forall X: (P(X) &\\n~PRED2(X,X))\\nd = 3 | text:2: the linear order 'PRED2' is not supported",
        "\\exists_{1 mod 2} X: (P(X))\\nd = 3 | counts modulo a number are not supported",
        "\\forall X: (P(X) & P(X,X))\\nd = 3 | text:1: 'P' has 2 arguments here, expected 1 as before",
        "\\forall x: (P(x))\\nd = 3 | text:1: 'x' is no variable",
        "\\forall X: (P(X))\\nd = 3\\ne = 4 | text:3: there are two domains, expected one",
        "\\forall X: (P(X))\\nd = 3\\n2 x P | text:3: '2 x P' is no line of weights",
        "\\forall X: (P(X))\\nd = 3\\n2 1 Q | text:3: the predicate 'Q' is in no formula",
        "\\forall X: (P(X))\\nd = 3\\nP(d7) | text:3:",
        "\\forall X: (P(X)\\nd = 3 | ')' or a connective"})
    void mistakesHaveTheirPlace(String text, String message) {
        assertThatThrownBy(() -> ProblemFiles.parseWfomc("text", text.replace("\\n", "\n"), false))
                .isInstanceOf(ModelParseException.class).hasMessageContaining(message.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "predicate p(Person) | text:1: the domain Person is not declared",
        "domain A 1 {a,b} | text:1: the domain A of 1 elements has 2 constants",
        "domain A 2\\npredicate p(A)\\nq(X) 1 2 | is not declared",
        "domain A 2\\npredicate p(A)\\np(X) and p(Y) or p(X) 1 2 | text:3: 'and' and 'or' are mixed"})
    void mistakesInParfactorGraphsHaveTheirPlace(String text, String message) {
        assertThatThrownBy(() -> ProblemFiles.parseForclift("text", text.replace("\\n", "\n")))
                .isInstanceOf(ModelParseException.class).hasMessageContaining(message.strip());
    }

    @Test
    void filesAreToldApartByContent(@TempDir Path folder) throws IOException {
        Path libDai = Files.writeString(folder.resolve("a.fg"), "1\n\n1\n0\n2\n2\n0 1\n1 2\n");
        Path forclift = Files.writeString(folder.resolve("b.fg"), "domain P 3 {}\npredicate p(P)\np(X) 2 1\n");
        Path alchemy = Files.writeString(folder.resolve("c.mln"), "person = {A,B}\np(person)\n1 p(x)\n");
        Path wfomc = Files.writeString(folder.resolve("d.mln"), "1 p(X)\n\nperson = 6\n");
        assertThat(ProblemFiles.isProblem(libDai)).isFalse();
        assertThat(ProblemFiles.isProblem(forclift)).isTrue();
        assertThat(ProblemFiles.isProblem(alchemy)).isFalse();
        assertThat(ProblemFiles.isProblem(wfomc)).isTrue();
        assertThat(LiftedInference.on(ProblemFiles.read(forclift)).count().numerator())
                .isEqualTo(BigInteger.valueOf(27));
        assertThat(LiftedInference.on(ProblemFiles.read(wfomc)).run().logPartition())
                .isCloseTo(6 * Math.log1p(Math.E), within(1e-13));
    }
}
