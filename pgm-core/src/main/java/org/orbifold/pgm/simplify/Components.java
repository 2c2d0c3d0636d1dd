package org.orbifold.pgm.simplify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;

/**
 * The connected components of a model over live values.
 *
 * @param models        the components, those of few states together as the last one
 * @param constant      what every state's log-weight has beside them
 * @param separateParts how many components there are
 * @param mergedTables  how many tables were added to another one over the same variables
 * @param componentOf   by variable, −1 for fixed ones
 * @param indexOf       by variable, its number in its component
 * @param members       by component and number, the variable
 */
record Components(List<GraphicalModel> models, double constant, int separateParts, int mergedTables, int[] componentOf,
        int[] indexOf, int[][] members) {

    /** Components of at most this many states are put together: they are cheap, and there may be a million. */
    private static final double FEW_STATES = 1 << 10;

    static Components of(GraphicalModel model, MergedTables tables, LiveValues live, Budget budget) {
        Restriction restriction = new Restriction(live);
        List<Feature> restrictedFeatures = new ArrayList<>(tables.features().size());
        boolean changed = tables.count() > 0 || live.excludedCount() > 0;
        for (Feature feature : tables.features()) {
            budget.check();
            Feature restricted = restriction.apply(feature);
            changed |= restricted != feature;
            if (restricted != null) {
                restrictedFeatures.add(restricted);
            }
        }
        // Tables that differed in fixed variables only are over the same ones now.
        MergedTables again = changed ? new MergedTables(restrictedFeatures, budget) : tables;
        List<Feature> features = again.features();
        int merged = tables.count() + (changed ? again.count() : 0);
        int[] root = roots(model.variableCount(), features);
        int[] componentOf = new int[root.length];
        int separate = number(root, live, componentOf);
        int[] indexOf = new int[root.length];
        int[][] members = members(componentOf, indexOf);
        if (members.length == 1 && members[0].length == root.length && !changed) {
            return new Components(List.of(model), 0, separate, 0, componentOf, indexOf, members);
        }
        double constant = model.constant() + restriction.constant();
        if (!Double.isFinite(constant)) {
            throw new ContradictionException();
        }
        List<GraphicalModel> models = build(model, live, features, componentOf, indexOf, members, budget);
        return new Components(models, constant, separate, merged, componentOf, indexOf, members);
    }

    /** Union–find: by variable, the first one of its component. */
    private static int[] roots(int variables, List<Feature> features) {
        int[] root = new int[variables];
        Arrays.setAll(root, v -> v);
        for (Feature feature : features) {
            int[] scope = feature.scope();
            for (int k = 1; k < scope.length; k++) {
                int a = find(root, scope[0]);
                int b = find(root, scope[k]);
                root[Math.max(a, b)] = Math.min(a, b);
            }
        }
        for (int v = 0; v < variables; v++) {
            root[v] = root[root[v]];
        }
        return root;
    }

    private static int find(int[] root, int v) {
        int at = v;
        while (root[at] != at) {
            root[at] = root[root[at]];
            at = root[at];
        }
        return at;
    }

    /** Numbers the components by their first variables, small ones last and alike; returns how many there are. */
    private static int number(int[] root, LiveValues live, int[] componentOf) {
        double[] states = new double[root.length];
        Arrays.fill(states, 1);
        for (int v = 0; v < root.length; v++) {
            states[root[v]] *= live.count(v);
        }
        int count = 0;
        int large = 0;
        for (int v = 0; v < root.length; v++) {
            if (root[v] == v && live.count(v) > 1) {
                count++;
                large += states[v] > FEW_STATES ? 1 : 0;
            }
        }
        int next = 0;
        for (int v = 0; v < root.length; v++) {
            if (live.count(v) == 1) {
                componentOf[v] = -1;
            } else if (root[v] == v) {
                componentOf[v] = states[v] > FEW_STATES ? next++ : large;
            } else {
                componentOf[v] = componentOf[root[v]];
            }
        }
        return count;
    }

    private static int[][] members(int[] componentOf, int[] indexOf) {
        List<IntArrayList> lists = new ArrayList<>();
        for (int v = 0; v < componentOf.length; v++) {
            int c = componentOf[v];
            indexOf[v] = -1;
            if (c >= 0) {
                while (lists.size() <= c) {
                    lists.add(new IntArrayList());
                }
                indexOf[v] = lists.get(c).size();
                lists.get(c).add(v);
            }
        }
        return lists.stream().map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    private static List<GraphicalModel> build(GraphicalModel model, LiveValues live, List<Feature> features,
            int[] componentOf, int[] indexOf, int[][] members, Budget budget) {
        List<ModelBuilder> builders = new ArrayList<>();
        for (int[] variables : members) {
            ModelBuilder builder = GraphicalModel.builder();
            for (int v : variables) {
                builder.variable(model.variable(v).name(), domain(model.variable(v), live));
            }
            builders.add(builder);
        }
        for (Feature feature : features) {
            budget.check();
            int component = componentOf[feature.scope()[0]];
            boolean same = members[component].length == componentOf.length;
            builders.get(component).add(same ? feature : Restriction.renumber(feature, v -> indexOf[v]));
        }
        return builders.stream().map(ModelBuilder::build).toList();
    }

    private static Domain domain(Variable variable, LiveValues live) {
        if (live.isUntouched(variable.index())) {
            return variable.domain();
        }
        return Domain.of(Arrays.stream(live.values(variable.index())).mapToObj(variable.domain()::label)
                .toArray(String[]::new));
    }
}
