package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Sentence.Quantified;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;

/** Grounding goes through what the evidence leaves undecided, and counts most of the rest without going there. */
class UndecidedGroundingsTest {

    private static final int NETWORKS = 600;
    /** Planning that may try nothing: quantified parts are not looked through. */
    private static final long NO_PLANNING = -1;

    private static final class Case {
        private final RandomNetworks random;
        private final Database database;
        private final GroundingOptions options;

        Case(long seed) throws IOException {
            random = new RandomNetworks(seed, false, 4);
            MarkovLogic network = LogicFiles.parseNetwork(random.text());
            String text = random.database().entrySet().stream().map(entry -> switch (entry.getValue()) {
                case TRUE -> entry.getKey().toString();
                case FALSE -> "!" + entry.getKey();
                default -> "?" + entry.getKey();
            }).collect(Collectors.joining("\n"));
            database = LogicFiles.parseDatabase(network, text);
            options = GroundingOptions.defaults().withQuery(random.some().toArray(String[]::new))
                    .withWeights(instance -> Math.floorMod(instance.hashCode(), 1000) / 500.0 - 1);
        }
    }

    /** Kleene's logic, word by word; 0 is false, 1 unknown, 2 true. */
    private static int kleene(Sentence sentence, Map<String, String> binding, Case random,
            Map<String, TruthValue> known) {
        if (sentence instanceof Atom atom) {
            String ground = Substitution.instance(atom, binding).toString();
            return switch (known.get(ground)) {
                case FALSE -> 0;
                case UNKNOWN -> 1;
                case TRUE -> 2;
            };
        } else if (sentence instanceof Sentence.Equal equal) {
            return Substitution.instance(equal, binding) instanceof Sentence.Equal same
                    && same.left().equals(same.right()) ? 2 : 0;
        } else if (sentence instanceof Sentence.Not not) {
            return 2 - kleene(not.part(), binding, random, known);
        } else if (sentence instanceof Sentence.Joined joined) {
            int left = kleene(joined.left(), binding, random, known);
            int right = kleene(joined.right(), binding, random, known);
            return joined.connective() == Connective.AND ? Math.min(left, right)
                    : joined.connective() == Connective.OR ? Math.max(left, right)
                    : joined.connective() == Connective.IMPLIES ? Math.max(2 - left, right)
                    : left == 1 || right == 1 ? 1 : left == right ? 2 : 0;
        }
        if (sentence instanceof Sentence.Counted counted) {
            int[] truths = new int[3];
            bindings(new ArrayList<>(counted.variables()), random).forEach(inner -> {
                Map<String, String> both = new HashMap<>(binding);
                both.putAll(inner);
                truths[kleene(counted.body(), both, random, known)]++;
            });
            boolean never = truths[2] > counted.most() || truths[1] + truths[2] < counted.least();
            return never ? 0 : truths[2] >= counted.least() && truths[1] + truths[2] <= counted.most() ? 2 : 1;
        }
        Quantified quantified = (Quantified) sentence;
        return bindings(new ArrayList<>(quantified.variables()), random).stream().mapToInt(inner -> {
            Map<String, String> both = new HashMap<>(binding);
            both.putAll(inner);
            return kleene(quantified.body(), both, random, known);
        }).reduce(quantified.forall() ? 2 : 0, (a, b) -> quantified.forall() ? Math.min(a, b) : Math.max(a, b));
    }

    private static List<Map<String, String>> bindings(List<String> variables, Case random) {
        List<Map<String, String>> all = List.of(Map.of());
        for (String variable : variables) {
            List<Map<String, String>> next = new ArrayList<>();
            for (Map<String, String> binding : all) {
                for (String constant : random.random.constants().get(RandomNetworks.TYPE_OF.get(variable))) {
                    Map<String, String> more = new LinkedHashMap<>(binding);
                    more.put(variable, constant);
                    next.add(more);
                }
            }
            all = next;
        }
        return all;
    }

    private static Map<String, TruthValue> known(GroundNetwork ground, RandomNetworks random) {
        Map<String, TruthValue> known = new TreeMap<>();
        random.groundAtoms().forEach(atom -> known.put(atom.toString(), ground.truth(atom.toString())));
        return known;
    }

