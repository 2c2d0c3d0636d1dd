package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.time.Budget;

/**
 * The factors of a model: features with the same set of variables merged into one table over them in ascending order,
 * so that equivalent features become equal. Ask the model for them, which makes them once:
 * {@link GraphicalModel#factors()}. Immutable.
 *
 * <p>Features that would need a large table, and are none yet, are kept as they are.
 *
 * <p>Cost: linear in the number of entries of the tables made. A feature that is such a table already is not copied.
 */
public final class Factors {

    /** The largest table a feature is expanded to: clauses of ten binary variables. */
    static final int MAX_ENTRIES = 1 << 10;

    private final List<Table> tables;
    private final List<WeightedFeature> wide;
    private final double constant;

    private Factors(List<Table> tables, List<WeightedFeature> wide, double constant) {
        this.tables = tables;
        this.wide = wide;
        this.constant = constant;
    }

    static Factors of(GraphicalModel model, int maxEntries) {
        return of(model, maxEntries, Budget.unlimited());
    }

    static Factors of(GraphicalModel model, int maxEntries, Budget budget) {
        Object2ObjectLinkedOpenCustomHashMap<int[], List<Feature>> byScope =
                new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        List<WeightedFeature> wide = new ArrayList<>();
        int[] state = new int[model.variableCount()];
        double constant = model.constant();
        for (Feature feature : model.features()) {
            budget.check();
            int[] scope = feature.scope();
            if (scope.length == 0) {
                constant += feature.logPotential(state);
            } else if (feature instanceof WeightedFeature weighted && model.assignments(scope) > maxEntries) {
                wide.add(weighted);
            } else {
                Arrays.sort(scope);
                byScope.computeIfAbsent(scope, s -> new ArrayList<>(1)).add(feature);
            }
        }
        List<Table> tables = new ArrayList<>(byScope.size());
        byScope.forEach((scope, features) -> {
            budget.check();
            tables.add(merge(model, scope, features, state));
        });
        return new Factors(List.copyOf(tables), List.copyOf(wide), constant);
    }

    /** Goes through the joint assignments of the scope in row-major order; {@code state} is scratch. */
    static Table merge(GraphicalModel model, int[] scope, List<? extends Feature> features, int[] state) {
        if (features.size() == 1 && features.get(0) instanceof Table table && table.isOver(scope)) {
            return table;
        }
        int[] sizes = new int[scope.length];
        Arrays.setAll(sizes, k -> model.size(scope[k]));
        double[] logs = new double[Table.entries(sizes)];
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
        return new Table(scope, sizes, logs);
    }

    /**
     * Returns the merged factors.
     *
     * @return an immutable list, in the order in which their scopes first appear; scopes are ascending, no two are the
     *         same, none is empty
     */
    public List<Table> tables() {
        return tables;
    }

    /**
     * Returns the features that would need a large table; {@link GraphicalModel#table} makes one if it must be.
     *
     * @return an immutable list
     */
    public List<WeightedFeature> wide() {
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
