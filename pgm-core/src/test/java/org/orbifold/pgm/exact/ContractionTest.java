package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.Contraction.Semiring;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Pairwise contractions against sums over all joint values, digit by digit. */
class ContractionTest {

    private static final TaskThreads ONE = new TaskThreads(1, Budget.unlimited());
    private static final TaskThreads THREE = new TaskThreads(3, Budget.unlimited());

    /** Two operands, their axes in random orders, and the variables to be kept. */
    private static final class Case {
        final int[] sizes;
        final int[] rank;
        int[] a = {};
        int[] b = {};
        int[] out = {};

        Case(SplittableRandom random, int variables, int mostValues) {
            sizes = random.ints(variables, 1, mostValues + 1).toArray();
            rank = random.ints(variables, 0, 4).toArray();
            for (int v : shuffled(random, variables)) {
                int where = random.nextInt(3);
                a = where < 2 ? with(a, v) : a;
                b = where > 0 ? with(b, v) : b;
                out = random.nextInt(3) > 0 ? with(out, v) : out;
            }
            b = Arrays.stream(shuffled(random, variables)).filter(v -> contains(b, v)).toArray();
            Arrays.sort(out);
        }

        private static boolean contains(int[] scope, int v) {
            return Arrays.stream(scope).anyMatch(u -> u == v);
        }

        private static int[] with(int[] scope, int v) {
            int[] more = Arrays.copyOf(scope, scope.length + 1);
            more[scope.length] = v;
            return more;
        }

        private static int[] shuffled(SplittableRandom random, int n) {
            int[] keys = random.ints(n, 0, 1 << 20).toArray();
            return IntStream.range(0, n).boxed().sorted((u, v) -> keys[u] - keys[v]).mapToInt(v -> v).toArray();
        }

        int entries(int[] scope) {
            return Arrays.stream(scope).map(v -> sizes[v]).reduce(1, (x, y) -> x * y);
        }

        /** The naive answer, in the order of the contraction's result. */
        double[] expected(double[] x, double[] y, int[] order, Semiring semiring) {
            double[] result = new double[entries(order)];
            Arrays.fill(result, semiring == Semiring.SUM ? 0 : Double.NEGATIVE_INFINITY);
            int[] used = IntStream.range(0, sizes.length).filter(v -> contains(a, v) || contains(b, v)).toArray();
            int[] values = new int[sizes.length];
            for (int joint = 0; joint < entries(used); joint++) {
                int rest = joint;
                for (int v : used) {
                    values[v] = rest % sizes[v];
                    rest /= sizes[v];
                }
                int at = index(order, values);
                double left = x[index(a, values)];
                double right = y[index(b, values)];
                result[at] = switch (semiring) {
                    case SUM -> result[at] + left * right;
                    case MAX -> Math.max(result[at], left + right);
                    default -> Math.log(Math.exp(result[at]) + Math.exp(left + right));
                };
            }
            return result;
        }

        private int index(int[] order, int[] values) {
            int index = 0;
            for (int v : order) {
                index = index * sizes[v] + values[v];
            }
            return index;
        }
    }

    private static double[] applied(Contraction contraction, double[] x, double[] y, Semiring semiring,
            TaskThreads threads) {
        double[] out = new double[contraction.entries()];
        contraction.apply(x, y, semiring, threads, out);
        return out;
    }

    @Property(tries = 2000, seed = "20201")
    void agreesWithTheDefinition(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Case shapes = random.nextInt(4) > 0 ? new Case(random, random.nextInt(0, 9), 3)
                : new Case(random, random.nextInt(1, 4), 40);
        Contraction contraction = Contraction.of(shapes.sizes, shapes.rank, shapes.a, shapes.b,
                Arrays.stream(shapes.out).filter(v -> Case.contains(shapes.a, v) || Case.contains(shapes.b, v))
                        .toArray());
        double zeros = random.nextInt(2) * 0.5;
        for (Semiring semiring : Semiring.values()) {
            double none = semiring == Semiring.SUM ? 0 : Double.NEGATIVE_INFINITY;
            double[] x = random.doubles(shapes.entries(shapes.a)).map(e -> e < zeros ? none : e).toArray();
            double[] y = random.doubles(shapes.entries(shapes.b)).map(e -> e < zeros ? none : e).toArray();
            double[] found = applied(contraction, x.clone(), y.clone(), semiring, ONE);
            double[] expected = shapes.expected(x, y, contraction.order(), semiring);
            assertThat(found).hasSize(expected.length);
            for (int i = 0; i < found.length; i++) {
                if (expected[i] == none) {
                    assertThat(found[i]).isEqualTo(none);
                } else {
                    assertThat(found[i]).isCloseTo(expected[i], within(1e-12 * (1 + Math.abs(expected[i]))));
                }
            }
        }
    }

    /** Large ones are cut into tasks; all forms of the loops, since orders of the axes are random. */
    @Test
    void theNumberOfThreadsChangesNoBit() {
        for (int seed = 0; seed < 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Case shapes;
            Contraction contraction;
            do {
                shapes = new Case(random, 22, 2);
                int[] out = shapes.out;
                int[] a = shapes.a;
                int[] b = shapes.b;
                contraction = Contraction.of(shapes.sizes, shapes.rank, a, b, Arrays.stream(out)
                        .filter(v -> Case.contains(a, v) || Case.contains(b, v)).toArray());
            } while (contraction.products() < 1 << 20 || contraction.products() > 1 << 23);
            double[] x = random.doubles(shapes.entries(shapes.a)).toArray();
            double[] y = random.doubles(shapes.entries(shapes.b)).toArray();
            for (Semiring semiring : new Semiring[] {Semiring.SUM, Semiring.MAX}) {
                assertThat(applied(contraction, x, y, semiring, THREE)).containsExactly(
                        applied(contraction, x, y, semiring, ONE));
            }
        }
    }

    /** A sum to one number is one task, of 2^20 exponentials here: it ends when the time is over. */
    @Test
    void longSumsEndInTime() {
        int[] sizes = new int[20];
        Arrays.fill(sizes, 2);
        int[] scope = IntStream.range(0, sizes.length).toArray();
        int[] reversed = IntStream.range(0, sizes.length).map(v -> sizes.length - 1 - v).toArray();
        double[] logs = new double[1 << sizes.length];
        for (int[] second : new int[][] {scope, reversed}) {
            Contraction contraction = Contraction.of(sizes, sizes, scope, second, new int[0]);
            try (TaskThreads late = new TaskThreads(1, Budget.ofSeconds(0.001))) {
                assertThatExceptionOfType(OutOfTimeException.class)
                        .isThrownBy(() -> applied(contraction, logs, logs, Semiring.LOG_SUM, late));
            }
        }
    }
}
