package org.orbifold.mcmc.analysis;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/** The possible states of a small model, numbered, with their probabilities. */
final class StateIndex {

    private static final long MAX_ASSIGNMENTS = 1 << 20;

    private final GraphicalModel model;
    private final int[] numbers;
    private final int[][] states;
    private final double[] target;

    private StateIndex(GraphicalModel model, int[] numbers, int[][] states, double[] target) {
        this.model = model;
        this.numbers = numbers;
        this.states = states;
        this.target = target;
    }

    static StateIndex of(GraphicalModel model, int maxStates) {
        long assignments = 1;
        for (int size : model.sizes()) {
            assignments = Math.min(assignments * size, MAX_ASSIGNMENTS + 1);
        }
        if (assignments > MAX_ASSIGNMENTS) {
            throw new IllegalArgumentException("the model has more than " + MAX_ASSIGNMENTS
                    + " joint assignments; exact analysis is for smaller ones");
        }
        int[] numbers = new int[(int) assignments];
        List<int[]> possible = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        double max = Double.NEGATIVE_INFINITY;
        for (int a = 0; a < numbers.length; a++) {
            int[] state = state(model, a);
            double weight = model.logWeight(state);
            numbers[a] = weight == Double.NEGATIVE_INFINITY ? -1 : possible.size();
            if (numbers[a] >= 0) {
                possible.add(state);
                weights.add(weight);
                max = Math.max(max, weight);
            }
        }
        if (possible.isEmpty() || possible.size() > maxStates) {
            throw new IllegalArgumentException("the model has " + possible.size()
                    + " possible states; exact analysis takes 1 to " + maxStates);
        }
        double[] target = new double[possible.size()];
        double sum = 0;
        for (int s = 0; s < target.length; s++) {
            target[s] = Math.exp(weights.get(s) - max);
            sum += target[s];
        }
        for (int s = 0; s < target.length; s++) {
            target[s] /= sum;
        }
        return new StateIndex(model, numbers, possible.toArray(int[][]::new), target);
    }

    private static int[] state(GraphicalModel model, int assignment) {
        int[] state = new int[model.variableCount()];
        int rest = assignment;
        for (int v = state.length - 1; v >= 0; v--) {
            state[v] = rest % model.size(v);
            rest /= model.size(v);
        }
        return state;
    }

    int count() {
        return states.length;
    }

    int[] state(int number) {
        return states[number];
    }

    int[][] states() {
        return states;
    }

    double[] target() {
        return target;
    }

    int of(int[] state) {
        int assignment = 0;
        for (int v = 0; v < state.length; v++) {
            assignment = assignment * model.size(v) + state[v];
        }
        if (numbers[assignment] < 0) {
            throw new IllegalStateException("the chain went to a state of probability 0");
        }
        return numbers[assignment];
    }
}
