package org.orbifold.lifted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * Variables that can be exchanged one for one: two are twins if to swap them, and nothing else, leaves all tables as
 * they are. Swaps of twins generate the full symmetric group of each class, whatever else the model's group is, and
 * evidence that tells variables apart just makes smaller classes. Classes of several kinds, all of whose members
 * interact, are found as quickly as one.
 *
 * <p>Only tables of two variables are looked at; a variable of a larger one has no twin. Cost: a look at each table for
 * a signature of each variable, and one for each comparison of a variable with the first one of a class.
 */
final class Twins {

    private final GraphicalModel model;
    private final Budget budget;
    /** For each variable its neighbours, and the entries of the table between them, its own value first. */
    private final List<Map<Integer, double[]>> neighbours = new ArrayList<>();
    private final boolean[] wide;

    private Twins(GraphicalModel model, Budget budget) {
        this.model = model;
        this.budget = budget;
        this.wide = new boolean[model.variableCount()];
    }

    /**
     * Finds the classes.
     *
     * @param model  a model; tables of single variables are compared like the others
     * @param budget the time
     * @return classes of at least two variables
     */
    static List<int[]> classes(GraphicalModel model, Budget budget) {
        return new Twins(model, budget).find();
    }

    private List<int[]> find() {
        double[][] own = new double[model.variableCount()][];
        for (int v = 0; v < own.length; v++) {
            neighbours.add(new HashMap<>());
            own[v] = new double[0];
        }
        for (Table table : model.factors().tables()) {
            budget.check();
            int[] scope = table.scope();
            if (scope.length == 1) {
                own[scope[0]] = table.entries();
            } else if (scope.length == 2) {
                neighbours.get(scope[0]).put(scope[1], table.entries());
                neighbours.get(scope[1]).put(scope[0], transposed(table.entries(), model.size(scope[1])));
            } else {
                Arrays.stream(scope).forEach(v -> wide[v] = true);
            }
        }
        model.factors().wide().forEach(feature -> Arrays.stream(feature.scope()).forEach(v -> wide[v] = true));
        Map<List<Integer>, List<List<Integer>>> buckets = new LinkedHashMap<>();
        for (int v = 0; v < own.length; v++) {
            budget.check();
            if (!wide[v]) {
                // The same for twins: whom they are joined to differs, by what it does not.
                int tables = neighbours.get(v).values().stream().mapToInt(Arrays::hashCode).sum();
                put(v, own, buckets.computeIfAbsent(List.of(model.size(v), Arrays.hashCode(own[v]),
                        neighbours.get(v).size(), tables), key -> new ArrayList<>()));
            }
        }
        return buckets.values().stream().flatMap(List::stream).filter(members -> members.size() > 1)
                .map(members -> members.stream().mapToInt(Integer::intValue).toArray()).toList();
    }

    private void put(int v, double[][] own, List<List<Integer>> classes) {
        for (List<Integer> members : classes) {
            if (Arrays.equals(own[v], own[members.get(0)]) && areTwins(v, members.get(0))) {
                members.add(v);
                return;
            }
        }
        classes.add(new ArrayList<>(List.of(v)));
    }

    private boolean areTwins(int v, int w) {
        Map<Integer, double[]> ofV = neighbours.get(v);
        Map<Integer, double[]> ofW = neighbours.get(w);
        double[] between = ofV.get(w);
        if (ofV.size() != ofW.size() || between != null
                && !Arrays.equals(between, transposed(between, model.size(w)))) {
            return false;
        }
        for (Map.Entry<Integer, double[]> entry : ofV.entrySet()) {
            if (entry.getKey() != w && !Arrays.equals(entry.getValue(), ofW.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static double[] transposed(double[] entries, int columns) {
        double[] result = new double[entries.length];
        int rows = entries.length / columns;
        for (int i = 0; i < entries.length; i++) {
            result[i % columns * rows + i / columns] = entries[i];
        }
        return result;
    }
}
