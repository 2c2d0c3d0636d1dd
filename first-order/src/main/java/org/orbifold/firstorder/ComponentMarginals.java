package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The total and the marginals of sorts that interact, added up over the histograms of their groups of cells; relative
 * to the exponential of a logarithm that grows with the largest term.
 */
final class ComponentMarginals {

    private final LogModel model;
    private final ClassTable[] tables;
    private final int[] sorts;
    private final List<Integer> classes = new ArrayList<>();
    private final List<Integer> sortOf = new ArrayList<>();
    private final List<Integer> indexOf = new ArrayList<>();
    private final double[][] ofSingle;
    private final double[][][][] ofPairs;
    private double scale = Double.NEGATIVE_INFINITY;
    private double sum;

    /**
     * Begins with nothing.
     *
     * @param model  the model
     * @param tables by sort of the model
     * @param sorts  those that interact
     */
    ComponentMarginals(LogModel model, ClassTable[] tables, int[] sorts) {
        this.model = model;
        this.tables = tables;
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

    private static void scale(double[] values, double factor) {
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
    }

    /**
     * Adds the histograms of cells in one histogram of groups.
     *
     * @param logClasses  the logarithm of the ways in which the classes share the groups
     * @param groupCounts by sort: how many elements each group has
     * @param moments     the sums over the histograms of cells
     */
    void add(double logClasses, int[][] groupCounts, Moments moments) {
        if (moments.scale() == Double.NEGATIVE_INFINITY) {
            return;
        }
        double log = logClasses + moments.scale() + Math.log(moments.total());
        if (log < scale - Moments.SMALL) {
            return;
        }
        raise(log);
        sum += Math.exp(log - scale);
        double base = moments.scale() - scale;
        double[] ofSort = new double[sorts.length];
        for (int i = 0; i < sorts.length; i++) {
            ofSort[i] = tables[sorts[i]].table()[tables[sorts[i]].compositions().number(groupCounts[i])];
        }
        double all = Arrays.stream(ofSort).sum();
        for (int x = 0; x < ofSingle.length; x++) {
            int i = sortOf.get(x);
            ClassTable table = tables[sorts[i]];
            for (int g = 0; g < table.groups().size(); g++) {
                if (groupCounts[i][g] > 0) {
                    double one = placed(table, groupCounts[i], indexOf.get(x), g);
                    addSingle(x, table, g, base + all - ofSort[i] + one, moments, groupCounts[i][g]);
                    for (int y = 0; y < ofSingle.length; y++) {
                        if (ofPairs[x][y] != null) {
                            addPairs(x, y, g, groupCounts, moments, base + all - ofSort[i], one, ofSort);
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

    private void addPairs(int x, int y, int group, int[][] groupCounts, Moments moments, double log, double one,
            double[] ofSort) {
        int i = sortOf.get(x);
        int j = sortOf.get(y);
        ClassTable left = tables[sorts[i]];
        ClassTable right = tables[sorts[j]];
        int[] counts = groupCounts[j];
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
                double factor = Math.exp(both) / groupCounts[i][group] / others;
                for (int c : left.groups().get(group)) {
                    for (int d : right.groups().get(g)) {
                        ofPairs[x][y][c - model.firstCell(sorts[i])][d - model.firstCell(sorts[j])]
                                += factor * moments.second(c, d);
                    }
                }
            }
        }
    }

    void add(ComponentMarginals other) {
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

    /**
     * Normalises the marginals, each by its own sum, in which the errors of large logarithms cancel.
     *
     * @param single receives the marginals of single elements, by class
     * @param pairs  receives those of pairs
     * @return the logarithm of the total
     */
    double finish(double[][] single, double[][][][] pairs) {
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
        return scale == Double.NEGATIVE_INFINITY ? scale : scale + Math.log(sum);
    }
}
