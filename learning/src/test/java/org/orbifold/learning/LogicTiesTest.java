package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

class LogicTiesTest {

    private static int[] classes(MarkovLogic network, Database database, FormulaInstances instances) {
        Set<Integer> learned = IntStream.range(0, network.formulas().size())
                .filter(f -> !network.formulas().get(f).hard() && network.formulas().get(f).weight().isEmpty()).boxed()
                .collect(Collectors.toSet());
        return LogicTies.orbits(network, List.of(database), instances, learned, 1, new ArrayList<>(),
                Budget.unlimited());
    }

    /**
     * The classes by definition: all maps of (atom, value) pairs that map the ground formulas, as functions of all
     * worlds, onto each other, and the instances of these.
     */
    private static int[] naive(GroundFormulas ground, int instances) {
        int n = ground.model().variableCount();
        List<Long> functions = new ArrayList<>();
        for (int f = 0; f < ground.instance().length; f++) {
            functions.add(function(ground, f, n, IntStream.range(0, n).toArray(), 0));
        }
        int[] root = IntStream.range(0, instances).toArray();
        permutations(new int[0], n, order -> {
            for (int flips = 0; flips < 1 << n; flips++) {
                List<Long> images = new ArrayList<>();
                for (int f = 0; f < functions.size(); f++) {
                    images.add(function(ground, f, n, order, flips));
                }
                List<List<Long>> before = new ArrayList<>();
                List<List<Long>> after = new ArrayList<>();
                for (int f = 0; f < functions.size(); f++) {
                    before.add(List.of(functions.get(f), Math.min(0L, ground.instance()[f])));
                    after.add(List.of(images.get(f), Math.min(0L, ground.instance()[f])));
                }
                if (!new HashSet<>(before).equals(new HashSet<>(after))) {
                    continue;
                }
                for (int f = 0; f < functions.size(); f++) {
                    int g = before.indexOf(after.get(f));
                    if (ground.instance()[f] >= 0) {
                        int a = find(root, ground.instance()[f]);
                        int b = find(root, ground.instance()[g]);
                        root[Math.max(a, b)] = Math.min(a, b);
                    }
                }
            }
        });
        return IntStream.range(0, instances).map(i -> find(root, i)).toArray();
    }

    private static int find(int[] root, int i) {
        return root[i] == i ? i : find(root, root[i]);
    }

    /** The worlds in which a ground formula's image holds, a bit for each. */
    private static long function(GroundFormulas ground, int f, int n, int[] order, int flips) {
        long bits = 0;
        int[] state = new int[n];
        for (int world = 0; world < 1 << n; world++) {
            for (int v = 0; v < n; v++) {
                state[v] = (world >> order[v] ^ flips >> v) & 1;
            }
            bits |= ((WeightedFeature) ground.model().features().get(f)).holds(state) ? 1L << world : 0;
        }
        return bits;
    }

    private static void permutations(int[] prefix, int n, java.util.function.Consumer<int[]> consumer) {
        if (prefix.length == n) {
            consumer.accept(prefix);
            return;
        }
        for (int v = 0; v < n; v++) {
            int next = v;
            if (Arrays.stream(prefix).noneMatch(x -> x == next)) {
                int[] longer = Arrays.copyOf(prefix, prefix.length + 1);
                longer[prefix.length] = v;
                permutations(longer, n, consumer);
            }
        }
    }