    private static int undecided(WeightedSentence formula, Case random, Map<String, TruthValue> known) {
        Sentence open = formula.sentence();
        while (open instanceof Quantified quantified && quantified.forall()) {
            open = quantified.body();
        }
        int undecided = 0;
        for (Sentence signed : Substitution.signs(open)) {
            TypedFormula typed = TypeInference.of(signed, random.database.network().predicateTable(),
                    random.database.typeTable());
            List<String> free = typed.free().stream().map(Slot::name).toList();
            for (Map<String, String> binding : bindings(free, random)) {
                undecided += kleene(signed, binding, random, known) == 1 ? 1 : 0;
            }
        }
        return undecided;
    }

    private static GroundNetwork ground(Case random, long planning) {
        try {
            return Grounder.plan(random.database, random.options, planning).ground();
        } catch (ContradictionException e) {
            return null;
        }
    }

    /** Sizes bound what is unknown in Kleene's logic, and quantifiers looked through or not make the same model. */
    @Test
    void sizesAreBoundsAndBothPlansAgree() throws IOException {
        int grounded = 0;
        int undecidedInAll = 0;
        int bounds = 0;
        for (int seed = 20_000; seed < 20_000 + NETWORKS; seed++) {
            Case random = new Case(seed);
            GroundNetwork planned = ground(random, 1 << 20);
            GroundNetwork plain = ground(random, NO_PLANNING);
            assertThat(planned == null).as("seed %d", seed).isEqualTo(plain == null);
            if (planned == null) {
                continue;
            }
            grounded++;
            Map<String, TruthValue> known = known(planned, random.random);
            for (int f = 0; f < random.random.formulas().size(); f++) {
                int undecided = undecided(random.random.formulas().get(f), random, known);
                undecidedInAll += undecided;
                bounds += (int) planned.size().formulas().get(f).count();
                assertThat(planned.size().formulas().get(f).count()).as("seed %d\n%s", seed, random.random.text())
                        .isGreaterThanOrEqualTo(undecided);
                assertThat(plain.size().formulas().get(f).count()).as("seed %d\n%s", seed, random.random.text())
                        .isGreaterThanOrEqualTo(undecided);
            }
            assertThat(planned.model().features()).hasSizeLessThanOrEqualTo((int) planned.size().features());
            sameWeights(seed, planned.model(), plain.model());
        }
        // What this compares is not trivial, and the bounds are not far off.
        assertThat(grounded).isGreaterThan(NETWORKS / 4);
        assertThat(undecidedInAll).isGreaterThan(3 * NETWORKS);
        assertThat(bounds).isLessThan(3 * undecidedInAll);
    }

    private static void sameWeights(long seed, GraphicalModel one, GraphicalModel other) {
        assertThat(one.variables()).isEqualTo(other.variables());
        int[] state = new int[one.variableCount()];
        boolean more = true;
        while (more) {
            double expected = one.logWeight(state);
            if (expected == Double.NEGATIVE_INFINITY) {
                assertThat(other.logWeight(state)).as("seed %d", seed).isEqualTo(expected);
            } else {
                assertThat(other.logWeight(state)).as("seed %d", seed).isCloseTo(expected, within(1e-9));
            }
            int v = state.length - 1;
            while (v >= 0 && ++state[v] == one.variable(v).size()) {
                state[v--] = 0;
            }
            more = v >= 0;
        }
    }

    private static final int PEOPLE = 30_000;

    /** Two relations with two rows per person on average, half of the people students, ten of them unknown. */
    private static Database sparse(String formula) throws IOException {
        RandomGenerator random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("person = {1,...," + PEOPLE + "}\n");
        for (String relation : List.of("A", "B")) {
            for (int i = 0; i < 2 * PEOPLE; i++) {
                text.append(relation).append('(').append(1 + random.nextInt(PEOPLE)).append(',')
                        .append(1 + random.nextInt(PEOPLE)).append(")\n");
            }
        }
        for (int i = 1; i <= PEOPLE; i++) {
            text.append(i <= 10 ? "?" : i % 2 == 0 ? "" : "!").append("E(").append(i).append(")\n");
        }
        return LogicFiles.parseDatabase(LogicFiles.parseNetwork(
                "A(person,person)\nB(person,person)\nE(person)\nS(person)\n" + formula + "\n"), text.toString());
    }

