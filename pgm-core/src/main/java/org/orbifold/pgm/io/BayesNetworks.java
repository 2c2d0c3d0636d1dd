package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/** Tells whether a model is a Bayesian network, feature by feature. */
final class BayesNetworks {

    /** How far a distribution's sum may be from 1: many files round to six digits. */
    private static final double SUM_TOLERANCE = 1e-5;
    private static final int SHOWN = 5;

    private final GraphicalModel model;
    private final int[] sizes;
    private final int[][] parents;

    private BayesNetworks(GraphicalModel model) {
        this.model = model;
        this.sizes = model.sizes();
        this.parents = new int[sizes.length][];
    }

    /**
     * Checks that each variable has exactly one feature, a normalised conditional probability table in whose scope it
     * stands last, and that no variable is its own ancestor.
     *
     * @throws IllegalArgumentException that says why the model is none
     */
    static void check(GraphicalModel model) {
        BayesNetworks network = new BayesNetworks(model);
        network.checkFeatures();
        network.checkOrder();
    }

    private void checkFeatures() {
        if (model.constant() != 0) {
            throw refusal("it has the constant " + model.constant());
        } else if (model.features().size() != sizes.length) {
            throw refusal("it has " + model.features().size() + " features for " + sizes.length + " variables");
        }
        int[] state = new int[sizes.length];
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            if (scope.length == 0) {
                throw refusal("it has a feature without variables");
            }
            int child = scope[scope.length - 1];
            if (parents[child] != null) {
                throw refusal("variable '" + model.variable(child) + "' stands last in two features");
            }
            parents[child] = Arrays.copyOf(scope, scope.length - 1);
            checkSums(feature, child, new Odometer(scope, sizes, state, false), state);
        }
    }

    private void checkSums(Feature feature, int child, Odometer odometer, int[] state) {
        double sum = 0;
        do {
            sum += Math.exp(feature.logPotential(state));
            if (state[child] == sizes[child] - 1) {
                if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
                    throw refusal("the probabilities of variable '" + model.variable(child)
                            + "' given its parents sum to " + sum);
                }
                sum = 0;
            }
        } while (odometer.advance());
    }

    /** Takes away variables all of whose parents are gone until none is left (Kahn 1962). */
    private void checkOrder() {
        int[] waitingFor = new int[parents.length];
        IntArrayList[] children = new IntArrayList[parents.length];
        Arrays.setAll(children, v -> new IntArrayList(0));
        IntArrayList ready = new IntArrayList();
        for (int v = 0; v < parents.length; v++) {
            waitingFor[v] = parents[v].length;
            for (int parent : parents[v]) {
                children[parent].add(v);
            }
            if (waitingFor[v] == 0) {
                ready.add(v);
            }
        }
        for (int i = 0; i < ready.size(); i++) {
            for (int child : children[ready.getInt(i)].toIntArray()) {
                if (--waitingFor[child] == 0) {
                    ready.add(child);
                }
            }
        }
        if (ready.size() < parents.length) {
            throw refusal(model.variables().stream().filter(v -> waitingFor[v.index()] > 0).limit(SHOWN)
                    .map(v -> "'" + v + "'").collect(Collectors.joining(", ", "there is a cycle above ", "")));
        }
    }

    private static IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("the model is not a Bayesian network: " + reason
                + "; write it as a Markov network");
    }
}