    /** Random networks with four atoms: 384 candidate maps each. No two ground formulas are the same function. */
    @Test
    void classesEqualTheDefinition() throws IOException {
        Random random = new Random(12);
        String[] atoms = {"P(+x)", "Q(+x)", "P(A)", "Q(A)", "P(B)", "Q(B)"};
        int tied = 0;
        int compared = 0;
        for (int k = 0; k < 60; k++) {
            Set<String> formulas = new java.util.LinkedHashSet<>();
            for (int f = 0; f < 1 + random.nextInt(4); f++) {
                String one = (random.nextBoolean() ? "" : "!") + atoms[random.nextInt(6)];
                String other = (random.nextBoolean() ? "" : "!") + atoms[random.nextInt(6)];
                formulas.add(one + (random.nextBoolean() ? " v " : " ^ ") + other);
            }
            MarkovLogic network = LogicFiles.parseNetwork("t = {A, B}\nP(t)\nQ(t)\n" + String.join("\n", formulas)
                    + "\n");
            Database database = LogicFiles.parseDatabase(network, "P(A) Q(B)");
            FormulaInstances instances = FormulaInstances.of(network, List.of(database));
            GroundFormulas ground = FormulaCounter.of(database, instances, Set.of("P", "Q"), 1000).ground();
            Set<Long> different = new HashSet<>();
            for (int f = 0; f < ground.instance().length; f++) {
                different.add(function(ground, f, 4, new int[] {0, 1, 2, 3}, 0));
            }
            if (instances.list().isEmpty() || different.size() < ground.instance().length) {
                continue;
            }
            int[] classes = classes(network, database, instances);
            assertThat(classes).as(formulas.toString()).isEqualTo(naive(ground, classes.length));
            tied += IntStream.range(0, classes.length).anyMatch(i -> classes[i] != i) ? 1 : 0;
            compared++;
        }
        assertThat(compared).isGreaterThan(25);
        assertThat(tied).isBetween(5, compared - 3);
    }

    /** Constants that nothing tells apart share a weight: the network without '+'. */
    @Test
    void tiedConstantsAreOneWeight() throws IOException {
        String world = "S(A) S(B) C(A) C(C) F(A,B) F(C,B)";
        LearningResult plain = learn("S(p)\nC(p)\nF(p,p)\nS(x) => C(x)\nF(x,y) ^ S(x)\n", world, false);
        LearningResult tied = learn("S(p)\nC(p)\nF(p,p)\nS(+x) => C(x)\nF(x,y) ^ S(+x)\n", world, true);
        assertThat(tied.parameters()).isEqualTo(6);
        assertThat(tied.classes()).isEqualTo(2);
        assertThat(tied.value()).isCloseTo(plain.value(), within(1e-8));
        for (int i = 0; i < 6; i++) {
            assertThat(tied.weights()[i]).isCloseTo(plain.weights()[i / 3], within(1e-6));
            assertThat(tied.formulas().get(i).standardError()).isCloseTo(plain.formulas().get(i / 3).standardError(),
                    within(1e-5));
        }
        LearningResult free = learn("S(p)\nC(p)\nF(p,p)\nS(+x) => C(x)\nF(x,y) ^ S(+x)\n", world, false);
        assertThat(free.classes()).isEqualTo(6);
        assertThat(free.value()).isGreaterThanOrEqualTo(tied.value());
    }

    /** F(A,A) is free, and S(A) does not matter in F(A,A) => (S(A) <=> S(A)): a symmetry may move S(A) alone. */
    @Test
    void atomsThatDoNotMatterNeedNotMove() throws IOException {
        LearningResult tied = learn("S(p)\nF(p,p)\nS(+x)\nF(x,y) => (S(x) <=> S(y))\n",
                "S(A) !S(B) F(A,C) F(B,A) F(C,D)", true);
        assertThat(tied.parameters()).isEqualTo(5);
        assertThat(tied.classes()).isEqualTo(2);
    }

    private static LearningResult learn(String network, String world, boolean tied) throws IOException {
        MarkovLogic logic = LogicFiles.parseNetwork(network);
        return WeightLearning.on(logic, List.of(LogicFiles.parseDatabase(logic, world)))
                .withOptions(LearningOptions.defaults().withTied(tied).withPrior(Prior.gaussian(100))).run();
    }

    @Test
    void largeStructuresAreRefused() {
        StringBuilder world = new StringBuilder();
        IntStream.range(0, 500).forEach(i -> world.append("S(P").append(i).append(") "));
        assertThatThrownBy(() -> learn("S(p)\nF(p,p)\nF(x,y) ^ S(x)\n", world.toString(), true))
                .hasMessageContaining("250,000 ground formulas; expected at most 200,000");
    }
}
