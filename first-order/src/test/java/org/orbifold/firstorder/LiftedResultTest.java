package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Sentence;

/** Atoms one by one and by pattern say the same; large histograms agree with other arithmetic. */
class LiftedResultTest {

    private static GroundingOptions open(MarkovLogic network) {
        return GroundingOptions.defaults().withOpen(network.predicates().stream().map(Predicate::name)
                .toArray(String[]::new));
    }

    private static Map<String, Double> atoms(LiftedResult result, String predicate) {
        Map<String, Double> atoms = new LinkedHashMap<>();
        result.forEachAtom(predicate, atoms::put);
        return atoms;
    }

    @Test
    void patternsAreTheAtoms() throws IOException {
        MarkovLogic network = LogicFiles.parseNetwork("person = {A,B,C,D,E}\nthing = {S,T}\nP(person)\n"
                + "R(person,person)\nHas(person,thing)\nRain()\nIdle(person,thing)\nAlone(person)\n"
                + "0.7 R(x,y) ^ P(x) => P(y)\n"
                + "-0.4 Has(x,S) <=> P(x)\n0.3 Rain() v P(x)\n0.2 P(A)\n");
        Database database = LogicFiles.parseDatabase(network,
                "P(B)\n!R(B,B)\nR(A,C)\n0.8 P(D)\n!Idle(A,S)\nAlone(A)\n");
        LiftedResult result = LiftedInference.on(database, open(network)).run();
        for (Predicate predicate : network.predicates()) {
            Map<String, Double> atoms = atoms(result, predicate.name());
            long all = 0;
            for (AtomPattern pattern : result.patterns(predicate.name())) {
                assertThat(atoms.get(pattern.example())).as(pattern.toString()).isEqualTo(pattern.probability());
                assertThat(atoms.values().stream().filter(p -> Math.abs(p - pattern.probability()) < 1e-12).count())
                        .isGreaterThanOrEqualTo(pattern.atoms());
                all += pattern.atoms();
            }
            assertThat(all).as(predicate.name()).isEqualTo(atoms.size());
        }
        assertThat(atoms(result, "P").keySet()).containsExactly("P(A)", "P(C)", "P(D)", "P(E)");
        assertThat(result.patterns("P")).extracting(AtomPattern::pattern)
                .containsExactly("P(A)", "P(C)", "P(x)", "P(x)");
        assertThat(result.patterns("Idle")).containsExactly(new AtomPattern("Idle(x,y)", "Idle(A,T)", 9, 0.5));
        assertThat(result.patterns("Alone")).containsExactly(new AtomPattern("Alone(x)", "Alone(B)", 4, 0.5));
        assertThat(result.patterns("Rain")).hasSize(1);
        assertThat(result.probability("P", "B")).isEqualTo(1);
        assertThat(result.probability("R", "B", "B")).isZero();
        assertThat(result.probability("Alone", "A")).isEqualTo(1);
        assertThatThrownBy(() -> result.probability("P", "A", "B")).hasMessageContaining("expected 1");
        assertThatThrownBy(() -> result.probability("P", "Z")).hasMessageContaining("'Z' is no person");
    }

    /** Seventy people in four classes and two types, by logarithms on threads and by numbers with error bounds. */
    @Test
    void largeHistogramsAgreeWithOtherArithmetic() throws IOException {
        StringBuilder known = new StringBuilder();
        for (int i = 1; i <= 30; i++) {
            known.append(i % 3 == 0 ? "!P(" + i + ")\n" : i % 3 == 1 ? "P(" + i + ")\n" : "0.7 P(" + i + ")\n");
        }
        MarkovLogic network = LogicFiles.parseNetwork("person = {1, ..., 70}\nthing = {T1,T2,T3}\nP(person)\n"
                + "R(person,person)\nHas(person,thing)\nOld(thing)\n0.05 R(x,y) ^ P(x) => P(y)\n0.3 P(x)\n"
                + "0.6 Has(x,y) ^ P(x) => Old(y)\n");
        Database database = LogicFiles.parseDatabase(network, known.toString());
        LiftedResult logs = LiftedInference.on(database, open(network)).withThreads(2).run();
        // A count that always holds makes polynomials necessary.
        CountingProblem counted = CountingProblem.of(database, open(network)).withFactor(
                new Sentence.Counted(1, Integer.MAX_VALUE, List.of("x"), Sentence.or(Sentence.atom("P", "x"),
                Sentence.not(Sentence.atom("P", "x")))), new CountingProblem.Weights(Weight.ONE, Weight.ZERO));
        LiftedResult balls = LiftedInference.on(counted).run();
        assertThat(logs.logPartition()).isCloseTo(balls.logPartition(), within(1e-9));
        for (String predicate : List.of("P", "R", "Has", "Old")) {
            Map<String, Double> left = atoms(logs, predicate);
            atoms(balls, predicate).forEach((name, probability) ->
                    assertThat(left.get(name)).as(name).isCloseTo(probability, within(1e-11)));
        }
        assertThat(LiftedInference.on(database, open(network)).withThreads(1).run().logPartition())
                .isEqualTo(logs.logPartition());
    }
}
