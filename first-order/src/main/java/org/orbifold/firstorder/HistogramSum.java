package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.pgm.exact.Logs;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;

/**
 * Sums of a {@link LogModel} over the histograms of its cells, with the marginals of single elements and of pairs from
 * the same pass: they are first and second moments of the histograms.
 *
 * <p>Where classes differ, the histograms of {@linkplain ClassTable groups of cells} are the outer loop. In the inner
 * one, the last two cells are a row along which the logarithm of the weight has linear differences. Rows whose largest
 * term is negligible are not exponentiated.
 *
 * <p>Cost: a few operations for each histogram of all cells.
 */
final class HistogramSum {

    /** With as many outer histograms or more, they are shared among threads in as many tasks; else inner ones are. */
    private static final int OUTER_TASKS = 64;
    /** Rows between two looks at the clock: well below a millisecond. */
    private static final int CHECK_ROWS = 64;

    private final LogModel model;
    private final Budget budget;
    private final Workers workers;
    private final ClassTable[] tables;
    private final double[] logFactorials;
    private final double[] logs;
    private final double[][] single;
    private final double[][][][] pairs;

    private HistogramSum(LogModel model, Workers workers, Budget budget) {
        this.model = model;
        this.budget = budget;
        this.workers = workers;
        int sorts = model.components().stream().mapToInt(c -> c.length).sum();
        this.tables = new ClassTable[sorts];
        int largest = 1;
        for (int s = 0; s < sorts; s++) {
            int[] classes = model.classesOf(s);
            tables[s] = new ClassTable(classes, Arrays.stream(classes).map(model::classSize).toArray(),
                    model.firstCell(s), Arrays.stream(classes).mapToObj(model::logWeight).toArray(double[][]::new),
                    budget);
            largest = Math.max(largest, tables[s].size());
        }
        this.logFactorials = Logs.factorials(largest);
        this.logs = IntStream.rangeClosed(0, largest).mapToDouble(Math::log).toArray();
        this.single = new double[model.classCount()][];
        this.pairs = new double[model.classCount()][model.classCount()][][];
    }

    /** Computes everything; the total is −∞ if no world is possible. */
    static CellMarginals of(LogModel model, int threads, Budget budget) {
        try (Workers workers = new Workers(threads, budget)) {
            HistogramSum sum = new HistogramSum(model, workers, budget);
            double total = model.constant();
            for (int[] component : model.components()) {
                total += sum.component(component);
            }
            if (total > Double.NEGATIVE_INFINITY) {
                sum.separatePairs();
            }
            return new CellMarginals(total, sum.single, sum.pairs);
        }
    }

    /** About the number of histograms of all cells. */
    static double histograms(LogModel model) {
        double sum = 0;
        for (int[] component : model.components()) {
            double product = 1;
            for (int s : component) {
                product *= Compositions.count(Arrays.stream(model.classesOf(s)).map(model::classSize).sum(),
                        model.cellCount(s));
            }
            sum += product;
        }
        return sum;
    }

    /** Elements of sorts that do not interact are independent. */
    private void separatePairs() {
        for (int k = 0; k < single.length; k++) {
            for (int l = 0; l < single.length; l++) {
                if (pairs[k][l] == null && k != l) {
                    double[] right = single[l];
                    pairs[k][l] = Arrays.stream(single[k])
                            .mapToObj(p -> Arrays.stream(right).map(q -> p * q).toArray()).toArray(double[][]::new);
                }
            }
        }
    }

