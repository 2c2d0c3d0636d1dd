package org.orbifold.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.orbifold.pgm.time.Budget;

/** log Z of all worlds: their components are solved together, wherever there is room. */
final class PartitionSum implements Partition {

    /** Bundles for each task that runs at the same time: each bundle computes the tables of its worlds once. */
    private static final int BUNDLES_EACH = 4;

    private final List<PartitionPart> parts;
    private final List<Integer> copies;
    private final Spread spread;

    /**
     * Makes the sum.
     *
     * @param parts  log Z of different worlds
     * @param copies by part: how many worlds have this log Z
     */
    PartitionSum(List<PartitionPart> parts, List<Integer> copies, Spread spread) {
        this.parts = List.copyOf(parts);
        this.copies = List.copyOf(copies);
        this.spread = spread;
    }

    PartitionSum(List<PartitionPart> parts, Spread spread) {
        this(parts, parts.stream().map(part -> 1).toList(), spread);
    }

    /** Components of one part to be solved together. */
    private record Task(int part, int[] components, double[] weights) { }

    @Override
    public double evaluate(double[] weights, double[] expected, Budget budget) {
        List<Task> tasks = tasks(weights);
        List<double[][]> answers = spread.map(parts, tasks,
                (all, task, time) -> all.get(task.part).solve(task.weights, task.components, time), budget);
        double[][][] solved = new double[parts.size()][][];
        for (int p = 0; p < parts.size(); p++) {
            solved[p] = new double[parts.get(p).components()][];
        }
        for (int t = 0; t < tasks.size(); t++) {
            for (int i = 0; i < tasks.get(t).components.length; i++) {
                solved[tasks.get(t).part][tasks.get(t).components[i]] = answers.get(t)[i];
            }
        }
        double sum = 0;
        for (int p = 0; p < parts.size(); p++) {
            double[] own = new double[expected.length];
            sum += copies.get(p) * parts.get(p).add(weights, solved[p], own);
            for (int i = 0; i < own.length; i++) {
                expected[i] += copies.get(p) * own[i];
            }
        }
        return sum;
    }

    /** Every k-th component of a part, for as many k as keep all threads or machines busy. */
    private List<Task> tasks(double[] weights) {
        int total = parts.stream().mapToInt(PartitionPart::components).sum();
        int most = spread.width() == 1 ? 1 : BUNDLES_EACH * spread.width();
        List<Task> tasks = new ArrayList<>();
        for (int p = 0; p < parts.size(); p++) {
            int components = parts.get(p).components();
            int count = (int) Math.min(components, Math.max(1, (long) most * components / Math.max(1, total)));
            for (int t = 0; t < count; t++) {
                int[] some = new int[(components - t + count - 1) / count];
                for (int i = 0; i < some.length; i++) {
                    some[i] = t + i * count;
                }
                tasks.add(new Task(p, some, weights));
            }
        }
        return tasks;
    }

    @Override
    public String describe() {
        return parts.stream().map(PartitionPart::describe).distinct().limit(3).collect(Collectors.joining("; "));
    }
}
