package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Models of hard constraints only: Z is a number of solutions that combinatorics knows. */
class KnownCountsTest {

    private static final double HARD = Double.NEGATIVE_INFINITY;

    private static ModelBuilder variables(int count, int size) {
        ModelBuilder model = GraphicalModel.builder();
        for (int v = 0; v < count; v++) {
            model.variables(size);
        }
        return model;
    }

    private static void notBoth(ModelBuilder model, int u, int v) {
        model.conjunction(HARD, Literal.of(u, 1), Literal.of(v, 1));
    }

    private static void differ(ModelBuilder model, int u, int v, int colours) {
        for (int c = 0; c < colours; c++) {
            model.conjunction(HARD, Literal.of(u, c), Literal.of(v, c));
        }
    }

    private static void hasSolutions(GraphicalModel model, double count) {
        assertThat(ContractionPlan.solve(model).logPartition()).isCloseTo(Math.log(count), within(1e-10));
    }

    /** Independent sets of an n×n grid, OEIS A006506. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 7", "3, 63", "4, 1234", "5, 55447", "6, 5598861", "7, 1280128950"})
    void independentSetsOfGrids(int n, double count) {
        ModelBuilder grid = variables(n * n, 2);
        for (int v = 0; v < n * n; v++) {
            if (v % n > 0) {
                notBoth(grid, v - 1, v);
            }
            if (v >= n) {
                notBoth(grid, v - n, v);
            }
        }
        hasSolutions(grid.build(), count);
        if (n <= 4) {
            assertThat(BruteForce.solve(grid.build()).logPartition()).isCloseTo(Math.log(count), within(1e-12));
        }
    }

    /** Of a path of n vertices F(n+2), with vertex k in the set F(k+1)·F(n−k) (k from 0): Fibonacci numbers. */
    @Test
    void independentSetsOfPaths() {
        int n = 40;
        double[] fibonacci = new double[n + 3];
        fibonacci[1] = 1;
        for (int i = 2; i < fibonacci.length; i++) {
            fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
        }
        ModelBuilder path = variables(n, 2);
        for (int v = 1; v < n; v++) {
            notBoth(path, v - 1, v);
        }
        GraphicalModel model = path.build();
        ExactResult result = ContractionPlan.solve(model);
        assertThat(result.logPartition()).isCloseTo(Math.log(fibonacci[n + 2]), within(1e-11));
        for (int k = 0; k < n; k++) {
            assertThat(result.marginals().probability(k, 1))
                    .isCloseTo(fibonacci[k + 1] * fibonacci[n - k] / fibonacci[n + 2], within(1e-12));
        }
        // With vertex 10 in the set, its neighbours are out and two shorter paths are left.
        ExactResult given = ContractionPlan.solve(model.condition(Evidence.of(10, 1)).model());
        assertThat(given.logPartition()).isCloseTo(Math.log(fibonacci[11] * fibonacci[n - 10]), within(1e-11));
        assertThat(given.marginals().probability(9, 1)).isZero();
    }

    /** Proper colourings: q(q−1)^(n−1) of a tree, (q−1)^n + (−1)^n (q−1) of a cycle, q!/(q−n)! of a complete graph. */
    @ParameterizedTest
    @CsvSource({"3, 2", "4, 2", "5, 3", "6, 3", "7, 4", "12, 3", "5, 5", "6, 7"})
    void colourings(int n, int colours) {
        ModelBuilder tree = variables(n, colours);
        ModelBuilder cycle = variables(n, colours);
        ModelBuilder complete = variables(n, colours);
        double permutations = 1;
        for (int v = 0; v < n; v++) {
            permutations *= Math.max(0, colours - v);
            if (v > 0) {
                differ(tree, (v - 1) / 2, v, colours);
            }
            differ(cycle, v, (v + 1) % n, colours);
            for (int u = 0; u < v; u++) {
                differ(complete, u, v, colours);
            }
        }
        hasSolutions(tree.build(), colours * Math.pow(colours - 1, n - 1));
        double ofCycle = Math.pow(colours - 1, n) + (n % 2 == 0 ? 1 : -1) * (colours - 1);
        for (double[] known : new double[][] {{0, ofCycle}, {1, permutations}}) {
            GraphicalModel model = (known[0] == 0 ? cycle : complete).build();
            if (known[1] == 0) {
                assertThatExceptionOfType(ContradictionException.class).isThrownBy(() -> ContractionPlan.solve(model));
            } else if (Math.pow(colours, n) < 1e6) {
                hasSolutions(model, known[1]);
                // All colours are alike.
                assertThat(ContractionPlan.solve(model).marginals().probability(n / 2, 0))
                        .isCloseTo(1.0 / colours, within(1e-12));
            }
        }
    }

    /** Eight queens: 92 solutions, 4 of them with a queen in a corner of the first row. */
    @Test
    void eightQueens() {
        int n = 8;
        ModelBuilder board = variables(n, n);
        for (int row = 0; row < n; row++) {
            for (int other = 0; other < row; other++) {
                for (int a = 0; a < n; a++) {
                    for (int b = 0; b < n; b++) {
                        if (a == b || Math.abs(a - b) == row - other) {
                            board.conjunction(HARD, Literal.of(row, a), Literal.of(other, b));
                        }
                    }
                }
            }
        }
        GraphicalModel model = board.build();
        // One row of the board is observed, so that seven are left to the contraction tree.
        assertThat(ContractionPlan.solve(model.condition(Evidence.of(0, 0)).model()).logPartition())
                .isCloseTo(Math.log(4), within(1e-10));
        double all = 0;
        int[] known = {4, 8, 16, 18, 18, 16, 8, 4};
        for (int column = 0; column < n; column++) {
            double count = Math.exp(ContractionPlan.solve(model.condition(Evidence.of(0, column)).model())
                    .logPartition());
            assertThat(count).isCloseTo(known[column], within(1e-8));
            all += count;
        }
        assertThat(all).isCloseTo(92, within(1e-7));
    }
}