    /** Sums over one component; returns the logarithm of its total. */
    private double component(int[] sorts) {
        int[] cells = Arrays.stream(sorts).flatMap(s -> IntStream.range(model.firstCell(s),
                model.firstCell(s) + model.cellCount(s))).toArray();
        long outer = 1;
        for (int s : sorts) {
            if (model.cellCount(s) == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            outer = Math.min(Integer.MAX_VALUE, outer * tables[s].count());
        }
        if (outer == Integer.MAX_VALUE) {
            throw new NotLiftableException("more than 2^31 histograms of what evidence distinguishes");
        }
        int[] all = new int[(int) outer];
        Arrays.setAll(all, i -> i);
        ComponentMarginals result = new ComponentMarginals(model, tables, sorts);
        if (outer >= OUTER_TASKS) {
            List<ComponentMarginals> parts = workers.map(OUTER_TASKS, task -> {
                ComponentMarginals part = new ComponentMarginals(model, tables, sorts);
                int from = (int) ((long) all.length * task / OUTER_TASKS);
                int to = (int) ((long) all.length * (task + 1) / OUTER_TASKS);
                for (int h = from; h < to; h++) {
                    budget.check();
                    Inner inner = new Inner(sorts, cells, h);
                    if (inner.isPossible()) {
                        part.add(inner.logClasses, inner.groupCounts, inner.run(-1));
                    }
                }
                return part;
            });
            parts.forEach(result::add);
        } else {
            for (int h = 0; h < all.length; h++) {
                Inner inner = new Inner(sorts, cells, h);
                if (inner.isPossible()) {
                    int number = h;
                    Moments sum = new Moments(model.cells());
                    workers.map(inner.tasks(), task -> new Inner(sorts, cells, number).run(
                            inner.tasks() == 1 ? -1 : task)).forEach(sum::add);
                    result.add(inner.logClasses, inner.groupCounts, sum);
                }
            }
        }
        return result.finish(single, pairs);
    }

    /** The histograms of all cells of a component given one of the groups of each sort. */
    private final class Inner {
        private final int[] sorts;
        /** By sort of the component: the histogram of its groups. */
        private final int[][] groupCounts;
        /** Groups with elements, the ones of single cells first: their cells and their counts. */
        private final List<int[]> segments = new ArrayList<>();
        private final List<Integer> counts = new ArrayList<>();
        private final double logClasses;
        private final int[] usedCells = new int[model.cells()];
        private final int[] usedCounts = new int[model.cells()];
        private final double[][] fields;
        private final double[] row;
        private Moments moments = new Moments(model.cells());
        private long rows;

        Inner(int[] sorts, int[] cells, int number) {
            this.sorts = sorts;
            this.groupCounts = new int[sorts.length][];
            int rest = number;
            double log = 0;
            for (int i = sorts.length - 1; i >= 0; i--) {
                ClassTable table = tables[sorts[i]];
                groupCounts[i] = table.compositions().composition(rest % table.count(), table.size());
                log += table.table()[rest % table.count()];
                rest /= table.count();
                for (int g = 0; g < table.groups().size(); g++) {
                    if (groupCounts[i][g] > 0) {
                        add(table.groups().get(g), groupCounts[i][g]);
                    }
                }
            }
            this.logClasses = log;
            int depth = segments.stream().mapToInt(s -> s.length).sum() + 1;
            this.fields = new double[depth + 1][model.cells()];
            for (int s : sorts) {
                System.arraycopy(tables[s].logCells(), 0, fields[0], model.firstCell(s), model.cellCount(s));
            }
            this.row = new double[counts.stream().mapToInt(c -> c).max().orElse(0) + 1];
        }

        /** Groups of single cells come first, the largest of the others last. */
        private void add(int[] group, int count) {
            int at = 0;
            while (at < segments.size() && rank(segments.get(at), counts.get(at)) <= rank(group, count)) {
                at++;
            }
            segments.add(at, group);
            counts.add(at, count);
        }

        private long rank(int[] group, int count) {
            return group.length == 1 ? -1 : (long) count * 1000 + group.length;
        }

        boolean isPossible() {
            return logClasses > Double.NEGATIVE_INFINITY;
        }

        /** Tasks for threads: the counts of the first cell, if there are cells after it beside the last row. */
        int tasks() {
            int choices = segments.stream().mapToInt(s -> s.length - 1).sum();
            int first = firstChoice();
            return choices > 1 ? counts.get(first) + 1 : 1;
        }

        private int firstChoice() {
            int first = 0;
            while (first < segments.size() - 1 && segments.get(first).length == 1) {
                first++;
            }
            return first;
        }

        /** Sums over all histograms, or over those with a count of the first cell. */
        Moments run(int fixed) {
            place(0, 0, counts.isEmpty() ? 0 : counts.get(0), 0, 0, fixed);
            return moments;
        }

        private void place(int segment, int place, int left, int used, double log, int fixed) {
            if (segment == segments.size()) {
                point(log, used);
                return;
            }
            int[] cells = segments.get(segment);
            boolean lastSegment = segment == segments.size() - 1;
            double start = place == 0 ? log + logFactorials[left] : log;
            if (lastSegment && place == cells.length - 2) {
                row(cells[place], cells[place + 1], left, used, start);
                return;
            }
            boolean last = place == cells.length - 1;
            int cell = cells[place];
            boolean isFixed = fixed >= 0 && segment == firstChoice() && place == 0;
            int from = last ? left : isFixed ? fixed : 0;
            int to = last || !isFixed ? left : fixed;
            double[] field = fields[used];
            double[] next = fields[used + 1];
            double own = model.logPair()[cell][cell];
            double[] between = model.logPair()[cell];
            for (int h = from; h <= to; h++) {
                double more = start + h * field[cell] + 0.5 * h * (h - 1.0) * own - logFactorials[h];
                if (more < LogModel.IMPOSSIBLE / 2) {
                    continue;
                }
                for (int c = 0; c < next.length; c++) {
                    next[c] = field[c] + h * between[c];
                }
                usedCells[used] = cell;
                usedCounts[used] = h;
                place(last ? segment + 1 : segment, last ? 0 : place + 1,
                        last && !lastSegment ? counts.get(segment + 1) : left - h, used + 1, more, fixed);
            }
        }

        private void point(double log, int used) {
            look();
            if (log > LogModel.IMPOSSIBLE / 2) {
                moments.raise(log);
                moments.add(Math.exp(log - moments.scale()), usedCells, usedCounts, used);
            }
        }

        private void look() {
            if (++rows % CHECK_ROWS == 0) {
                budget.check();
            }
        }

        /** All ways to share m elements between the last two cells. */
        private void row(int a, int b, int m, int used, double start) {
            look();
            double largest = fill(fields[used][a], fields[used][b], model.logPair()[a][a], model.logPair()[b][b],
                    model.logPair()[a][b], m, start);
            if (largest < LogModel.IMPOSSIBLE / 2 || largest < moments.scale() - Moments.SMALL) {
                return;
            }
            moments.raise(largest);
            double base = moments.scale();
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            for (int j = 0; j <= m; j++) {
                double log = row[j] - base;
                if (log > -Moments.SMALL) {
                    double weight = Math.exp(log);
                    s0 += weight;
                    s1 += weight * j;
                    s2 += weight * j * j;
                }
            }
            moments.addRow(s0, s1, s2, a, b, m, usedCells, usedCounts, used);
        }

        /** Fills the row with logarithms of weights, and returns the largest. */
        private double fill(double ofA, double ofB, double aa, double bb, double ab, int m, double start) {
            double largest = Double.NEGATIVE_INFINITY;
            if (Math.min(Math.min(ofA, ofB), Math.min(Math.min(aa, bb), ab)) < LogModel.IMPOSSIBLE / 2) {
                for (int j = 0; j <= m; j++) {
                    double rest = m - j;
                    row[j] = start + j * ofA + rest * ofB + 0.5 * j * (j - 1.0) * aa + 0.5 * rest * (rest - 1) * bb
                            + j * rest * ab - logFactorials[j] - logFactorials[m - j];
                    largest = Math.max(largest, row[j]);
                }
                return largest;
            }
            double value = start + m * ofB + 0.5 * m * (m - 1.0) * bb - logFactorials[m];
            double lost = 0;
            double difference = ofA - ofB;
            for (int j = 0; j <= m; j++) {
                row[j] = value;
                largest = Math.max(largest, value);
                if (j < m) {
                    // Compensated: differences are small where values are large.
                    double step = difference + j * aa - (m - j - 1.0) * bb + (m - 2.0 * j - 1) * ab - logs[j + 1]
                            + logs[m - j] - lost;
                    double sum = value + step;
                    lost = sum - value - step;
                    value = sum;
                }
            }
            return largest;
        }
    }
}
