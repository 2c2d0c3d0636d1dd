package org.orbifold.pgm.factor;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The factors of a model: features with the same set of variables are merged into one {@link Factor}. Features whose
 * table would be too large are kept as they are.
 *
 * <p>Cost: linear in the total number of table entries made.
 */
public final class Factors {

    private final List<Factor> tables;
    private final List<Feature> wide;
    private final double constant;

    private Factors(List<Factor> tables, List<Feature> wide, double constant) {
        this.tables = tables;
        this.wide = wide;
        this.constant = constant;
    }

    /**
     * Merges a model's features.
     *
     * @param model      the model
     * @param maxEntries the largest table to make
     * @return the factors, in the order in which their scopes first appear
     */
    public static Factors of(GraphicalModel model, long maxEntries) {
        Object2ObjectLinkedOpenCustomHashMap<int[], List<Feature>> byScope =
                new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        List<Feature> wide = new ArrayList<>();
        int[] state = new int[model.variableCount()];
        double constant = model.constant();
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            if (scope.length == 0) {
                constant += feature.logPotential(state);
            } else if (entries(model, scope) > maxEntries) {
                wide.add(feature);
            } else {
                Arrays.sort(scope);
                byScope.computeIfAbsent(scope, s -> new ArrayList<>(2)).add(feature);
            }
        }
        List<Factor> tables = new ArrayList<>(byScope.size());
        byScope.forEach((scope, features) -> tables.add(merge(model, scope, features, state)));
        return new Factors(List.copyOf(tables), List.copyOf(wide), constant);
    }

    private static double entries(GraphicalModel model, int[] scope) {
        double product = 1;
        for (int v : scope) {
            product *= model.size(v);
        }
        return product;
    }

    /** Goes through the joint assignments of the scope in row-major order; {@code state} is scratch. */
    private static Factor merge(GraphicalModel model, int[] scope, List<Feature> features, int[] state) {
        int[] sizes = Arrays.stream(scope).map(model::size).toArray();
        double[] logs = new double[(int) entries(model, scope)];
        for (int v : scope) {
            state[v] = 0;
        }
        for (int i = 0; i < logs.length; i++) {
            for (Feature feature : features) {
                logs[i] += feature.logPotential(state);
            }
            for (int k = scope.length - 1; k >= 0 && ++state[scope[k]] == sizes[k]; k--) {
                state[scope[k]] = 0;
            }
        }
        return new Factor(scope, sizes, logs);
    }

    /**
     * Returns the merged factors.
     *
     * @return an immutable list; no two have the same scope, none has an empty one
     */
    public List<Factor> tables() {
        return tables;
    }

    /**
     * Returns the features that were too large for a table.
     *
     * @return an immutable list
     */
    public List<Feature> wide() {
        return wide;
    }

    /**
     * Returns the model's constant together with features that depend on no variable.
     *
     * @return a log-weight; −∞ if such a feature forbids every state
     */
    public double constant() {
        return constant;
    }
}
