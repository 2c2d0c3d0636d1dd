package org.orbifold.experiments.convergence;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * Loopy belief propagation: the sum-product equations iterated with damping until messages change no more. A baseline
 * to compare with: exact on trees, without any guarantee elsewhere.
 */
public final class BeliefPropagation {

    private static final double DAMPING = 0.5;
    private static final double SETTLED = 1e-9;

    private final GraphicalModel model;
    private final List<Table> tables;
    /** Messages from each factor to each of its variables. */
    private final double[][][] messages;
    private final double[][] potentials;
    private final int[][] factorsOf;

    private BeliefPropagation(GraphicalModel model) {
        if (!model.factors().wide().isEmpty()) {
            throw new IllegalArgumentException("belief propagation needs tables, but a feature is too wide for one");
        }
        this.model = model;
        this.tables = model.factors().tables();
        this.potentials = new double[tables.size()][];
        this.messages = new double[tables.size()][][];
        int[] degree = new int[model.variableCount()];
        for (int f = 0; f < messages.length; f++) {
            double[] logs = tables.get(f).entries();
            double max = Math.max(-Double.MAX_VALUE, Arrays.stream(logs).max().orElse(0));
            potentials[f] = Arrays.stream(logs).map(log -> Math.exp(log - max)).toArray();
            messages[f] = Arrays.stream(tables.get(f).scope()).mapToObj(v -> uniform(model.size(v)))
                    .toArray(double[][]::new);
            for (int v : tables.get(f).scope()) {
                degree[v]++;
            }
        }
        this.factorsOf = Arrays.stream(degree).mapToObj(int[]::new).toArray(int[][]::new);
        for (int f = messages.length - 1; f >= 0; f--) {
            for (int v : tables.get(f).scope()) {
                factorsOf[v][--degree[v]] = f;
            }
        }
    }

    private static double[] uniform(int size) {
        double[] all = new double[size];
        Arrays.fill(all, 1.0 / size);
        return all;
    }

    /**
     * Runs.
     *
     * @param model   a model whose features all have tables
     * @param rounds  the most rounds over all factors
     * @param seconds the most seconds
     * @return the beliefs, one per variable
     * @throws IllegalArgumentException if a feature is too wide for a table
     */
    public static Marginals run(GraphicalModel model, int rounds, double seconds) {
        BeliefPropagation propagation = new BeliefPropagation(model);
        long end = System.nanoTime() + (long) (seconds * 1e9);
        for (int round = 0; round < rounds && System.nanoTime() < end; round++) {
            double most = 0;
            for (int f = 0; f < propagation.messages.length; f++) {
                most = Math.max(most, propagation.update(f));
            }
            if (most < SETTLED) {
                break;
            }
        }
        return Marginals.of(propagation.beliefs());
    }

    /** Sends the messages of a factor; returns the largest change. */
    private double update(int f) {
        Table table = tables.get(f);
        int arity = table.arity();
        double[][] incoming = new double[arity][];
        double[][] outgoing = new double[arity][];
        for (int k = 0; k < arity; k++) {
            incoming[k] = product(table.variable(k), f);
            outgoing[k] = new double[incoming[k].length];
        }
        for (int e = 0; e < potentials[f].length; e++) {
            for (int k = 0; k < arity && potentials[f][e] > 0; k++) {
                double weight = potentials[f][e];
                for (int j = 0; j < arity; j++) {
                    weight *= j == k ? 1 : incoming[j][e / table.stride(j) % incoming[j].length];
                }
                outgoing[k][e / table.stride(k) % outgoing[k].length] += weight;
            }
        }
        double most = 0;
        for (int k = 0; k < arity; k++) {
            normalize(outgoing[k]);
            for (int x = 0; x < outgoing[k].length; x++) {
                double next = DAMPING * messages[f][k][x] + (1 - DAMPING) * outgoing[k][x];
                most = Math.max(most, Math.abs(next - messages[f][k][x]));
                messages[f][k][x] = next;
            }
        }
        return most;
    }

    /** The product of the messages to a variable, but for that of one factor. */
    private double[] product(int variable, int but) {
        double[] all = uniform(model.size(variable));
        for (int f : factorsOf[variable]) {
            if (f != but) {
                int[] scope = tables.get(f).scope();
                for (int k = 0; k < scope.length; k++) {
                    if (scope[k] == variable) {
                        for (int x = 0; x < all.length; x++) {
                            all[x] *= messages[f][k][x];
                        }
                    }
                }
                normalize(all);
            }
        }
        return all;
    }

    private static void normalize(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        for (int x = 0; x < weights.length; x++) {
            // Messages that contradict each other say nothing.
            weights[x] = sum > 0 ? weights[x] / sum : 1.0 / weights.length;
        }
    }

    private double[][] beliefs() {
        double[][] beliefs = new double[model.variableCount()][];
        Arrays.setAll(beliefs, v -> product(v, -1));
        return beliefs;
    }
}
