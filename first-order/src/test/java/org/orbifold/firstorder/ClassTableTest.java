package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.time.Budget;

/** Elements of several classes spread over cells, and moments of histograms, against all ways one by one. */
class ClassTableTest {

    private static final double NONE = Double.NEGATIVE_INFINITY;

    /** The total weight of all ways to put elements into groups with a histogram. */
    private static double[] expected(ClassTable table, int... sizes) {
        int groups = table.groups().size();
        int elements = Arrays.stream(sizes).sum();
        double[] sums = new double[table.compositions().count(elements)];
        int[] classOf = new int[elements];
        for (int k = 0, e = 0; k < sizes.length; k++) {
            for (int i = 0; i < sizes[k]; i++) {
                classOf[e++] = k;
            }
        }
        for (int way = 0; way < Math.round(Math.pow(groups, elements)); way++) {
            int[] counts = new int[groups];
            double log = 0;
            for (int e = 0, rest = way; e < elements; e++, rest /= groups) {
                counts[rest % groups]++;
                log += table.logGroup(classOf[e], rest % groups);
            }
            sums[table.compositions().number(counts)] += Math.exp(log);
        }
        return sums;
    }

    @Property(tries = 60)
    void tablesAreSumsOverAllWays(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int first,
            @ForAll @IntRange(min = 1, max = 3) int second, @ForAll @IntRange(min = 1, max = 4) int cells) {
        RandomGenerator random = new SplittableRandom(seed);
        double[][] weights = new double[2][cells];
        for (double[] ofClass : weights) {
            Arrays.setAll(ofClass, c -> c > 0 && random.nextInt(5) == 0 ? NONE : random.nextDouble());
        }
        ClassTable table = new ClassTable(new int[] {4, 7}, new int[] {first, second}, 10, weights, Budget.unlimited());
        assertThat(table.size()).isEqualTo(first + second);
        assertThat(table.count()).isEqualTo(table.compositions().count(first + second));
        check(table.table(), expected(table, first, second));
        check(table.table(0), expected(table, first - 1, second));
        check(table.table(1), expected(table, first, second - 1));
        check(table.table(0, 1), expected(table, first - 1, second - 1));
        if (first > 1) {
            check(table.table(0, 0), expected(table, first - 2, second));
        }
    }

    private static void check(double[] logs, double[] expected) {
        assertThat(logs).hasSameSizeAs(expected);
        for (int h = 0; h < logs.length; h++) {
            assertThat(Math.exp(logs[h])).isCloseTo(expected[h], within(1e-12 * (1 + expected[h])));
        }
    }

    /** Cells to which both classes give weights in the same proportion are one group. */
    @Test
    void proportionalCellsAreOneGroup() {
        double[][] weights = {{0, 1, 5, NONE, 0.5}, {2, 3, 7.5, 4, 2.5}};
        ClassTable table = new ClassTable(new int[] {0, 1}, new int[] {2, 3}, 10, weights, Budget.unlimited());
        assertThat(table.groups()).hasSize(3);
        assertThat(table.groups().get(0)).containsExactly(10, 11, 14);
        assertThat(table.groups().get(1)).containsExactly(12);
        assertThat(table.groups().get(2)).containsExactly(13);
        assertThat(table.logCells()).containsExactly(0, 1, 0, 0, 0.5);
        assertThat(table.logGroup(1, 0)).isEqualTo(2);
        assertThat(table.logGroup(0, 2)).isEqualTo(NONE);
        assertThat(table.size(1)).isEqualTo(3);
        assertThat(table.classes()).containsExactly(0, 1);
    }

    /** Rows of two cells are added up at once. */
    @Property(tries = 100)
    void rowsAreSumsOfHistograms(@ForAll long seed, @ForAll @IntRange(max = 6) int m,
            @ForAll @IntRange(max = 4) int other) {
        RandomGenerator random = new SplittableRandom(seed);
        Moments rows = new Moments(3);
        Moments single = new Moments(3);
        rows.raise(1);
        single.raise(0.5);
        double[] sums = new double[3];
        for (int j = 0; j <= m; j++) {
            double weight = random.nextDouble();
            sums[0] += weight;
            sums[1] += weight * j;
            sums[2] += weight * j * j;
            single.add(weight * Math.exp(0.5), new int[] {2, 0, 1}, new int[] {other, j, m - j}, 3);
        }
        rows.addRow(sums[0], sums[1], sums[2], 0, 1, m, new int[] {2}, new int[] {other}, 1);
        // The scale rises once more, on both ways.
        Moments all = new Moments(3);
        all.add(new Moments(3));
        all.add(single);
        all.raise(3);
        rows.raise(3);
        rows.raise(2);
        assertThat(rows.scale()).isEqualTo(all.scale()).isEqualTo(3);
        assertThat(rows.total()).isCloseTo(all.total(), within(1e-12));
        for (int c = 0; c < 3; c++) {
            assertThat(rows.first(c)).isCloseTo(all.first(c), within(1e-12));
            for (int d = 0; d < 3; d++) {
                assertThat(rows.second(c, d)).isCloseTo(all.second(c, d), within(1e-11));
            }
        }
        assertThat(all.total()).isCloseTo(sums[0] * Math.exp(-2), within(1e-12));
        assertThat(all.first(2)).isCloseTo(sums[0] * other * Math.exp(-2), within(1e-12));
        assertThat(all.second(2, 2)).isCloseTo(sums[0] * other * (other - 1) * Math.exp(-2), within(1e-12));
        assertThat(all.second(0, 0)).isCloseTo((sums[2] - sums[1]) * Math.exp(-2), within(1e-12));
    }
}
