package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

class ParameterLearningTest {

    /** A Bayesian network: each variable has up to two parents among those before it. */
    private static GraphicalModel network(int variables, Random random) {
        ModelBuilder builder = GraphicalModel.builder();
        int[] sizes = random.ints(variables, 2, 4).toArray();
        for (int v = 0; v < variables; v++) {
            builder.variable("V" + v, Domain.ofSize(sizes[v]));
        }
        for (int v = 0; v < variables; v++) {
            int[] parents = v == 0 ? new int[0] : random.ints(2, 0, v).distinct().toArray();
            int[] scope = Arrays.copyOf(parents, parents.length + 1);
            scope[parents.length] = v;
            double[] table = new double[Arrays.stream(scope).map(u -> sizes[u]).reduce(1, (a, b) -> a * b)];
            for (int row = 0; row < table.length; row += sizes[v]) {
                double[] p = random.doubles(sizes[v], 0.1, 1).toArray();
                double sum = Arrays.stream(p).sum();
                for (int x = 0; x < sizes[v]; x++) {
                    table[row + x] = Math.log(p[x] / sum);
                }
            }
            builder.table(scope, table);
        }
        return builder.build();
    }

    /** Rows drawn in the order of the variables, a share of whose values is missing. */
    private static List<int[]> rows(GraphicalModel network, int count, double missing, Random random) {
        List<int[]> rows = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            int[] row = new int[network.variableCount()];
            for (int v = 0; v < row.length; v++) {
                double u = random.nextDouble();
                while (row[v] < network.size(v) - 1
                        && (u -= Math.exp(network.features().get(v).logPotential(row))) > 0) {
                    row[v]++;
                }
            }
            for (int v = 0; v < row.length; v++) {
                row[v] = random.nextDouble() < missing ? -1 : row[v];
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<int[]> completions(GraphicalModel model, int[] row) {
        List<int[]> all = new ArrayList<>(List.of(row));
        for (int v = 0; v < row.length; v++) {
            List<int[]> next = new ArrayList<>();
            for (int[] state : all) {
                for (int x = 0; x < model.size(v); x++) {
                    if (state[v] < 0 || state[v] == x) {
                        int[] copy = state.clone();
                        copy[v] = x;
                        next.add(copy);
                    }
                }
            }
            all = next;
        }
        return all;
    }

    /** By enumeration: the log-weight of what a row observes. */
    private static double logWeight(GraphicalModel model, int[] row) {
        return Math.log(completions(model, row).stream().mapToDouble(state -> Math.exp(model.logWeight(state))).sum());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 0.5})
    void tablesEqualCounts(double alpha) throws IOException {
        Random random = new Random(3);
        GraphicalModel network = network(6, random);
        List<int[]> rows = rows(network, 200, 0, random);
        ParameterResult result = ParameterLearning.on(network, Observations.of(network, rows))
                .withOptions(ParameterOptions.defaults().withDirichlet(alpha)).run();
        int[] state = new int[6];
        for (int f = 0; f < 6; f++) {
            Table table = (Table) result.model().features().get(f);
            int[] scope = table.scope();
            for (int e = 0; e < table.entryCount(); e++) {
                int rest = e;
                for (int k = scope.length - 1; k >= 0; k--) {
                    state[scope[k]] = rest % network.size(scope[k]);
                    rest /= network.size(scope[k]);
                }
                long above = rows.stream().filter(row -> Arrays.stream(scope, 0, scope.length - 1)
                        .allMatch(v -> row[v] == state[v])).count();
                long both = rows.stream().filter(row -> Arrays.stream(scope).allMatch(v -> row[v] == state[v])).count();
                double size = network.size(f);
                double expected = above + alpha == 0 ? 1 / size : (both + alpha) / (above + size * alpha);
                assertThat(Math.exp(table.entry(e))).isCloseTo(expected, within(1e-12));
            }
        }
        assertThat(result.logLikelihood()).isCloseTo(
                rows.stream().mapToDouble(result.model()::logWeight).sum(), within(1e-8));
    }

    /** The likelihood of EM's tables by enumeration; it never falls; the tables are a fixed point. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void expectationMaximisation(long seed) throws IOException {
        Random random = new Random(seed);
        GraphicalModel network = network(6, random);
        List<int[]> rows = rows(network, 150, 0.3, random);
        ParameterResult result = ParameterLearning.on(network, Observations.of(network, rows))
                .withOptions(ParameterOptions.defaults().withDirichlet(0.5)).run();
        GraphicalModel learned = result.model();
        assertThat(result.converged()).isTrue();
        assertThat(result.logLikelihood()).isCloseTo(
                rows.stream().mapToDouble(row -> logWeight(learned, row)).sum(), within(1e-8));
        for (int i = 1; i < result.curve().size(); i++) {
            assertThat(result.curve().get(i)).isGreaterThanOrEqualTo(result.curve().get(i - 1) - 1e-9);
        }
        for (int f = 0; f < 6; f++) {
            double[] counts = new double[learned.table(learned.features().get(f)).entryCount()];
            for (int[] row : rows) {
                double total = logWeight(learned, row);
                for (int[] state : completions(learned, row)) {
                    counts[index(learned, learned.features().get(f), state)] +=
                            Math.exp(learned.logWeight(state) - total);
                }
            }
            assertThat(result.tables().get(f).counts()).usingComparatorWithPrecision(1e-8).containsExactly(counts);
        }
        assertThat(DataLikelihood.of(learned, Observations.of(network, rows), ParameterKind.CONDITIONAL, 1,
                Budget.unlimited()).value()).isCloseTo(result.logLikelihood(), within(1e-8));
    }

    private static int index(GraphicalModel model, Feature feature, int[] state) {
        int index = 0;
        for (int v : feature.scope()) {
            index = index * model.size(v) + state[v];
        }
        return index;
    }

    /** A weight of a loopy network is at its optimum if as many rows are expected as there are. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2})
    void logLinearWeightsMatchMoments(double missing) throws IOException {
        Random random = new Random(11);
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 3, 2);
        for (int v = 0; v < 4; v++) {
            builder.clause(random.nextGaussian(), new Literal(v, 1), new Literal((v + 1) % 4, 0));
        }
        builder.table(new int[] {2, 0}, random.doubles(6, -1, 1).toArray());
        builder.clause(Double.POSITIVE_INFINITY, new Literal(1, 0), new Literal(3, 0));
        GraphicalModel model = builder.build();
        List<int[]> states = completions(model, new int[] {-1, -1, -1, -1}).stream()
                .filter(state -> model.logWeight(state) > Double.NEGATIVE_INFINITY).toList();
        List<int[]> rows = new ArrayList<>();
        for (int r = 0; r < 400; r++) {
            int[] row = states.get(random.nextInt(states.size())).clone();
            for (int v = 0; v < 4; v++) {
                row[v] = random.nextDouble() < missing ? -1 : row[v];
            }
            rows.add(row);
        }
        ParameterResult result = ParameterLearning.on(model, Observations.of(model, rows)).run();
        GraphicalModel learned = result.model();
        assertThat(result.kind()).isEqualTo(ParameterKind.LOG_LINEAR);
        double logZ = logWeight(learned, new int[] {-1, -1, -1, -1});
        assertThat(result.logLikelihood()).isCloseTo(
                rows.stream().mapToDouble(row -> logWeight(learned, row) - logZ).sum(), within(1e-7));
        for (int f = 0; f < 4; f++) {
            Literal first = new Literal(f, 1);
            Literal second = new Literal((f + 1) % 4, 0);
            double data = 0;
            for (int[] row : rows) {
                double total = logWeight(learned, row);
                for (int[] state : completions(learned, row)) {
                    if (state[first.variable()] == 1 || state[second.variable()] == 0) {
                        data += Math.exp(learned.logWeight(state) - total);
                    }
                }
            }
            double expected = 400 * states.stream()
                    .filter(state -> state[first.variable()] == 1 || state[second.variable()] == 0)
                    .mapToDouble(state -> Math.exp(learned.logWeight(state) - logZ)).sum();
            assertThat(data).isCloseTo(expected, within(1e-5));
        }
        assertThat(learned.features().get(5)).isEqualTo(model.features().get(5));
    }

    @Test
    void threadsDoNotMatter() throws IOException {
        Random random = new Random(5);
        GraphicalModel network = network(8, random);
        List<int[]> rows = rows(network, 300, 0.2, random);
        ParameterLearning learning = ParameterLearning.on(network, Observations.of(network, rows));
        assertThat(learning.withOptions(ParameterOptions.defaults().withThreads(1)).run().model())
                .isEqualTo(learning.withOptions(ParameterOptions.defaults().withThreads(3)).run().model());
    }

    /** On a ring all edges are one parameter, and all nodes another; a leaf apart has its own. */
    @Test
    void symmetricParametersAreOne() throws IOException {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2, 2);
        for (int v = 0; v < 4; v++) {
            builder.table(new int[] {v}, 0, 0.1 * v);
            builder.table(new int[] {v, (v + 1) % 4}, 0, 0, 0, 0.3 + v);
        }
        builder.table(new int[] {0, 4}, 0, 0, 0, 1);
        GraphicalModel model = builder.build();
        Random random = new Random(2);
        List<int[]> rows = new ArrayList<>();
        for (int r = 0; r < 40; r++) {
            rows.add(random.ints(5, 0, 2).toArray());
        }
        ParameterResult free = ParameterLearning.on(model, Observations.of(model, rows)).run();
        ParameterResult tied = ParameterLearning.on(model, Observations.of(model, rows))
                .withOptions(ParameterOptions.defaults().withTied(true)).run();
        assertThat(free.classes()).isEqualTo(4 * 2 + 4 * 4 + 4);
        // The reflection through node 0 swaps nodes 1 and 3: three kinds of nodes, two kinds of edges (0-1 and 1-2).
        assertThat(tied.classes()).isEqualTo(3 * 2 + 2 * 4 + 4);
        assertThat(tied.logLikelihood()).isLessThan(free.logLikelihood());
        Table one = (Table) tied.model().features().get(2);
        Table three = (Table) tied.model().features().get(6);
        assertThat(one.entry(1)).isEqualTo(three.entry(1));
    }

