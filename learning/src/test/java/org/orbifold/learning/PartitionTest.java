package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.firstorder.LiftedCircuit;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/** log Z and expected counts by circuits and by trees against all worlds; changes of counts against the definition. */
class PartitionTest {

    private static final String DECLARED = "S(p)\nC(p)\nF(p,p)\nQ(c,p)\n";

    private static MarkovLogic network(String formulas) throws IOException {
        return LogicFiles.parseNetwork(DECLARED + formulas.replace(';', '\n') + "\n");
    }

    /** Sums over all worlds: log Z, then the expected counts. */
    private static double[] enumerated(GroundFormulas ground, double[] weights) {
        int variables = ground.model().variableCount();
        double[] sums = new double[weights.length + 1];
        int[] state = new int[variables];
        for (long world = 0; world < 1L << variables; world++) {
            double[] count = ground.decided().clone();
            boolean possible = true;
            for (int v = 0; v < variables; v++) {
                state[v] = (int) (world >> v & 1);
            }
            for (int f = 0; f < ground.instance().length; f++) {
                boolean holds = ((WeightedFeature) ground.model().features().get(f)).holds(state);
                if (ground.instance()[f] >= 0) {
                    count[ground.instance()[f]] += holds ? 1 : 0;
                } else {
                    possible &= holds;
                }
            }
            if (possible) {
                double weight = Math.exp(IntStream.range(0, weights.length).mapToDouble(i -> weights[i] * count[i])
                        .sum());
                sums[0] += weight;
                for (int i = 0; i < weights.length; i++) {
                    sums[i + 1] += weight * count[i];
                }
            }
        }
        for (int i = 1; i < sums.length; i++) {
            sums[i] /= sums[0];
        }
        sums[0] = Math.log(sums[0]);
        return sums;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "F(x,y) ^ S(x) => S(y); S(x) => C(x)",
        "F(x,y) => (S(x) <=> S(y)); F(x,y) => F(y,x); S(x) v S(x)",
        "!Q(s,x) v !Q(s,y) v !S(x) v S(y); Q(s,x) v Q(s,x)",
        "!Q(u,x) v Q(w,x); !Q(u,x) v S(x)",
        "x != y ^ F(x,y) => F(y,x); F(x,x) v F(x,x)",
        "F(x,y) => F(y,x).; S(x) ^ F(x,y) => C(y)",
        "S(A) v S(A); F(A,x) ^ S(x) => C(x)",
        "S(x) v S(y); S(x) <=> C(y)",
        "*S(x) ^ C(x); Q(c,x) => C(x)"})
    void circuitsAndTreesEqualEnumeration(String formulas) throws IOException {
        MarkovLogic network = network(formulas);
        Database database = LogicFiles.parseDatabase(network, "S(A) C(B) F(A,B) F(B,A) Q(K,A) Q(L,B)");
        FormulaInstances instances = FormulaInstances.of(network, List.of(database));
        Random random = new Random(formulas.hashCode());
        double[] weights = random.doubles(instances.list().size(), -1, 1).toArray();
        Worlds worlds = new Worlds(network, List.of(database), List.of(), 1_000_000);
        GroundFormulas ground = worlds.counters().get(0).ground();
        double[] truth = enumerated(ground, weights);
        Partition lifted = worlds.partition(Spread.threads(1), 1e6, Budget.unlimited());
        assertThat(lifted.describe()).contains("lifted");
        for (Partition partition : List.of(lifted, new PartitionSum(List.of(
                GroundPartition.of(ground, weights, Budget.unlimited())), Spread.threads(2)))) {
            double[] expected = new double[weights.length];
            assertThat(partition.evaluate(weights, expected, Budget.unlimited())).isCloseTo(truth[0], within(1e-9));
            for (int i = 0; i < expected.length; i++) {
                assertThat(expected[i]).as(partition.describe()).isCloseTo(truth[i + 1], within(1e-9));
            }
        }
    }

    /** The expected count is the derivative of log Z. */
    @Test
    void gradientsEqualFiniteDifferences() throws IOException {
        MarkovLogic network = network("F(x,y) ^ S(x) => S(y); S(x) => C(x); F(x,y) => F(y,x); "
                + "!Q(s,x) v !Q(s,y) v !S(x) v S(y)");
        Database database = LogicFiles.parseDatabase(network,
                "S(A) C(B) F(A,B) S(D) S(E) S(G) S(H) S(I) S(J) Q(K,A) Q(L,B) Q(M,A)");
        Worlds worlds = new Worlds(network, List.of(database), List.of(), 1_000_000);
        Partition partition = worlds.partition(Spread.threads(1), 1e6, Budget.unlimited());
        double[] weights = {0.3, -0.2, 0.5, 0.1};
        double[] expected = new double[4];
        partition.evaluate(weights, expected, Budget.unlimited());
        for (int i = 0; i < 4; i++) {
            double h = 1e-4;
            double[] up = weights.clone();
            double[] down = weights.clone();
            up[i] += h;
            down[i] -= h;
            double difference = (partition.evaluate(up, new double[4], Budget.unlimited())
                    - partition.evaluate(down, new double[4], Budget.unlimited())) / (2 * h);
            assertThat(difference).isCloseTo(expected[i], within(1e-6 * Math.max(1, expected[i])));
        }
    }

    /** How counts change with one atom, by joins, equals counting the changed world. */
    @ParameterizedTest
    @ValueSource(strings = {
        "F(x,y) ^ S(x) => S(y); S(x) v S(y); F(x,y) ^ F(y,z) => F(x,z)",
        "F(x,y) => (S(x) <=> S(y)); F(x,y) <=> F(y,x); F(x,x) v S(x)",
        "EXIST y (F(x,y) ^ S(y)); F(x,A) ^ C(x); x != y ^ F(x,y) => C(y)",
        "F(+x,y) ^ S(y); *S(x) ^ C(x)"})
    void changesOfCountsEqualTheDefinition(String formulas) throws IOException {
        MarkovLogic network = network(formulas);
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("Q(K,A) ");
        List<String> atoms = new java.util.ArrayList<>();
        for (String a : List.of("A", "B", "D")) {
            atoms.add("S(" + a + ")");
            for (String b : List.of("A", "B", "D")) {
                atoms.add("F(" + a + "," + b + ")");
            }
        }
        boolean[] holds = new boolean[atoms.size()];
        for (int i = 0; i < holds.length; i++) {
            holds[i] = random.nextBoolean();
        }
        java.util.function.IntFunction<String> world = flipped -> {
            StringBuilder all = new StringBuilder(text);
            for (int i = 0; i < holds.length; i++) {
                all.append(holds[i] != (i == flipped) ? "" : "!").append(atoms.get(i)).append(' ');
            }
            return all.toString();
        };
        Database database = LogicFiles.parseDatabase(network, world.apply(-1));
        FormulaInstances instances = FormulaInstances.of(network, List.of(database));
        FormulaCounter counter = FormulaCounter.of(database, instances, java.util.Set.of("S", "C", "F", "Q"), 100_000);
        double[] counts = counter.counts();
        GroundFormulas ground = counter.ground();
        double[][] changes = new double[ground.model().variableCount()][counts.length];
        counter.forEachDifference((variable, value, instance, difference) ->
                changes[(int) variable][instance] += difference);
        for (int i = 0; i < holds.length; i++) {
            double[] other = FormulaCounter.of(LogicFiles.parseDatabase(network, world.apply(i)), instances,
                    java.util.Set.of("S"), 100_000).counts();
            double[] expected = new double[counts.length];
            Arrays.setAll(expected, k -> other[k] - counts[k]);
            assertThat(changes[ground.model().variable(atoms.get(i)).index()]).as(atoms.get(i)).isEqualTo(expected);
        }
    }

    /** Friends and smokers with 1,000 people; 1,001 terms. */
    @Test
    void manyPeople() throws IOException {
        MarkovLogic network = network("F(x,y) ^ S(x) => S(y)");
        Database.Builder builder = Database.builder(network);
        IntStream.range(0, 1000).forEach(i -> builder.add("S", "P" + i));
        LiftedCircuit circuit = LiftedCircuit.compile(network,
                List.of(new LiftedCircuit.Weighted(network.formulas().get(0).sentence(), 0)));
        LiftedCircuit.Expectation found = circuit.evaluate(builder.add("Q", "K", "P1").build(), new double[] {0},
                Budget.unlimited());
        assertThat(found.logPartition()).isCloseTo((1000 + 1000 + 1_000_000 + 1000) * Math.log(2), within(1e-4));
        assertThat(found.expected()[0]).isCloseTo(1000 * 999 * 7 / 8.0 + 1000, within(1e-3));
    }
}
