package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
        Result result = new Result(sorts);
        if (outer >= OUTER_TASKS) {
            List<Result> parts = workers.map(OUTER_TASKS, task -> {
                Result part = new Result(sorts);
                int from = (int) ((long) all.length * task / OUTER_TASKS);
                int to = (int) ((long) all.length * (task + 1) / OUTER_TASKS);
                for (int h = from; h < to; h++) {
                    budget.check();
                    Inner inner = new Inner(sorts, cells, h);
                    if (inner.isPossible()) {
                        part.add(inner, inner.run(-1));
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
                    result.add(inner, sum);
                }
            }
        }
        result.finish();
        return result.logTotal;
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

    /** Totals and marginals of a component, relative to the exponential of a logarithm. */
    private final class Result {
        private final int[] sorts;
        private final List<Integer> classes = new ArrayList<>();
        private final List<Integer> sortOf = new ArrayList<>();
        private final List<Integer> indexOf = new ArrayList<>();
        private final double[][] ofSingle;
        private final double[][][][] ofPairs;
        private double scale = Double.NEGATIVE_INFINITY;
        private double sum;
        private double logTotal = Double.NEGATIVE_INFINITY;

        Result(int[] sorts) {
            this.sorts = sorts;
            for (int i = 0; i < sorts.length; i++) {
                for (int k = 0; k < tables[sorts[i]].classes().length; k++) {
                    classes.add(tables[sorts[i]].classes()[k]);
                    sortOf.add(i);
                    indexOf.add(k);
                }
            }
            this.ofSingle = classes.stream().map(k -> new double[model.logWeight(k).length]).toArray(double[][]::new);
            this.ofPairs = new double[classes.size()][classes.size()][][];
            for (int x = 0; x < classes.size(); x++) {
                for (int y = 0; y < classes.size(); y++) {
                    if (x != y || model.classSize(classes.get(x)) > 1) {
                        ofPairs[x][y] = new double[ofSingle[x].length][ofSingle[y].length];
                    }
                }
            }
        }

        private void raise(double to) {
            if (to > scale) {
                double factor = scale == Double.NEGATIVE_INFINITY ? 0 : Math.exp(scale - to);
                sum *= factor;
                for (double[] one : ofSingle) {
                    scale(one, factor);
                }
                for (double[][][] ofFirst : ofPairs) {
                    for (double[][] both : ofFirst) {
                        for (int c = 0; both != null && c < both.length; c++) {
                            scale(both[c], factor);
                        }
                    }
                }
                scale = to;
            }
        }

        private void scale(double[] values, double factor) {
            for (int i = 0; i < values.length; i++) {
                values[i] *= factor;
            }
        }

        /** Adds the histograms of one histogram of groups. */
        void add(Inner inner, Moments moments) {
            if (moments.scale() == Double.NEGATIVE_INFINITY) {
                return;
            }
            double log = inner.logClasses + moments.scale() + Math.log(moments.total());
            if (log < scale - Moments.SMALL) {
                return;
            }
            raise(log);
            sum += Math.exp(log - scale);
            double base = moments.scale() - scale;
            double[] ofSort = new double[sorts.length];
            for (int i = 0; i < sorts.length; i++) {
                ofSort[i] = tables[sorts[i]].table()[tables[sorts[i]].compositions().number(inner.groupCounts[i])];
            }
            double all = Arrays.stream(ofSort).sum();
            for (int x = 0; x < ofSingle.length; x++) {
                int i = sortOf.get(x);
                ClassTable table = tables[sorts[i]];
                for (int g = 0; g < table.groups().size(); g++) {
                    if (inner.groupCounts[i][g] > 0) {
                        double one = placed(table, inner.groupCounts[i], indexOf.get(x), g);
                        addSingle(x, table, g, base + all - ofSort[i] + one, moments, inner.groupCounts[i][g]);
                        for (int y = 0; y < ofSingle.length; y++) {
                            if (ofPairs[x][y] != null) {
                                addPairs(x, y, g, inner, moments, base + all - ofSort[i], one, ofSort);
                            }
                        }
                    }
                }
            }
        }

        /** The logarithm of the ways to spread all elements of a sort with one of a class in a group. */
        private double placed(ClassTable table, int[] counts, int classIndex, int group) {
            counts[group]--;
            double log = table.logGroup(classIndex, group)
                    + table.table(classIndex)[table.compositions().number(counts)];
            counts[group]++;
            return log;
        }

        private void addSingle(int x, ClassTable table, int group, double log, Moments moments, int count) {
            double factor = Math.exp(log) / count;
            if (factor > 0) {
                for (int c : table.groups().get(group)) {
                    ofSingle[x][c - model.firstCell(sorts[sortOf.get(x)])] += factor * moments.first(c);
                }
            }
        }

        private void addPairs(int x, int y, int group, Inner inner, Moments moments, double log, double one,
                double[] ofSort) {
            int i = sortOf.get(x);
            int j = sortOf.get(y);
            ClassTable left = tables[sorts[i]];
            ClassTable right = tables[sorts[j]];
            int[] counts = inner.groupCounts[j];
            for (int g = 0; g < right.groups().size(); g++) {
                boolean same = i == j && g == group;
                int others = counts[g] - (same ? 1 : 0);
                if (others > 0) {
                    double both;
                    if (i == j) {
                        counts[group]--;
                        counts[g]--;
                        int k = Math.min(indexOf.get(x), indexOf.get(y));
                        int l = Math.max(indexOf.get(x), indexOf.get(y));
                        both = log + left.logGroup(indexOf.get(x), group) + right.logGroup(indexOf.get(y), g)
                                + right.table(k, l)[right.compositions().number(counts)];
                        counts[group]++;
                        counts[g]++;
                    } else {
                        both = log - ofSort[j] + one + placed(right, counts, indexOf.get(y), g);
                    }
                    double factor = Math.exp(both) / inner.groupCounts[i][group] / others;
                    for (int c : left.groups().get(group)) {
                        for (int d : right.groups().get(g)) {
                            ofPairs[x][y][c - model.firstCell(sorts[i])][d - model.firstCell(sorts[j])]
                                    += factor * moments.second(c, d);
                        }
                    }
                }
            }
        }

        void add(Result other) {
            if (other.scale == Double.NEGATIVE_INFINITY) {
                return;
            }
            raise(other.scale);
            double factor = Math.exp(other.scale - scale);
            sum += factor * other.sum;
            for (int x = 0; x < ofSingle.length; x++) {
                for (int c = 0; c < ofSingle[x].length; c++) {
                    ofSingle[x][c] += factor * other.ofSingle[x][c];
                }
                for (int y = 0; y < ofSingle.length; y++) {
                    for (int c = 0; ofPairs[x][y] != null && c < ofSingle[x].length; c++) {
                        for (int d = 0; d < ofSingle[y].length; d++) {
                            ofPairs[x][y][c][d] += factor * other.ofPairs[x][y][c][d];
                        }
                    }
                }
            }
        }

        /** Normalises the marginals, each by its own sum, in which the errors of large logarithms cancel. */
        void finish() {
            logTotal = scale == Double.NEGATIVE_INFINITY ? scale : scale + Math.log(sum);
            for (int x = 0; x < ofSingle.length; x++) {
                scale(ofSingle[x], 1 / Arrays.stream(ofSingle[x]).sum());
                single[classes.get(x)] = ofSingle[x];
                for (int y = 0; y < ofSingle.length; y++) {
                    double[][] both = ofPairs[x][y];
                    if (both != null) {
                        double all = Arrays.stream(both).flatMapToDouble(Arrays::stream).sum();
                        Arrays.stream(both).forEach(row -> scale(row, 1 / all));
                    }
                    pairs[classes.get(x)][classes.get(y)] = both;
                }
            }
        }
    }
}