    /** Tied tables of a Bayesian network are those of the pooled counts. */
    @Test
    void tiedTablesPoolCounts() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2).table(new int[] {0}, logs(0.5, 0.5))
                .table(new int[] {0, 1}, logs(0.1, 0.9, 0.5, 0.5)).table(new int[] {0, 2}, logs(0.7, 0.3, 0.2, 0.8))
                .build();
        List<int[]> rows = List.of(new int[] {0, 0, 1}, new int[] {0, 1, 1}, new int[] {1, 0, 0},
                new int[] {1, 0, 1}, new int[] {0, 0, 0});
        ParameterResult tied = ParameterLearning.on(model, Observations.of(model, rows))
                .withOptions(ParameterOptions.defaults().withTied(true)).run();
        assertThat(tied.parameters()).isEqualTo(5);
        assertThat(tied.classes()).isEqualTo(3);
        for (int f = 1; f < 3; f++) {
            Table table = (Table) tied.model().features().get(f);
            assertThat(Math.exp(table.entry(0))).isCloseTo(3 / 6.0, within(1e-12));
            assertThat(Math.exp(table.entry(2))).isCloseTo(3 / 4.0, within(1e-12));
        }
    }

    private static double[] logs(double... numbers) {
        return Arrays.stream(numbers).map(Math::log).toArray();
    }

    @Test
    void csv(@TempDir Path folder) throws IOException {
        GraphicalModel model = GraphicalModel.builder().variable("A", Domain.of("yes", "no, never"))
                .variable("B", Domain.of("x\"y", "?", "é")).variable("C", Domain.binary()).build();
        Path file = folder.resolve("data.csv");
        Files.writeString(file, "\uFEFFB,A\r\n\"x\"\"y\",yes\r\n?,\"no, never\"\n\n\"\",NA\né,?");
        List<int[]> rows = new ArrayList<>();
        List<Long> lines = new ArrayList<>();
        Observations.csv(model, file).forEach((row, line) -> {
            rows.add(row.clone());
            lines.add(line);
        });
        assertThat(rows).usingElementComparator((a, b) -> Arrays.compare(a, b)).containsExactly(
                new int[] {0, 0, -1}, new int[] {1, 1, -1}, new int[] {-1, -1, -1}, new int[] {-1, 2, -1});
        assertThat(lines).containsExactly(2L, 3L, 5L, 6L);
        for (String[] wrong : new String[][] {
            {"B,A\n?,yess\n", "data.csv:2: variable 'A' has no value 'yess'"},
            {"B,A\n?,yes\n?\n", "data.csv:3: 1 value"}, {"B,A\n?,yes,1\n", "data.csv:2: 3 values"},
            {"B,B\n", "two columns"}, {"B,D\n", "data.csv:1: "}, {"A\n", "no row"}, {"", "no row"},
            {"A\n\"yes", "not closed"}}) {
            Files.writeString(file, wrong[0]);
            assertThatThrownBy(() -> Observations.csv(model, file).forEach((row, line) -> { })).as(wrong[0])
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(wrong[1]);
        }
    }

    @Test
    void impossibleRowsAreNamed() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                .clause(1, new Literal(0, 1)).clause(Double.POSITIVE_INFINITY, new Literal(0, 1), new Literal(1, 1))
                .build();
        assertThatThrownBy(() -> ParameterLearning.on(model, Observations.of(model,
                List.of(new int[] {0, 1}, new int[] {0, 0}))).run())
                .isInstanceOf(ContradictionException.class).hasMessageContaining("1 row has 0=0, 1=0");
        assertThatThrownBy(() -> ParameterLearning.on(model, Observations.of(model,
                List.of(new int[] {0, 1}, new int[] {0, 3})))).hasMessageContaining("row 2");
    }
}