    /**
     * Where all pairs are 10^9, and what is undecided and listed some 10^5, only the latter can be gone through in
     * time.
     */
    @ParameterizedTest
    @Timeout(15)
    @ValueSource(strings = {
        "1 (A(x,y) ^ S(x)) v (B(x,y) ^ S(y))",
        "1 (A(x,y) => S(x)) ^ (B(x,y) => S(y))",
        "1 A(x,y) ^ (S(x) v (B(x,y) ^ S(y)))",
        "1 !(A(x,y) ^ S(x)) v !(E(x) ^ E(y))",
        "1 (A(x,y) <=> B(x,y)) v (A(y,x) ^ S(x))",
        "1 (A(x,y) ^ B(y,z) ^ S(x)) v (B(x,y) ^ A(y,z) ^ S(z))",
        "1 S(x) ^ (EXIST y (A(x,y) ^ B(y,z) ^ S(z)))",
        "1 (EXIST y ((A(x,y) ^ S(y)) v (B(x,y) ^ S(x)))) => S(x)",
        "1 (FORALL y (A(x,y) => E(y))) ^ E(z) ^ A(x,z) ^ S(x)",
        "1 (EXIST y A(x,y)) ^ (EXIST y B(z,y)) ^ A(x,z) ^ S(x)",
        "1 x != y ^ E(x) ^ (A(x,y) v B(y,x)) ^ S(x)",
        "1 (x = y v A(x,y)) ^ S(x) ^ S(y)",
        "(A(x,y) ^ E(x)) => E(x).",
        "1 A(x,y) ^ E(x) ^ E(y) => B(x,y)"})
    void largeDomainsAreNotGoneThrough(String formula) throws IOException {
        Grounder grounder = Grounder.plan(sparse(formula), GroundingOptions.defaults());
        assertThat(grounder.size().features()).isLessThan(20.0 * PEOPLE);
        assertThat(grounder.ground().model().features()).hasSizeLessThanOrEqualTo((int) grounder.size().features());
    }

    /** What is counted without a visit is what small cases count with one: a polynomial in the number of people. */
    @Test
    void constantsAreThoseOfTheDefinition() throws IOException {
        // All groundings but those with x = y and A(x,y) true hold or fail by evidence alone.
        GroundNetwork ground = Grounder.ground(LogicFiles.parseDatabase(LogicFiles.parseNetwork(
                "A(t,t)\nS(t)\n0.5 A(x,y) => S(x)\n0.25 !A(x,y) ^ x != y\n2 A(x,y) <=> A(y,x)\n"),
                "t = {1,...,1000}\nA(1,2) A(2,1) A(3,4)\n"), GroundingOptions.defaults());
        double pairs = 1e6;
        assertThat(ground.size().features()).isEqualTo(3);
        assertThat(ground.model().constant()).isEqualTo(
                0.5 * (pairs - 3) + 0.25 * (pairs - 1000 - 3) + 2 * (pairs - 2));
    }

    @Test
    void whatIsTooLargeIsRefusedWithABound() throws IOException {
        Database database = LogicFiles.parseDatabase(LogicFiles.parseNetwork(
                "t = {1,...,50}\nA(t,t)\nS(t)\n1 A(x,y) ^ S(x) => S(y)\n"), "A(1,2) A(2,2)");
        Grounder grounder = Grounder.plan(database, GroundingOptions.defaults().withMaxGround(1), NO_PLANNING);
        assertThatThrownBy(grounder::ground)
                .isInstanceOf(GroundingTooLargeException.class).hasMessageContaining("too large: at most 2")
                .hasMessageContaining("2 of '1.0 A(x,y) ^ S(x) => S(y)'");
        assertThat(Set.of(grounder.size().variableCount())).containsExactly(50.0);
    }

    /** Two true atoms each, one of them shared: 1 + atoms constants decide the formula, the others are features. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 12})
    void longFormulas(int atoms) throws IOException {
        StringBuilder network = new StringBuilder("t = {1,...,30}\nS(t)\n");
        StringBuilder formula = new StringBuilder("0.5 S(x)");
        StringBuilder evidence = new StringBuilder();
        for (int i = 1; i <= atoms; i++) {
            network.append('P').append(i).append("(t)\n");
            formula.append(" v P").append(i).append("(x)");
            evidence.append('P').append(i).append("(1) P").append(i).append('(').append(i + 1).append(")\n");
        }
        GraphicalModel model = Grounder.plan(LogicFiles.parseDatabase(
                LogicFiles.parseNetwork(network.append(formula).append('\n').toString()), evidence.toString()),
                GroundingOptions.defaults()).ground().model();
        assertThat(model.features()).hasSize(30 - 1 - atoms);
        assertThat(model.constant()).isEqualTo(0.5 * (1 + atoms));
    }
}
