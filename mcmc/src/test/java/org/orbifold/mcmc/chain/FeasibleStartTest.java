package org.orbifold.mcmc.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

class FeasibleStartTest {

    @Test
    void findsPossibleStatesOfRandomModels() {
        for (long seed = 0; seed < 300; seed++) {
            GraphicalModel model = RandomModels.hard(seed);
            int[] state = FeasibleStart.find(model, Xoshiro256.of(seed, 0));
            assertThat(model.logWeight(state)).isGreaterThan(Double.NEGATIVE_INFINITY);
        }
    }

    /** Passes everything on and counts the changes: each takes one number from 0 to 1, to tell noise from choice. */
    private static final class Counting implements RandomGenerator {

        private final Xoshiro256 source = Xoshiro256.of(1, 0);
        private int changes;

        @Override
        public long nextLong() {
            return source.nextLong();
        }

        @Override
        public int nextInt(int bound) {
            return source.nextInt(bound);
        }

        @Override
        public double nextDouble() {
            changes++;
            return source.nextDouble();
        }
    }

    /**
     * Random 3-SAT with a planted solution and four clauses per variable: a random state violates about 100. Choosing
     * the best change needs few of them, where changing any variable of a violated clause would need ever more.
     */
    @Test
    void solvesPlantedSatisfiability() {
        SplittableRandom random = new SplittableRandom(4);
        int n = 200;
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(n).toArray());
        for (int c = 0; c < 4 * n; c++) {
            int a = random.nextInt(n);
            int b = (a + 1 + random.nextInt(n - 1)) % n;
            // One literal agrees with the planted state of all ones.
            model.clause(Double.POSITIVE_INFINITY, Literal.of(a, 1), Literal.of(b, random.nextInt(2)),
                    Literal.of((b + 7) % n == a ? (b + 8) % n : (b + 7) % n, random.nextInt(2)));
        }
        GraphicalModel built = model.build();
        Counting counting = new Counting();
        assertThat(built.logWeight(FeasibleStart.find(built, counting))).isFinite();
        assertThat(counting.changes).isLessThan(150);
    }

    /** Random clauses below their threshold: 4.0 for each of 400 variables. Greedy changes do not get there. */
    @Test
    void solvesRandomSatisfiability() {
        SplittableRandom random = new SplittableRandom(34);
        int n = 400;
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(n).toArray());
        for (int c = 0; c < 4 * n; c++) {
            model.clause(Double.POSITIVE_INFINITY, random.ints(0, n).distinct().limit(3)
                    .mapToObj(v -> Literal.of(v, random.nextInt(2))).toArray(Literal[]::new));
        }
        GraphicalModel built = model.build();
        assertThat(built.logWeight(FeasibleStart.find(built, random))).isZero();
    }

    /** Ternary variables that must be equal in threes: a change that mends two constraints is better than one. */
    @Test
    void takesTheChangeThatMendsMost() {
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 3).limit(60).toArray());
        double[] equal = new double[9];
        for (int i = 0; i < 9; i++) {
            equal[i] = i / 3 == i % 3 ? 0 : Double.NEGATIVE_INFINITY;
        }
        for (int v = 0; v < 60; v += 3) {
            model.table(new int[] {v, v + 1}, equal).table(new int[] {v + 1, v + 2}, equal)
                    .table(new int[] {v, v + 2}, equal);
        }
        GraphicalModel built = model.build();
        Counting counting = new Counting();
        assertThat(built.logWeight(FeasibleStart.find(built, counting))).isZero();
        assertThat(counting.changes).isLessThan(40);
    }

    /** A clause too long for a table is a constraint like others. */
    @Test
    void longClausesCount() {
        Literal[] literals = new Literal[40];
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(40).toArray());
        for (int v = 0; v < 40; v++) {
            literals[v] = Literal.of(v, 1);
            model.clause(Double.POSITIVE_INFINITY, Literal.of(v, 0), Literal.of((v + 1) % 40, 1));
        }
        GraphicalModel built = model.clause(Double.POSITIVE_INFINITY, literals).build();
        // Round the ring all are equal, and one is 1; by the ring alone, half of the searches would end at 0.
        for (int seed = 0; seed < 10; seed++) {
            assertThat(FeasibleStart.find(built, Xoshiro256.of(seed, 0))).containsOnly(1);
        }
    }

    @Test
    void startsUniformlyWithoutConstraints() {
        GraphicalModel model = GraphicalModel.builder().variables(3).build();
        int[] counts = new int[3];
        Xoshiro256 random = Xoshiro256.of(1, 0);
        for (int i = 0; i < 3000; i++) {
            counts[FeasibleStart.find(model, random)[0]]++;
        }
        // Each count is binomial with standard deviation 26: six of them, false alarm below 1e-8.
        assertThat(Arrays.stream(counts)).allMatch(count -> Math.abs(count - 1000) < 156);
    }

    @Test
    void contradictionsAreProved() {
        GraphicalModel impossible = GraphicalModel.builder().variables(2, 2)
                .clause(Double.POSITIVE_INFINITY, Literal.of(0, 1)).clause(Double.POSITIVE_INFINITY, Literal.of(0, 0))
                .clause(1, Literal.of(1, 0)).build();
        assertThatThrownBy(() -> FeasibleStart.find(impossible, Xoshiro256.of(1, 0)))
                .isInstanceOf(ContradictionException.class)
                .hasMessage("the hard constraints contradict each other: no state is possible");
    }

    /**
     * A chain of implications with two ends that must hold, each state of which has one place to go to: local search
     * walks up and down, unit propagation follows it.
     */
    @Test
    void longChainsOfImplications() {
        int n = 3000;
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 3).limit(n).toArray());
        double[] successor = new double[9];
        Arrays.setAll(successor, i -> (i / 3 + 1) % 3 == i % 3 ? 0 : Double.NEGATIVE_INFINITY);
        for (int v = 0; v + 1 < n; v++) {
            model.table(new int[] {v, v + 1}, successor);
        }
        GraphicalModel built = model.clause(Double.POSITIVE_INFINITY, Literal.of(n - 1, 2)).build();
        int[] state = FeasibleStart.find(built, Xoshiro256.of(1, 0), Budget.ofSeconds(60));
        for (int v = 0; v < n; v++) {
            assertThat(state[v]).isEqualTo(v % 3);
        }
    }

    /** Resolution proofs of the pigeonhole principle are exponential in the pigeons (Haken 1985). */
    @Test
    void endsWithTheBudget() {
        GraphicalModel pigeons = pigeons(40);
        Budget budget = Budget.ofSeconds(0.5);
        assertThatThrownBy(() -> FeasibleStart.find(pigeons, Xoshiro256.of(1, 0), budget))
                .isInstanceOf(OutOfTimeException.class).hasMessageContaining("no possible state was found in 0.");
        assertThat(budget.elapsed()).isLessThan(5);
    }

    @Test
    void fewPigeonsAreAContradiction() {
        assertThatThrownBy(() -> FeasibleStart.find(pigeons(6), Xoshiro256.of(1, 0)))
                .isInstanceOf(ContradictionException.class);
    }

    /** Each pigeon is a variable whose value is its hole, of which there is one too few. */
    private static GraphicalModel pigeons(int count) {
        int holes = count - 1;
        ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> holes).limit(count).toArray());
        double[] differ = new double[holes * holes];
        Arrays.setAll(differ, i -> i / holes == i % holes ? Double.NEGATIVE_INFINITY : 0);
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                model.table(new int[] {a, b}, differ);
            }
        }
        return model.build();
    }
}
