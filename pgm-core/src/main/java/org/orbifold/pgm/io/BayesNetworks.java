package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/** Checks whether a model is a Bayesian network, feature by feature. */
final class BayesNetworks {

    private static final int SHOWN = 5;

    private final GraphicalModel model;
    private final int[] sizes;
    private final int[][] parents;
    private final Decimal decimal = new Decimal();

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

    /**
     * Checks the same for a file that must have variables: readers of BIF and XMLBIF refuse one without.
     *
     * @throws IllegalArgumentException that says why the model is none
     */
    static void checkNotEmpty(GraphicalModel model) {
        check(model);
        if (model.variableCount() == 0) {
            throw refusal("it has no variables");
        }
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
        int decimals = 0;
        do {
            double log = feature.logPotential(state);
            sum += Math.exp(log);
            decimals = Math.max(decimals, decimals(log));
            if (state[child] == sizes[child] - 1) {
                if (!ConditionalTable.isDistribution(sum, sizes[child], decimals)) {
                    throw refusal("the probabilities of variable '" + model.variable(child)
                            + "' given its parents sum to " + sum);
                }
                sum = 0;
                decimals = 0;
            }
        } while (odometer.advance());
    }

    /** With how many decimals a probability would be written. */
    private int decimals(double log) {
        byte[] text = Decimal.exp(log).getBytes(StandardCharsets.ISO_8859_1);
        decimal.parse(text, text.length);
        return decimal.decimals();
    }

    private void checkOrder() {
        int[] cyclic = belowCycles(parents);
        if (cyclic.length > 0) {
            throw refusal(Arrays.stream(cyclic).limit(SHOWN).mapToObj(v -> "'" + model.variable(v) + "'")
                    .collect(Collectors.joining(", ", "there is a cycle above ", "")));
        }
    }

    /**
     * Returns the variables that are their own ancestors, and those below them: takes away variables all of whose
     * parents are gone until none is left (Kahn 1962).
     */
    static int[] belowCycles(int[][] parents) {
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
        return IntStream.range(0, parents.length).filter(v -> waitingFor[v] > 0).toArray();
    }

    private static IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("the model is not a Bayesian network: " + reason
                + "; write it as a Markov network");
    }
}
