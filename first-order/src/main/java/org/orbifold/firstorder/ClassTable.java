package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.orbifold.pgm.exact.Logs;
import org.orbifold.pgm.time.Budget;

/**
 * How the elements of a sort can be spread over its cells if their evidence differs. Cells to which all classes
 * give weights in the same proportion are one group: which elements of a group are in which of its cells is left to
 * chance, whatever their classes. So the classes matter for the histogram of the groups only.
 */
final class ClassTable {

    /** Logarithms of weights that differ by less are the same. */
    private static final double SAME = 1e-12;

    private final int[] classes;
    private final int[] sizes;
    /** By group: its cells. */
    private final List<int[]> groups = new ArrayList<>();
    /** By class and group: the logarithm of its weight. */
    private final double[][] logGroup;
    /** By cell, from the first one of the sort: its logarithm relative to its group. */
    private final double[] logCell;
    private final Compositions compositions;
    private final int size;
    private final Budget budget;
    private final Map<List<Integer>, double[]> tables = new ConcurrentHashMap<>();

    /**
     * Makes the table.
     *
     * @param classes   numbers of the classes
     * @param sizes     how many elements each has
     * @param firstCell the first cell of the sort
     * @param logWeight by class and cell of the sort
     * @param budget    the time
     */
    ClassTable(int[] classes, int[] sizes, int firstCell, double[][] logWeight, Budget budget) {
        this.classes = classes;
        this.sizes = sizes;
        this.budget = budget;
        this.size = Arrays.stream(sizes).sum();
        int cells = logWeight[0].length;
        this.logCell = new double[cells];
        List<Integer> leaders = new ArrayList<>();
        List<List<Integer>> members = new ArrayList<>();
        for (int c = 0; c < cells; c++) {
            int found = -1;
            for (int g = 0; g < leaders.size() && found < 0; g++) {
                double shift = shift(logWeight, leaders.get(g), c);
                if (!Double.isNaN(shift)) {
                    found = g;
                    logCell[c] = shift;
                }
            }
            if (found < 0) {
                found = leaders.size();
                leaders.add(c);
                members.add(new ArrayList<>());
            }
            members.get(found).add(firstCell + c);
        }
        this.logGroup = new double[classes.length][leaders.size()];
        for (int g = 0; g < leaders.size(); g++) {
            groups.add(members.get(g).stream().mapToInt(Integer::intValue).toArray());
            for (int k = 0; k < classes.length; k++) {
                logGroup[k][g] = logWeight[k][leaders.get(g)];
            }
        }
        this.compositions = new Compositions(Math.max(1, groups.size()), size);
    }

    /** By how much a cell's logarithms exceed those of another one in all classes; NaN if that differs. */
    private static double shift(double[][] logWeight, int leader, int cell) {
        double shift = Double.NaN;
        for (double[] weights : logWeight) {
            boolean impossible = weights[leader] == Double.NEGATIVE_INFINITY;
            if (impossible != (weights[cell] == Double.NEGATIVE_INFINITY)) {
                return Double.NaN;
            } else if (!impossible) {
                double one = weights[cell] - weights[leader];
                if (!Double.isNaN(shift) && Math.abs(one - shift) > SAME * Math.max(1, Math.abs(one))) {
                    return Double.NaN;
                }
                shift = Double.isNaN(shift) ? one : shift;
            }
        }
        // A cell that is impossible for all classes goes with others of the kind.
        return Double.isNaN(shift) ? 0 : shift;
    }

    int[] classes() {
        return classes;
    }

    int size(int classIndex) {
        return sizes[classIndex];
    }

    List<int[]> groups() {
        return groups;
    }

    double logGroup(int classIndex, int group) {
        return logGroup[classIndex][group];
    }

    /** By cell, from the first one of the sort. */
    double[] logCells() {
        return logCell;
    }

    Compositions compositions() {
        return compositions;
    }

    /** How many histograms of the groups there are. */
    int count() {
        return compositions.count(size);
    }

    int size() {
        return size;
    }

    /**
     * The logarithm of the total weight of the ways to spread elements with each histogram of the groups.
     *
     * @param without indices of the classes of elements that are left out, ascending
     * @return by number of the histogram of the elements that are left
     */
    double[] table(Integer... without) {
        return tables.computeIfAbsent(List.of(without), key -> {
            double[] table = {0};
            int placed = 0;
            for (int k = 0; k < classes.length; k++) {
                int index = k;
                int count = sizes[k] - (int) key.stream().filter(w -> w == index).count();
                table = with(table, placed, count, logGroup[k]);
                placed += count;
            }
            return table;
        });
    }

    /** One more class: its elements are spread in all ways. */
    private double[] with(double[] table, int placed, int count, double[] weight) {
        if (count <= 0) {
            return count == 0 ? table : new double[0];
        }
        double[] one = new double[compositions.count(count)];
        double[] logFactorials = Logs.factorials(count);
        List<int[]> ways = new ArrayList<>();
        compositions.forEach(count, budget, (number, counts) -> {
            double sum = logFactorials[count];
            for (int g = 0; g < counts.length; g++) {
                sum += counts[g] == 0 ? 0 : counts[g] * weight[g] - logFactorials[counts[g]];
            }
            one[number] = sum;
            if (sum > Double.NEGATIVE_INFINITY && placed > 0) {
                ways.add(counts.clone());
            }
        });
        if (placed == 0) {
            return one;
        }
        double[] result = new double[compositions.count(placed + count)];
        Arrays.fill(result, Double.NEGATIVE_INFINITY);
        int[] sum = new int[compositions.parts()];
        compositions.forEach(placed, budget, (number, counts) -> {
            if (table[number] > Double.NEGATIVE_INFINITY) {
                budget.check();
                for (int[] way : ways) {
                    Arrays.setAll(sum, g -> counts[g] + way[g]);
                    int to = compositions.number(sum);
                    result[to] = Logs.add(result[to], table[number] + one[compositions.number(way)]);
                }
            }
        });
        return result;
    }
}
