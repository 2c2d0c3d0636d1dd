package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.logic.FormulaCounter;

/**
 * The pseudo-log-likelihood of worlds: Σ log P(x | all others), where the probability of a variable's value is
 * 1 / (1 + Σ exp(w · d)) over its other values, d being how counts change with them. Variables that have the same
 * changes are computed once.
 */
final class PseudoLikelihood {

    /** The changes of a variable's other values, in a canonical order; equal where all numbers are. */
    private record Changes(int[] numbers) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Changes changes && Arrays.equals(numbers, changes.numbers);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(numbers);
        }
    }

    /** Group g has the alternatives from first[g] to first[g + 1]; alternative a has the entries from start[a]. */
    private final int[] first;
    private final int[] start;
    private final int[] instance;
    private final int[] change;
    /** How many variables each group has, and how many of their values change nothing. */
    private final double[] copies;
    private final int[] neutral;
    private final double variables;

    private PseudoLikelihood(Map<Changes, Double> groups, double variables) {
        this.variables = variables;
        this.first = new int[groups.size() + 1];
        this.copies = new double[groups.size()];
        this.neutral = new int[groups.size()];
        int alternatives = 0;
        int entries = 0;
        for (Changes group : groups.keySet()) {
            for (int i = 1; i < group.numbers.length; i += 1 + 2 * group.numbers[i]) {
                alternatives++;
                entries += group.numbers[i];
            }
        }
        this.start = new int[alternatives + 1];
        this.instance = new int[entries];
        this.change = new int[entries];
        int g = 0;
        int a = 0;
        int e = 0;
        for (Map.Entry<Changes, Double> group : groups.entrySet()) {
            int[] numbers = group.getKey().numbers;
            copies[g] = group.getValue();
            neutral[g] = numbers[0];
            for (int i = 1; i < numbers.length; i += 1 + 2 * numbers[i]) {
                for (int k = 0; k < numbers[i]; k++) {
                    instance[e] = numbers[i + 1 + 2 * k];
                    change[e++] = numbers[i + 2 + 2 * k];
                }
                start[++a] = e;
            }
            first[++g] = a;
        }
    }

    /** Collects the changes of all worlds. */
    static PseudoLikelihood of(List<FormulaCounter> worlds) {
        Map<Changes, Double> groups = new LinkedHashMap<>();
        double[] variables = {0};
        for (FormulaCounter world : worlds) {
            Collector collector = new Collector(world.variables(), groups);
            world.forEachDifference(collector);
            collector.finish();
            world.variables().forEach(some -> variables[0] += some.count());
        }
        return new PseudoLikelihood(groups, variables[0]);
    }

    /** Puts the changes of one variable after the other into groups. */
    private static final class Collector implements FormulaCounter.DifferenceVisitor {
        private final List<FormulaCounter.Variables> variables;
        private final Map<Changes, Double> groups;
        private final List<int[]> alternatives = new ArrayList<>();
        private final long[] seen;
        private long variable = -1;
        private int value = -1;
        private int forbidden;
        private boolean isForbidden;
        private int[] numbers = new int[16];
        private int size;

        Collector(List<FormulaCounter.Variables> variables, Map<Changes, Double> groups) {
            this.variables = variables;
            this.groups = groups;
            this.seen = new long[variables.size()];
        }

        @Override
        public void difference(long ofVariable, int ofValue, int ofInstance, int difference) {
            if (ofVariable != variable) {
                endVariable();
                variable = ofVariable;
                value = ofValue;
            } else if (ofValue != value) {
                endValue();
                value = ofValue;
            }
            if (ofInstance < 0) {
                isForbidden = true;
                return;
            }
            if (size + 2 > numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * numbers.length);
            }
            numbers[size++] = ofInstance;
            numbers[size++] = difference;
        }

        private void endValue() {
            if (isForbidden) {
                forbidden++;
            } else if (size > 0) {
                alternatives.add(Arrays.copyOf(numbers, size));
            }
            isForbidden = false;
            size = 0;
        }

        private void endVariable() {
            if (variable < 0) {
                return;
            }
            endValue();
            int p = 0;
            while (variable >= variables.get(p).first() + variables.get(p).count()) {
                p++;
            }
            seen[p]++;
            alternatives.sort(Arrays::compare);
            int length = 1 + alternatives.stream().mapToInt(one -> one.length + 1).sum();
            int[] all = new int[length];
            all[0] = variables.get(p).values() - 1 - forbidden - alternatives.size();
            int at = 1;
            for (int[] one : alternatives) {
                all[at++] = one.length / 2;
                System.arraycopy(one, 0, all, at, one.length);
                at += one.length;
            }
            groups.merge(new Changes(all), 1.0, Double::sum);
            alternatives.clear();
            forbidden = 0;
        }

        /** Adds the variables whose values change nothing. */
        void finish() {
            endVariable();
            for (int p = 0; p < seen.length; p++) {
                long rest = variables.get(p).count() - seen[p];
                if (rest > 0) {
                    groups.merge(new Changes(new int[] {variables.get(p).values() - 1}), (double) rest, Double::sum);
                }
            }
        }
    }

    /** How many variables there are. */
    double variables() {
        return variables;
    }

    /** How many of them differ in what their other values change. */
    int groups() {
        return copies.length;
    }

    /**
     * Computes the pseudo-log-likelihood.
     *
     * @param weights  by instance
     * @param gradient receives the gradient, added
     */
    double evaluate(double[] weights, double[] gradient) {
        double sum = 0;
        double[] logs = new double[16];
        for (int g = 0; g < copies.length; g++) {
            int count = first[g + 1] - first[g];
            logs = count > logs.length ? new double[2 * count] : logs;
            double total = logTotal(g, weights, logs);
            sum -= copies[g] * total;
            for (int a = 0; a < count; a++) {
                double p = copies[g] * Math.exp(logs[a] - total);
                for (int e = start[first[g] + a]; e < start[first[g] + a + 1]; e++) {
                    gradient[instance[e]] -= p * change[e];
                }
            }
        }
        return sum;
    }

    /** log(1 + neutral + Σ exp(w · d)), the terms of which are left in an array. */
    private double logTotal(int g, double[] weights, double[] logs) {
        double largest = 0;
        int count = first[g + 1] - first[g];
        for (int a = 0; a < count; a++) {
            double log = 0;
            for (int e = start[first[g] + a]; e < start[first[g] + a + 1]; e++) {
                log += weights[instance[e]] * change[e];
            }
            logs[a] = log;
            largest = Math.max(largest, log);
        }
        double rest = neutral[g] * Math.exp(-largest);
        boolean own = true;
        for (int a = 0; a < count; a++) {
            if (own && logs[a] == largest && largest > 0) {
                own = false;
                rest += Math.exp(-largest);
            } else {
                rest += Math.exp(logs[a] - largest);
            }
        }
        return largest + Math.log1p(rest);
    }

    /**
     * Adds the curvature, −∂²/∂w², of some weights.
     *
     * @param weights by instance
     * @param place   by instance: its row; −1 for others
     * @param target  receives the symmetric matrix, row after row
     */
    void addCurvature(double[] weights, int[] place, double[] target, int rows) {
        double[] logs = new double[16];
        double[] mean = new double[rows];
        for (int g = 0; g < copies.length; g++) {
            int count = first[g + 1] - first[g];
            logs = count > logs.length ? new double[2 * count] : logs;
            double total = logTotal(g, weights, logs);
            for (int a = 0; a < count; a++) {
                double p = Math.exp(logs[a] - total);
                for (int e = start[first[g] + a]; e < start[first[g] + a + 1]; e++) {
                    int row = place[instance[e]];
                    if (row < 0) {
                        continue;
                    }
                    mean[row] += p * change[e];
                    for (int f = start[first[g] + a]; f < start[first[g] + a + 1]; f++) {
                        int column = place[instance[f]];
                        if (column >= 0) {
                            target[row * rows + column] += copies[g] * p * change[e] * change[f];
                        }
                    }
                }
            }
            subtractMeans(g, place, mean, target, rows);
        }
    }

    private void subtractMeans(int g, int[] place, double[] mean, double[] target, int rows) {
        int[] used = Arrays.stream(instance, start[first[g]], start[first[g + 1]]).map(i -> place[i])
                .filter(row -> row >= 0).distinct().toArray();
        for (int row : used) {
            for (int column : used) {
                target[row * rows + column] -= copies[g] * mean[row] * mean[column];
            }
        }
        for (int row : used) {
            mean[row] = 0;
        }
    }
}
