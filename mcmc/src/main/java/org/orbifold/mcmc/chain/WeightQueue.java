package org.orbifold.mcmc.chain;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/** Variables by weight, the lightest first; ties are broken by a random number that each variable has. */
final class WeightQueue {

    private record Entry(double weight, double tie, int variable) { }

    private final PriorityQueue<Entry> queue = new PriorityQueue<>((a, b) -> a.weight != b.weight
            ? Double.compare(a.weight, b.weight) : Double.compare(a.tie, b.tie));
    private final double[] weights;
    private final double[] ties;

    WeightQueue(int variables, RandomGenerator random) {
        weights = new double[variables];
        ties = new double[variables];
        Arrays.fill(weights, Double.NaN);
        Arrays.setAll(ties, v -> random.nextDouble());
    }

    void update(int variable, double weight) {
        if (weights[variable] != weight) {
            weights[variable] = weight;
            queue.add(new Entry(weight, ties[variable], variable));
        }
    }

    void remove(int variable) {
        weights[variable] = Double.NaN;
    }

    /** The lightest, which stays in; −1 if there is none. */
    int first() {
        while (!queue.isEmpty()) {
            Entry entry = queue.peek();
            if (weights[entry.variable] == entry.weight) {
                return entry.variable;
            }
            queue.poll();
        }
        return -1;
    }
}
